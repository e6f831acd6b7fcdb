"""A person's profile, gathered from the facts of all sources: career, degrees, advisors, papers, co-authors, topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pyoxigraph import Store

from graph_builder.explore.fact import Fact, Thing, source_name
from graph_builder.explore.reader import ALT_LABEL, SAME_AS, Reader
from graph_builder.model import QueryError, Relation
from graph_builder.query.index.schema import LABEL


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a profile: what it says, the thing it leads to, its dates, and the facts that state it."""

    text: str
    thing: Thing | None
    dates: str
    facts: tuple[Fact, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the sources that state the line, sorted and each once."""
        return tuple(sorted({source_name(fact.source) for fact in self.facts}))


@dataclass(frozen=True, slots=True)
class Profile:
    """What the sources say on one person. Lines stand latest first; things that are counted, most frequent first."""

    thing: Thing
    names: tuple[str, ...]
    identifiers: tuple[str, ...]
    career: tuple[Entry, ...]
    degrees: tuple[Entry, ...]
    advisors: tuple[Entry, ...]
    students: tuple[Entry, ...]
    papers: tuple[Entry, ...]
    coauthors: tuple[tuple[Thing, int], ...]
    topics: tuple[Entry, ...]
    awards: tuple[Entry, ...]
    service: tuple[Entry, ...]
    sources: tuple[str, ...]


def profile(store: Store, person: str, reader: Reader | None = None) -> Profile:
    """Return the profile of the person with the address *person*.

    Raises QueryError if there is no such thing in the graph.
    """
    reader = reader or Reader(store)
    thing = reader.thing(person)
    if thing is None:
        raise QueryError(f"{person} is not in this graph; give a name, and the nearest are listed")
    facts = reader.facts_of(person)

    def of(relation: Relation, role: str) -> list[Fact]:
        return [fact for fact in facts if fact.relation is relation and fact.role(role) == person]

    papers, coauthors = _papers(reader, person, of(Relation.AUTHORSHIP, "author"), of(Relation.PUBLICATION, "person"))
    return Profile(
        thing,
        names_of(reader, person),
        identifiers_of(reader, person),
        entries(reader, of(Relation.EMPLOYMENT, "person"), "organization", "role"),
        entries(reader, of(Relation.EDUCATION, "person"), "organization", "degree", "field"),
        entries(reader, of(Relation.ADVISING, "student"), "advisor"),
        entries(reader, of(Relation.ADVISING, "advisor"), "student"),
        papers,
        coauthors,
        entries(reader, of(Relation.INTEREST, "person"), "topic"),
        entries(reader, of(Relation.AWARD, "person"), "organization", "award"),
        entries(reader, of(Relation.SERVICE, "person"), "venue", "role"),
        tuple(sorted({source_name(fact.source) for fact in facts})),
    )


def names_of(reader: Reader, iri: str) -> tuple[str, ...]:
    """Return the other names of a thing."""
    own = reader.values(iri, LABEL)
    return tuple(name for name in reader.values(iri, ALT_LABEL) if name not in own)


def identifiers_of(reader: Reader, iri: str) -> tuple[str, ...]:
    """Return the identifiers of a thing in outside schemes, as addresses."""
    return tuple(reader.values(iri, SAME_AS))


def entries(reader: Reader, facts: Iterable[Fact], role: str, *values: str) -> tuple[Entry, ...]:
    """Return one line for all facts that agree in the thing in *role*, the values named and the dates, latest first."""
    return group(
        reader,
        facts,
        role,
        lambda fact: ", ".join(fact.values[name] for name in values if fact.values.get(name)),
    )


def group(reader: Reader, facts: Iterable[Fact], role: str, words: Callable[[Fact], str]) -> tuple[Entry, ...]:
    """Return one line for all facts that agree in the thing in *role*, in *words* of it, the unit and the dates."""
    held: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        unit = fact.role("unit")
        text = words(fact) + (f" ({reader.name(unit)})" if unit else "")
        held.setdefault((fact.role(role), text.strip(), fact.dates), []).append(fact)
    lines = [Entry(text, reader.thing(iri), dates, tuple(same)) for (iri, text, dates), same in held.items()]
    return tuple(sorted(lines, key=_latest_first))


def _latest_first(entry: Entry) -> tuple[int, int, str, str]:
    first, last = next((fact.years for fact in entry.facts if fact.years), (0, 0))
    return -last, -first, entry.thing.name if entry.thing else "", entry.text


def _papers(
    reader: Reader, person: str, signed: list[Fact], listed: list[Fact]
) -> tuple[tuple[Entry, ...], tuple[tuple[Thing, int], ...]]:
    """Return a person's papers with venue and year, and the co-authors with the number of papers in common."""
    facts: dict[str, list[Fact]] = {}
    for fact in (*listed, *signed):
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
    papers.sort(key=lambda entry: (-int(entry.dates[:4] or 0), entry.thing.name if entry.thing else ""))
    return tuple(papers), tuple(people)


def year_of(facts: Iterable[Fact]) -> str:
    """Return the first year in which a work appeared, of all that its facts state, or nothing."""
    years = {fact.values["year"] for fact in facts if fact.relation is Relation.PUBLICATION and "year" in fact.values}
    return min(years, default="")
