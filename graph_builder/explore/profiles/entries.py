"""The lines of cards, each for all facts that say the same: posts, degrees, papers, co-authors, topics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph_builder.explore.things.fact import Fact, Thing, source_name, span
from graph_builder.explore.things.reader import SAME_AS, Reader
from graph_builder.model import Relation
from graph_builder.query.index.schema import ALT_LABEL, LABEL


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a card: what it says, the thing it leads to, its dates, and the facts that state it."""

    text: str
    thing: Thing | None
    dates: str
    facts: tuple[Fact, ...]

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and last year of the facts, or None if none is dated; an open end is the year 9999."""
        return span(fact.years for fact in self.facts)

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the sources that state the line, sorted and each once."""
        return tuple(sorted({source_name(fact.source) for fact in self.facts}))


def names_of(reader: Reader, iri: str) -> tuple[str, ...]:
    """Return the other names of a thing."""
    own = reader.values(iri, LABEL)
    return tuple(name for name in reader.values(iri, ALT_LABEL) if name not in own)


def identifiers_of(reader: Reader, iri: str) -> tuple[str, ...]:
    """Return the identifiers of a thing in outside schemes, as addresses."""
    return tuple(reader.values(iri, SAME_AS))


def entries(reader: Reader, facts: Iterable[Fact], role: str, *values: str, dated: bool = True) -> tuple[Entry, ...]:
    """Return a line for all facts that agree in *role*, unit, *values* and, if *dated*, dates, the latest first."""
    held: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        unit = fact.role("unit")
        text = ", ".join(fact.values[name] for name in values if fact.values.get(name))
        text += f" ({reader.name(unit)})" if unit else ""
        held.setdefault((fact.role(role), text.strip(), fact.dates if dated else ""), []).append(fact)
    lines = [Entry(text, reader.thing(iri), dates, tuple(same)) for (iri, text, dates), same in held.items()]
    return tuple(sorted(lines, key=_latest_first))


def stays(reader: Reader, facts: Iterable[Fact], role: str, *values: str) -> tuple[Entry, ...]:
    """Return one line for each post or degree, however many sources state it; dates that differ are all shown."""
    held: list[Entry] = []
    for line in sorted(entries(reader, facts, role, *values), key=lambda each: (-len(each.dates), -len(each.text))):
        same = [at for at, other in enumerate(held) if other.thing == line.thing and _is_one_stay(other, line)]
        if len(same) == 1 or same and line.dates:  # an undated line may be of any of several
            other = held[same[0]]
            together = (*other.facts, *line.facts)
            text = max(other.text, line.text, key=len)
            held[same[0]] = Entry(text, line.thing, _dates_of(together), together)
        else:
            held.append(line)
    return tuple(sorted(held, key=_latest_first))


_WORD = re.compile(r"\w+")


def _is_one_stay(one: Entry, other: Entry) -> bool:
    """Return whether two lines at one organization state the same stay.

    The words of one are among those of the other, and their dates agree as far as both have them: "2019" and "2019-03"
    do, and what is undated agrees with all. Where sources use the same words, one of the two dates may differ.
    """
    first, second = (frozenset(_WORD.findall(line.text.casefold())) for line in (one, other))
    if not (first <= second or second <= first):
        return False
    starts, ends = ([_ends(line.facts, end) for line in (one, other)] for end in ("start", "end"))
    same_start, same_end = _agree(*starts), _agree(*ends)
    if same_start and same_end:
        return True
    stated = all(starts) if same_start else all(ends) and same_end
    return stated and first == second and bool(first) and set(one.sources).isdisjoint(other.sources)


def _dates_of(facts: Sequence[Fact]) -> str:
    """Return the dates of a stay as one text; where its sources differ, all that they state: ``2015–2019 or 2020``."""
    start, end = " or ".join(_ends(facts, "start")), " or ".join(_ends(facts, "end"))
    if not start and not end:
        return " or ".join(sorted({fact.dates for fact in facts} - {""}))
    return start if start == end else f"{start}–{end}"


def _ends(facts: Iterable[Fact], end: str) -> tuple[str, ...]:
    """Return the begins or ends that facts state, each as precisely as one of them does."""
    found = {
        "present" if end == "end" and fact.values.get("ongoing") == "true" else fact.values.get(end, "")
        for fact in facts
    } - {""}
    return tuple(sorted(date for date in found if not any(o != date and o.startswith(date) for o in found)))


def _agree(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    return not (first and second) or any(a.startswith(b) or b.startswith(a) for a in first for b in second)


def posts(reader: Reader, facts: Iterable[Fact], role: str) -> tuple[Entry, ...]:
    """Return one line for each post that is stated, and one for each run of years in which papers give an affiliation.

    A paper of 2019 says that its author was there in 2019, and neither since when nor until when.
    """
    facts = list(facts)
    stated = stays(reader, [fact for fact in facts if not is_attested(fact)], role, "role")
    return tuple(sorted([*stated, *on_papers(reader, facts, role, "on papers")], key=_latest_first))


def on_papers(reader: Reader, facts: Iterable[Fact], role: str, said: str = "") -> tuple[Entry, ...]:
    """Return a line, in words *said*, for each run of years in which papers attest a thing in *role*, latest first."""
    lines = []
    for entry in entries(reader, filter(is_attested, facts), role, dated=False):
        for run in _runs(entry.facts):
            first, last = run[0].years or (0, 0), run[-1].years or (0, 0)
            dates = str(first[0]) if first == last else f"{first[0]}–{last[1]}"
            lines.append(Entry(f"{said} {entry.text}".strip(), entry.thing, dates, tuple(run)))
    return tuple(sorted(lines, key=_latest_first))


def is_attested(fact: Fact) -> bool:
    """Return whether a post is known from a paper alone: it has the year of that, and neither begin nor end."""
    return "year" in fact.values and not fact.values.keys() & {"start", "end", "ongoing"}


_GAP = 4
"""Years without a paper after which an affiliation is another stay: most who write do so every other year."""


def _runs(facts: Iterable[Fact]) -> list[list[Fact]]:
    runs: list[list[Fact]] = []
    for fact in sorted(facts, key=lambda fact: (fact.years or (0, 0), fact.iri)):
        if runs and (fact.years or (0, 0))[0] - (runs[-1][-1].years or (0, 0))[1] <= _GAP:
            runs[-1].append(fact)
        else:
            runs.append([fact])
    return runs


def _latest_first(entry: Entry) -> tuple[int, int, str, str]:
    first, last = entry.years or (0, 0)
    return -last, -first, entry.thing.name if entry.thing else "", entry.text


def papers_of(reader: Reader, person: str, found: Iterable[Fact]) -> tuple[list[Entry], list[Entry]]:
    """Return a person's papers with venue and year, and the co-authors with the number of papers in common."""
    facts: dict[str, list[Fact]] = {}
    for fact in found:
        facts.setdefault(fact.role("work"), []).append(fact)
    counts: Counter[str] = Counter()
    papers = []
    for work, mine in facts.items():
        # Direct edges say what the facts of the work say, and are far fewer.
        counts.update(set(reader.linked(work, "author")) - {person})
        venues = sorted({reader.name(venue) for venue in reader.linked(work, "part")})
        papers.append(Entry(", ".join(venues), reader.thing(work), reader.published(work), tuple(mine)))
    people = [(thing, count) for iri, count in counts.items() if (thing := reader.thing(iri))]
    people.sort(key=lambda pair: (-pair[1], pair[0].name, pair[0].iri))
    return latest_year_first(papers), [Entry(_counted(count), thing, "", ()) for thing, count in people]


def _counted(papers: int) -> str:
    return f"{papers} paper{'s' if papers > 1 else ''}"


def latest_year_first(lines: Iterable[Entry]) -> list[Entry]:
    """Return lines by the year that their dates begin with, the latest first, and by the name of their thing."""
    return sorted(lines, key=lambda line: (-int(line.dates[:4] or 0), line.thing.name if line.thing else ""))


def topics_of(reader: Reader, papers: Iterable[Entry]) -> list[Entry]:
    """Return one line for each topic of some papers, those of most papers first; its facts are those on the papers."""
    about: dict[str, list[Entry]] = {}
    for paper in papers:
        for topic in reader.linked(paper.thing.iri, "about") if paper.thing else ():
            about.setdefault(topic, []).append(paper)
    lines = []
    for topic, same in sorted(about.items(), key=lambda pair: (-len(pair[1]), reader.name(pair[0]), pair[0])):
        years = sorted({paper.dates[:4] for paper in same if paper.dates})
        facts = tuple(fact for paper in same for fact in paper.facts)
        dates = "–".join(dict.fromkeys((*years[:1], *years[-1:])))
        lines.append(Entry(_counted(len(same)), reader.thing(topic), dates, facts))
    return lines


def year_of(facts: Iterable[Fact]) -> str:
    """Return the first year in which a work appeared, of all that its facts state, or nothing."""
    years = {fact.values["year"] for fact in facts if fact.relation is Relation.PUBLICATION and "year" in fact.values}
    return min(years, default="")
