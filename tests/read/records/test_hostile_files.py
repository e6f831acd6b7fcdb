"""Files that mean no good: they cost bounded time and memory, and themselves alone."""

from __future__ import annotations

import contextlib
import io
import json
import random
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph_builder.model import ReadError, record_lines
from graph_builder.read.records import opening, recognise, records_in
from tests.read.records.test_bad_input import read

HEAD = b'[{"id": "https://openalex.org/W1", "display_name": "Notes"},'
OPEN = b"@article{a, title={T}, author={{"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (HEAD + b'{"a": "' + b'\\"' * 1_000_000, "a.json"),
        (b"@string{a=b}@string{b=a # a}" * 1000 + b"@article{k, title=a # b}", "a.bib"),
        (b"@string{m0={notes}}" + b"".join(b"@string{m%d=m%d # m%d}" % (n + 1, n, n) for n in range(60))
         + b"@article{k, title=m60}", "a.bib"),
        (OPEN + b" and A B" * 200_000 + b"}}}", "a.bib"),
    ],
    ids=["quotes without end", "macros in a circle", "macros that double", "a brace before a million names"],
)  # fmt: skip
def test_bounded_time(data: bytes, name: str) -> None:
    started = time.monotonic()
    list(records_in(io.BytesIO(data), name, name))
    assert time.monotonic() - started < 15


@pytest.mark.parametrize("encoding", ["bz2", "hex", "idna", "undefined", "utf-16", "rot13", "no-such"])
def test_an_encoding_that_is_none_of_text(encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?><dblp><article key="a"><title>T</title></article></dblp>'
    assert len(read(data.encode(), "a.xml")[0]) == 1


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_damaged_archive_never_crashes(packing: int) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as archive:
        for name in ("a.bib", "/etc/b.bib", "../c.bib", "d\x1b]0;x\x07.bib"):
            archive.writestr(name, b"@article{a, title={T}, author={A B}}")
    whole = target.getvalue()
    assert len(read(whole, "a.zip")[0]) == 4
    rng = random.Random(1)
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        with contextlib.suppress(ReadError):
            list(records_in(io.BytesIO(bytes(damaged)), "a.zip", "a.zip"))


def test_the_members_of_an_archive_share_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_FREE", 1_000_000)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(30):
            archive.writestr(f"{number}.bib", b"@article{a, title={T}}" + b" " * 900_000)
    records, problems = read(target.getvalue(), "a.zip")
    bound = 1_000_000 + opening.MAX_RATIO * len(target.getvalue())
    assert len(records) <= bound // 900_000 + 1 < 30
    assert any("unpacks to more" in str(problem) for problem in problems)


NOTHING: list[object] = [
    None,
    True,
    "\ud800",
    "\x00",
    "k" * 9000,
    "1" * 5000,
    [[]],
    [{}],
    {"a": 1},
    ["a", 1, None, {}],
    10**30,
    "\u00b2",
    1e400,
]


def places(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*place, key))


def put(value: Any, place: tuple[str | int, ...], new: object) -> Any:
    if not place:
        return new
    at = value
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = new
    return value


def wrong_values(path: Path) -> Iterator[bytes]:
    """Give a sample of JSON with each of its values replaced by what no catalogue would write, one at a time."""
    text = path.read_text("utf-8")
    whole = (
        json.loads(text)
        if path.suffix == ".json"
        else [json.loads(line) for line in text.splitlines() if line[-1:] == "}"]
    )
    for number, place in enumerate(places(whole)):
        for new in (NOTHING[number % len(NOTHING)], NOTHING[(number * 5 + 1) % len(NOTHING)]):
            yield json.dumps(put(json.loads(json.dumps(whole)), place, new)).encode()


JSON_SAMPLES = [p for p in sorted((Path(__file__).parent / "samples").iterdir()) if p.suffix in (".json", ".jsonl")]


@pytest.mark.parametrize("path", JSON_SAMPLES, ids=lambda path: path.name)
def test_values_of_the_wrong_kind_cost_themselves_alone(path: Path) -> None:
    for data in wrong_values(path):
        if recognise(data, path.name) is None:
            continue
        with contextlib.suppress(ReadError):
            records, problems = read(data, path.name)
            for text in (*problems, *(line for record in records for line in (record.key, *record_lines(record)))):
                text.encode()
            assert all(record.key.isprintable() and len(record.key) < 600 for record in records)
