"""Author lists, venues and whole entries in many styles, from tables of invented publications."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from graph_builder.extract.references import segment, segment_many, short_venue, split_authors

HERE = Path(__file__).parent


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


ENTRIES = yaml.safe_load((HERE / "entries.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("printed", "names", "partial"), rows("authors.tsv"))
def test_author_list_is_split(printed: str, names: str, partial: str) -> None:
    found, shortened = split_authors(printed)
    assert [n.name for n in found] == names.split("|")
    assert shortened == (partial == "yes")
    for name in found:
        assert printed[name.start : name.end].split()[0].startswith(name.name.split()[0])


@pytest.mark.parametrize(("printed", "short"), rows("venues.tsv"))
def test_venue_is_shortened(printed: str, short: str) -> None:
    assert short_venue(printed) == short


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: str(e["style"]))
def test_entry_is_taken_apart(entry: dict[str, object]) -> None:
    found = segment(str(entry["text"]))
    got = (found.title_text, [a.name for a in found.authors], short_venue(found.venue_text), found.year)
    assert got == (entry["title"], entry["authors"], entry["venue"], entry["year"])
    assert found.partial == bool(entry.get("partial", False))


def test_many_are_as_each_alone() -> None:
    texts = [str(e["text"]) for e in ENTRIES]
    assert segment_many([(t, ()) for t in texts]) == [segment(t) for t in texts]


def test_offset_shifts_names() -> None:
    names, _ = split_authors("Ada Doe, Bo Li", start=10)
    assert [(n.start, n.end) for n in names] == [(10, 17), (19, 24)]
