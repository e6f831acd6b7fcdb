"""Forgetting a source: nothing of it stays on the disk, whatever was there before and whatever goes wrong meanwhile."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from deadly import Killer, killing
from toy_stages import stages

from graph_builder.pipeline import build, forget, wipe
from graph_builder.query.index import index_of
from graph_builder.store import draft
from graph_builder.store.draft import ErasureSettings
from graph_builder.store.layout import NOTHING_REMOVED, holds_forgotten
from graph_builder.store.store import Store

EVE = "Eve Evesdaughter Winterbottom works at Secret Society of Weavers\nEve works at Loom\n"
EVE_BEFORE = "Eve Evesdaughter Winterbottom works at Whispering Weavers of Old\n"
WORDS = [b"Evesdaughter", b"Secret Society", b"Whispering", b"Eve\n", b"eve.md", b"Loom"]
"""Long and short texts of the source, of its version before, and its name.

The database compresses its files. Of these words it keeps the letters: each shares none of its parts with other text.
"""

FORGET = "forget({kg!r}, 'eve.md', stages=stages())"
LATER = "forget({kg!r}, 'eve.md', stages=stages(), erasing=ErasureSettings(later=True))"
WIPE = "wipe({kg!r})"

POINTS = [
    ("graph_builder.store.draft:copy", 1),
    ("shutil:rmtree", 1),
    ("pathlib:Path.rename", 1),
    ("graph_builder.store.layout:Layout.point_to", 1),
    ("graph_builder.store.draft:Draft._clean", 1),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a store of 20 documents and two versions of one more, of which the second is current."""
    folder = tmp_path_factory.mktemp("forgetting")
    cvs, kg = folder / "cvs", folder / "kg"
    cvs.mkdir()
    for number in range(20):
        (cvs / f"{number}.md").write_text(f"Ada {number} works at Royal Society of Arts, Section {number}\n")
    (cvs / "eve.md").write_text(EVE_BEFORE)
    build([cvs], kg, stages=stages(), workers=0)
    (cvs / "eve.md").write_text(EVE)
    build([cvs], kg, stages=stages(), workers=0)
    return folder


@pytest.fixture
def kg(built: Path, tmp_path: Path) -> Path:
    """Return a store of one's own, beside which its documents are."""
    for name in ("cvs", "kg"):
        shutil.copytree(built / name, tmp_path / name)
    return tmp_path / "kg"


def left(kg: Path) -> list[bytes]:
    """Return the words of the source that any file of the store holds."""
    found = []
    for path in kg.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            found += [os.fsencode(path.name), gzip.decompress(content) if path.suffix == ".gz" else content]
    return [word for word in WORDS if word in b"\n".join(found)]


def database(kg: Path, number: int) -> bytes:
    """Return the bytes of all files of a snapshot's database."""
    folder = kg / "snapshots" / str(number) / "graph"
    return b"\n".join(path.read_bytes() for path in sorted(folder.iterdir()))


def quads(kg: Path) -> list[str]:
    return sorted(map(str, Store.open(kg).snapshot()))


def clean(kg: Path, *gone: str) -> list[str]:
    """Return the quads of a store that was built without the source, or those that are named."""
    cvs, other = kg.parent / "cvs", kg.parent / "clean"
    for name in gone or ["eve.md"]:
        (cvs / name).unlink()
    build([cvs], other, stages=stages(), workers=0)
    return quads(other)


def test_nothing_stays(kg: Path) -> None:
    index_of(Store.open(kg)).close()  # what is made of the graph goes as well
    assert set(left(kg)) == set(WORDS) - {b"Eve\n"}
    forget(kg, "eve.md", stages=stages())
    assert left(kg) == []
    assert quads(kg) == clean(kg)
    forget(kg, "cvs/0.md", stages=stages())
    assert b"Section 0" not in database(kg, 4)
    assert b"Section 1" in database(kg, 4)


def test_a_store_from_before_is_copied(kg: Path) -> None:
    assert not (kg / "snapshots" / "2" / NOTHING_REMOVED).exists()
    forget(kg, "eve.md", stages=stages())
    assert (kg / "snapshots" / "3" / NOTHING_REMOVED).exists()
    assert left(kg) == []


def test_what_is_wiped_later_is_out_of_the_graph_at_once(kg: Path) -> None:
    for name in ("eve.md", "cvs/0.md"):
        forget(kg, name, stages=stages(), erasing=ErasureSettings(later=True))
    (kg.parent / "cvs" / "1.md").write_text("Ada 1 works at Loom\n")
    wanted = clean(kg, "eve.md", "0.md")
    build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    assert quads(kg) == wanted
    assert b"Secret Society" in left(kg)
    assert holds_forgotten(kg), "builds do not take them away"
    wipe(kg)
    assert left(kg) == [b"Loom"], "which another source says now"
    assert b"Section 0" not in database(kg, 6)
    assert not holds_forgotten(kg)
    assert quads(kg) == wanted


def test_the_next_that_is_forgotten_wipes_as_well(kg: Path) -> None:
    forget(kg, "eve.md", stages=stages(), erasing=ErasureSettings(later=True))
    assert holds_forgotten(kg)
    forget(kg, "cvs/0.md", stages=stages())
    assert left(kg) == []
    assert not holds_forgotten(kg)
    assert quads(kg) == clean(kg, "eve.md", "0.md")


def test_what_builds_replaced_is_wiped(kg: Path) -> None:
    assert b"Whispering" in left(kg)
    before = quads(kg)
    wipe(kg)
    assert set(left(kg)) == set(WORDS) - {b"Whispering", b"Eve\n"}
    assert quads(kg) == before
    wipe(kg)
    assert quads(kg) == before


def test_what_the_snapshot_before_has_left_is_wiped_too(kg: Path) -> None:
    forget(kg, "eve.md", stages=stages(), erasing=ErasureSettings(later=True))
    (kg.parent / "cvs" / "eve.md").rename(kg.parent / "eve.md")
    (kg.parent / "cvs" / "new.md").write_text("Ada New works at Whispering Weavers of Old\n")
    build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    forget(kg, "new.md", stages=stages(), erasing=ErasureSettings(later=True))
    assert holds_forgotten(kg)
    wipe(kg)
    assert left(kg) == []
    (kg.parent / "eve.md").rename(kg.parent / "cvs" / "eve.md")
    assert quads(kg) == clean(kg, "eve.md", "new.md")


def test_a_reader_keeps_what_it_holds(kg: Path) -> None:
    reader = Store.open(kg)
    before = sorted(map(str, reader.snapshot()))
    forget(kg, "eve.md", stages=stages())
    assert sorted(map(str, reader.snapshot())) == before
    assert left(kg), "as long as it is held"
    del reader
    draft.sweep(kg)
    assert left(kg) == []


@pytest.fixture(scope="module")
def kill() -> Iterator[Killer]:
    with killing() as found:
        yield found


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(("point", "count"), POINTS)
def test_killed_while_forgetting(kg: Path, kill: Killer, point: str, count: int, before: bool) -> None:
    old = quads(kg)
    kill(FORGET.format(kg=str(kg)), point, count, before=before)
    now = quads(kg)
    if any("Winterbottom" in quad for quad in now):
        assert now == old
        forget(kg, "eve.md", stages=stages())
    else:
        with draft.edit(kg) as after:  # the next build removes what is left of the one that was killed
            after.sweep()
    assert left(kg) == []
    assert quads(kg) == clean(kg)


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(("point", "count"), POINTS[-3:])
def test_killed_before_all_is_wiped(kg: Path, kill: Killer, point: str, count: int, before: bool) -> None:
    old = quads(kg)
    kill(LATER.format(kg=str(kg)), point, count, before=before)
    now = quads(kg)
    if now == old:
        forget(kg, "eve.md", stages=stages(), erasing=ErasureSettings(later=True))
    assert quads(kg) == clean(kg)
    assert left(kg)
    wipe(kg)
    assert left(kg) == []
    assert quads(kg) == quads(kg.parent / "clean")


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(("point", "count"), POINTS)
def test_killed_while_wiping(kg: Path, kill: Killer, point: str, count: int, before: bool) -> None:
    forget(kg, "eve.md", stages=stages(), erasing=ErasureSettings(later=True))
    kill(WIPE.format(kg=str(kg)), point, count, before=before)
    assert quads(kg) == clean(kg)
    assert holds_forgotten(kg) == bool(left(kg))
    wipe(kg)
    assert left(kg) == []
    assert not holds_forgotten(kg)
    assert quads(kg) == quads(kg.parent / "clean")
