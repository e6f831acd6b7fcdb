"""The gazetteer: every name of its entries, indexed once, looked up by normal form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from graph_builder.gazetteer import entry as data_files
from graph_builder.gazetteer.abbreviations import SPONSORS, AbbreviationIndex
from graph_builder.gazetteer.added import Kind, default_directory, fingerprint, load_added
from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.normalize import (
    normalize,
    normalize_degree,
    normalize_organization,
    normalize_topic,
    normalize_venue,
)
from graph_builder.gazetteer.registries import Registries
from graph_builder.model import Identifier

_Index = Mapping[str, tuple[tuple[str, Entry], ...]]

_REMEMBERED = 8192
"""Names whose entries are remembered."""

_PARENTHESES = re.compile(r"\(([^()]*)\)")
_SOCIETIES = frozenset({"ieee", "acm", "usenix", "royal society"})
# A degree's name is followed by its field: "Master of Science in Physics", "PhD, Biology".
_AFTER_DEGREE = re.compile(r"\s+(?:in|of|der|en|em|für|in)\s+|[,(:;–—|]|\s-\s|\s+")


@dataclass(frozen=True, eq=False)
class Gazetteer:
    """Organizations, venues, topics and degrees with all their names; frozen, and indexed when first asked.

    >>> g = load()
    >>> g.organization("Univ. of California, Berkeley").name
    'University of California, Berkeley'
    >>> g.venue("Advances in Neural Information Processing Systems 30").name
    'NeurIPS'
    >>> g.degree("Ph.D. in Computer Science")
    'doctorate'
    """

    organization_entries: tuple[Entry, ...]
    venue_entries: tuple[Entry, ...]
    topic_entries: tuple[Entry, ...]
    degree_forms: tuple[tuple[str, str], ...]
    places: frozenset[str] = frozenset()
    registries: Registries | None = None

    def __reduce__(self) -> tuple[Any, ...]:  # what was made when it was first asked for is made anew
        return Gazetteer, tuple(getattr(self, each.name) for each in fields(self))

    def organization(self, name: str) -> Entry | None:
        """Return the organization that *name* is a name of, or None if there is none or more than one.

        >>> load().organization("北京大学").name
        'Peking University'
        """
        return self._organizations.find(name)

    def venue(self, name: str) -> Entry | None:
        """Return the venue series that *name* is a name of: years, ordinals and abbreviated words do not matter.

        >>> load().venue("J. Mach. Learn. Res.").name
        'Journal of Machine Learning Research'
        """
        return self._venue_of(name)

    def venue_identified(self, identifiers: Iterable[Identifier]) -> Entry | None:
        """Return the venue series that bears one of *identifiers*, or None.

        >>> load().venue_identified([Identifier("acl", "acl")]).name
        'ACL'
        """
        return next((e for i in identifiers if (e := self._venues_by_identifier.get(i)) is not None), None)

    def venues_spelt_like(self, name: str, letters: int) -> Iterator[tuple[str, Entry]]:
        """Yield the series with a name that has its first or last *letters* in common with *name*, as it is looked up.

        >>> {name for name, _ in load().venues_spelt_like("Journal of Machine Lerning Research", 14)}
        {'journal machine learning research'}
        """
        key = normalize_venue(name).replace(" ", "")
        for end in {key[:letters], key[-letters:]}:
            yield from self._venues_by_ends(letters).get(end, ())

    def topic(self, name: str) -> Entry | None:
        """Return the topic that *name* is a label of, whatever its case, number, spelling or hyphens.

        >>> load().topic("LLMs").name
        'large language models'
        """
        return self._topics.find(name)

    def degree(self, text: str) -> str | None:
        """Return the level of the degree that *text* names or begins with: doctorate, master, bachelor or other.

        >>> load().degree("M.Sc., Physics"), load().degree("Physics")
        ('master', None)
        """
        end = len(text)
        while end > 0:
            level = self._degrees.get(normalize_degree(text[:end]))
            if level is not None:
                return level
            cuts = [m.start() for m in _AFTER_DEGREE.finditer(text, 0, end) if 0 < m.start() < end]
            end = cuts[-1] if cuts else 0
        return None

    def is_place(self, text: str) -> bool:
        """Return whether *text* is a country, region or city, or several, parted by commas.

        >>> load().is_place("Menlo Park, CA, USA"), load().is_place("Stanford University")
        (True, False)
        """
        parts = [normalize(p) for p in re.split(r"[,;/]", text)]
        return any(parts) and all(not p or p in self.places for p in parts)

    def organization_by_id(self, key: str) -> Entry:
        """Return the organization with this id, of the gazetteer's own or of a registry.

        Raises KeyError if there is none.
        """
        own = self._organizations.by_id
        return own[key] if key in own or self.registries is None else self.registries.entry(key)

    def venue_by_id(self, key: str) -> Entry:
        """Return the venue with this id.

        Raises KeyError if there is none.
        """
        return self._venues.by_id[key]

    def topic_by_id(self, key: str) -> Entry:
        """Return the topic with this id.

        Raises KeyError if there is none.
        """
        return self._topics.by_id[key]

    def is_ambiguous(self, form: str) -> bool:
        """Return whether *form* is also a common word or a name of something else, so that only context decides."""
        return form in self._ambiguous

    @cached_property
    def _organizations(self) -> _Names:
        return _Names(self.organization_entries, normalize_organization)

    @cached_property
    def _venues(self) -> _Names:
        return _Names(self.venue_entries, _venue_key, _without_sponsor)

    @cached_property
    def _topics(self) -> _Names:
        return _Names(self.topic_entries, normalize_topic, _closed)

    @cached_property
    def _venue_of(self) -> Callable[[str], Entry | None]:
        return lru_cache(_REMEMBERED)(lambda name: self._venues.find(name) or self._abbreviations.find(name))

    @cached_property
    def _abbreviations(self) -> AbbreviationIndex:
        return AbbreviationIndex(self.venue_entries)

    @cached_property
    def _degrees(self) -> Mapping[str, str]:
        return {normalize_degree(form): level for form, level in self.degree_forms}

    @cached_property
    def _ambiguous(self) -> frozenset[str]:
        entries = chain(self.organization_entries, self.venue_entries, self.topic_entries)
        return frozenset(chain.from_iterable(e.ambiguous for e in entries))

    @cached_property
    def _venues_by_identifier(self) -> Mapping[Identifier, Entry]:
        return {identifier: e for e in self.venue_entries for identifier in e.identifiers}

    @cached_property
    def _venues_by_ends(self) -> Callable[[int], Mapping[str, list[tuple[str, Entry]]]]:
        return cache(self._index_ends)

    def _index_ends(self, letters: int) -> Mapping[str, list[tuple[str, Entry]]]:
        found: dict[str, list[tuple[str, Entry]]] = {}
        for name, hits in self._venues.index(_venue_key).items():
            key = name.replace(" ", "")
            for end in {key[:letters], key[-letters:]} if len(hits) == 1 else ():
                found.setdefault(end, []).append((name, hits[0][1]))
        return found


_USED: ContextVar[Gazetteer | None] = ContextVar("gazetteer", default=None)


def load() -> Gazetteer:
    """Return the gazetteer in use: the built-in one, or that of ``using``."""
    return _USED.get() or built_in()


@contextmanager
def using(gazetteer: Gazetteer) -> Iterator[None]:
    """Have ``load`` return *gazetteer* inside the block: what is read there knows the names of added lists too.

    >>> from dataclasses import replace
    >>> with using(replace(built_in(), venue_entries=())):
    ...     load().venue("NeurIPS") is None
    True
    """
    token = _USED.set(gazetteer)
    try:
        yield
    finally:
        _USED.reset(token)


@cache
def built_in() -> Gazetteer:
    """Return the built-in gazetteer; its files are read at the first call."""
    return Gazetteer(
        tuple(
            chain(
                data_files.organizations("universities.txt", "university"),
                data_files.organizations("companies.txt", "company"),
                data_files.organizations("institutes.txt", "institute"),
                data_files.organizations("societies.txt", "society"),
            )
        ),
        tuple(data_files.venues("venues.txt")),
        tuple(data_files.topics("topics.txt")),
        tuple(data_files.degrees("degrees.txt")),
        frozenset(normalize(p) for line in data_files.lines("places.txt") for p in line.split(";")),
    )


class _Names:
    """Entries of one kind by their ids, and by the keys of their names: of several keys the first that finds one."""

    def __init__(self, entries: tuple[Entry, ...], *keys: Callable[[str], str]) -> None:
        self.by_id = {e.id: e for e in entries}
        self.index = cache(lambda key: _index(entries, key))
        self._keys = keys
        # Documents print a name again and again, and several rules ask for each.
        self.find = lru_cache(_REMEMBERED)(self._find)

    def _find(self, name: str) -> Entry | None:
        found = (_look_up(self.index(key), key, name) for key in self._keys)
        return next(filter(None, found), None)


def _index(entries: Iterable[Entry], key: Callable[[str], str]) -> _Index:
    index: dict[str, dict[str, tuple[str, Entry]]] = {}
    for entry in entries:
        for form in entry.names:
            index.setdefault(key(form), {}).setdefault(entry.id, (form, entry))
    index.pop("", None)
    return {k: tuple(v.values()) for k, v in index.items()}


def _look_up(index: _Index, key: Callable[[str], str], name: str) -> Entry | None:
    """Look up the name, then the name without its parentheses, then what stands in them."""
    found = _exact(index, key, name)
    if found is None and "(" in name:
        found = _exact(index, key, _PARENTHESES.sub(" ", name))
        for inner in _PARENTHESES.findall(name) if found is None else ():
            inside = None if _own_acronym(name, inner) else _exact(index, key, inner)
            # "Networks of Examples (Elsevier)" names its publisher, not another name of itself.
            found = found or (inside if inside is None or inside.kind != "book" else None)
    return found


def _own_acronym(name: str, inner: str) -> bool:
    """Return whether an unknown name of a few words explains the acronym behind it, which is then its own."""
    words = normalize(_PARENTHESES.split(name)[0]).split()
    return len(words) <= 4 and "".join(w[0] for w in words).endswith(inner.casefold())


def _exact(index: _Index, key: Callable[[str], str], name: str) -> Entry | None:
    hits = index.get(key(name))
    if hits is None:  # so it is for most names
        return None
    clear = [entry for form, entry in hits if form not in entry.ambiguous]
    if len(clear) != 1:
        clear = [entry for form, entry in hits if form in name]
    return clear[0] if len(clear) == 1 else None


def _closed(label: str) -> str:
    """A topic's key without spaces, so that "multi-modal" is "multimodal"; nothing for short ones."""
    key = normalize_topic(label).replace(" ", "")
    return key if len(key) > 9 else ""


def _venue_key(name: str) -> str:
    """A venue's key; "Proceedings of the IEEE" leaves the name of a society, which names no venue by itself."""
    key = normalize_venue(name)
    return "" if key in _SOCIETIES else key


def _without_sponsor(name: str) -> str:
    words = normalize_venue(name).split()
    rest = [w for w in words if w not in SPONSORS]
    # A single word that is left, such as "conference" or "machine", says too little.
    return " ".join(rest) if len(rest) > 1 else ""


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
    document. Registries of organizations serve resolution alone.
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
