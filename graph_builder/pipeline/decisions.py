"""Deciding: merge, confirm, split, accept, reject, correct, add, rename, pin, undo: a function for each decision.

Each is called with the store's folder, what it speaks of, and who decides; see ``Deciding``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec

from graph_builder.model import (
    SCHEMA,
    Anchor,
    Claim,
    ClaimKey,
    Correction,
    Decision,
    DecisionError,
    DecisionKind,
    Document,
    EntityKind,
    Relation,
    RelationSchema,
    SourceFacts,
    SourceRevisions,
)
from graph_builder.pipeline.curation import Curation, RecordedDecision, Signature, curate, find_decision
from graph_builder.store.store import Store, find_source

if TYPE_CHECKING:
    from graph_builder.resolve.replay import Block, Element

# So many mentions stand for an entity in a decision: if the document of one is forgotten, the next is asked for.
_SIDE = 3
# A split names more of those that stay: whatever of them is still there keeps the others out.
_STAY = 12
_DATES = ("start", "end", "year")


Own = ParamSpec("Own")


class Deciding(Generic[Own]):
    """A kind of decision: checked against the graph, written beside the store, and shown by the graph at once.

    It is called with the store's folder and what the function that it is made of takes: what is decided, and *by* whom,
    when and why. As *stages* it takes what to run instead of the product's own, and as *progress* what is called as the
    work goes on.

    Raises:
        DecisionError: it cannot be; nothing is decided.
        StoreError: there is no store, or another build is going on.
    """

    def __init__(self, make: Callable[Concatenate[Curation, Own], Decision | tuple[Decision, ...]]) -> None:
        self._make = make
        update_wrapper(self, make)

    def unrecorded(self, work: Curation, *args: Own.args, **kwargs: Own.kwargs) -> tuple[Decision, ...]:
        """Return what is decided on a store at hand, without recording it."""
        decisions = self._make(work, *args, **kwargs)
        return decisions if isinstance(decisions, tuple) else (decisions,)

    def __call__(self, store: Path | str, *args: Own.args, **kwargs: Own.kwargs) -> RecordedDecision:
        """Decide."""
        how: dict[str, Any] = {name: kwargs.pop(name) for name in ("stages", "progress") if name in kwargs}
        with curate(store, **how) as work:
            return work.record(*self.unrecorded(work, *args, **kwargs))


@Deciding
def merge(work: Curation, one: str, other: str, by: Signature) -> Decision:
    """Decide that two entities of one kind, given as IRIs, are one, which keeps the key and the name of the first."""
    first, second = work.block(one), work.block(other)
    if first.kind is not second.kind:
        raise DecisionError(f"a {first.kind} and a {second.kind} cannot be one; give two of one kind")
    if first is second:
        raise DecisionError(f"<{one}> and <{other}> are one {first.kind} already; nothing was decided")
    sides = _side(work, first, one), _side(work, second, other)
    return _signed(DecisionKind.MERGE, by, of=first.kind, one=sides[0], other=sides[1])


@Deciding
def split(
    work: Curation, thing: str, by: Signature, *, mentions: Iterable[str] = (), source: str = "", into: str = ""
) -> Decision:
    """Decide that some mentions of an entity are another one.

    Args:
        work: the store at hand.
        thing: the IRI of the entity.
        by: who decides, when and why.
        mentions: which, by printed form, IRI, or id (the last part of the IRI, or the beginning of it).
        source: only those of this source; without *mentions*, all of it.
        into: the IRI of the entity that they are; by default one of their own.
    """
    block = work.block(thing)
    place = find_source(work.sources, source, work.path).id if source else ""
    leaving = _chosen(work, block, tuple(mentions), place)
    target = work.block(into) if into else None
    if target and (target is block or target.kind is not block.kind):
        raise DecisionError(f"mentions of <{thing}> cannot move to <{into}>; give another {block.kind}")
    if target and leaving == block.members:
        one, other = _side(work, target, into), _side(work, block, thing)
        return _signed(DecisionKind.MERGE, by, of=block.kind, one=one, other=other)
    if not leaving or leaving == block.members:
        what = "all mentions would leave, and nothing be split" if leaving else "no mention would leave"
        raise DecisionError(f"<{thing}> stays as it is: {what}; choose among these:\n{_listed(work, block)}")
    staying = _staying(work, block, leaving)
    one, other = (work.decided.anchors(side, len(side)) for side in (staying, leaving))
    joined = _side(work, target, into) if target else ()
    return _signed(DecisionKind.SPLIT, by, of=block.kind, one=one, other=other, into=joined)


@Deciding
def confirm(work: Curation, thing: str, by: Signature, *, mentions: Iterable[str] = (), source: str = "") -> Decision:
    """Decide that mentions of an entity are rightly so: they stay, and `review` asks no more.

    Args:
        work: the store at hand.
        thing: the IRI of the entity.
        by: who decides, when and why.
        mentions: which, by printed form, IRI, or id (the last part of the IRI, or the beginning of it).
        source: only those of this source. Without *mentions* and *source*, all are confirmed.
    """
    wanted = tuple(mentions)
    block = work.block(thing)
    place = find_source(work.sources, source, work.path).id if source else ""
    chosen = _chosen(work, block, wanted, place) if wanted or place else set(block.members)
    if not chosen or len(block.members) < 2:
        what = "no such mention" if len(block.members) > 1 else "one mention only, and nothing to confirm"
        raise DecisionError(f"<{thing}> has {what}; its mentions are:\n{_listed(work, block)}")
    # What they are one with: any other mention, or the first of them where all are confirmed.
    stays = block.members - chosen or {min(chosen)}
    sides = work.decided.anchors(stays, _SIDE), work.decided.anchors(chosen - stays, len(chosen))
    return _signed(DecisionKind.CONFIRM, by, of=block.kind, one=sides[0], other=sides[1])


@Deciding
def reject(work: Curation, fact: str, by: Signature) -> Decision:
    """Decide that a source is wrong in a fact, given as IRI, or was misread: the graph then does without it."""
    return _judged(work, DecisionKind.REJECT, fact, by)


@Deciding
def accept(work: Curation, fact: str, by: Signature) -> Decision:
    """Decide that a fact is read rightly. The graph stays as it is; the decision says who has looked at the fact."""
    return _judged(work, DecisionKind.ACCEPT, fact, by)


@Deciding
def accept_document(work: Curation, source: str, by: Signature) -> Decision:
    """Decide that the facts of a source, as people have revised them, are right and all that it states.

    The graph stays as it is. ``graph_builder.teach`` learns from such documents. *source* is its id, or the end of it.
    """
    record = find_source(work.sources, source, work.path)
    one, content = (Anchor(record.id),), record.content[:16]
    return _signed(DecisionKind.ACCEPT_DOCUMENT, by, one=one, name=content)


@Deciding
def correct(
    work: Curation,
    fact: str,
    by: Signature,
    *,
    roles: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    span: tuple[int, int] | None = None,
) -> Decision:
    """Decide what a fact says rightly, and where: later builds put it right again, as long as it is read as before.

    Args:
        work: the store at hand.
        fact: the IRI of the fact.
        by: who decides, when and why.
        roles: names by role where they differ, as the document prints them.
        values: values by name where they differ; an empty one is taken away.
        span: the first character and the one after the last of the text that states it, where that is another.
    """
    from graph_builder.resolve.revisions import as_found, claim_keys

    raw, claims = _claims(work, fact)
    if len(claims) != 1:
        raise DecisionError(f"<{fact}> stands for {len(claims)} statements of its source; reject it instead")
    claim, schema = claims[0], SCHEMA[claims[0].relation]
    given = _given(claim.relation, roles or {}, values or {})
    if any(not given[role] for role in roles or ()):
        raise DecisionError("a name is empty; give it as the document prints it, or reject the fact")
    names = {mention.id: mention.name for mention in work.facts.of(claim.source).mentions}  # type: ignore[union-attr]
    now = {role: names[mention] for role, mention in claim.roles.items()}
    right = {name: given.get(name, claim.values.get(name, "")) for name in schema.values}
    correction = Correction(
        now | {role: given[role] for role in roles or ()},
        {name: text for name, text in right.items() if text},
        *_place(work, claim, span),
    )
    if correction == Correction(now, dict(claim.values), *_place(work, claim, None)):
        raise DecisionError("the fact says so already; nothing was decided")
    found = as_found(raw, work.facts.revisions[0], claims)
    return _signed(DecisionKind.CORRECT, by, claims=claim_keys(raw, found), right=correction)


@Deciding
def add(
    work: Curation,
    source: str,
    relation: str,
    by: Signature,
    *,
    roles: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    span: tuple[int, int] | None = None,
) -> Decision:
    """Decide that a source states a fact that was not found in it: later builds add it again.

    Args:
        work: the store at hand.
        source: the id of the source, or the end of it.
        relation: the name of the fact's relation.
        by: who decides, when and why.
        roles: names by role, as the document prints them. One person who is not given is whom the source is about.
        values: values by name; dates and degrees may be as they are printed.
        span: the first character and the one after the last of the text that states it; by default of the first name
            or value that the text prints.
    """
    place = find_source(work.sources, source, work.path).id
    facts = work.facts.of(place)
    assert facts is not None
    if relation not in SCHEMA:
        raise DecisionError(f"{relation!r} is no relation; take one of {', '.join(SCHEMA)}")
    kind = Relation(relation)
    schema = SCHEMA[kind]
    given = {name: text for name, text in _given(kind, roles or {}, values or {}).items() if text}
    names = {role: given[role] for role, _ in schema.roles if role in given}
    people = [role for role, of in schema.roles if of is EntityKind.PERSON and role not in names]
    if len(people) == 1 and (subject := _subject(facts)):
        names[people[0]] = subject
    if missing := [role for role in schema.required if role not in names]:
        raise DecisionError(f"a fact of {kind} needs a name for {' and '.join(missing)}; it has {_parts(schema)}")
    stated = {name: given[name] for name in schema.values if name in given}
    if ClaimKey(place, kind, names, stated).claims_in(facts):
        raise DecisionError(f"{place} is read to say so already; nothing was decided")
    document = Store.open(work.path).try_document(place)
    # A person is named in many places: the other values say better where the fact is stated.
    persons = {name for name, kind_ in schema.roles if kind_ is EntityKind.PERSON}
    found = span or _printed_at(document, (given[name] for name in sorted(given, key=persons.__contains__)))
    if document is None or not found or not 0 <= found[0] < found[1] <= len(document.text):
        raise DecisionError(f"the text of {place} has no such place; select the words that state the fact")
    ordered = {role: names[role] for role, _ in schema.roles if role in names}
    right = Correction(ordered, stated, found, document.text[slice(*found)])
    return _signed(DecisionKind.ADD, by, claims=(ClaimKey(place, kind, {}),), right=right)


def _given(relation: Relation, roles: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return names and values without blanks around them, in the form that claims have.

    Raises DecisionError if the relation has no such role or value, or a value is of another form.
    """
    schema = SCHEMA[relation]
    unknown = [*(set(roles) - {role for role, _ in schema.roles}), *(set(values) - {*schema.values})]
    if unknown:
        raise DecisionError(f"a fact of {relation} has no {unknown[0]}; it has {_parts(schema)}")
    found = normalised({name: " ".join(text.split()) for name, text in values.items()})
    return {role: " ".join(name.split()) for role, name in roles.items()} | found


def normalised(values: Mapping[str, str]) -> dict[str, str]:
    """Return values in the form that claims have; empty ones stay.

    Args:
        values: by name, as ``SCHEMA`` has them.

    Raises:
        DecisionError: one has no such form: a start that is no date, a position that is no number.

    >>> normalised({"degree": "Ph.D.", "start": "May 2015 – present"})
    {'degree': 'doctorate', 'start': '2015-05', 'end': 'present'}
    """
    from graph_builder.extract.normalise.dates import PRESENT
    from graph_builder.extract.normalise.degrees import LEVELS, degree_in
    from graph_builder.graph.facts import typed

    found = dict(values)
    for name, text in values.items():
        if not text or typed(name, text) is not None and name != "degree" or (name, text) == ("end", PRESENT):
            continue
        if name == "degree" and text not in LEVELS:
            degree = degree_in(text)
            found[name] = degree[2] if degree else "other"
        elif name in _DATES:
            found |= _dates(name, text, values)
        elif name == "position":
            raise DecisionError(f"the position {text!r} is no number from 1 on; give one such as 2")
    return found


def _dates(name: str, text: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return a date, and the end of a range where the text of its start has both."""
    from graph_builder.extract.normalise.dates import PRESENT, find_dates, is_present

    if name == "end" and is_present(text):
        return {name: PRESENT}
    dates = find_dates(text)
    if len(dates) != 1:
        raise DecisionError(f"the {name} {text!r} is no date; write it as 2019 or 2019-09")
    (date,) = dates
    if name == "year":
        return {name: date.year}
    if name == "end":
        return {name: date.end or date.start}
    return {name: date.start, **({"end": date.end} if date.end and not values.get("end") else {})}


def _subject(facts: SourceFacts) -> str:
    """Return the printed name of the person whom a source is about, if it is known."""
    names = {mention.id: mention.name for mention in facts.mentions}
    found = (claim.roles.get("person", "") for claim in facts.claims if claim.relation is Relation.PROFILE)
    return next((names[person] for person in found if person in names), "")


def _printed_at(document: Document | None, texts: Iterable[str]) -> tuple[int, int] | None:
    """Return where a document prints the first of some texts that it prints, in whatever lines."""
    for text in texts if document else ():
        words = r"\s+".join(map(re.escape, text.split()))
        if document and (match := re.search(rf"(?<!\w){words}(?!\w)", document.text)):
            return match.span()
    return None


def _place(work: Curation, claim: Claim, span: tuple[int, int] | None) -> tuple[tuple[int, int] | None, str]:
    """Return where a claim is stated and in which words, if that is another place than was found."""
    from graph_builder.resolve.revisions import CORRECTED

    now = claim.evidence.span.start, claim.evidence.span.end
    if span in (None, now):
        return (now, claim.evidence.quote) if claim.extractor == CORRECTED else (None, "")
    document = Store.open(work.path).try_document(claim.source)
    if span is None or document is None or not 0 <= span[0] < span[1] <= len(document.text):
        raise DecisionError(f"the text of {claim.source} has no such place; select the words anew")
    return span, document.text[span[0] : span[1]]


def _parts(schema: RelationSchema) -> str:
    return ", ".join([*(role for role, _ in schema.roles), *schema.values])


def _judged(work: Curation, kind: DecisionKind, fact: str, by: Signature) -> Decision:
    from graph_builder.resolve.revisions import as_found, claim_keys

    raw, claims = _claims(work, fact)
    return _signed(kind, by, claims=claim_keys(raw, as_found(raw, work.facts.revisions[0], claims)))


def _claims(work: Curation, fact: str) -> tuple[SourceFacts, list[Claim]]:
    """Return the facts of a source as read and added to, and the claims, as they are now, behind a fact's IRI."""
    from graph_builder.graph.sources import claims_of_facts
    from graph_builder.resolve.revisions import with_added

    source = work.is_in_graph(fact)
    facts, raw = work.facts.of(source), work.facts.raw(source)
    assert facts is not None
    assert raw is not None
    links = {link.mention: link for link in Store.open(work.path).links(source)}
    raw = with_added(raw, work.facts.revisions[0].get(source, SourceRevisions()).added)
    claims = claims_of_facts(facts, links, work.minter.base).get(fact)
    if not claims:
        raise DecisionError(f"<{fact}> is a fact of an older build; build again, then look for it anew")
    return raw, list(claims)


@Deciding
def rename(work: Curation, thing: str, name: str, by: Signature) -> Decision:
    """Decide which name of an entity, given as IRI, is the preferred one; the one before stays among its others."""
    name = " ".join(name.split())
    if any(unicodedata.category(character) == "Cc" for character in name):
        raise DecisionError("the name holds control characters; give one without")
    block, (kind, key) = work.block(thing), work.thing(thing)
    now = work.decided.name((kind, key))
    if name in ("", now):
        raise DecisionError(f"<{thing}> is called {now!r} already; give another name")
    one = _side(work, block, thing)
    return _signed(DecisionKind.RENAME, by, of=kind, one=one, name=name)


@Deciding
def pin(work: Curation, thing: str, by: Signature, key: str = "") -> Decision:
    """Decide the key of an entity, and with it its IRI: by default the one it has, so that it has it for good."""
    block, (kind, now) = work.block(thing), work.thing(thing)
    key = " ".join(key.split()) or now
    if work.decided.block((kind, key)) not in (None, block):
        raise DecisionError(f"{kind}/{key} is another {kind}; give a key that none has, or merge the two")
    one = _side(work, block, thing)
    return _signed(DecisionKind.PIN, by, of=kind, one=one, name=key)


@Deciding
def undo(work: Curation, by: Signature, decision: str = "") -> Decision:
    """Take back a decision or a batch, by default the last: the graph is as before it. An undo can be undone."""
    return _signed(DecisionKind.UNDO, by, undoes=find_decision(work.decisions.all, decision, work.path))


@Deciding
def keep_apart(work: Curation, one: str, other: str, by: Signature) -> Decision:
    """Decide that two entities, given as IRIs, are two, whatever documents to come make likely."""
    first, second = work.block(one), work.block(other)
    if first is second or first.kind is not second.kind:
        raise DecisionError(f"<{one}> and <{other}> are not two of one kind; name the mentions to split off")
    sides = (work.decided.anchors(block.members, len(block.members)) for block in (first, second))
    return _signed(DecisionKind.SPLIT, by, of=first.kind, one=next(sides), other=next(sides))


class Answer(NamedTuple):
    """What somebody says to a doubt: whether two entities are one or, where *mentions* are given, those and *one*."""

    are_one: bool
    one: str
    other: str = ""
    mentions: tuple[str, ...] = ()


@Deciding
def answer(work: Curation, answers: Iterable[Answer], by: Signature) -> tuple[Decision, ...]:
    """Decide several doubts at once: the graph is made anew once, and one undo takes all of them back."""
    decisions: list[Decision] = []
    for are_one, one, other, mentions in answers:
        if mentions:
            decisions += (confirm if are_one else split).unrecorded(work, one, by, mentions=mentions)
        else:
            decisions += (merge if are_one else keep_apart).unrecorded(work, one, other, by)
    if not decisions:
        raise DecisionError("there is nothing to decide; give one answer or several")
    return tuple(decisions)


def _signed(kind: DecisionKind, by: Signature, **fields: object) -> Decision:
    author, reason = " ".join(by.author.split()), " ".join(by.reason.split())
    return Decision(kind, author, by.date, reason, **fields)  # type: ignore[arg-type]


def _side(work: Curation, block: Block, thing: str) -> tuple[Anchor, ...]:
    """Return what stands for an entity in a decision."""
    return work.decided.anchors(block.members, _SIDE, work.decided.name(work.thing(thing)))


def _chosen(work: Curation, block: Block, wanted: tuple[str, ...], source: str) -> set[Element]:
    """Return the mentions of an entity that are meant: by form, id or IRI, all of a source, or both together."""
    found: set[Element] = set()
    for element in block.members:
        if source and element.source != source:
            continue
        if not wanted or any(_is(work, element, word) for word in wanted):
            found.add(element)
    return found if wanted or source else set()


def _is(work: Curation, element: Element, word: str) -> bool:
    mention = work.found.mention(element.source, element.mention)
    iri = work.minter.mention(element.source, element.mention)
    word = word.strip("<>")
    if mention is not None and " ".join(mention.name.casefold().split()) == " ".join(word.casefold().split()):
        return True
    return word == iri or (len(word) >= 4 and iri.rsplit("/", 1)[-1].startswith(word.removeprefix("mention/")))


def _staying(work: Curation, block: Block, leaving: set[Element]) -> set[Element]:
    """Return the mentions that say what stays: one of each entity that is parted, and some more."""
    replay = work.decided.replay
    staying = sorted(block.members - leaving)
    parted = {replay.base[element] for element in leaving}
    first = {replay.base[e]: e for e in reversed(staying) if replay.base[e] in parted}
    return {*first.values(), *staying[: max(0, _STAY - len(first))]}


def _listed(work: Curation, block: Block) -> str:
    lines = []
    for element in sorted(block.members)[:20]:
        mention = work.found.mention(element.source, element.mention)
        iri = work.minter.mention(element.source, element.mention)
        lines.append(f"  {iri.rsplit('/', 1)[-1]}  {mention.name if mention else ''}  {element.source}")
    return "\n".join(lines + ([f"  and {len(block.members) - 20} more"] if len(block.members) > 20 else []))
