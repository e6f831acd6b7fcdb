"""The gazetteer with what the user added to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from graph_builder.gazetteer.added import Kind, default_directory, fingerprint, load_added
from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.gazetteer import Gazetteer, built_in
from graph_builder.gazetteer.registries import Registries


def load_with_added(directory: Path | None = None) -> Gazetteer:
    """Return the built-in gazetteer together with the lists in *directory*, by default the user's.

    With nothing added it is the built-in one.

    Raises:
        ReadError: an added list is damaged.

    >>> load_with_added(Path("no such folder")) is built_in()
    True
    """
    directory = directory or default_directory()
    state = fingerprint(directory)
    return _combined(directory.absolute(), state, tuple(Kind)) if state else built_in()


def load_for_reading(directory: Path | None, state: str) -> Gazetteer:
    """Return the built-in gazetteer with the venues and topics in *directory*: what helps to read a document.

    *state* is the fingerprint of these lists (``reading_state``), so that the files are read once and not for each
    document. Registries of organisations serve resolution alone.
    """
    return _combined((directory or default_directory()).absolute(), state, _READ) if state else built_in()


def reading_state(directory: Path | None = None) -> str:
    """Return a digest of the added lists that help to read documents; empty if there are none.

    Raises:
        ReadError: an added list is damaged.
    """
    return fingerprint(directory, _READ)


_READ = (Kind.VENUES, Kind.TOPICS)


@lru_cache(maxsize=4)
def _combined(directory: Path, state: str, kinds: tuple[Kind, ...]) -> Gazetteer:
    own = built_in()
    registries, venues, topics = load_added(directory, kinds)
    known = replace(
        own,
        venue_entries=_joined(own.venue_entries, venues, own.venue),
        topic_entries=_joined(own.topic_entries, topics, own.topic),
    )
    return replace(known, registries=Registries(registries, known)) if registries else known


def _joined(own: tuple[Entry, ...], added: Iterable[Entry], look: Callable[[str], Entry | None]) -> tuple[Entry, ...]:
    """Entries of the gazetteer and added ones: an added entry with the name of a known one gives it more names.

    A name that already leads elsewhere is not taken, and an entry below one that is known stands below that.
    """
    entries = {e.id: e for e in own}
    moved: dict[str, str] = {}
    new: list[Entry] = []
    for entry in added:
        known = look(entry.name)
        if known is not None:
            moved[entry.id] = known.id
            free = [n for n in entry.aliases if look(n) is None]
            target = entries[known.id]
            entries[known.id] = replace(
                target,
                aliases=tuple(dict.fromkeys((*target.aliases, *free))),
                ambiguous=target.ambiguous | entry.ambiguous.intersection(free),
            )
        elif entry.id not in entries:
            new.append(replace(entry, aliases=tuple(n for n in entry.aliases if look(n) is None)))
            moved[entry.id] = entry.id
            entries[entry.id] = new[-1]
    for entry in new:
        parent = moved.get(entry.parent, "")
        entries[entry.id] = replace(entries[entry.id], parent=parent if parent != entry.id else "")
    return tuple(entries.values())
