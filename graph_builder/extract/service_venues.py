"""Lists of venues with years: "ICML 2019, 2020", "NeurIPS'19–'22, ICML", "2021: EMNLP and ACL", "A, B and C (2020)"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from graph_builder.extract.lexicon import is_place
from graph_builder.extract.service_names import (
    NO_VENUE,
    SAYS,
    VENUE_WORD,
    clean_name,
    is_acronym,
    is_venue,
    reads_as_name,
)  # fmt: skip
from graph_builder.extract.service_pieces import SEPARATOR, Marks, venue_pieces
from graph_builder.extract.service_years import INNER_YEAR, year_runs, years_of
from graph_builder.gazetteer import Gazetteer, load

_LONGEST = 240
"""A name of a venue with all that may stand around it is no longer."""


@dataclass(frozen=True, slots=True)
class VenueEntry:
    """A venue of a list: its name as printed, where it stands, and its years."""

    name: str
    start: int
    end: int
    years: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()  # the years without those inside ranges
    marked: bool = False  # mark-up sets the name off

    @property
    def known(self) -> bool:
        """Whether the name is set off, that of a known venue, an acronym, or has a word that venues have."""
        return self.marked or is_venue(self.name)

    @property
    def named(self) -> bool:
        """Whether the name is known or reads as a name: all its words of weight have capitals."""
        return self.known or reads_as_name(self.name)


def venue_list(text: str, offset: int = 0, marks: Marks = (), *, itemised: bool = False) -> list[VenueEntry]:
    """Return the venues that *text* lists, with their years; *offset* is added to all places.

    *marks* are the places, counted with *offset*, that mark-up sets off as one name each. *itemised* tells that the
    lines around name one venue each, so that "Models, Data, and Control Conference" is one.

    >>> [(v.name, v.years) for v in venue_list("ICML 2019, 2021; KDD'20-22 and Journal of Examples")]
    [('ICML', ('2019', '2021')), ('KDD', ('2020', '2021', '2022')), ('Journal of Examples', ())]
    """
    inner = tuple([(b - offset, e - offset) for b, e in marks if b >= offset and e <= offset + len(text)])
    found = _venue_list(text, inner, itemised, id(load()))[1]
    return [replace(f, start=f.start + offset, end=f.end + offset) for f in found] if offset else list(found)


def may_be_several(text: str) -> bool:
    """Tell whether a text has what parts venues, a separator or a year: without them, it lists one at most."""
    return any(map(str.isdigit, text)) or SEPARATOR.search(text) is not None


# The links of a page have the same few words, and a line is looked at for several kinds of duties.
@lru_cache(maxsize=512)
def _venue_list(text: str, inner: Marks, itemised: bool, used: int) -> tuple[Gazetteer, list[VenueEntry]]:
    """Return the venues with the gazetteer, which lives as long as they are remembered: *used* is no other's id."""
    gazetteer = load()
    text = _EDITIONS.sub(lambda m: " " * (m.start(2) - m.start()) + m[2] + " ", text)
    text = _SPELT.sub(_without_spelt, text)
    runs = year_runs(text)
    edges = [0, *(m.end() for m in runs)]
    parts = [
        _names(text, at, runs[i].start() if i < len(runs) else len(text), inner, itemised) for i, at in enumerate(edges)
    ]
    return gazetteer, without_duplicates(text, _dated(runs, parts))


# "International Conference on Looms, Yarn and Threads (LOOMX 2019, LOOMX 2021)": its editions by its short form
_EDITIONS = re.compile(
    r"(?<![^\s*])(?:[A-Z][\w.’'-]*(?:,?\s(?:on|of|and|for|in|the|&)(?=\s)|,)?\s){2,16}"
    r"(\()([A-Z][\w/&-]{1,20}(?:\s[A-Z]\w{1,12}){0,3}\s?['’]?\d{2,4}(?:\s*,\s*[A-Z][\w/&-]{1,20}(?:\s[A-Z]\w{1,12}){0,3}\s?['’]?\d{2,4})+)\)"
)


# "LOOMX 2019: The 9th Conference on Looms, Yarn and Threads": its name in full
_SPELT = re.compile(
    r"(?<![^\s(,;])([A-Z][\w/&-]{0,20}[A-Z][\w/&-]{0,20})(\s?['’]?\d{2,4}\s{0,2})(\s?[:–—-]\s(?:[Tt]he\s)?(?:\d{1,3}(?:st|nd|rd|th)\s)?"
    r"(?:[A-Z][\w-]*\s(?:(?:on|of|and|for|in)\s)?){0,8}(?:Conference|Symposium|Workshop|Congress|Colloquium|Meeting|School)\b[^;\t\n|()]{0,140})"
)


def _without_spelt(match: re.Match[str]) -> str:
    """Return an acronym and its year without the name that is spelt out behind them; a part of an event stays."""
    return match[1] + match[2] + " " * len(match[3])


def _dated(runs: list[re.Match[str]], parts: list[list[VenueEntry]]) -> list[VenueEntry]:
    """Give the names between the runs of years their years: those behind a name, or those that a line begins with."""
    ahead = not parts[0] and all(parts[1:])
    found = list(parts[0])
    pending: re.Match[str] | None = None
    for run, names in zip(runs, parts[1:], strict=True):
        if ahead and len(runs) > 1:
            found.extend(_with_years(f, run) for f in names)
            continue
        if found:
            found[-1] = _with_years(found[-1], run)
        else:
            pending = run
        found.extend(names)
    if pending is not None:
        found = [f if f.years else _with_years(f, pending) for f in found]
    return found


def _with_years(entry: VenueEntry, run: re.Match[str]) -> VenueEntry:
    years = tuple(dict.fromkeys([*entry.years, *years_of(run.group())]))
    begun = tuple(dict.fromkeys([*entry.begun, *years_of(run.group(), expand=False)]))
    return replace(entry, years=years, begun=begun)


def _described(before: str, after: str) -> bool:
    """Tell whether what stands around a marked name describes it rather than belongs to it."""
    return not any(c.isupper() for c in before) and bool(re.search(r"\b[a-z]{2,}\b", before + " " + after))


def _names(text: str, start: int, end: int, marks: Marks, itemised: bool) -> list[VenueEntry]:
    """Return the venues between two runs of years."""
    within = tuple((b, e) for b, e in marks if b >= start and e <= end)
    entries: list[VenueEntry] = []
    pieces = _joined(text, venue_pieces(text, start, end, within), within)
    if itemised and not any(text[b:e].strip() == text[p:q].strip() for b, e in within for p, q in pieces):
        pieces = _series(text, pieces)
    for index, (begin, stop) in enumerate(pieces):
        if _beside(text, pieces, index, first=not (index or any(map(str.isalpha, text[:start])))):
            continue
        if start and re.fullmatch(r"\s*\((?:[^()]{8,}|Track\s\w{1,3})\)[\s.,;]*", text[begin:stop]) and not index:
            continue  # "ICEX 2025 (International Conference on Examples)"
        entry = _entry(text, begin, stop)
        if entry is not None:
            inside = [(b, e) for b, e in within if begin <= b and e <= stop]
            if len(inside) == 1 and _described(text[begin : inside[0][0]], text[inside[0][1] : stop]):
                entry = _entry(text, *inside[0]) or entry  # "a special issue of *Examples* on engines"
            entries.append(replace(entry, marked=bool(inside)))
    return entries


_UNIT = re.compile(r"\b(?:committee|section|board|panel|council|chapter|group|division)$", re.IGNORECASE)
_PART = re.compile(
    r"^special\s+issue\b|^section\b|^(?:track|session|topic)\s?[\d:]|^(?:guest\s+)?(?:session|track|panel|stream|topic)s?\s+on\b"
    r"|\b(?:track|session|stream|topic|theme|area|division|chapter|branch)s?\)?$|^(?:springer|elsevier|(?:john\s+)?wiley|sage|routledge|mdpi|taylor|hindawi|public\s+library\s+of\s+science|de\s+gruyter|iop\b|emerald)\b"
    r"|^(?:[\w'’&.-]+\s){0,5}(?:press|publish(?:ers?|ing)|verlag)$|^(?:[\w'’&.-]+\s){1,5}(?:society|association|union)(?:\s(?:of|for)\s.{2,40})?$",
    re.IGNORECASE,
)
"""What stands behind a venue: its part, its publisher, the society that runs it."""


_MEETING = re.compile(
    r"\b(?:journal|transactions|proceedings|bulletin|annals|review|notices|memoirs|meeting|conference|congress|symposium|workshop|session\s+at)\b",
    re.IGNORECASE,
)


def _beside(text: str, pieces: list[tuple[int, int]], index: int, *, first: bool) -> bool:
    """Tell whether a piece behind a venue says where it was or which part is meant: "Sampleton, France", "X track"."""
    name = clean_name(slice_ := text[slice(*pieces[index])])
    if first:
        return index + 1 < len(pieces) and bool(re.match(r"(?i)special\s+(?:issue|section)s?\s+on\b", name))
    if slice_.lstrip().startswith(("on ", "with ", "at ", "@ ", "in conjunction ")):
        return True
    if _UNIT.search(clean_name(text[slice(*pieces[0])])):
        return False  # "Awards Committee, Society of Looms" is held at the society
    if _PART.search(name) and not _MEETING.search(name):
        return not re.search(r"(?i)^special\s+issue\s+(?:of|in)\b", slice_.strip())
    if index + 1 >= len(pieces) or len(name.split()) > 3 or is_venue(name) or not name[:1].isupper():
        return False
    return text[pieces[index][1] : pieces[index + 1][0]].strip() == "," and is_place(
        clean_name(text[slice(*pieces[index + 1])])
    )


def _joined(text: str, pieces: list[tuple[int, int]], marks: Marks) -> list[tuple[int, int]]:
    """Put pieces together again that make up one name: "Ecology and Evolution", "Signals, and Data"."""
    out: list[tuple[int, int]] = []
    index = 0
    while index < len(pieces):
        begin, end = pieces[index]
        furthest = (
            index
            if is_acronym(text[begin:end].strip()) and " " not in text[begin:end].strip()
            else min(index + 4, len(pieces) - 1)
        )
        for last in range(furthest, index, -1):
            whole = text[begin : pieces[last][1]]
            if any(_SHORT.search(text[slice(*p)]) for p in pieces[index:last]):
                continue  # a name that ends in its acronym is whole
            if len(whole) > _LONGEST or is_place(clean_name(text[slice(*pieces[last])])):
                continue
            # The acronym at the end of "A Letters, Journal of B (JB)" is that of the last name alone.
            if not re.search(r"[;•·|\t]", whole) and load().venue(clean_name(_SHORT.sub("", whole))) is not None:
                end, index = pieces[last][1], last
                break
        ends = {e for _, e in marks}
        while index + 1 < len(pieces) and end not in ends and _one_name(text, (begin, end), pieces[index + 1]):
            index += 1
            end = pieces[index][1]
        out.append((begin, end))
        index += 1
    return out


def _series(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put together what commas and a last "and" join, unless they are venues by themselves."""
    said = [text[slice(*p)] for p in pieces]
    if sum(bool(re.search(r"\s(?:and|&)\s", t)) and not t.lstrip().startswith("(") for t in said) > 1:
        return pieces
    for last in range(len(pieces) - 1, 0, -1):
        inside = text[slice(*pieces[last])]
        between = text[pieces[last - 1][1] : pieces[last][0]]
        if not re.search(r"\b(?:and|et|und|y)\s*$|&\s*$", between) and not re.search(r"\s(?:and|&)\s", inside):
            continue
        first = last - 1
        while first > 0 and text[pieces[first - 1][1] : pieces[first][0]].strip() == ",":
            first -= 1
        names = [clean_name(text[slice(*p)]) for p in pieces[first : last + 1]]
        if not _separate(names):
            return [*pieces[:first], (pieces[first][0], pieces[last][1]), *pieces[last + 1 :]]
    return pieces


def _separate(names: list[str]) -> bool:
    """Tell whether names in a row are venues, places or parts by themselves rather than one title."""
    if any(_PART.search(n) for n in names) or load().venue(names[0]) is not None:
        return True
    return sum(map(is_venue, names)) > 1 + (len(names) > 3)


_SHORT = re.compile(r"\(([A-Z][\w/&'’-]*[A-Z][\w/&'’-]*)(?:\s?['’]?\d{2,4})?\)\s*$")


_SPONSORED = re.compile(r"(?:IEEE|ACM|SIAM|IFIP|IET)\s[A-Z][a-z]{3,20}")  # "IEEE Looms and Threads"


def _one_name(text: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Tell whether "left and right" is one name rather than two venues."""
    between = text[left[1] : right[0]]
    if right[1] - left[0] > _LONGEST:
        return False
    if not re.fullmatch(r"\s+and\s+|\s*&\s*", between):
        return False
    before, after = clean_name(text[left[0] : left[1]]), clean_name(text[right[0] : right[1]])
    if (short := _SHORT.search(text[right[0] : right[1]])) and _spells(short[1], before, after):
        return True
    joined_by_sign = "&" in between and len(before.split()) == 1 == len(after.split())
    if load().venue(before) is not None and load().venue(after) is not None and not joined_by_sign:
        return False
    sponsored = _SPONSORED.fullmatch(before) and load().venue(before) is None
    if (is_acronym(before) and not sponsored and not ("&" in between and " " in before)) or is_acronym(after):
        return False
    bare = re.sub(r"\s*\([^()]*\)$", "", after)
    return not (VENUE_WORD.search(before) and VENUE_WORD.search(bare) and len(bare.split()) > 2)


def _spells(short: str, before: str, after: str) -> bool:
    """Tell whether an acronym takes its first letters from the name in front of the "and", and the others behind it.

    >>> _spells("CCS", "ACM Computer", "Communications Security"), _spells("KDD", "ICML", "Knowledge Discovery")
    (True, False)
    """
    first, rest = ("".join(re.findall(r"(?<![\w-])[A-Z](?=[a-z])", name)) for name in (before, after))
    letters = re.sub(r"[^A-Z]", "", short)
    return len(letters) > 2 and (first + rest).startswith(letters) and len(letters) > len(first)


def _entry(text: str, start: int, end: int) -> VenueEntry | None:
    raw = text[start:end]
    if len(raw) > 2 * _LONGEST:
        return None
    name = clean_name(INNER_YEAR.sub(" ", raw))
    if (
        len(name) < 2
        or len(name) > 160
        or not any(c.isupper() for c in name)
        or NO_VENUE.match(name)
        or SAYS.search(name)  # a button: "Explore →"
        or is_place(name)
    ):
        return None
    head = name.split(" ")[0]
    at = start + max(0, raw.find(head))
    return VenueEntry(name, at, max(at + 1, start + len(raw.rstrip(" ,;:."))), (), ())


_SHORT_FORM = re.compile(r"(?=[^A-Z]{0,9}[A-Z][^A-Z]{0,9}[A-Z])[A-Z][\w&/+’'-]{1,14}")
_GAP = re.compile(r"[\s:|–—,-]{0,12}")
_SMALL = frozenset("the of and in on for at a an de da do di la le et y und für".split())


def without_duplicates(text: str, found: list[VenueEntry]) -> list[VenueEntry]:
    """Return the venues of a row, one that it names twice (by its short form, and in full) once and by its short form.

    Args:
        text: the line, from which the places of the venues are counted.
        found: the venues in order.
    """
    out: list[VenueEntry] = []
    for entry in found:
        last = out[-1] if out else None
        gap = text[last.end : entry.start] if last is not None else ""
        if last is None or not _GAP.fullmatch(gap) or not _stands_for(entry.name, last.name, celled="\t" in gap):
            out.append(entry)
    return out


def _stands_for(short: str, full: str, *, celled: bool) -> bool:
    """Tell whether a short form is that of a name; in cells of their own, it need not consist of first letters alone.

    >>> _stands_for("ICLW", "International Conference on Looms and Wool", celled=False)
    True
    """
    words = [w for w in re.findall(r"[^\W_]+", full) if w.casefold() not in _SMALL]
    if not _SHORT_FORM.fullmatch(short) or len(words) < 2 or _SHORT_FORM.fullmatch(full):
        return False
    letters = re.sub(r"[\W_\d]", "", short).casefold()
    firsts = "".join(w[0] for w in words).casefold()
    if not letters:
        return False
    if letters in firsts:
        return True
    if not celled:
        return False
    return _spelt(letters, [w.casefold() for w in words])


def _spelt(letters: str, words: list[str]) -> bool:
    """Tell whether letters stand in words in order, each word's from its first on: "comloo" in "computer looms"."""
    places = {(0, 0)}  # how many letters are found, and how far the current word is read
    for word in words:
        places = {(n, 0) for n, _ in places}
        reached = set(places)
        for found, _ in places:
            size = 0
            while found + size < len(letters) and size < len(word) and letters[found + size] == word[size]:
                size += 1
        places = reached
    return any(found == len(letters) for found, _ in places)
