"""Incremental resolution: after any changes, tables and outcome are those of resolving all that is there."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from invented_sources import source

from graph_builder.gazetteer import load_with_added
from graph_builder.model import Entity, EntityKind, GraphBuilderError, Identities, Link, SourceFacts
from graph_builder.process_pool import run
from graph_builder.resolve import resolve
from graph_builder.resolve.incremental import clusters, mention_cache, named, naming, neighbours, people, rounds, tables
from graph_builder.resolve.incremental.changes import change, resolve_all, update
from graph_builder.resolve.incremental.result import ResolutionChange
from graph_builder.resolve.incremental.tables import Tables

Sources = Mapping[str, SourceFacts]
KNOWN = load_with_added()
# A seed and the number of works: the name of a source goes by the seed, so that another number is a change.
CHOSEN = st.dictionaries(st.integers(0, 39), st.sampled_from((0, 3, 8, 30)), max_size=6)


def sources_of(chosen: Mapping[int, int]) -> dict[str, SourceFacts]:
    found = (source(seed, count) for seed, count in chosen.items())
    return {facts.source: facts for facts in found}


def source_of(name: str) -> SourceFacts:
    raise AssertionError(name)


def digests(sources: Sources) -> dict[str, str]:
    return {name: f"{len(facts.claims)} {len(facts.mentions)}" for name, facts in sources.items()}


def first(path: Path, sources: Sources) -> Identities:
    return resolve_all(path, digests(sources), sources.__getitem__, KNOWN).everything()


def changed(path: Path, sources: Sources) -> ResolutionChange:
    tables = Tables(path)
    found = update(tables, digests(sources), sources.__getitem__, KNOWN)
    tables.commit()
    tables.close()
    return found


def rows(path: Path) -> dict[str, list[Any]]:
    with sqlite3.connect(path) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def after(before: Identities, changes: ResolutionChange) -> Identities:
    links = {(x.source, x.mention): x for x in before.links}
    for name, others in changes.links.items():
        for mention, link in others.items():
            links.pop((name, mention), None)
            if link is not None:
                links[name, mention] = link
    entities = {(e.kind, e.key): e for e in before.entities}
    for was, now in changes.entities:
        if was is not None:
            assert entities.pop((was.kind, was.key)) == was
        if now is not None:
            entities[now.kind, now.key] = now
    return in_order(entities.values(), links.values())


def in_order(entities: Any, links: Any) -> Identities:
    by_key: list[Entity] = sorted(entities, key=lambda e: (e.kind, e.key))
    by_mention: list[Link] = sorted(links, key=lambda x: (x.source, x.kind, x.mention))
    return Identities(tuple(by_key), tuple(by_mention))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHOSEN, st.lists(CHOSEN, min_size=1, max_size=3))
# Somebody with a namesake gets another reason, and no other mentions.
@example({18: 3, 1: 30, 26: 30, 35: 8, 6: 3}, [{18: 3, 1: 30, 26: 30, 35: 8, 6: 3, 21: 30}])
def test_after_changes_all_is_as_if_resolved_at_once(start: dict[int, int], steps: list[dict[int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept")
        known = first(path, sources_of(start))
        assert known == resolve(sources_of(start), KNOWN)
        for number, step in enumerate(steps):
            sources = sources_of(step)
            known = after(known, changed(path, sources))
            clean = Path(folder, f"clean{number}")
            assert known == first(clean, sources)
            assert rows(path) == rows(clean)


def test_however_little_is_held_at_a_time_the_tables_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = sources_of({1: 8, 2: 8, 3: 30})
    known = first(tmp_path / "much", sources)
    for module in (clusters, named, naming, neighbours, people, rounds):
        monkeypatch.setattr(module, "_SOME", 1)
    monkeypatch.setattr(rounds, "_PIECE", 1)
    monkeypatch.setattr(mention_cache, "_HELD", 0)
    assert first(tmp_path / "little", sources) == known
    assert rows(tmp_path / "little") == rows(tmp_path / "much")


def test_however_many_processes_resolve_the_tables_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = sources_of({1: 8, 2: 8, 3: 30})
    known, started = first(tmp_path / "one", sources), []
    monkeypatch.setattr(tables, "_HERE", -1.0)
    monkeypatch.setattr(tables.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(tables, "run", lambda *given, **how: started.append(how) or run(*given, **how))
    for module in (clusters, naming, rounds):
        monkeypatch.setattr(module, "_SOME", 20)
    assert first(tmp_path / "two", sources) == known
    assert rows(tmp_path / "two") == rows(tmp_path / "one")
    assert len(started) > 5


def test_an_error_in_another_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_HERE", -1.0)
    monkeypatch.setattr(tables.os, "cpu_count", lambda: 2)
    sources = sources_of({1: 3, 2: 3})
    with pytest.raises(GraphBuilderError, match=r"failed with KeyError .*; report this"):
        resolve_all(tmp_path / "kept", {**digests(sources), "lost.md": ""}, sources.__getitem__, KNOWN)


def test_names_of_one_word_are_not_compared_either_way(tmp_path: Path) -> None:
    sources = {name: shortened(facts) for name, facts in sources_of({1: 8, 2: 8, 3: 30}).items()}
    some = {name: facts for place, (name, facts) in enumerate(sorted(sources.items())) if place != 1}
    first(tmp_path / "kept", some)
    changed(tmp_path / "kept", sources)
    known = first(tmp_path / "clean", sources)
    assert rows(tmp_path / "kept") == rows(tmp_path / "clean")
    assert known == resolve(sources, KNOWN)


def shortened(facts: SourceFacts) -> SourceFacts:
    mentions = (
        replace(m, name=m.name.split()[-1]) if m.kind is EntityKind.PERSON and m.name.startswith("Y") else m
        for m in facts.mentions
    )
    return replace(facts, mentions=tuple(mentions))


def test_a_source_more_touches_few_links(tmp_path: Path) -> None:
    """Names and titles collide here far more than in any catalogue, and still most links are left alone."""
    sources = sources_of({1: 30, 2: 30, 3: 30, 4: 30})
    path = tmp_path / "kept"
    known = first(path, sources)
    found = changed(path, sources | sources_of({5: 3}))
    assert 0 < sum(len(links) for links in found.links.values()) < len(known.links) / 4
    assert known == after(after(known, found), changed(path, sources))


def test_a_change_of_nothing_changes_nothing(tmp_path: Path) -> None:
    sources = sources_of({1: 8, 2: 0})
    first(tmp_path / "kept", sources)
    before = rows(tmp_path / "kept")
    found = changed(tmp_path / "kept", sources)
    assert (found.entities, dict(found.links)) == ((), {})
    assert rows(tmp_path / "kept") == before


def test_schools_that_become_others_part_people(tmp_path: Path) -> None:
    """What tells degrees apart is the school: a record that joins two names of it bears on people elsewhere."""
    sources = sources_of(dict.fromkeys(range(12), 0))
    path = tmp_path / "kept"
    some = dict(list(sources.items())[:6])
    known = after(first(path, some), changed(path, sources))
    assert known == resolve(sources, KNOWN)


@pytest.mark.parametrize("noted", ["before", "other"])
def test_tables_in_another_state_are_left_alone(tmp_path: Path, noted: str) -> None:
    sources = sources_of({1: 3})
    path = tmp_path / "kept"
    resolve_all(path, digests(sources), sources.__getitem__, KNOWN, "before")
    found = change(path, {}, sources.__getitem__, KNOWN, (noted, "after"))
    assert (found is None) == (noted == "other")
    assert bool(rows(path)["source"]) == (noted == "other")


@pytest.mark.parametrize("full", [False, True])
def test_nothing_is_reported_that_the_disk_does_not_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    sources = sources_of({1: 3})
    path = tmp_path / "kept"
    resolve_all(path, digests(sources), sources.__getitem__, KNOWN, "before")
    before = rows(path)
    if full:

        def commit(self: Tables) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(Tables, "commit", commit)
    found = change(path, {}, sources.__getitem__, KNOWN, ("before", "after"))
    assert (found is None) == full
    assert (rows(path) == before) == full


@pytest.mark.parametrize("content", [None, b"", b"no tables at all" * 1000])
def test_without_tables_there_is_nothing_to_change(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "kept"
    if content is not None:
        path.write_bytes(content)
    assert change(path, {}, source_of, KNOWN, ("before", "after")) is None


def test_names_of_what_is_gone_are_in_the_file_no_more(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    sources = sources_of({1: 8, 2: 8})
    first(path, sources)
    stays = " ".join(mention.name for mention in sources["list2.jsonl"].mentions)
    people = [m.name for m in sources["list1.jsonl"].mentions if m.kind is EntityKind.PERSON]
    gone = {name for name in people if name not in stays}
    assert any(name.encode() in path.read_bytes() for name in gone)
    changed(path, {"list2.jsonl": sources["list2.jsonl"]})
    assert not any(name.encode() in path.read_bytes() for name in gone)


def test_no_query_reads_more_than_the_rows_it_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    among, steps = tables.among, {}

    def explained(
        db: sqlite3.Connection, query: str, numbers: Iterable[int], *values: Any
    ) -> Iterator[tuple[Any, ...]]:
        numbers = list(numbers)
        if query not in steps and numbers:
            many = query.format(f"({','.join(map(str, range(800)))})")
            steps[query] = [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {many}", values)]
        return among(db, query, numbers, *values)

    monkeypatch.setattr(tables, "among", explained)
    first(tmp_path / "kept", sources_of({1: 30, 2: 8}))
    changed(tmp_path / "kept", sources_of({1: 30, 2: 30, 3: 8}))
    assert len(steps) > 20
    whole = {q: found for q, found in steps.items() if any("SCAN" in s or s.endswith("(round=?)") for s in found)}
    assert whole == {}
