"""Targets of several files: a folder that appears under its name when it is complete, and counts that must agree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from graph_builder.model import GraphBuilderError

_TOLD = 5


@contextmanager
def new_place(path: Path) -> Iterator[Path]:
    """Give a path beside *path* to write to, which takes its name when all went well.

    Raises:
        GraphBuilderError: there is something under that name already, or it cannot be written.
    """
    if path.exists():
        raise GraphBuilderError(f"{path}: is there already; choose another path, or remove it")
    partial = path.with_name(path.name + ".partial")
    _remove(partial)
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise GraphBuilderError(
            f"{path}: cannot be written ({error.strerror or error}); choose another path"
        ) from error
    finally:
        _remove(partial)


def agree(written: Mapping[str, int], found: Mapping[str, int], target: str) -> None:
    """Compare the rows that were written with those that the target holds.

    Raises:
        GraphBuilderError: they differ.

    >>> agree({"Person": 2}, {"Person": 2}, "kg.duckdb")
    """
    wrong = [
        f"{name}: {count} here, {found.get(name, 0)} there"
        for name, count in written.items()
        if found.get(name, 0) != count
    ]
    if wrong:
        raise GraphBuilderError(
            f"{target}: the counts differ ({'; '.join(wrong[:_TOLD])}{', ...' if wrong[_TOLD:] else ''});"
            " empty what is there, or replace it, and write it again"
        )


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
