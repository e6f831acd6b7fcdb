"""What leaves with an export: evidence unless it is left out, e-mail addresses and phone numbers only if asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pyoxigraph as ox

from graph_builder.export.rdf import quads_of, triples_of
from graph_builder.graph import vocabulary as v
from graph_builder.model import Relation

HIDDEN = "[removed]"
"""What stands in place of an e-mail address or a phone number."""

# Every repetition is bounded, so that no text makes these slow.
_HOST = r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_DOTS = r"(?:\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]\s?| dot |\s?\.\s?)"
_EMAIL = re.compile(
    rf"(?:\{{[^{{}}@\n]{{1,200}}\}}|(?<![\w.+-])[\w.+-]{{1,64}})\s?@\s?{_HOST}"
    rf"|(?<![\w.+-])[\w.+-]{{1,64}}\s?[\[({{<]\s?(?:at|@)\s?[\])}}>]\s?[\w-]{{1,63}}(?:{_DOTS}[\w-]{{1,63}}){{1,8}}"
    r"|(?<![\w.+-])[\w.+-]{1,64} at [\w-]{1,63}(?: dot [\w-]{1,63}){1,6}\b",
    re.IGNORECASE,
)
_CALL = r"tele(?:phone|fon)|t[eé]l(?:[eé]phone)?|phone|fax|电话|電話|手机|携帯"
_CALL_OR_ELSE = r"mobile|mob|cell|handy"
_PHONE = re.compile(
    rf"(?<![\w+])(?:(?:{_CALL})(?![^\W\d_])[.:：]?|(?:{_CALL_OR_ELSE})[.:：])\s{{0,3}}(?:no\.?|number)?[:\s]{{0,3}}[\d(+][\d\s().\-/\u2010-\u2013]{{5,20}}\d"
    r"|(?<![\w+])\+\d[\d\s().\-\u2010-\u2013]{6,20}\d"
    r"|(?<![\w(])\(\d{3}\)\s?\d{3}[-. ]\d{4}(?!\d)"
    r"|(?<![\w./-])\d{3}[-.]\d{3}[-.]\d{4}(?![\w/-])",
    re.IGNORECASE,
)
_CONTACT_IRIS = ("mailto:", "tel:", "sms:")
_EVIDENCE = frozenset(
    (v.SOURCE, v.EXTRACTOR, v.EVIDENCE_START, v.EVIDENCE_END, v.QUOTE, v.RECORD_KEY, v.MENTION, v.VALUE_EVIDENCE)
)
_EVIDENCE_CLASSES = frozenset((v.MENTION_CLASS, v.VALUE_EVIDENCE_CLASS, v.SOURCE_CLASS, v.FACT_CLASS[Relation.PROFILE]))


@dataclass(frozen=True, slots=True)
class Privacy:
    """What an export may hold: *evidence* (sources, quotes, mentions), *contacts* (e-mail addresses, phone numbers)."""

    evidence: bool = True
    contacts: bool = False

    def text(self, value: str) -> str:
        """Return text as it may leave.

        >>> Privacy().text("Write to ada@example.org or call +47 22 85 50 50.")
        'Write to [removed] or call [removed].'
        """
        return value if self.contacts else without_contacts(value)


def without_contacts(text: str) -> str:
    """Return *text* with a mark in place of each e-mail address and phone number.

    >>> without_contacts("ada [at] example [dot] org, 2015-2018, doi:10.1000/182")
    '[removed], 2015-2018, doi:10.1000/182'
    """
    if "@" in text or "at" in text or "AT" in text:
        text = _EMAIL.sub(HIDDEN, text)
    return _PHONE.sub(HIDDEN, text)


def redacted_quads(store: ox.Store, privacy: Privacy) -> Iterator[ox.Quad]:
    """Yield the quads of *store* that *privacy* lets out, graph after graph, sorted.

    Without evidence there are no sources, no mentions and no quotes, and since the name of a graph is that of its
    source, all is in the graph of identities.

    >>> list(redacted_quads(ox.Store(), Privacy()))
    []
    """
    if not privacy.evidence:
        graph = next((name for name in sorted(store.named_graphs(), key=str) if _is_identity(name)), ox.DefaultGraph())
        yield from (ox.Quad(t.subject, t.predicate, t.object, graph) for t in redacted_triples(store, privacy))
        return
    for quad in quads_of(store):
        yield from _redacted(quad, privacy)


def redacted_triples(store: ox.Store, privacy: Privacy) -> Iterator[ox.Triple]:
    """Yield the triples of all graphs that *privacy* lets out, each once, subject after subject.

    >>> list(redacted_triples(ox.Store(), Privacy()))
    []
    """
    for subject, triples in groupby(triples_of(store), key=lambda triple: triple.subject):
        if not privacy.evidence and _is_evidence(store, subject):
            continue
        quads = (ox.Quad(t.subject, t.predicate, t.object) for t in triples)
        redact = (found.triple for quad in quads for found in _redacted(quad, privacy))
        # Two texts may become one when what differs is removed.
        yield from dict.fromkeys(redact if privacy.evidence else (t for t in redact if t.predicate not in _EVIDENCE))


def _is_identity(graph: ox.NamedNode | ox.BlankNode) -> bool:
    return isinstance(graph, ox.NamedNode) and graph.value.endswith(("/identity", "#identity"))


def _is_evidence(store: ox.Store, subject: ox.NamedNode | ox.BlankNode | ox.Triple) -> bool:
    """Return whether a node is a source, a mention or a statement of what a source is about."""
    if isinstance(subject, ox.Triple):
        return False
    classes = {quad.object for quad in store.quads_for_pattern(subject, v.TYPE, None, None)}
    return not classes.isdisjoint(_EVIDENCE_CLASSES)


def _redacted(quad: ox.Quad, privacy: Privacy) -> Iterator[ox.Quad]:
    value = quad.object
    if privacy.contacts:
        yield quad
    elif isinstance(value, ox.NamedNode):
        if not value.value.lower().startswith(_CONTACT_IRIS):
            yield quad
    elif isinstance(value, ox.Literal):
        if quad.predicate in (v.IDENTIFIER, v.PRINTED_IDENTIFIER) and value.value.startswith("email:"):
            return
        shown = without_contacts(value.value)
        redacted = value if shown == value.value else ox.Literal(shown, language=value.language)
        yield ox.Quad(quad.subject, quad.predicate, redacted, quad.graph_name)
    else:
        yield quad
