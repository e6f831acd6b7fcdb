"""Mentions that no tie joins never bear on each other: resolved in parts, they mean what they mean together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

import graph_builder
from graph_builder.extract import extract
from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.model import Entity, EntityKind, Link, Mention, SourceFacts
from graph_builder.read import read_file
from graph_builder.resolve import organizations, topics, variants, venues, works
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Reason, Ref, Resolved, ref
from graph_builder.resolve.evidence import MentionEvidence, gather_evidence
from graph_builder.resolve.people import join_by_evidence, join_by_rules, rivals, stated_names

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

T = TypeVar("T")
Ties = Callable[[Mention, Gazetteer], set[str]]

RECORDS = """
@inproceedings{a, title={Weaving endless graphs by hand}, author={Lovelace, Ada and Babbage, C.},
 booktitle={Proceedings of the 3rd Workshop on Loom Theory}, year={1843}}
@article{b, title={Weaving endless graphs by hand}, author={A. Lovelace and Charles Babbage},
 journal={J. Loom Sci.}, year=1844}
@article{c, title={Weaving endless grahps by hand}, author={Ada Lovelace}, journal={Journal of Loom Science}, year=1844}
@article{d, title={Editorial}, author={Charles Babbage}, journal={Journal of Loom Science}, year=1845}
@article{e, title={Editorial}, author={C. Babbage}, journal={Journal of Loom Science}, year=1845, doi={10.1/E}}
@misc{f, title={Other}, author={Ada Lovelace}, doi={10.1/e}}
"""


@cache
def facts() -> tuple[SourceFacts, ...]:
    folder = Path(graph_builder.__file__).parent / "samples"
    found = []
    for path in sorted(folder.iterdir()):
        if path.suffix in (".md", ".html", ".txt", ".json", ".yml", ".yaml", ".tex"):
            found.append(extract(read_file(path, f"samples/{path.name}")))
    return tuple(found)


def with_records(folder: Path) -> tuple[SourceFacts, ...]:
    path = folder / "looms.bib"
    path.write_text(RECORDS)
    return (*facts(), extract(read_file(path, "looms.bib")))


def parts(items: Iterable[T], ties: Callable[[T], Collection[str]]) -> Iterator[list[T]]:
    """Yield the items in parts that no tie joins, in their order."""
    sets: DisjointSets[object] = DisjointSets()
    things = list(items)
    for number, thing in enumerate(things):
        sets.add(number)
        for tie in ties(thing):
            sets.add(tie)
            sets.union(number, tie)
    for group in sets.groups():
        if members := sorted(n for n in group if isinstance(n, int)):
            yield [things[n] for n in members]


def outcome(resolved: Iterable[Resolved]) -> tuple[dict[str, Entity], list[Link]]:
    """Return entities by key and links in order; of an entity that several parts have, that with the most names."""
    entities: dict[str, Entity] = {}
    links: list[Link] = []
    for part in resolved:
        links += part.links
        for entity in part.entities:
            other = entities.get(entity.key)
            if other is None or len(other.names) < len(entity.names):
                entities[entity.key] = entity
    return entities, sorted(links, key=lambda link: (link.source, link.mention))


@pytest.mark.parametrize(
    ("kind", "resolve", "ties"),
    [
        (EntityKind.ORGANIZATION, organizations.resolve_organizations, organizations.ties),
        (EntityKind.VENUE, venues.resolve_venues, venues.ties),
        (EntityKind.TOPIC, topics.resolve_topics, topics.ties),
    ],
)
def test_named_things_resolve_the_same_in_parts(
    kind: EntityKind, resolve: Callable[[list[Mention], Gazetteer], Resolved], ties: Ties, tmp_path: Path
) -> None:
    known = load_with_added()
    mentions = sorted((m for f in with_records(tmp_path) for m in f.mentions if m.kind is kind), key=ref)
    cut = list(parts(mentions, lambda m: ties(m, known)))
    assert len(cut) > 3
    assert outcome(resolve(part, known) for part in cut) == outcome([resolve(mentions, known)])


def test_works_resolve_the_same_in_parts(tmp_path: Path) -> None:
    papers = sorted((p for f in with_records(tmp_path) for p in works.papers_of(f)), key=lambda p: p.ref)
    almost = works.almost_alike(papers)
    assert almost
    tied = {key: {f"m{pair}" for pair in almost if key in pair} for key in {k for pair in almost for k in pair}}
    cut = list(parts(papers, lambda p: works.ties(p) | tied.get(works.title_key(p), set())))
    assert len(cut) > 3
    alike = outcome(
        works.resolve_papers(part, [pair for pair in almost if pair[0] in {works.title_key(p) for p in part}])
        for part in cut
    )
    assert alike == outcome([works.resolve_papers(papers)])


def test_rules_for_people_hold_the_same_in_parts(tmp_path: Path) -> None:
    sources = with_records(tmp_path)
    found = works.resolve_works(sources)
    seen = gather_evidence(sources, {(x.source, x.mention): x.entity for x in found.links}, {})
    whole, why = join_by_rules(sources, seen)
    shared = variants.shared_papers(seen)
    stated = stated_names(sources, seen)
    apart = list(rivals(sources, seen))
    groups: set[tuple[Ref, ...]] = set()
    reasons: dict[Ref, Reason] = {}
    cut = list(parts(seen, lambda s: variants.ties(s, shared, stated.get(s.ref, ""))))
    assert len(cut) > 3
    for part in cut:
        here = {s.ref for s in part}
        sets, because = join_by_evidence(
            part,
            {r: name for r, name in stated.items() if r in here},
            [tuple(r for r in refs if r in here) for refs in apart],
            shared,
        )
        groups |= {tuple(group) for group in sets.groups()}
        reasons |= because
    assert groups == {tuple(group) for group in whole.groups()}
    assert reasons == why


def test_what_ties_a_person_is_a_name_in_a_place() -> None:
    one = MentionEvidence(Mention("a", "1", EntityKind.PERSON, "(nobody)"), (), "a")
    assert variants.ties(one, (), "") == set()
    assert variants.ties(one, (), "ada") == {"uada"}
