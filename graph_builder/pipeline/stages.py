"""The stages of a build that can be replaced, and fingerprints of the product's own."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from graph_builder.model import Document, RecordDocument, SourceFacts
from graph_builder.read import is_readable, read_bytes, read_file

if TYPE_CHECKING:
    from graph_builder.resolve.incremental.result import FoundIdentities, ResolutionChange

#: Called with the name of a step, how much of it is done and how much there is.
Progress = Callable[[str, int, int], None]


def no_progress(step: str, done: int, total: int) -> None:
    """Report progress to nobody."""


def _nothing() -> None:
    """Prepare nothing."""


_Change = Callable[[Path, Mapping[str, str], Callable[[str], SourceFacts], tuple[str, str]], "ResolutionChange | None"]


@dataclass(frozen=True, slots=True)
class Stages:
    """What a build does with each document, and with all facts together. Functions of modules, for worker processes.

    *reading* fingerprints reading and extraction: where it differs from that of a stored source, the source is read
    again. *resolving* does the same for resolution and graph. *resolve* finds the identities of all sources, and puts
    them into tables in a file; *change*, if there is one, brings such tables up to date. *prepare* loads what
    extraction needs, once for all workers.
    """

    is_readable: Callable[[Path], bool]
    read: Callable[[Path, str], Document]
    extract: Callable[..., SourceFacts]
    resolve: Callable[[Path, Mapping[str, str], Callable[[str], SourceFacts], str], FoundIdentities]
    reading: str
    resolving: str
    prepare: Callable[[], None] = _nothing
    change: _Change | None = None

    def with_weights(self, weights: Path | None) -> Stages:
        """Return stages that extract with the tagger's weights of a folder, which is named for what they are."""
        if weights is None:
            return self
        extract = partial(self.extract, weights=weights)
        return replace(self, extract=extract, reading=f"{self.reading}-{weights.name}")


# What is heavy is imported when it is first used: a build that finds nothing changed never loads spaCy.


def _extract(
    document: Document, gazetteer: Path | None = None, added: str = "", weights: Path | None = None
) -> SourceFacts:
    from graph_builder.gazetteer import load_for_reading, using

    with using(load_for_reading(gazetteer, added)):
        if isinstance(document, RecordDocument):
            from graph_builder.extract.structured.records import records

            return records(document)
        from graph_builder.extract import extract

        return extract(document, weights) if weights else extract(document)


def _resolve(
    path: Path,
    digests: Mapping[str, str],
    facts_of: Callable[[str], SourceFacts],
    state: str,
    gazetteer: Path | None = None,
) -> FoundIdentities:
    from graph_builder.gazetteer import load_with_added
    from graph_builder.resolve.incremental.changes import resolve_all

    return resolve_all(path, digests, facts_of, load_with_added(gazetteer), state)


def _change(
    path: Path,
    digests: Mapping[str, str],
    facts_of: Callable[[str], SourceFacts],
    states: tuple[str, str],
    gazetteer: Path | None = None,
) -> ResolutionChange | None:
    from graph_builder.gazetteer import load_with_added
    from graph_builder.resolve.incremental.changes import change

    return change(path, digests, facts_of, load_with_added(gazetteer), states)


_SAMPLE = "wrenfield.md"
"""A document whose reading and extraction need hardly less than all that is loaded when it is first asked for."""


def _prepare(gazetteer: Path | None = None, added: str = "") -> None:
    """Load models, gazetteers and patterns, which are loaded where they are first used, by reading a document."""
    sample = files("graph_builder").joinpath("samples", _SAMPLE).read_bytes()
    # Each worker loads the tagger itself: its engine starts a thread, which none has after a fork.
    before = os.environ.get(_TAGGER)
    os.environ[_TAGGER] = "off"
    try:
        _extract(read_bytes(sample, _SAMPLE, _SAMPLE), gazetteer, added)
    finally:
        del os.environ[_TAGGER]
        if before is not None:
            os.environ[_TAGGER] = before


_TAGGER = "GRAPH_BUILDER_TAGGER"

# What the results of packages depend on besides their own code and data.
READING_LIBRARIES = (
    "docutils", "lxml", "markdown-it-py", "onnxruntime", "orjson", "pylatexenc", "pyoxigraph", "pypdfium2",
    "python-docx", "PyYAML", "selectolax", "spacy", "tokenizers",
)  # fmt: skip
RESOLVING_LIBRARIES = ("rapidfuzz", "numpy")


def default_stages(gazetteer: Path | None = None) -> Stages:
    """Return the stages of the product.

    *gazetteer* is the folder of added lists, by default the user's. What was added is part of the settings: after a
    change of it, mentions resolve anew, and after one of venues or topics documents are read anew.

    Raises:
        ReadError: an added list is damaged.
    """
    from graph_builder.gazetteer import reading_state
    from graph_builder.gazetteer.added import fingerprint as of_added

    rules_only = os.environ.get(_TAGGER) == "off"
    return _stages(gazetteer, of_added(gazetteer), reading_state(gazetteer), rules_only)


@cache
def _stages(gazetteer: Path | None, added: str, read: str, rules_only: bool) -> Stages:
    reading = fingerprint(("model", "read", "extract", "gazetteer"), READING_LIBRARIES)
    if rules_only:
        reading += "-rules"
    own = fingerprint(("model", "resolve", "gazetteer", "graph"), RESOLVING_LIBRARIES)
    return Stages(
        is_readable=is_readable,
        read=read_file,
        extract=partial(_extract, gazetteer=gazetteer, added=read),
        resolve=partial(_resolve, gazetteer=gazetteer),
        reading=f"{reading}-{read}" if read else reading,
        resolving=f"{own}-{added}" if added else own,
        change=partial(_change, gazetteer=gazetteer),
        prepare=partial(_prepare, gazetteer=gazetteer, added=read),
    )


def fingerprint(packages: Iterable[str], libraries: Iterable[str]) -> str:
    """Return a digest of the code and data of packages and the versions of libraries.

    Taken from the files themselves, so that nobody has to remember to raise a version number after a change.
    """
    total = hashlib.sha256()
    for package in packages:
        for name, content in sorted(_contents(files("graph_builder").joinpath(package), package)):
            total.update(f"{name}\0{len(content)}\0".encode() + content)
    for library in libraries:
        total.update(f"{library}=={version(library)}\0".encode())
    return total.hexdigest()[:16]


def _contents(folder: Traversable, name: str) -> Iterable[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _contents(entry, f"{name}/{entry.name}")
        elif entry.is_file():
            yield f"{name}/{entry.name}", entry.read_bytes()
