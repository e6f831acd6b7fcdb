"""A build that is killed at any moment leaves the last complete graph readable, and the next build works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from deadly import Killer, killing
from toy_stages import stages

from graph_builder.model import StoreError
from graph_builder.pipeline import build
from graph_builder.store.store import Store

HERE = Path(__file__).resolve().parent

BUILD = "build([{cvs!r}], {kg!r}, stages=stages(), workers=0)"

POINTS = [
    ("graph_builder.store.objects:Objects.put", 1),
    ("graph_builder.store.objects:Objects.put", 4),
    ("graph_builder.store.objects:Objects.settle", 1),
    ("graph_builder.store.objects:write_atomically", 2),
    ("graph_builder.store.draft:Draft.replace", 1),
    ("graph_builder.store.draft:Draft.commit", 1),
    ("graph_builder.store.layout:Layout.write_manifest", 1),
    ("pathlib:Path.rename", 1),
    ("graph_builder.store.layout:write_atomically", 1),
    ("graph_builder.store.layout:write_atomically", 2),
    ("graph_builder.store.layout:Layout.point_to", 1),
    ("graph_builder.store.draft:Draft._clean", 1),
    ("shutil:rmtree", 1),
    ("graph_builder.store.objects:Objects.keep_only", 1),
]
# From here on, the new graph is the current one.
PUBLISHED = {
    ("graph_builder.store.layout:write_atomically", 2, False),
    ("graph_builder.store.layout:Layout.point_to", 1, False),
    ("graph_builder.store.draft:Draft.commit", 1, False),
    ("graph_builder.store.draft:Draft._clean", 1, True),
    ("graph_builder.store.draft:Draft._clean", 1, False),
    ("shutil:rmtree", 1, True),
    ("shutil:rmtree", 1, False),
    ("graph_builder.store.objects:Objects.keep_only", 1, True),
    ("graph_builder.store.objects:Objects.keep_only", 1, False),
}


def quads(kg: Path) -> list[str]:
    return sorted(map(str, Store.open(kg).snapshot()))


def write(cvs: Path, text: str) -> None:
    cvs.mkdir(exist_ok=True)
    for number in range(3):
        (cvs / f"{number}.md").write_text(f"{text}{number} works at Works\n")


def clean(tmp_path: Path, name: str, text: str) -> list[str]:
    (tmp_path / name).mkdir()
    write(tmp_path / name / "cvs", text)
    build([tmp_path / name / "cvs"], tmp_path / name / "kg", stages=stages(), workers=0)
    return quads(tmp_path / name / "kg")


@pytest.fixture(scope="module")
def kill() -> Iterator[Killer]:
    with killing() as found:
        yield found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three documents and their store, which has a snapshot before the last one to clear away."""
    folder = tmp_path_factory.mktemp("built")
    for text in ("Eve0", "Eve1", "Ada"):
        write(folder / "cvs", text)
        build([folder / "cvs"], folder / "kg", stages=stages(), workers=0)
    return folder


@pytest.fixture(scope="module")
def clean_graphs(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    folder = tmp_path_factory.mktemp("clean")
    return clean(folder, "old", "Ada"), clean(folder, "new", "Bob")


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize(("point", "count"), POINTS, ids=lambda value: str(value).rpartition(":")[2])
def test_killed_at(
    tmp_path: Path,
    built: Path,
    clean_graphs: tuple[list[str], list[str]],
    kill: Killer,
    point: str,
    count: int,
    before: bool,
) -> None:
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    cvs, kg = tmp_path / "cvs", tmp_path / "kg"
    old, new = clean_graphs
    write(cvs, "Bob")
    kill(BUILD.format(cvs=str(cvs), kg=str(kg)), point, count, before=before)
    assert quads(kg) == (new if (point, count, before) in PUBLISHED else old)
    assert [Store.open(kg).document(r.id).text[:3] for r in Store.open(kg).sources()] in (["Ada"] * 3, ["Bob"] * 3)
    build([cvs], kg, stages=stages(), workers=0)
    assert quads(kg) == new
    assert not list((kg / "snapshots").glob("next-*"))
    assert not list(kg.rglob("*.part"))


def test_a_first_build_that_is_killed_says_so_and_can_be_repeated(tmp_path: Path, kill: Killer) -> None:
    cvs, kg = tmp_path / "cvs", tmp_path / "kg"
    write(cvs, "Ada")
    kill(BUILD.format(cvs=str(cvs), kg=str(kg)), "graph_builder.store.draft:Draft.load", 1, before=False)
    with pytest.raises(StoreError, match="has no complete graph yet; run graph-builder build again"):
        Store.open(kg)
    assert build([cvs], kg, stages=stages()).added == 3


@pytest.mark.parametrize("text", ["hang", "spin"])
def test_workers_of_a_killed_build_end_and_do_not_hold_its_lock(tmp_path: Path, text: str) -> None:
    cvs, kg = tmp_path / "cvs", tmp_path / "kg"
    write(cvs, "Ada")
    (cvs / "bad.md").write_text(text)
    script = "from graph_builder.pipeline import build; from toy_stages import stages; "
    script += f"build([{str(cvs)!r}], {str(kg)!r}, stages=stages(), workers=2)"
    path = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent / "resolve"), os.environ.get("PYTHONPATH", "")]),
    }
    victim = subprocess.Popen([sys.executable, "-c", script], start_new_session=True, env=path)
    wait_until(lambda: len(list(kg.rglob("objects/*/*.gz"))) == 6)
    victim.kill()
    victim.wait()
    (cvs / "bad.md").unlink()
    assert build([cvs], kg, stages=stages()).documents == 3
    wait_until(lambda: not group_lives(victim.pid))


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
