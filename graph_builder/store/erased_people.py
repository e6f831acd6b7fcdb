"""The list of erased people: salted hashes beside the store, which know a name again and do not tell it."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from graph_builder.model import Identifier, StoreError, digest
from graph_builder.store.codec import decode, encode
from graph_builder.store.files import beside, write_atomically

SUFFIX = ".erased"
"""What the file's name has after the store's."""

_IDEOGRAPH = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Scripts without spaces are compared character by character; marks that stand by themselves belong to their letter.
_TOKEN = re.compile(rf"[{_IDEOGRAPH}]|(?:[^\W_{_IDEOGRAPH}][\u0300-\u036f]*)+")
_GAP = 4
"""Characters that may stand between two parts of one name: ``Lovelace,\\n  Ada``."""
_PART = 4
"""Letters from which a family or given name alone counts, in a source that names the person in full."""


class Token(NamedTuple):
    """A word of a text, or one character of a script without spaces: its plain form and where it stands."""

    word: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Return the words of a text in lower case and without accents.

    >>> [token.word for token in tokens("Élodie O’Neil-Smith")]
    ['elodie', 'o', 'neil', 'smith']
    """
    return [Token(_plain(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _plain(word: str) -> str:
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", word).casefold() if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """One erased person: hashes of full names, of short forms, of single parts and of identifiers, with their salt.

    *full* counts wherever it is found; *short* (``A. Lovelace``) and *parts* (``Lovelace``) where the source also has a
    full name or an identifier, or is one of *sources*, in which a short form meant the person. *lengths* are the
    numbers of words of full and short forms.
    """

    id: str
    salt: str
    full: tuple[str, ...]
    short: tuple[str, ...]
    parts: tuple[str, ...]
    identifiers: tuple[str, ...]
    sources: tuple[str, ...]
    lengths: tuple[int, ...]

    def hash(self, text: str) -> str:
        """Return the salted hash of a text."""
        return _hash(self.salt, text)


def _hash(salt: str, text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=bytes.fromhex(salt), digest_size=16).hexdigest()


def erased_person(
    names: Iterable[str], identifiers: Iterable[Identifier] = (), sources: Iterable[str] = (), salt: str = ""
) -> ErasedPerson:
    """Return the entry of a person.

    Args:
        names: all forms in which the person is printed.
        identifiers: ORCID, homepage and the like.
        sources: ids of the sources in which a short form means the person.
        salt: 64 hexadecimal digits; by default random ones.
    """
    salt = salt or secrets.token_hex(32)
    printed = [[token.word for token in tokens(name)] for name in names]
    full = {form for words in printed for form in _full(words)}
    short = {tuple(words) for words in printed if len(words) > 1} | {s for words in printed for s in _short(words)}
    parts = {w for words in printed if _full(words) for w in words if len(w) >= _PART}
    hashed = {
        "full": {_hash(salt, " ".join(form)) for form in full},
        "short": {_hash(salt, " ".join(form)) for form in short - full},
        "parts": {_hash(salt, part) for part in parts},
        "identifiers": {_hash(salt, f"{i.scheme}:{i.value}") for i in identifiers},
        "sources": {_hash(salt, source) for source in sources},
    }
    values = {name: tuple(sorted(found)) for name, found in hashed.items()}
    return ErasedPerson(digest(salt)[:8], salt, lengths=tuple(sorted({len(form) for form in full | short})), **values)


def _full(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the orders of a name that has two full parts: as printed, without middle names, family name first."""
    long = [word for word in words if len(word) > 1 or _is_ideograph(word)]
    if len(long) < 2:
        return
    yield tuple(words)
    if not any(map(_is_ideograph, words)):
        yield (words[-1], *words[:-1])
        if len(words[0]) > 1 and len(words[-1]) > 1:
            yield words[0], words[-1]
            yield words[-1], words[0]


def _short(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield abbreviations of a name, and what addresses are made of it."""
    if len(words) < 2 or any(map(_is_ideograph, words)) or len(words[0]) < 2:
        return
    first, last = words[0], words[-1]
    initials = [word[0] for word in words[:-1]]
    yield from ((initials[0], last), (last, initials[0]), (*initials, last), (last, *initials))
    yield from (
        (last, "".join(initials)),
        (first + last,),
        (last + first,),
        (initials[0] + last,),
        (last + initials[0],),
    )


def _is_ideograph(word: str) -> bool:
    return len(word) == 1 and bool(re.match(f"[{_IDEOGRAPH}]", word))


@dataclass(frozen=True, slots=True)
class NameFinder:
    """Finds erased people in a text, by the hashes of its words.

    >>> ada = erased_person(["Ada K. Lovelace"], salt="00" * 32)
    >>> [(span, short) for span, short in NameFinder((ada,)).names("Notes by Lovelace, Ada; see A. Lovelace")]
    [((9, 22), False), ((28, 39), True)]
    """

    people: tuple[ErasedPerson, ...]

    def names(self, text: str) -> Iterator[tuple[tuple[int, int], bool]]:
        """Yield where full names and short forms stand, and whether it is a short form; the longest at each place."""
        words = tokens(text)
        for at in range(len(words)):
            for person in self.people:
                for length in reversed(person.lengths):
                    window = words[at : at + length]
                    if len(window) < length or any(b.start - a.end > _GAP for a, b in pairwise(window)):
                        continue
                    found = person.hash(" ".join(token.word for token in window))
                    if found in person.full or found in person.short:
                        yield (window[0].start, window[-1].end), found not in person.full
                        break

    def parts(self, text: str, spared: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Yield where a single part of a name stands, but for those that others have."""
        for token in tokens(text):
            if len(token.word) < _PART or token.word in spared:
                continue
            if any(person.hash(token.word) in person.parts for person in self.people):
                yield token.start, token.end

    def has(self, identifier: Identifier) -> bool:
        """Return whether an identifier is one of an erased person."""
        return any(p.hash(f"{identifier.scheme}:{identifier.value}") in p.identifiers for p in self.people)

    def short_count_in(self, source: str) -> bool:
        """Return whether short forms count in a source, whatever else it says."""
        return any(person.hash(source) in person.sources for person in self.people)


def erased_path(store: Path | str) -> Path:
    """Return the file of erased people of the store in a folder."""
    return beside(store, SUFFIX)


def read_erased(store: Path | str) -> tuple[ErasedPerson, ...]:
    """Return the erased people of the store in a folder.

    Raises StoreError if the file cannot be read or has a line that is none: a build without it would bring back
    somebody who was to be gone.
    """
    path = erased_path(store)
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} cannot be read ({error}); put the file right, nothing was built") from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(decode(ErasedPerson, line.encode("utf-8")))
            except StoreError as error:
                raise StoreError(f"{path}, line {number}: no entry ({error}); restore it, nothing was built") from error
    return tuple(found)


def add_erased(store: Path | str, entry: ErasedPerson) -> None:
    """Write an entry below those of the store in a folder."""
    path = erased_path(store)
    old = path.read_bytes() if path.exists() else b""
    write_atomically(path, old + encode(entry) + b"\n")
