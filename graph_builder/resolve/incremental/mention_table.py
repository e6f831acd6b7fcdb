"""All mentions of a kind other than people while tables are first made: they lie on disk, in memory numbers alone."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from graph_builder.model import EntityKind
from graph_builder.resolve.affiliation import Affiliation
from graph_builder.resolve.incremental.external_sort import Ragged, RowFile
from graph_builder.resolve.incremental.named import NamedMention, as_row, from_row
from graph_builder.resolve.incremental.reading import segments
from graph_builder.resolve.incremental.tables import Tables
from graph_builder.resolve.works import Paper, may_be_misprinted, title_key


class MentionTable:
    """What stands for mentions of a kind, by their places in the order of source and id; *folder* is where it lies.

    *titles* has, for each ``title_key`` of papers, the title of the first, if it can be told from a misprint of
    another, or else nothing.
    """

    def __init__(self, kind: EntityKind, folder: Path) -> None:
        self.kind = kind
        self.titles: dict[str, str] = {}
        self._rows, self._ties = RowFile(folder), Ragged("q")
        self._nos, self._sources = array("q"), array("q")
        # The same few thousand organisations, as a rule.
        self._located: dict[Affiliation, Affiliation] = {}
        self._places: list[Affiliation | None] = []

    def add(self, found: Iterable[NamedMention]) -> None:
        """Take mentions, in order."""
        for one in found:
            self._rows.add(as_row(one))
            self._ties.add(one.ties)
            self._nos.append(one.no)
            self._sources.append(one.source)
            if self.kind is EntityKind.ORGANIZATION:
                self._places.append(self._located.setdefault(one.located, one.located) if one.located else None)
            if isinstance(one.value, Paper) and (key := title_key(one.value)):
                self.titles.setdefault(key, one.value.title if may_be_misprinted(one.value) else "")

    def get(self, place: int, names: Mapping[int, str]) -> NamedMention:
        """Return what stands for a mention; *names* are the ids of sources by number."""
        data, source = self._rows.get(place), self._sources[place]
        located = self._places[place] if self._places else None
        value, year = from_row(self.kind, names[source], data)
        return NamedMention(
            self._nos[place], source, value, year, tuple(self._ties.get(place)), located=located, data=data
        )

    def put_ties(self, tables: Tables) -> None:
        """Write what ties mentions."""
        places, ties = self._tied()
        tables.put_sorted("tie", ties, np.array(self._nos, dtype=np.int64)[places])

    def parted(self, edges: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
        """Yield the places of mentions that ties connect, in order; *edges* are between ties."""
        places, ties = self._tied()
        every, at = np.unique(ties, return_inverse=True)
        size = len(self._nos)
        more = np.array(list(edges), dtype=np.int64).reshape(-1, 2)
        one = np.concatenate([places, size + np.searchsorted(every, more[:, 0])])
        other = np.concatenate([size + at, size + np.searchsorted(every, more[:, 1])])
        whole = size + len(every)
        found = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(whole, whole))
        del places, ties, at, one, other, every
        component = csgraph.connected_components(found, directed=False)[1][:size] if whole else np.zeros(0, dtype=int)
        return (group.tolist() for group in segments(component))

    def _tied(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.int64]]]:
        """Return the places of mentions with their ties; 0 stands for a paper without title."""
        ties, lengths = self._ties.flat()
        places = np.repeat(np.arange(len(lengths)), lengths)
        return places[ties != 0], ties[ties != 0]
