"""Invented CVs of one layout, and the facts that they state: people, schools, employers and papers of nowhere.

The layouts are unusual on purpose: a registry's sheet of coded lines, cards whose values stand before their names,
sentences without headings. ``facts`` of a CV are (relation, names by role, values) as the document prints and a
reader should find them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Fact = tuple[str, dict[str, str], dict[str, str]]

_GIVEN = (
    "Abelke Bertine Cosmin Dagny Eluned Fyodora Gwilym Hedvika Ingulf Jolanda Kasimir Liselund Marjut Nereus Odalys "
    "Perrine Quillon Rosalba Sverre Tindra Ulisse Vendela Wystan Xanthe Yorick Zelmira"
).split()
_FAMILY = (
    "Abernoth Brackwater Corvanti Dunmarrow Eskildar Fennimoor Grauwacker Hollenby Iversund Jarrowick Kestelvin "
    "Lindenquay Marwitzer Norrlander Ostergaunt Pellworth Quarrenby Rasmunder Silverthwait Tolvanen-Reik Underwell "
    "Vasterholt Wrackham Yelvermoor Zandvelt"
).split()
_TOWNS = (
    "Aldermoor Brevik-Sands Carnholt Dunvelle Estermark Falkenreuth Gravenhope Hallowmere Isterby Korrendal Lunaville "
    "Montessard Nordhamn Ostrell Quenby Rosswald Sarneck Tarnow-Lee Umberton Valdrona Westerlake"
).split()
_SUBJECTS = (
    "glaciology;marine chemistry;formal linguistics;soil physics;medieval history;crystal optics;insect ecology;"
    "number theory;urban hydrology;plasma diagnostics;music cognition;polymer rheology"
).split(";")
_FIRST = "Slow;Layered;Hidden;Coupled;Reversible;Sparse;Drifting;Nested;Thermal;Brittle;Seasonal;Silent".split(";")
_SECOND = (
    "transport;memory;boundaries;lattices;sediments;rhythms;archives;gradients;networks;dialects;resonances;colonies"
).split(";")
_WHERE = (
    "shallow basins;northern dialects;porous media;coastal towns;layered crystals;cold plasmas;old parish records;"
    "alpine meadows;random graphs;drained peatlands"
).split(";")
_VENUES = (
    "Annals of Quiet Physics;Journal of Peatland Studies;Nordic Letters in Optics;Archive of Slow Processes;"
    "Transactions on Layered Media;Review of Parish History;Bulletin of Cold Plasmas;Notes on Dialect Geography"
).split(";")
_AWARDS = (
    "Harrowgate Medal;Lindqvist Young Scholar Prize;Golden Theodolite;Osterberg Fellowship;Carnholt Teaching Award;"
    "Silver Compass"
).split(";")
_POSTS = "postdoctoral researcher;lecturer;senior lecturer;research fellow;associate professor;professor".split(";")


@dataclass
class Person:
    """An invented person, with what a CV says of it."""

    name: str
    subject: str
    schools: list[tuple[str, str, str, int, int]] = field(default_factory=list)  # level, school, field, start, end
    posts: list[tuple[str, str, int, int]] = field(default_factory=list)  # post, employer, start, end; 0 goes on
    papers: list[tuple[list[str], str, str, int]] = field(default_factory=list)  # authors, title, venue, year
    advisor: str = ""
    students: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    awards: list[tuple[str, int]] = field(default_factory=list)
    duties: list[tuple[str, int]] = field(default_factory=list)  # reviewing for a journal

    @property
    def facts(self) -> list[Fact]:
        """All that the CV states."""
        me = {"person": self.name}
        found: list[Fact] = [("profile", me, {})]
        for level, school, subject, start, end in self.schools:
            values = {"degree": level, "field": subject, "start": str(start), "end": str(end)}
            found.append(("education", {**me, "organization": school}, values))
        for post, employer, start, end in self.posts:
            values = {"role": post, "start": str(start), "end": str(end or "present")}
            found.append(("employment", {**me, "organization": employer}, values))
        for authors, title, venue, year in self.papers:
            found.append(("publication", {**me, "work": title, "venue": venue}, {"year": str(year)}))
            found += [
                ("authorship", {"work": title, "author": author}, {"position": str(n)})
                for n, author in enumerate(authors, 1)
            ]
        found.append(("advising", {"student": self.name, "advisor": self.advisor}, {}))
        found += [("advising", {"student": each, "advisor": self.name}, {}) for each in self.students]
        found += [("interest", {**me, "topic": each}, {}) for each in self.topics]
        found += [("award", me, {"award": name, "year": str(year)}) for name, year in self.awards]
        found += [
            ("service", {**me, "venue": venue}, {"role": "reviewer", "year": str(year)}) for venue, year in self.duties
        ]
        return found


def people(count: int, seed: int = 1) -> Iterator[Person]:
    """Yield invented people, no two of one name."""
    chance = random.Random(seed)
    names = [f"{given} {family}" for given in _GIVEN for family in _FAMILY]
    chance.shuffle(names)
    places = [f"{kind} {town}" for kind in ("University of", "Polytechnic of") for town in _TOWNS]
    places += [f"{town} Institute" for town in _TOWNS]
    for number in range(count):
        others = iter(chance.sample(names[count:], 12))
        year = chance.randrange(1978, 2008)
        person = Person(names[number], chance.choice(_SUBJECTS), advisor=next(others))
        for level in ("bachelor", "master", "doctorate")[chance.randrange(2) :]:
            end = year + chance.randrange(2, 5)
            person.schools.append((level, chance.choice(places), person.subject, year, end))
            year = end
        for post in sorted(chance.sample(range(len(_POSTS)), chance.randrange(2, 4))):
            end = year + chance.randrange(1, 6)
            person.posts.append((_POSTS[post], chance.choice(places), year, end))
            year = end
        person.posts[-1] = (*person.posts[-1][:3], 0)
        colleagues = [next(others) for _ in range(3)]
        for first, second in zip(
            chance.sample(_FIRST, chance.randrange(3, 5)), chance.sample(_SECOND, 5), strict=False
        ):
            title = f"{first} {second} in {chance.choice(_WHERE)}"
            authors = [person.name, *chance.sample(colleagues, chance.randrange(0, 3))]
            chance.shuffle(authors)
            person.papers.append((authors, title, chance.choice(_VENUES), chance.randrange(year - 8, year)))
        person.papers.sort()
        person.students = [next(others) for _ in range(chance.randrange(1, 4))]
        person.topics = chance.sample(_WHERE, chance.randrange(2, 4))
        person.awards = [
            (name, chance.randrange(year - 9, year)) for name in chance.sample(_AWARDS, chance.randrange(1, 3))
        ]
        person.duties = [
            (venue, chance.randrange(year - 6, year)) for venue in chance.sample(_VENUES, chance.randrange(1, 3))
        ]
        yield person


_DEGREES = {"bachelor": "B.Sc.", "master": "M.Sc.", "doctorate": "Ph.D."}


def sheet(person: Person) -> str:
    """Return the sheet of a registry: coded lines, the years last, a slash between values."""
    lines = [f"REGISTRY OF SCHOLARS / SHEET {sum(map(ord, person.name))}", "", f"00 {person.name}", ""]
    lines += [
        f"17 {subject} / {school} / {_DEGREES[level]} / {a}>{b}" for level, school, subject, a, b in person.schools
    ]
    lines += [f"18 {person.advisor}"]
    lines += [f"23 {employer} / {post} / {a}>{b or ''}" for post, employer, a, b in person.posts]
    lines += [f"31 {each}" for each in person.students]
    lines += [f"44 {name} / {year}" for name, year in person.awards]
    lines += [f"52 {venue} / {year}" for venue, year in person.duties]
    lines += [f"60 {' + '.join(authors)} / {venue} / {title} / {year}" for authors, title, venue, year in person.papers]
    lines += [f"71 {each}" for each in person.topics]
    return "\n\n".join(lines) + "\n"


def cards(person: Person) -> str:
    """Return cards in Markdown, the value before its name."""
    parts = [f"# {person.name}"]
    for level, school, subject, a, b in reversed(person.schools):
        parts.append(f"- {a} (from)\n- {b} (to)\n- {_DEGREES[level]} (title)\n- {subject} (in)\n- {school} (at)")
    for post, employer, a, b in reversed(person.posts):
        parts.append(f"- {a} (from)\n- {b or 'present'} (to)\n- {post} (as)\n- {employer} (at)")
    parts += [f"- {person.advisor} (taught me)", *(f"- {each} (taught by me)" for each in person.students)]
    parts += [f"- {year} (won)\n- {name} (prize)" for name, year in person.awards]
    parts += [f"- {year} (read for)\n- {venue} (journal)" for venue, year in person.duties]
    for authors, title, venue, year in person.papers:
        parts.append(f"- {year} (printed)\n- {venue} (in)\n- {title} (work)\n- {'; '.join(authors)} (by)")
    parts += [f"- {each} (theme)" for each in person.topics]
    return "\n\n***\n\n".join(parts) + "\n"


def ribbon(person: Person) -> str:
    """Return one list in order of years, whatever happened in them, each line with a sign of its kind."""
    rows: list[tuple[int, str]] = []
    for level, school, subject, a, b in person.schools:
        rows.append((b, f"{b} ◆ {school}, {subject} ({_DEGREES[level]}, since {a})"))
    for post, employer, a, b in person.posts:
        rows.append((a, f"{a} ▲ {employer}, {post} (until {b or 'present'})"))
    for authors, title, venue, year in person.papers:
        rows.append((year, f"{year} ● {title} ⟨{venue}⟩ {', '.join(authors)}"))
    rows += [(year, f"{year} ★ {name}") for name, year in person.awards]
    rows += [(year, f"{year} ✎ {venue}") for venue, year in person.duties]
    last = [f"◇ {person.advisor}", *(f"◈ {each}" for each in person.students), *(f"≈ {each}" for each in person.topics)]
    return "\n\n".join([person.name, *(row for _, row in sorted(rows)), *last]) + "\n"


LAYOUTS: dict[str, tuple[str, Callable[[Person], str]]] = {
    "sheet": (".txt", sheet),
    "cards": (".md", cards),
    "ribbon": (".txt", ribbon),
}
"""The layouts by name: the suffix of their files, and what writes a CV."""
