"""Awards among what an entry on a degree, a post or a project tells: behind "Honors:", or "funded by a"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.award_lists import parts_of
from graph_builder.extract.award_names import SCHOLAR, bare_award, clean_award
from graph_builder.extract.award_phrases import CUE, PERSONAL, PRIZES, AwardPhrase, is_award_line, stated_awards
from graph_builder.extract.award_societies import SOCIETY
from graph_builder.extract.dates import find_dates

_LONGEST, _LONGEST_NAME = 600, 110
# Where one clause of an entry ends and the next begins.
_STOP = re.compile(
    r"\s?;\s+|(?<=[\w)’'\"”][\w)’'\"”])\.\s+(?=[A-ZÀ-Þ])|,\s+(?=(?:[Ff]unded|[Ss]upported|[Aa]warded|[Rr]ecipient|[Ww]inner|which|[Rr]eceived|[Rr]ecogni[sz]ed|with\s(?:a|an|the)\s)\b)|\s[–—]\s|\n"
)
_LABEL = re.compile(
    r"\W{0,4}(?:(?:[Ss]elected|[Aa]cademic|[Mm]ajor)\s)?(?:[Hh]ono(?:u)?rs?|[Aa]wards?|[Pp]rizes?|[Dd]istinctions?|[Ss]cholarships?|[Ff]ellowships?|[Rr]ecognitions?)"
    r"(?:\s(?:and|&)\s(?:[Hh]ono(?:u)?rs?|[Aa]wards?|[Pp]rizes?|[Ss]cholarships?|[Ff]ellowships?|[Dd]istinctions?))?\s?:\s+(?=[^\W_])"
)
_GIVEN = re.compile(
    r"\b(?:felicitated|honou?red|awarded|received|recogni[sz]ed|(?:co-)?funded\sby|supported\sby|financed\sby|won|winner\sof|winning|recipient\sof|earned|obtained|was\sgranted)\b",
    re.IGNORECASE,
)
_WORD = r"(?:[A-Z0-9À-ÖØ-Þ][\w.&'’–-]*)"
_LINK = r"(?:of|for|in|the|and|on|de|&|to|der|des|du|für)"
_NAME = rf"{_WORD}(?:\s(?:{_LINK}\s){{0,2}}{_WORD}){{0,8}}"
# Prizes by what is said of them: "felicitated with the Shuttle Puraskar", "awarded the Certificate of Merit"
_BESTOWED = re.compile(
    rf"\b(?:felicitated|honou?red|conferred|decorated|presented)\swith\s(?:the\s|an?\s)?(?P<name>{_NAME})"
    rf"|\b(?:awarded|received|won|earned|obtained)\s(?:the\s|an?\s)?(?P<merit>(?:[A-Z]\w+\s)?(?:Certificate|Diploma|Order|Medal|Letter)\sof\s{_NAME})"
    rf"|\b(?:winner|finalist|runner-up)(?:\s(?:of|at|in)\s(?:the\s)?|,\s)(?P<contest>{_NAME})(?=[\s,.;(]|$)",
    re.IGNORECASE,
)
_KINDS = re.compile(
    r"\b(?:Award|Prize|Challenge|Contest|Competition|Hackathon|Cup|Olympiad|Medal|Grand|Tournament)s?\b"
)
_HOLDER = re.compile(
    rf"\W{{0,3}}(?P<name>(?:(?:[Ss]cholarship|[Ff]ellowship)\s[Hh]older\s(?:of|from)\s(?:the\s)?|Stipendiat(?:in)?\s(?:der|des|von)\s|Boursi(?:er|ère)\s(?:de\sla|du|de)\s){_NAME})"
)


_POST = re.compile(
    r"\b(?:Visiting|Exchange|Research|Postdoc\w*|Senior|Junior|Guest|Affiliated?)\s(?:[A-Z]\w+\s)?(?:Scholar|Fellow)\b"
)


_IN_BRACKETS = re.compile(rf"\(({SOCIETY})\)", re.IGNORECASE)


def unmarked(text: str) -> int:
    """Return where the first letter or digit of a line stands.

    >>> unmarked("🥇 Gold medal")
    2
    """
    return next((at for at, char in enumerate(text) if char.isalnum()), 0)


def told_within(text: str) -> list[AwardPhrase]:
    """Return the awards that a line on something else tells, each with its place and year.

    >>> [a.name for a in told_within("B.Sc. Weaving, Example Hall. Honors: Phi Beta Kappa, Loom Scholar")]
    ['Phi Beta Kappa', 'Loom Scholar']
    >>> [a.name for a in told_within("Ph.D. in Yarn, 2014, funded by a Spindle Scholarship")]
    ['Spindle Scholarship']
    >>> told_within("Loom Scholarship, 2019")
    []
    """
    if len(text) > _LONGEST or not (CUE.search(text) or _GIVEN.search(text)):
        return []
    found: list[AwardPhrase] = []
    clauses = list(_clauses(text))
    for index, (start, end) in enumerate(clauses):
        clause = text[start:end]
        label = _LABEL.match(clause)
        if label is not None:
            ends = next((e for s, e in reversed(clauses) if s >= start and ";" in text[start:e]), end)
            named = False
            for part, at in parts_of(text[start + label.end() : ends], start + label.end()):
                name, year = clean_award(part)
                if named and not CUE.search(part) and text[:at].rstrip().endswith(","):
                    continue  # who gave the one before it
                named = CUE.search(part) is not None
                if 3 < len(name) < _LONGEST_NAME and name[:1].isupper():
                    found.append(AwardPhrase(name, at, at + len(part), year))
            if ends > end:
                break
        elif (given := list(_bestowed(clause))) and len(clauses) > index:
            found += [AwardPhrase(a.name, start + a.start, start + a.end, a.year) for a in given]
        elif (inner := _IN_BRACKETS.search(clause)) is not None:
            found.append(AwardPhrase(inner[1], start + inner.start(1), start + inner.end(1)))
        elif (
            len(clauses) > 1 and (PRIZES.search(clause) or SCHOLAR.search(clause)) and is_award_line(bare_award(clause))
        ):
            name, year = clean_award(clause)
            if _POST.search(name):
                continue
            found.append(AwardPhrase(name, start, end, year))
    found = [replace(a, name=_AHEAD.sub("", a.name)) for a in found]
    return [a for a in found if a.end - a.start < len(text.strip()) - 3]


_AHEAD = re.compile(r"^(?:19|20)\d\d(?:\s?[-–/]\s?(?:19|20)?\d\d)?\s+(?=[A-Z])")  # "2020-2021 Ada Loom Award"


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for stop in _STOP.finditer(text):
        if text.count("(", at, stop.start()) > text.count(")", at, stop.start()):
            continue
        yield at, stop.start()
        at = stop.end()
    yield at, len(text)


def _bestowed(clause: str) -> Iterator[AwardPhrase]:
    """Yield what a clause says was given, by verbs and without the one who received it."""
    year = next((d.year for d in find_dates(clause)), "")
    taken = False
    for found in (*_BESTOWED.finditer(clause), *_HOLDER.finditer(clause)):
        kind = "name" if found.lastgroup == "name" or found.re is _HOLDER else found.lastgroup or "name"
        name = found[kind]
        dates = find_dates(name)
        name = (name[: dates[0].span.start] if dates else name).rstrip(" ,.;(-–")
        if kind == "contest" and not _KINDS.search(name) or len(name) < 5 or not name[:1].isupper():
            continue
        taken = True
        yield AwardPhrase(name, found.start(kind), found.end(), year)
    if not taken and _GIVEN.search(clause):
        yield from (a if a.year else AwardPhrase(a.name, a.start, a.end, year) for a in stated_awards(clause))


# "*The Wool Road* won the Loom Prize and was shortlisted for another"
_OF_A_WORK = re.compile(
    r"[^,;:.()\d]{4,80}?\s(?:won|received|was\s(?:awarded|shortlisted\sfor|longlisted\sfor|named))\s(?:the|an?)\s(?!place)"
)


def is_told(text: str) -> bool:
    """Tell whether an entry is a sentence on what the subject was given, maybe behind its date: "[May 2020] I won"."""
    ahead = find_dates(text[:24])
    said = text[ahead[0].span.end :].lstrip(" \t])*:.,|–—-") if ahead and ahead[0].span.start < 12 else text
    if said.startswith(("I ", "I've ", "I’ve ")) or _OF_A_WORK.match(said):
        return True
    return len(text) > 100 and PERSONAL.search(text) is not None and not find_dates(text[:20])
