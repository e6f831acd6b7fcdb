"""A small invented world: what three sources say in their own words, and the graph that the converter makes of it."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
from quads import identity_quads, source_quads

from graph_builder.graph.sources import SourceInfo
from graph_builder.model import (
    Claim,
    Document,
    Entity,
    EntityKind,
    Evidence,
    Identifier,
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
HOSTILE = "<img src=x onerror=\"document.title='owned'\">Bobby </script><script>document.title='owned'</script>"

TEXTS = {
    "cvs/mira.md": (
        "# Mira Okafor\n\nPhD, Lakeside University, advised by Jonas Lindqvist, 2015-09 to 2019.\n"
        "Research scientist at Harbour Labs (Vision Team), 2019-07 - present. Intern at Northwind, 2018.\n"
        "Interests: graph learning.\n"
        "M. Okafor, J. Lindqvist, Bobby. Slow Graphs for Fast People. ICXX 2021.\n"
        "M. Okafor, J. Lindqvist. Fast Graphs for Slow People. 2022.\n"
        "Best Paper Award, ICXX 2021. Reviewer for ICXX 2022.\n"
    ),
    "cvs/jonas.txt": (
        "Jonas Lindqvist\nProfessor, Lakeside University, since 2008\nDoctorate: Polder Institute, 2004\n"
        "Jonas Lindqvist and Mira Okafor: Slow Graphs for Fast People\n"
    ),
    "pages/hostile <b>.html": f"{HOSTILE}\nEngineer at Harbour Labs 2020\n",
}

ENTITIES = {
    "mira": Entity(
        P,
        "mira",
        "Mira Okafor",
        ("M. Okafor",),
        (Identifier("orcid", "0000-0000-0000-0001"),),
        "",
        "",
        "https://x.example",
    ),
    "jonas": Entity(P, "jonas", "Jonas Lindqvist"),
    "bobby": Entity(P, "bobby", HOSTILE),
    "lakeside": Entity(O, "lakeside", "Lakeside University", country="SE"),
    "harbour": Entity(O, "harbour", "Harbour Labs"),
    "vision": Entity(O, "vision", "Vision Team", parent="harbour"),
    "northwind": Entity(O, "northwind", "Northwind"),
    "polder": Entity(O, "polder", "Polder Institute"),
    "slow": Entity(W, "slow", "Slow Graphs for Fast People", (), (Identifier("doi", "10.1000/slow"),)),
    "fast": Entity(W, "fast", "Fast Graphs for Slow People"),
    "icxx": Entity(V, "icxx", "ICXX", ("International Conference on XX",)),
    "graphs": Entity(T, "graphs", "graph learning"),
}


def _parts(cell: str) -> dict[str, str]:
    return {name: value for part in cell.split(";") if part for name, _, value in [part.partition("=")]}


def _rows() -> list[tuple[str, Relation, str, dict[str, str], dict[str, str], float]]:
    """Return source, relation, sentence, roles, values and confidence of each fact."""
    found = []
    for line in Path(__file__).with_name("world.tsv").read_text("utf-8").splitlines()[1:]:
        source, relation, quote, roles, values, confidence = line.split("\t")
        said = quote.replace("{HOSTILE}", HOSTILE).replace("\\n", "\n")
        found.append((source, Relation(relation), said, _parts(roles), _parts(values), float(confidence)))
    return found


ROWS = _rows()


def document(source: str) -> Document | None:
    """Return a source's document: the text stands two characters later in the source than here."""
    text = TEXTS.get(source)
    return None if text is None else Document(source, "text/plain", text, origin=((0, 2, len(text)),))


def _evidence(source: str, quote: str) -> Evidence:
    start = TEXTS[source].index(quote)
    return Evidence(source, Span(start, start + len(quote)), quote)


def _facts(source: str) -> tuple[SourceFacts, dict[str, Link]]:
    mentions: dict[str, Mention] = {}
    links: dict[str, Link] = {}
    claims = []
    for row_source, relation, quote, roles, values, confidence in ROWS:
        if row_source != source:
            continue
        for key in roles.values():
            entity = ENTITIES[key]
            printed = next((name for name in (entity.name, *entity.names) if name in quote), entity.name)
            within = _evidence(source, printed) if printed in TEXTS[source] else None
            mentions[key] = Mention(source, key, entity.kind, printed, within)
            unit = "vision" if key == "harbour" and "Vision" in quote else ""
            links[key] = Link(
                source, key, entity.kind, key, LinkStatus.INFERRED, "same name", 0.97, ("the names agree",), unit
            )
        claims.append(Claim(source, relation, roles, _evidence(source, quote), values, f"{relation}/rules", confidence))
    return SourceFacts(source, tuple(mentions.values()), tuple(claims)), links


def build() -> ox.Store:
    """Return a store in memory that holds the world."""
    store = ox.Store()
    store.extend(identity_quads(ENTITIES.values()))
    for source in TEXTS:
        facts, links = _facts(source)
        store.extend(source_quads(facts, links, info=SourceInfo(source, "text/plain")))
    return store
