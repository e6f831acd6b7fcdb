"""Real records of each catalogue, where they lie beside the project: how many are read, and what holds of all."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from graph_builder.model import Problem, ReadError, Record, Work
from graph_builder.read.records import read_records

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not DATA.is_dir(), reason="the real records are not beside the project"),
]

# Folder, pattern, and the fewest records and authors that have to be read.
FLOORS = [
    ("records/arxiv", "*.xml", 8, 29),
    ("records/bibtex_ris_csl", "**/*.bib", 960, 5000),
    ("records/bibtex_ris_csl", "*.ris", 3, 7),
    ("records/crossref", "*.json", 630, 2900),
    ("records/datacite", "*.json*", 2090, 17_500),
    ("records/dblp", "*.xml", 390, 190),
    ("records/jats", "*.xml", 55, 410),
    ("records/openalex", "*.json", 11, 10),
    ("records/orcid", "**/record*", 3, 0),
    ("records/semanticscholar", "*.json", 7400, 150),
    ("ror", "*.gz", 35_000, 0),
    ("acl_anthology/xml", "2020*.xml", 6900, 25_000),
    ("paperlists", "i*/*.json.gz", 40_000, 140_000),
]


def read(paths: list[Path]) -> Iterator[Record]:
    for path in paths:
        with suppress(ReadError):  # what is no list of records: schemas, answers about journals
            yield from (item for item in read_records(path, path.name) if not isinstance(item, Problem))


@pytest.mark.parametrize(("folder", "pattern", "records", "authors"), FLOORS, ids=[f"{f}/{p}" for f, p, _, _ in FLOORS])
def test_what_is_read(folder: str, pattern: str, records: int, authors: int) -> None:
    found: Counter[str] = Counter()
    for record in read(sorted((DATA / folder).glob(pattern))):
        found["records"] += 1
        assert record.key
        if isinstance(record.about, Work):
            found["authors"] += len(record.about.authors)
            assert record.about.title
            assert all(author.name.isprintable() for author in record.about.authors)
            assert not record.about.year or 1500 <= int(record.about.year) < 2100
    assert found["records"] >= records
    assert found["authors"] >= authors


def test_no_author_gets_what_another_list_says() -> None:
    """Each affiliation of a paper in a list stands in the list at the author's own place."""
    checked = 0
    for path in sorted((DATA / "paperlists").glob("i*/*201*.json.gz"))[:12]:
        raw = {str(r.get("id")): r for r in json.loads(gzip.decompress(path.read_bytes()))}
        for record in read([path]):
            assert isinstance(record.about, Work)
            if record.key not in raw:
                continue
            printed = [" ".join(x.split()) for x in str(raw[record.key].get("aff", "")).split(";")]
            for position, author in enumerate(record.about.authors):
                for stay in author.stays:
                    if "&" not in printed[position]:
                        checked += 1
                        assert stay.organization.name in printed[position]
    assert checked > 5000


def test_doubled_lists_are_undone() -> None:
    for path in sorted((DATA / "paperlists").glob("i[cr]*/i[cr]o*.json.gz")):
        for record in read([path]):
            assert isinstance(record.about, Work)
            names = [author.name for author in record.about.authors]
            half = len(names) // 2
            assert len(names) < 4 or len(names) % 2 or names[:half] != names[half:]
