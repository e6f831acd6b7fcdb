"""A toy world of invented people: two documents that share people, a paper and an employer; all kinds of claims."""

from __future__ import annotations

from dataclasses import replace

from graph_builder.model import (
    Claim,
    Entity,
    EntityKind,
    Evidence,
    Identifier,
    Identities,
    Link,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
)

P, O, W, V, T = (  # noqa: E741
    EntityKind.PERSON,
    EntityKind.ORGANIZATION,
    EntityKind.WORK,
    EntityKind.VENUE,
    EntityKind.TOPIC,
)

MIRA = "cvs/mira holt.md"
TOVE = "cvs/tove.md"


def evidence(source: str, quote: str, start: int = 0) -> Evidence:
    return Evidence(source, Span(start, start + len(quote)), quote)


def mention(source: str, id_: str, kind: EntityKind, name: str, **more: object) -> Mention:
    return Mention(source, id_, kind, name, evidence(source, name, len(id_)), **more)  # type: ignore[arg-type]


def claim(source: str, relation: Relation, quote: str = "said so", confidence: float = 0.9, **parts: str) -> Claim:
    """Return a claim; parts in capitals are roles (their mention's id), the others values."""
    roles = {name.lower(): value for name, value in parts.items() if name.isupper()}
    values = {name: value for name, value in parts.items() if not name.isupper()}
    return Claim(source, relation, roles, evidence(source, quote, 7), values, "toy/1", confidence)


MIRA_FACTS = SourceFacts(
    MIRA,
    (
        mention(
            MIRA,
            "mira",
            P,
            "Mira Holt",
            aliases=("M. Holt",),
            identifiers=(Identifier("orcid", "0000-0000-0000-0001"),),
        ),
        mention(MIRA, "mira-2", P, "M. Holt"),
        mention(MIRA, "tove", P, "T. Ash"),
        mention(MIRA, "school", O, "University of Nordhaven", unit=("Department of Computing",)),
        mention(MIRA, "firm", O, "Brightloom Labs"),
        mention(MIRA, "paper", W, "Sparse Graphs at Scale"),
        mention(MIRA, "conf", V, "TOYCONF 2021"),
        mention(MIRA, "topic", T, "graph learning"),
    ),
    (
        claim(MIRA, Relation.PROFILE, PERSON="mira"),
        claim(
            MIRA,
            Relation.EDUCATION,
            PERSON="mira",
            ORGANIZATION="school",
            degree="doctorate",
            field="Computing",
            start="2015-09",
            end="2019",
        ),
        claim(
            MIRA,
            Relation.EMPLOYMENT,
            PERSON="mira",
            ORGANIZATION="firm",
            role="engineer",
            start="2019-10-01",
            end="present",
        ),
        claim(MIRA, Relation.ADVISING, STUDENT="mira", ADVISOR="tove"),
        claim(
            MIRA,
            Relation.PUBLICATION,
            PERSON="mira",
            WORK="paper",
            VENUE="conf",
            year="2021",
            type="article",
            status="published",
        ),
        claim(MIRA, Relation.AUTHORSHIP, WORK="paper", AUTHOR="mira-2", position="1"),
        claim(MIRA, Relation.AUTHORSHIP, "first author", 0.5, WORK="paper", AUTHOR="mira", position="1"),
        claim(MIRA, Relation.AUTHORSHIP, WORK="paper", AUTHOR="tove", position="2"),
        claim(MIRA, Relation.INTEREST, PERSON="mira", TOPIC="topic"),
        claim(MIRA, Relation.AWARD, PERSON="mira", ORGANIZATION="school", award="Best Thesis Award", year="2020"),
        claim(
            MIRA,
            Relation.AWARD,
            "again",
            0.4,
            PERSON="mira",
            ORGANIZATION="school",
            award="Best  thesis award",
            year="2020",
        ),
        claim(MIRA, Relation.SERVICE, PERSON="mira", VENUE="conf", role="reviewer", year="2022"),
    ),
)

TOVE_FACTS = SourceFacts(
    TOVE,
    (
        mention(TOVE, "tove", P, "Tove Ash"),
        mention(TOVE, "paper", W, "Sparse graphs at scale"),
        mention(TOVE, "firm", O, "Brightloom", unit=("Search",)),
        Mention(TOVE, "topic", T, "search"),
    ),
    (
        claim(TOVE, Relation.PROFILE, PERSON="tove"),
        claim(TOVE, Relation.EMPLOYMENT, PERSON="tove", ORGANIZATION="firm", start="2001", end="2003-05"),
        claim(TOVE, Relation.PUBLICATION, WORK="paper"),
        claim(TOVE, Relation.AUTHORSHIP, WORK="paper", AUTHOR="tove", position="2"),
        claim(TOVE, Relation.INTEREST, PERSON="tove", TOPIC="topic", basis="inferred"),
        # What a record of a catalogue adds.
        replace(
            claim(TOVE, Relation.ABOUT, WORK="paper", TOPIC="topic"),
            evidence=Evidence(TOVE, Span(7, 11), "said", "rec/7"),
        ),
        claim(TOVE, Relation.EMPLOYMENT, PERSON="tove", ORGANIZATION="firm", role="chemist", year="2004"),
    ),
)


def _link(source: str, id_: str, kind: EntityKind, entity: str, unit: str = "") -> Link:
    return Link(source, id_, kind, entity, LinkStatus.INFERRED, "same name", 0.9, ("one name",), unit)


IDENTITIES = Identities(
    (
        Entity(
            P,
            "mira holt",
            "Mira Holt",
            ("M. Holt",),
            (Identifier("orcid", "0000-0000-0000-0001"),),
            homepage="mira.example",
        ),
        Entity(P, "tove ash", "Tove Ash", ("T. Ash",), (Identifier("email", "ab" * 32),)),
        Entity(
            O,
            "nordhaven",
            "University of Nordhaven",
            identifiers=(Identifier("ror", "00toy0000"),),
            country="NO",
            place="59.9,10.75",
        ),
        Entity(O, "nordhaven/computing", "Department of Computing", parent="nordhaven"),
        Entity(O, "brightloom", "Brightloom Labs", ("Brightloom",)),
        Entity(O, "brightloom works", "Brightloom Works", year="2001", successors=("brightloom",), former=("works",)),
        Entity(O, "brightloom/search", "Brightloom Search", parent="brightloom"),
        Entity(
            W, "sparse graphs at scale", "Sparse Graphs at Scale", identifiers=(Identifier("doi", "10.1000/toy<1>"),)
        ),
        Entity(V, "toyconf", "TOYCONF", type="conference"),
        Entity(V, "toyconf 2021", "TOYCONF 2021", parent="toyconf", type="edition", year="2021"),
        Entity(T, "graph learning", "graph learning", parent="machine learning"),
        Entity(T, "machine learning", "machine learning"),
        Entity(T, "search", "search"),
    ),
    (
        _link(MIRA, "mira", P, "mira holt"),
        _link(MIRA, "mira-2", P, "mira holt"),
        _link(MIRA, "tove", P, "tove ash"),
        _link(MIRA, "school", O, "nordhaven", "nordhaven/computing"),
        _link(MIRA, "firm", O, "brightloom"),
        _link(MIRA, "paper", W, "sparse graphs at scale"),
        _link(MIRA, "conf", V, "toyconf", "toyconf 2021"),
        _link(MIRA, "topic", T, "graph learning"),
        _link(TOVE, "tove", P, "tove ash"),
        _link(TOVE, "paper", W, "sparse graphs at scale"),
        _link(TOVE, "firm", O, "brightloom", "brightloom/search"),
        _link(TOVE, "topic", T, "search"),
    ),
)

ENTITIES = {(e.kind, e.key): e for e in IDENTITIES.entities}


def links(source: str) -> dict[str, Link]:
    return {link.mention: link for link in IDENTITIES.links if link.source == source}
