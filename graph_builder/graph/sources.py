"""The quads of one source: its node, its mentions, its facts and the direct edges that they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, Quad

from graph_builder.graph import literals
from graph_builder.graph import vocabulary as v
from graph_builder.graph.identities import web_iri
from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.resolved import Fact, Target, merge
from graph_builder.model import Claim, Entity, EntityKind, Evidence, Link, LinkStatus, Mention, SourceFacts, digest

Statement = tuple[NamedNode, NamedNode, NamedNode | Literal]

UNLINKED = "unlinked"
"""The ``gb:linkRule`` of a mention that came without a link and therefore stands for an entity of its own."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """What is known of a source besides its facts.

    Its title, media type, SHA-256 of its bytes in hexadecimal, web address, and when it was written or fetched.
    """

    title: str = ""
    media_type: str = ""
    sha256: str = ""
    address: str = ""
    date: str = ""


def source_quads(
    facts: SourceFacts,
    links: Mapping[str, Link],
    entities: Mapping[tuple[EntityKind, str], Entity],
    base: str = DEFAULT_BASE,
    info: SourceInfo | None = None,
) -> Iterator[Quad]:
    """Yield all quads of one source, in the named graph that bears the source's IRI; each quad once.

    *links* are those of this source, by mention id. A mention without a link, or whose link leads to no entity of
    *entities*, stands for an entity of its own, which this graph then describes: nothing that a source says is lost
    for want of a link. The same claims give the same quads in whatever order they come.

    Args:
        facts: the mentions and claims of the source.
        links: mention id to link.
        entities: kind and key to entity, of all sources.
        base: the IRI under which all others are made.
        info: title, media type, digest, address and date of the source, for its node.

    Raises:
        GraphBuilderError: if *base* is not an absolute IRI that ends in ``/`` or ``#``.
    """
    minter = Minter(base)
    graph = minter.source(facts.source)
    mentions = _by_id(facts.mentions)
    targets = {m.id: _target(m, links.get(m.id), entities, minter) for m in mentions}
    for statement in _source(graph, facts.source, info or SourceInfo()):
        yield Quad(*statement, graph)
    for mention in mentions:
        for statement in dict.fromkeys(_mention(mention, links.get(mention.id), targets[mention.id], minter)):
            yield Quad(*statement, graph)
    direct: dict[Statement, None] = {}
    for fact in merge(facts.source, facts.claims, targets):
        for statement in _fact(fact, graph, minter, facts.source):
            yield Quad(*statement, graph)
        direct.update(dict.fromkeys(_edges(fact, graph)))
    for statement in direct:
        yield Quad(*statement, graph)


def claims_of_facts(
    facts: SourceFacts,
    links: Mapping[str, Link],
    entities: Mapping[tuple[EntityKind, str], Entity],
    base: str = DEFAULT_BASE,
) -> dict[str, list[Claim]]:
    """Return, by the IRI of each fact of a source, the claims that it was made from; arguments as ``source_quads``."""
    minter = Minter(base)
    targets = {m.id: _target(m, links.get(m.id), entities, minter) for m in _by_id(facts.mentions)}
    found: dict[str, list[Claim]] = {}
    for claim in facts.claims:
        for fact in merge(facts.source, [claim], targets):
            found.setdefault(minter.fact(fact.id).value, []).append(claim)
    return found


def _by_id(mentions: tuple[Mention, ...]) -> list[Mention]:
    """Return one mention for each id: the first in the text, should a source give an id twice."""
    found: dict[str, Mention] = {}
    for mention in mentions:
        other = found.get(mention.id)
        if other is None or _place(mention) < _place(other):
            found[mention.id] = mention
    return [mention for _, mention in sorted(found.items())]


def _place(mention: Mention) -> tuple[float, str]:
    return (mention.evidence.span.start if mention.evidence else float("inf"), repr(mention))


def _target(
    mention: Mention, link: Link | None, entities: Mapping[tuple[EntityKind, str], Entity], minter: Minter
) -> Target:
    if link is None or link.kind is not mention.kind or (link.kind, link.entity) not in entities:
        key = digest(UNLINKED, mention.source, mention.id)
        return Target(mention.kind, minter.entity(mention.kind, key), linked=False)
    entity = minter.entity(link.kind, link.entity)
    named = link.unit and link.kind in v.PART and (link.kind, link.unit) in entities
    return Target(mention.kind, entity, minter.entity(link.kind, link.unit) if named else None)


def _source(node: NamedNode, source: str, info: SourceInfo) -> Iterator[Statement]:
    yield node, v.TYPE, v.SOURCE_CLASS
    yield node, v.IDENTIFIER, literals.text(source)
    yield node, v.FILE_NAME, literals.text(source.rsplit("/", 1)[-1])
    if info.title:
        yield node, v.TITLE, literals.text(info.title)
    if info.media_type:
        yield node, v.FORMAT, literals.text(info.media_type)
    if info.sha256:
        yield node, v.SHA256, literals.text(info.sha256)
    if address := web_iri(info.address):
        yield node, v.ADDRESS, address
    if date := literals.date(info.date):
        yield node, v.DATE, date


def _mention(mention: Mention, link: Link | None, target: Target, minter: Minter) -> Iterator[Statement]:
    node = minter.mention(mention.source, mention.id)
    yield node, v.TYPE, v.MENTION_CLASS
    yield node, v.PRINTED_FORM, literals.text(mention.name)
    for alias in sorted({*mention.aliases} - {mention.name}):
        yield node, v.PRINTED_ALIAS, literals.text(alias)
    for identifier in sorted({*mention.identifiers}):
        yield node, v.PRINTED_IDENTIFIER, literals.text(f"{identifier.scheme}:{identifier.value}")
    if mention.unit:
        yield node, v.PRINTED_UNIT, literals.text(" · ".join(mention.unit))
    if mention.evidence:
        yield from _evidence(node, mention.evidence)
    yield node, v.REFERS_TO, target.entity
    if target.unit:
        yield node, v.PART[mention.kind][1], target.unit
    yield from _link(node, mention, link, target)


def _link(node: NamedNode, mention: Mention, link: Link | None, target: Target) -> Iterator[Statement]:
    if link is None or not target.linked:
        yield target.entity, v.TYPE, v.ENTITY_CLASS[mention.kind]
        yield target.entity, v.LABEL, literals.text(mention.name)
        yield node, v.LINK_STATUS, literals.text(LinkStatus.INFERRED.value)
        yield node, v.LINK_RULE, literals.text(UNLINKED)
        yield node, v.LINK_SCORE, literals.decimal(0.0)
        return
    yield node, v.LINK_STATUS, literals.text(link.status.value)
    yield node, v.LINK_RULE, literals.text(link.rule)
    yield node, v.LINK_SCORE, literals.decimal(link.score)
    for reason in sorted({*link.reasons}):
        yield node, v.LINK_REASON, literals.text(reason)


def _evidence(node: NamedNode, evidence: Evidence) -> Iterator[Statement]:
    yield node, v.EVIDENCE_START, literals.integer(evidence.span.start)
    yield node, v.EVIDENCE_END, literals.integer(evidence.span.end)
    yield node, v.QUOTE, literals.text(evidence.quote)
    if evidence.record:
        yield node, v.RECORD_KEY, literals.text(evidence.record)


def _fact(fact: Fact, source: NamedNode, minter: Minter, source_id: str) -> Iterator[Statement]:
    node, claim = minter.fact(fact.id), fact.claim
    yield node, v.TYPE, v.FACT_CLASS[claim.relation]
    yield node, v.SOURCE, source
    yield node, v.CONFIDENCE, literals.decimal(claim.confidence)
    if claim.extractor:
        yield node, v.EXTRACTOR, literals.text(claim.extractor)
    yield from _evidence(node, claim.evidence)
    for mention in fact.mentions:
        yield node, v.MENTION, minter.mention(source_id, mention)
    for role, target in fact.roles.items():
        yield node, v.ROLE[role], target.entity
        if target.unit:
            yield node, v.PART[target.kind][0], target.unit
    for name, literal in fact.values.items():
        yield node, v.VALUE[name], literal
    yield from _years(node, fact)


def _years(node: NamedNode, fact: Fact) -> Iterator[Statement]:
    for name, term in (("start", v.START_YEAR), ("end", v.END_YEAR)):
        if literal := fact.values.get(name):
            yield node, term, literals.integer(int(literal.value[:4]))
    if fact.ongoing:
        yield node, v.ONGOING, literals.TRUE


def _edges(fact: Fact, source: NamedNode) -> Iterator[Statement]:
    for subject, term, object_ in v.EDGES[fact.claim.relation]:
        start = source if subject == "source" else fact.roles[subject].entity if subject in fact.roles else None
        end = fact.roles[object_].entity if object_ in fact.roles else fact.values.get(object_)
        if start is not None and end is not None:
            yield start, term, end
