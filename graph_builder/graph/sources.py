"""The quads of one source: its node, its mentions, its facts and the direct edges that they give.

They are made as N-Quads, which a store loads as they are: so they take a fraction of the time of quads one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graph_builder.graph import literals
from graph_builder.graph import vocabulary as v
from graph_builder.graph.facts import Fact, Target, merge
from graph_builder.graph.identities import web_iri
from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.ntriples import PREDICATES as _P
from graph_builder.graph.ntriples import decimal, integer, iri, text, texts
from graph_builder.model import Claim, Evidence, Link, LinkStatus, Mention, SourceFacts, digest

Lines = tuple[list[str], list[str]]
"""Lines of N-Quads that go, and those that come."""

UNLINKED = "unlinked"
"""The ``gb:linkRule`` of a mention that came without a link and therefore stands for an entity of its own."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """What is known of a source besides its facts.

    Its title, media type, SHA-256 of its bytes in hexadecimal, web address, when it was written or fetched, and which
    language model read it.
    """

    title: str = ""
    media_type: str = ""
    sha256: str = ""
    address: str = ""
    date: str = ""
    language_model: str = ""


def source_lines(
    facts: SourceFacts,
    links: Mapping[str, Link],
    base: str = DEFAULT_BASE,
    info: SourceInfo | None = None,
) -> Iterator[str]:
    """Yield all quads of one source as N-Quads, a piece for each mention and fact; each quad once.

    *links* are those of this source, by mention id. A mention without a link stands for an entity of its own, which
    this graph then describes: nothing that a source says is lost for want of a link. The same claims give the same
    quads in whatever order they come.

    Args:
        facts: the mentions and claims of the source.
        links: mention id to link.
        base: the IRI under which all others are made.
        info: title, media type, digest, address and date of the source, for its node.

    Raises:
        GraphBuilderError: if *base* is not an absolute IRI that ends in ``/`` or ``#``.
    """
    minter = Minter(base)
    source = iri(minter.source(facts.source).value)
    end = f" {source} .\n"
    mentions = by_id(facts.mentions)
    targets = {m.id: target_of(m, links.get(m.id), minter) for m in mentions}
    nodes = {m.id: iri(minter.mention(facts.source, m.id)) for m in mentions}
    yield "".join(lines_of_source(source, facts.source, info or SourceInfo(), end))
    written: EvidenceLines = {}
    for mention in mentions:
        yield lines_of_mention(mention, links.get(mention.id), targets[mention.id], nodes[mention.id], end, written)
    direct: dict[str, None] = {}
    of_source = f"{_P.SOURCE}{source}"
    for fact in merge(facts.source, facts.claims, targets):
        yield lines_of_fact(fact, of_source, nodes, minter, end, written)
        for edge in direct_edges(fact, source):
            direct[edge] = None
    for edge in direct:
        yield edge + end


def claims_of_facts(
    facts: SourceFacts,
    links: Mapping[str, Link],
    base: str = DEFAULT_BASE,
) -> dict[str, list[Claim]]:
    """Return, by the IRI of each fact of a source, the claims that it was made from; arguments as ``source_lines``."""
    minter = Minter(base)
    targets = {m.id: target_of(m, links.get(m.id), minter) for m in by_id(facts.mentions)}
    found: dict[str, list[Claim]] = {}
    for claim in facts.claims:
        for fact in merge(facts.source, [claim], targets):
            found.setdefault(minter.fact(fact.id), []).append(claim)
    return found


def by_id(mentions: tuple[Mention, ...]) -> list[Mention]:
    """Return one mention for each id: the first in the text, should a source give an id twice."""
    found: dict[str, Mention] = {}
    for mention in mentions:
        other = found.get(mention.id)
        if other is None or _place(mention) < _place(other):
            found[mention.id] = mention
    return [mention for _, mention in sorted(found.items())]


def _place(mention: Mention) -> tuple[float, str]:
    return (mention.evidence.span.start if mention.evidence else float("inf"), repr(mention))


def target_of(mention: Mention, link: Link | None, minter: Minter) -> Target:
    """Return what a mention refers to: the entity that its link leads to, else one of its own."""
    kind = mention.kind
    if link is None or link.kind is not kind:
        key = digest(UNLINKED, mention.source, mention.id)
        return Target(kind, minter.entity(kind, key), linked=False)
    entity = minter.entity(kind, link.entity)
    return Target(kind, entity, minter.entity(kind, link.unit) if link.unit and kind in v.PART else "")


_MENTION_CLASS = f"{_P.TYPE}{v.MENTION_CLASS}"
_PART = {kind: (f" {on_fact} ", f" {on_mention} ") for kind, (on_fact, on_mention) in v.PART.items()}
_ENTITY_CLASS = {kind: str(node) for kind, node in v.ENTITY_CLASS.items()}
_FACT_CLASS = {relation: f"{_P.TYPE}{node}" for relation, node in v.FACT_CLASS.items()}
_ROLE = {role: f" {node} " for role, node in v.ROLE.items()}
_VALUE = {name: f" {node} " for name, node in v.VALUE.items()}
_EDGES = {relation: [(s, f" {p} ", o) for s, p, o in edges] for relation, edges in v.EDGES.items()}


def lines_of_source(node: str, source: str, info: SourceInfo, end: str) -> Iterator[str]:
    """Yield the N-Quads of a source itself; *end* is what each ends with, its graph."""
    yield f"{node}{_P.TYPE}{v.SOURCE_CLASS}{end}"
    yield f"{node}{_P.IDENTIFIER}{text(source)}{end}"
    yield f"{node}{_P.FILE_NAME}{text(source.rsplit('/', 1)[-1])}{end}"
    statements = (
        (_P.TITLE, text(info.title) if info.title else None),
        (_P.FORMAT, text(info.media_type) if info.media_type else None),
        (_P.SHA256, text(info.sha256) if info.sha256 else None),
        (_P.ADDRESS, web_iri(info.address)),
        (_P.DATE, literals.date(info.date)),
        (_P.LANGUAGE_MODEL, text(info.language_model) if info.language_model else None),
    )
    yield from (f"{node}{term}{value}{end}" for term, value in statements if value)


EvidenceLines = dict[int, tuple[str, ...]]
"""The lines of pieces of evidence, by the ``id`` of each: a mention and its claims often share one."""


def lines_of_mention(
    mention: Mention, link: Link | None, target: Target, node: str, end: str, written: EvidenceLines
) -> str:
    """Return the N-Quads of a mention, *node*, that refers to *target*; *written* has the evidence written before."""
    statements = [_MENTION_CLASS, f"{_P.PRINTED_FORM}{text(mention.name)}"]
    if mention.aliases:
        statements += [f"{_P.PRINTED_ALIAS}{alias}" for alias in texts(sorted({*mention.aliases} - {mention.name}))]
    if mention.identifiers:
        identifiers = texts(f"{i.scheme}:{i.value}" for i in sorted({*mention.identifiers}))
        statements += [f"{_P.PRINTED_IDENTIFIER}{identifier}" for identifier in identifiers]
    if mention.unit:
        statements.append(f"{_P.PRINTED_UNIT}{text(' · '.join(mention.unit))}")
    if mention.evidence:
        statements += _of_evidence(mention.evidence, written)
    statements.append(f"{_P.REFERS_TO}<{target.entity}>")
    if target.unit:
        statements.append(f"{_PART[mention.kind][1]}<{target.unit}>")
    if link is None or not target.linked:
        statements += _UNLINKED
        return f"{_sentences(node, statements, end)}{_own_entity(mention, target, end)}"
    statements += _why_linked(link)
    return _sentences(node, statements, end)


def lines_of_link(link: Link, minter: Minter) -> str:
    """Return the N-Quads that say why a mention refers to its entity, and how surely."""
    node, source = iri(minter.mention(link.source, link.mention)), iri(minter.source(link.source).value)
    return _sentences(node, _why_linked(link), f" {source} .\n")


def _why_linked(link: Link) -> tuple[str, ...]:
    statements = _of_link(link.status, link.rule, link.score)
    return (*statements, *_of_reasons(link.reasons)) if link.reasons else statements


def _sentences(node: str, statements: Sequence[str], end: str) -> str:
    """Return lines that begin with one node: of each only predicate and object are given."""
    return f"{node}{f'{end}{node}'.join(statements)}{end}"


def _own_entity(mention: Mention, target: Target, end: str) -> str:
    """Return the lines of the entity that a mention without a link stands for."""
    node = iri(target.entity)
    return _sentences(node, (f"{_P.TYPE}{_ENTITY_CLASS[mention.kind]}", f"{_P.LABEL}{text(mention.name)}"), end)


@lru_cache(maxsize=4096)
def _of_link(status: LinkStatus, rule: str, score: float) -> tuple[str, ...]:
    return (
        f"{_P.LINK_STATUS}{text(status.value)}",
        f"{_P.LINK_RULE}{text(rule)}",
        f"{_P.LINK_SCORE}{decimal(score)}",
    )


_UNLINKED = _of_link(LinkStatus.INFERRED, UNLINKED, 0.0)


@lru_cache(maxsize=4096)
def _of_reasons(reasons: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{_P.LINK_REASON}{reason}" for reason in texts(sorted({*reasons})))


def _of_evidence(evidence: Evidence, written: EvidenceLines) -> tuple[str, ...]:
    statements = written.get(id(evidence))
    if statements is None:
        statements = (
            f"{_P.EVIDENCE_START}{integer(evidence.span.start)}",
            f"{_P.EVIDENCE_END}{integer(evidence.span.end)}",
            f"{_P.QUOTE}{text(evidence.quote)}",
            *([f"{_P.RECORD_KEY}{text(evidence.record)}"] if evidence.record else []),
        )
        written[id(evidence)] = statements
    return statements


@lru_cache(maxsize=4096)
def _of_claim(confidence: float, extractor: str) -> tuple[str, ...]:
    statements = f"{_P.CONFIDENCE}{decimal(confidence)}"
    return (statements, f"{_P.EXTRACTOR}{text(extractor)}") if extractor else (statements,)


def lines_of_fact(
    fact: Fact, of_source: str, nodes: Mapping[str, str], minter: Minter, end: str, written: EvidenceLines
) -> str:
    """Return the N-Quads of a fact.

    *of_source* says whose it is, *nodes* are those of its mentions, *written* has the lines of evidence written before.
    """
    claim = fact.claim
    statements = [_FACT_CLASS[claim.relation], of_source, *_of_claim(claim.confidence, claim.extractor)]
    statements += _of_evidence(claim.evidence, written)
    statements += [f"{_P.MENTION}{nodes[mention]}" for mention in fact.mentions]
    for role, target in fact.roles.items():
        statements.append(f"{_ROLE[role]}<{target.entity}>")
        if target.unit:
            statements.append(f"{_PART[target.kind][0]}<{target.unit}>")
    for name, value in fact.values.items():
        statements.append(f"{_VALUE[name]}{value.written}")
        if name in _YEAR_OF:
            statements.append(f"{_YEAR_OF[name]}{integer(int(value.text[:4]))}")
    if fact.ongoing:
        statements.append(f"{_P.ONGOING}{literals.TRUE}")
    node = minter.fact(fact.id)
    printed = sorted(claim.value_evidence.items())
    statements += [f"{_P.VALUE_EVIDENCE}{iri(f'{node}/{name}')}" for name, _ in printed]
    lines = [_sentences(iri(node), statements, end)]
    for name, evidence in printed:
        of_value = (f"{_P.TYPE}{v.VALUE_EVIDENCE_CLASS}", f"{_P.OF_VALUE}{text(name)}")
        lines.append(_sentences(iri(f"{node}/{name}"), (*of_value, *_of_evidence(evidence, written)), end))
    return "".join(lines)


_YEAR_OF = {"start": _P.START_YEAR, "end": _P.END_YEAR}


def direct_edges(fact: Fact, source: str) -> Iterator[str]:
    """Yield the direct edges that a fact gives, without the graph that they are in."""
    for subject, term, object_ in _EDGES[fact.claim.relation]:
        if subject == "source":
            start = source
        elif subject in fact.roles:
            start = f"<{fact.roles[subject].entity}>"
        else:
            continue
        if object_ in fact.roles:
            yield f"{start}{term}<{fact.roles[object_].entity}>"
        elif object_ in fact.values:
            yield f"{start}{term}{fact.values[object_].written}"


# What a source loses and gains where its mentions lead elsewhere ----------------------------------------------------


def relinked_lines(links: Iterable[tuple[Link, Link]], base: str = DEFAULT_BASE) -> Lines:
    """Return the lines of N-Quads that a source loses and gains where mentions lead where they did, for another reason.

    *links* are in pairs, each as it was and as it is; both lead to the same.
    """
    minter = Minter(base)
    gone, come = [], []
    for was, now in links:
        lost, won = (dict.fromkeys(lines_of_link(link, minter).split("\n")[:-1]) for link in (was, now))
        gone += [f"{line}\n" for line in lost if line not in won]
        come += [f"{line}\n" for line in won if line not in lost]
    return gone, come


def changed_lines(
    facts: SourceFacts,
    before: Mapping[str, Link],
    after: Mapping[str, Link],
    base: str = DEFAULT_BASE,
    info: SourceInfo | None = None,
) -> Lines:
    """Return the lines of N-Quads that a source loses, and those that it gains.

    Args:
        facts: the mentions that changed, and the claims whose quads may differ with their mentions.
        before: the links of the source as they were.
        after: its links as they are.
        base: the IRI under which all others are made.
        info: what is known of the source.
    """
    pieces, pieces_now = (dict.fromkeys(source_lines(facts, links, base, info)) for links in (before, after))
    # Each quad is in one piece: those that stay as they are need not be taken apart.
    was, now = (
        dict.fromkeys(line for piece in these if piece not in those for line in piece.split("\n") if line)
        for these, those in ((pieces, pieces_now), (pieces_now, pieces))
    )
    return [f"{line}\n" for line in was if line not in now], [f"{line}\n" for line in now if line not in was]
