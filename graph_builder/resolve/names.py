"""Names of people: what a printed name says, whether two can name the same person, and how many bear a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from graph_builder.gazetteer import normalize

_PARENTHESES = re.compile(r"[(\[（「\"“]([^()\[\]（）「」\"“”]*)[)\]）」\"”]")
_MARKS = re.compile(r"[*†‡§¶#∗✉]+|[\d¹²³⁴⁵⁶⁷⁸⁹⁰]+(?=$|[\s,])")
_TITLES = frozenset(
    "dr prof professor mr mrs ms miss sir dame phd md msc bsc jr sr ii iii iv esq ing dipl assoc asst".split()
)
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le ter ten bin ibn al el af zu zum zur".split()
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
# Family names that look like initials where they are printed in capitals: "Na LI". "MA" stays what it mostly is.
_SHORT = frozenset(
    "ahn bai cai cho cui dai fan gao guo han he hu jia kim lee li lin liu lu mao pan qiu shi sun tan tao wei wu xie xu "
    "yan yao ye yu zhu zou".split()
)
_WORD = re.compile(r"[^\s,.·]+\.?")
_LONGEST = 1_000


@dataclass(frozen=True)
class PersonName:
    """A name of a person in normal form: given names (a single letter is an initial) and family name.

    >>> parse_name("van Daalen KR")
    PersonName(given=('k', 'r', 'van'), family='daalen')
    """

    given: tuple[str, ...]
    family: str

    @cached_property
    def full(self) -> bool:
        """Whether at least two words are written out, or the name is in a script without initials."""
        return self.single_script or sum(len(w) > 1 for w in (*self.given, self.family)) >= 2

    @cached_property
    def single_script(self) -> bool:
        """Whether the name is written without blanks, as Chinese, Japanese and Korean names are."""
        return not self.given and len(self.family) > 1 and _CJK.match(self.family) is not None

    @cached_property
    def key(self) -> str:
        """The same string for every order of the name's words and any division of its given names.

        It is the least rotation of all its letters, so that "Xiao-Ming Wang", "Wang Xiaoming" and "Wang, Xiao Ming"
        have one key.
        """
        letters = self.letters
        if len(letters) > _LONGEST:  # nobody's name, and all its rotations would be its square
            return letters
        twice, size = letters * 2, len(letters)
        return min((twice[at : at + size] for at in range(size)), default="")

    @property
    def letters(self) -> str:
        """All its letters, given names first, as printed but for case, marks and hyphens."""
        return "".join((*self.given, self.family))

    @cached_property
    def peer(self) -> str:
        """The family name with the first initial: what all printed forms of most names have in common."""
        return f"{self.family} {self.given[0][0] if self.given else ''}"

    @cached_property
    def blocks(self) -> tuple[str, ...]:
        """Family name with first initial, as printed and as if the order were turned: names that agree share one."""
        words = [w for w in self.given if w not in _PARTICLES] or list(self.given[:1])
        if not words:
            return ()
        own = f"{self.family} {words[0][0]}"
        initials = {f"{self.family} {w[0]}" for w in words}
        return tuple(sorted(initials | {own, f"{words[0]} {self.family[0]}"}))


@lru_cache(maxsize=60_000)
def parse_name(text: str) -> PersonName:
    """Return the name in *text*, whichever of the usual orders and abbreviations it is printed in.

    >>> parse_name("Lovelace, Ada K.") == parse_name("Ada K. Lovelace") == parse_name("Prof. Ada K Lovelace, PhD")
    True
    """
    plain = _MARKS.sub("", _PARENTHESES.sub(" ", text)) if _PARENTHESES.sub("", text).strip() else text
    head, _, tail = plain.partition(",")
    if tail and not _only_titles(tail):
        plain = f"{tail} {head}"
    elif tail:
        plain = head
    words = [w for w in _WORD.findall(plain.replace("’", "'")) if normalize(w) not in _TITLES]
    tokens = _tokens(words)
    if not tokens:
        return PersonName((), normalize(text))
    return PersonName(tuple(tokens[:-1]), tokens[-1])


@lru_cache(maxsize=100_000)
def forms_in(text: str) -> tuple[str, ...]:
    """Return the forms that a printed name holds: without its parentheses, and with what stands in them.

    >>> forms_in("Yi (Robin) Chen")
    ('Yi Chen', 'Robin Chen')
    """
    if not _PARENTHESES.search(text):
        return (text,)
    inner = [i.strip() for i in _PARENTHESES.findall(text) if i.strip()]
    outer = " ".join(_PARENTHESES.sub(" ", text).split())
    if not inner or not outer:
        return (text,)
    family = outer.split()[-1]
    others = [i if len(i.split()) > 1 or _CJK.search(i) else f"{i} {family}" for i in inner]
    return (outer, *others)


@lru_cache(maxsize=100_000)
def display_name(text: str) -> str:
    """Return a printed name in the order given name first, without marks and titles in front.

    >>> display_name("Lovelace, Ada*")
    'Ada Lovelace'
    """
    plain = " ".join(_MARKS.sub("", text).split()).strip(" ,;")
    head, comma, tail = plain.partition(",")
    if comma and tail.strip() and "," not in tail and not _only_titles(tail):
        return f"{tail.strip()} {head.strip()}"
    return plain


def compatible(one: PersonName, other: PersonName) -> bool:
    """Return whether two names can name one person: written out, with initials, or without a middle name.

    >>> compatible(parse_name("A. Lovelace"), parse_name("Ada King Lovelace"))
    True
    >>> compatible(parse_name("Alan Lovelace"), parse_name("Ada Lovelace"))
    False
    """
    if one.key == other.key:
        return True
    if one.family == other.family:
        return _given_agree(one.given, other.given)
    # One of them may be printed family name first.
    for a, b in ((one, other), (other, one)):
        if a.given and a.given[0] == b.family and len(a.given[0]) > 1:
            return _given_agree((*a.given[1:], a.family), b.given)
    return False


def marks(name: PersonName) -> set[object]:
    """Return marks of which two compatible names share one, unless an initial stands for the first given name.

    These are the key, and a written out given name together with the family name, as printed and as if turned.

    >>> sorted(marks(parse_name("Wang Yan")), key=str)
    [('wang', 'yan'), ('yan', 'wang'), 'angyanw']
    """
    found: set[object] = {name.key}
    found.update((name.family, word) for word in name.given if len(word) > 1)
    if name.given:
        found.update((name.given[0], word) for word in (*name.given[1:], name.family) if len(word) > 1)
    return found


def begins_with_initial(name: PersonName) -> bool:
    """Return whether the first given name is an initial: then names may be compatible that share no mark."""
    return bool(name.given) and len(_without_particles(name.given)[0]) == 1


def may_turn_to_initial(name: PersonName) -> bool:
    """Return whether, turned, the first given name is an initial: such a name may agree with any of its family name."""
    return bool(name.given) and len(_without_particles((*name.given[1:], name.family))[0]) == 1


def _without_particles(given: tuple[str, ...]) -> list[str]:
    """Return the words of given names but for particles, unless there are no others."""
    return [word for word in given if word not in _PARTICLES] or list(given[:1])


def _given_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    a, b = _without_particles(one), _without_particles(other)
    if not a or not b:
        return False
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if len(short) == 1 and len(short[0]) > 1 and _spelled_by(long, short[0]):
        return True
    at, first, whole = 0, False, False
    for word in short:
        while at < len(long) and not _words_agree(word, long[at]):
            at += 1
        if at == len(long):
            return False
        first = first or (at == 0 and word == short[0])
        whole = whole or (word == long[at] and len(word) > 1)
        at += 1
    return first or whole


def _spelled_by(initials: list[str], name: str) -> bool:
    """Initials of the syllables of one given name: "Y. D." for "Yiding"."""
    rest = iter(name)
    return all(len(i) == 1 for i in initials) and name[0] == initials[0] and all(i in rest for i in initials)


def _words_agree(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def _only_titles(text: str) -> bool:
    return all(w in _TITLES for w in normalize(text).replace(" d", "d").split())


def _tokens(words: list[str]) -> list[str]:
    """Normal forms of the words, initials singled out; trailing initials (Vancouver style) are put in front."""
    mixed = any(not w.isupper() for w in words)
    tokens: list[tuple[str, ...]] = []
    for word in words:
        bare = word.strip(".")
        letters = [p for p in re.split(r"[-‐–]", bare) if p]
        if all(len(p) == 1 for p in letters) and not _CJK.search(bare):
            tokens.append(tuple(normalize(p) for p in letters))
        elif mixed and bare.isascii() and bare.isupper() and 1 < len(bare) <= 3 and not _is_family(bare, words):
            tokens.append(tuple(bare.casefold()))
        else:
            # A hyphen divides syllables, not names: "Xiao-Ming" is "Xiaoming".
            tokens.append((normalize(bare).replace(" ", ""),))
    tokens = [t for t in tokens if any(t)]
    if len(tokens) > 1 and all(len(p) == 1 for p in tokens[-1]) and any(len(p) > 1 for t in tokens for p in t):
        tokens = [tokens[-1], *tokens[:-1]]
    return [p for t in tokens for p in t if p]


def _is_family(word: str, words: list[str]) -> bool:
    """Return whether a short word in capitals is a family name: it is known as one, behind a single given name."""
    return len(words) == 2 and word == words[-1] and word.casefold() in _SHORT


# Natural logarithms of shares. An initial is borne by about one person in twelve; a second given name that is written
# out leaves one of twenty, its initial alone one of five.
_INITIAL, _SECOND, _SECOND_INITIAL = -2.5, -3.0, -1.5


@dataclass(frozen=True, slots=True)
class NameFrequency:
    """Logarithms of the shares of common words among family names, given names, affiliations and titles.

    A word that a table does not have is taken to be as rare as *floors* says.

    >>> frequency = NameFrequency(family={"wang": -3.0}, given={"wei": -5.0})
    >>> frequency.name(PersonName(("wei",), "wang")), frequency.name(PersonName(("ada",), "lovelace"))
    (-8.0, -20.0)
    """

    family: Mapping[str, float] = field(default_factory=dict)
    given: Mapping[str, float] = field(default_factory=dict)
    affiliation: Mapping[str, float] = field(default_factory=dict)
    title: Mapping[str, float] = field(default_factory=dict)
    floors: Mapping[str, float] = field(
        default_factory=lambda: {"family": -10.0, "given": -10.0, "affiliation": -8.0, "title": -8.0}
    )

    def name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people who bear *name*, in whichever order it is printed."""
        if not name.given:
            return self.floors["family"] + self.floors["given"]
        first, more = name.given[0], name.given[1:2]
        share = self._family(name.family) + self._given(first)
        if len(first) > 1:
            share = max(share, self._family(first) + self._given(name.family))
        return share + sum(_SECOND if len(word) > 1 else _SECOND_INITIAL for word in more)

    def family_name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people with the family name of *name*."""
        return self._family(name.family)

    def given_name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people with the first given name of *name*, or its initial."""
        return self._given(name.given[0]) if name.given else self.floors["given"]

    def peer(self, peer: str) -> float:
        """Return the logarithm of the share of people with a family name and initial, such as ``wang w``."""
        return self._family(peer.rpartition(" ")[0]) + _INITIAL

    def word(self, table: str, word: str) -> float:
        """Return the weight of a word of *table* (``affiliation`` or ``title``): the rarer, the more it tells."""
        shares = self.affiliation if table == "affiliation" else self.title
        return -shares.get(word, self.floors[table])

    def _family(self, word: str) -> float:
        return self.family.get(word, self.floors["family"])

    def _given(self, word: str) -> float:
        return _INITIAL if len(word) == 1 else self.given.get(word, self.floors["given"])
