"""Where things lie in a store's folder, and the manifest of a snapshot: what it holds, source by source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from graph_builder.model import DecisionState, SourceNote, StoreError
from graph_builder.store.codec import decode, encode
from graph_builder.store.files import sync, write_atomically

HOW = "make one with: graph-builder build PATH... --store STORE"

#: How the name of a snapshot begins while it is being made.
DRAFT = "next-"


FORGOTTEN: Final = "FORGOTTEN"
"""The file that marks a snapshot before one in which something was forgotten."""

UNWIPED: Final = "UNWIPED"
"""The file that marks a snapshot whose own files still have what was forgotten."""

NOTHING_REMOVED: Final = "NOTHING-REMOVED"
"""The file that marks a snapshot whose database was written whole, and from which nothing was removed since."""


#: Version of the layout on disk. A store of another version is refused, never guessed at.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One source in a snapshot: what was read, and where its text and facts are kept.

    *content* is the SHA-256 of the file, *settings* the fingerprint of the readers and extractors that were run,
    *document*, *facts* and *links* name objects, *quads* is a fingerprint of all that the source's named graph was made
    from, *note* is what the user said of the source. *asked* tells which language model was asked, if one was, with
    which version of the prompt, and when.
    """

    id: str
    content: str
    settings: str
    document: str
    facts: str
    quads: str = ""
    claims: int = 0
    title: str = ""
    media_type: str = ""
    note: SourceNote = field(default_factory=SourceNote)
    links: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The table of contents of a snapshot. *settings* fingerprints resolution and graph, *base* is that of its IRIs.

    *decisions* fingerprints the decisions that were replayed, *states* tells what came of each, by its id. *tables*
    fingerprints what the tables of resolution were made from when it was built, if there were any.
    """

    format: int = FORMAT
    settings: str = ""
    base: str = ""
    sources: tuple[SourceRecord, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    decisions: str = ""
    states: Mapping[str, DecisionState] = field(default_factory=dict)
    tables: str = ""


class Layout:
    """The paths in a store's folder.

    >>> str(Layout(Path("kg")).graph(3))
    'kg/snapshots/3/graph'
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = path / "LOCK"
        """The file that the one builder locks."""
        self.pointer = path / "CURRENT"
        """The file that names the snapshot in use."""
        self.objects = path / "objects"
        """The folder of immutable blobs."""
        self.snapshots = path / "snapshots"
        """The folder of snapshots."""
        self.web = path / "web"
        """The folder of pages fetched from the web, which a build reads as if they were files of the user."""
        self.enrich = path / "enrich"
        """The folder of answers of web services, which a build reads as if they were files of the user."""
        self.memory = path / "answers"
        """The folder in which answers of web services are remembered as they came."""
        self.model_answers = path / "llm"
        """The folder of the answers of language models, by document and question."""
        self.resolution_tables = path / "resolution.sqlite"
        """The file of tables of the last resolution, for all snapshots; it says itself of which it is."""
        self.taught = path / "taught"
        """The folder of the weights that the store was taught, and of the file that names those in use."""
        self.links = path / "links"
        """The folder of links to outside catalogues, which are written into the graph of each build."""

    def drafts(self) -> list[Path]:
        """Return the folders of snapshots being made, or left behind by a build that was killed."""
        return list(self.snapshots.glob(f"{DRAFT}*"))

    def snapshot(self, number: int) -> Path:
        """Return the folder of a snapshot."""
        return self.snapshots / str(number)

    def graph(self, number: int) -> Path:
        """Return the folder of a snapshot's database."""
        return self.snapshot(number) / "graph"

    def manifest(self, number: int) -> Path:
        """Return the manifest of a snapshot."""
        return self.snapshot(number) / "manifest.json"

    def check_ours(self) -> None:
        """Raise ``StoreError`` unless the folder is a store, empty or absent: what is not ours is not written into."""
        if not self.path.exists():
            return
        if not self.path.is_dir():
            raise StoreError(f"{self.path} is a file and no folder; name another folder for the store")
        names = {entry.name for entry in self.path.iterdir()}
        if names and not names & {self.lock.name, self.pointer.name}:
            raise StoreError(f"{self.path} holds other files and is no store; name a new or empty folder")

    def current(self) -> int:
        """Return the number of the snapshot in use. Raises ``StoreError`` if there is none."""
        try:
            return int(self.pointer.read_text("ascii"))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (OSError, ValueError) as error:
            raise StoreError(f"{self.pointer} is damaged ({error}); write the name of a snapshot into it") from error
        if not self.path.exists():
            raise StoreError(f"{self.path} does not exist; {HOW}")
        if self.lock.exists():
            raise StoreError(f"{self.path} has no complete graph yet; run graph-builder build again")
        raise StoreError(f"{self.path} is no store; {HOW}")

    def point_to(self, number: int) -> None:
        """Make a snapshot the one in use, in one step."""
        sync(self.snapshots)
        write_atomically(self.pointer, f"{number}\n".encode())
        sync(self.path)

    def read_manifest(self, number: int) -> Manifest:
        """Return the manifest of a snapshot. Raises ``StoreError`` if it is missing, damaged or of another version."""
        try:
            manifest = decode(Manifest, self.manifest(number).read_bytes())
        except OSError as error:
            raise StoreError(
                f"{self.path}: snapshot {number} cannot be read ({error.strerror}); build into a new store"
            ) from error
        if manifest.format != FORMAT:
            raise StoreError(
                f"{self.path} has format {manifest.format}, this version reads {FORMAT}; build into a new store"
            )
        return manifest

    def write_manifest(self, manifest: Manifest, draft: Path) -> None:
        """Write the manifest of the snapshot being made in the folder *draft*."""
        write_atomically(draft / self.manifest(0).name, encode(manifest))
        sync(draft)

    def numbers(self) -> list[int]:
        """Return the numbers of all snapshots, ascending."""
        return sorted(int(entry.name) for entry in self.snapshots.iterdir() if entry.name.isdecimal())


def has_forgotten(path: Path | str) -> bool:
    """Return whether a snapshot of a store still has forgotten data: a reader held it, or its removal broke off."""
    layout = Layout(Path(path))
    marked = {mark.parent.name for mark in layout.snapshots.glob(f"*/{FORGOTTEN}")}
    # Where it broke off before that, the snapshot in use may be marked, too.
    return bool(marked) and marked != {str(layout.current())}


def holds_forgotten(path: Path | str) -> bool:
    """Return whether files of a store have what was forgotten: a reader holds it, or it is to be wiped later."""
    layout = Layout(Path(path))
    return has_forgotten(path) or (layout.snapshot(layout.current()) / UNWIPED).exists()
