"""Packed files are read directly, within limits, and as far as they are whole."""

from __future__ import annotations

import gzip
import io
import json
import os
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from graph_builder.model import Problem, ReadError, Record
from graph_builder.read.records import format_of_file, read_records

LINES = [
    {"DOI": f"10.5555/{i}", "title": [f"Toy number {i}"], "author": [{"family": os.urandom(40).hex()}]}
    for i in range(5000)
]
DATA = "\n".join(map(json.dumps, LINES)).encode()
ARRAY = json.dumps(LINES).encode()


def zipped(data: bytes, **others: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("works.jsonl", data)
        for name, content in others.items():
            archive.writestr(name, content)
    return packed.getvalue()


def zstd(data: bytes) -> bytes:
    half = len(data) // 2  # of two frames, as parallel writers make them
    pack = zstandard.ZstdCompressor().compress
    return pack(data[:half]) + pack(data[half:])


PACKINGS: list[tuple[str, Callable[[bytes], bytes]]] = [(".gz", gzip.compress), (".zst", zstd), (".zip", zipped)]


def read(path: Path) -> tuple[list[Record], list[str]]:
    records, problems = [], []
    for item in read_records(path, "x/" + path.name):
        if isinstance(item, Problem):
            problems.append(str(item))
        else:
            records.append(item)
    return records, problems


@pytest.mark.parametrize("data", [DATA, ARRAY], ids=["lines", "array"])
@pytest.mark.parametrize(("suffix", "pack"), PACKINGS, ids=[suffix for suffix, _ in PACKINGS])
def test_packed_is_as_unpacked(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes], data: bytes) -> None:
    plain, packed = tmp_path / "works.jsonl", tmp_path / f"works.jsonl{suffix}"
    plain.write_bytes(data)
    packed.write_bytes(pack(data))
    assert read(packed) == read(plain)
    assert len(read(plain)[0]) == 5000
    packed.rename(tmp_path / "renamed")
    assert format_of_file(tmp_path / "renamed").name == "Crossref"  # type: ignore[union-attr]


@pytest.mark.parametrize("data", [DATA, ARRAY], ids=["lines", "array"])
@pytest.mark.parametrize(("suffix", "pack"), PACKINGS[:2], ids=[suffix for suffix, _ in PACKINGS[:2]])
def test_what_breaks_off_is_read_up_to_there(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes], data: bytes
) -> None:
    path = tmp_path / f"works.jsonl{suffix}"
    whole = pack(data)
    path.write_bytes(whole[: len(whole) * 2 // 3])
    records, problems = read(path)
    assert 2500 < len(records) < 5000
    assert any("breaks off" in problem for problem in problems)
    assert len(problems) <= 2


def test_damage_in_a_member_costs_only_what_comes_after(tmp_path: Path) -> None:
    path = tmp_path / "works.zip"
    data = bytearray(zipped(DATA))
    data[len(data) // 3] ^= 0xFF
    path.write_bytes(data)
    records, problems = read(path)
    assert records
    assert any("works.jsonl" in problem and "damaged" in problem for problem in problems)


def test_members_that_are_no_records_are_told(tmp_path: Path) -> None:
    path = tmp_path / "works.zip"
    path.write_bytes(zipped(DATA, **{"readme.md": b"# Toys", ".hidden": b"x", "more.bib": b"@misc{a, title={Extra}}"}))
    records, problems = read(path)
    assert len(records) == 5001
    assert problems == ["x/works.zip: readme.md: of no known format of records; it is left out"]


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x03\x04nothing", b"\x1f\x8b", b"\x28\xb5\x2f\xfdx", zipped(b"# none")],
    # Of its own, as that of a zip has the time in it: two workers would collect two tests.
    ids=["empty", "zip", "gzip", "zstd", "readme"],
)
def test_what_holds_no_records_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json.gz"
    path.write_bytes(data)
    with pytest.raises(ReadError, match=r"x/x\.json\.gz|archive"):
        read(path)
    assert format_of_file(path) is None


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_bomb_is_stopped(tmp_path: Path, packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.read.records.opening._FREE", 1_000_000)
    path = tmp_path / f"bomb.jsonl.{packing}"
    data = json.dumps(LINES[0]).encode() + b"\n" + b" " * 50_000_000
    path.write_bytes(gzip.compress(data) if packing == "gz" else zstandard.ZstdCompressor().compress(data))
    tracemalloc.start()
    records, problems = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(records) == 1
    assert any("more than 250 times its size" in problem for problem in problems)
    assert peak < 200_000_000
