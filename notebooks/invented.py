"""An invented field of research for the notebooks: CVs and a bibliography of people who do not exist.

Four generations of advisors and students at invented universities and companies. The same on every run.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import graph_builder

GIVEN = """Mara Idris Solveig Tomas Ayaka Bram Chidi Elif Farid Greta Hana Ivo Jia Kofi Lena Milan Nadia Oskar Priya
Quentin Rosa Sami Tara Umar Vera Wen Yara Zoltan Anouk Bela Carmen Dario Edda Femi Gita Henrik Ines Jonas Kalina Luca
Mirela Noor Otto Paloma Rafi Signe Timur Ulla""".split()
FAMILY = """Aldren Brackmoor Corvane Dunsterley Eskerling Fenwarren Galtham Hollinbrook Istervale Jarrowby Kestermann
Lindqvale Morrigate Nethercott Ollivane Pemberlyn Quarrington Rosthwaite Selvedge Tarrowen Ulverdale Vantongeren
Wexcombe Yarnfield Zellinghaus Ambleforth Birchover Calderstone Dovesby Ellerbeck Farnhollow Grisewood Hathersedge
Inglemere Jessamond Kirkhallow Langstrath Mossgarth Nunwick Oxenholt Pellinore Ravenglass Stainmoor Thirlwater
Underbarrow Vickerstaff Wolsingby Yewdale""".split()
UNIVERSITIES = ["University of Nordhavel", "Ostmere Institute of Technology", "University of Calden Bay",
                "Velmora State University", "Technical University of Brennach"]
COMPANIES = ["Quillon Labs", "Harrowgate AI", "Tessellate Systems", "Brightmere Research"]
VENUES = {"NeurIPS": (2, 1990), "ICML": (2, 1990), "KDD": (1.5, 1996), "VLDB": (2, 1990), "ICLR": (3, 2014)}
# Each topic has a year around which most was written on it, and how wide that time is.
TOPICS = {
    "query optimization": (1998, 8), "kernel methods": (2004, 5), "data integration": (2008, 7),
    "deep learning": (2017, 6), "graph neural networks": (2021, 3), "large language models": (2024, 2),
}
HOW = ["Scalable", "Robust", "Adaptive", "Sparse", "Incremental", "Certified", "Streaming", "Modular"]
WHAT = ["Planning", "Inference", "Indexing", "Sampling", "Alignment", "Pruning", "Estimation", "Search"]
WHERE = ["at the Edge", "under Drift", "with Few Labels", "on Noisy Graphs", "in Bounded Memory", "across Sites"]
NOW = 2025


@dataclass
class Person:
    """One invented person: name, doctorate, advisor, and jobs as (role, organization, begin, end)."""

    name: str
    school: str
    begin: int
    end: int
    advisor: Person | None = None
    jobs: list[tuple[str, str, int, int]] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)

    def place(self, year: int) -> str:
        """Return where the person is in a year."""
        return next((org for _, org, begin, end in self.jobs if begin <= year < end), self.school)


def people(dice: random.Random) -> list[Person]:
    """Return four generations: each later person is a student of one before, where that one then is."""
    found: list[Person] = []
    for number, family in enumerate(FAMILY):
        generation = 0 if number < 3 else 1 if number < 12 else 2 if number < 28 else 3
        end = 1992 + 9 * generation + dice.randint(0, 5)
        able = [p for p in found if p.end + 4 <= end - 5 and p.place(end - 4) in UNIVERSITIES]
        advisor = dice.choice(able[-5:]) if generation and able else None
        school = advisor.place(end - 4) if advisor else UNIVERSITIES[number % 5]
        one = Person(f"{GIVEN[number]} {family}", school, end - 5, end, advisor)
        one.jobs, one.topics = jobs(dice, one), topics(dice, end)
        found.append(one)
    return found


def jobs(dice: random.Random, one: Person) -> list[tuple[str, str, int, int]]:
    """Return one to three jobs up to now; industry draws more in later years."""
    found, year, before = [], one.end, one.school
    for step in range(3):
        industry = dice.random() < (0.15 if year < 2010 else 0.5)
        place = dice.choice([name for name in (COMPANIES if industry else UNIVERSITIES) if name != before])
        end = NOW + 1 if step == 2 else min(NOW + 1, year + dice.randint(3, 9))
        role = ("Research Scientist", "Principal Scientist")[step > 0] if industry else (
            "Postdoctoral Researcher", "Assistant Professor", "Professor")[step]
        found.append((role, place, year, end))
        year, before = end, place
        if year > NOW:
            break
    return found


def topics(dice: random.Random, year: int) -> list[str]:
    """Return two topics that were alive some years after the doctorate."""
    weights = [weight(topic, year + 6) + 0.02 for topic in TOPICS]
    return list(dict.fromkeys(dice.choices(list(TOPICS), weights, k=2)))


def weight(topic: str, year: int) -> float:
    """Return how much was written on a topic in a year."""
    peak, width = TOPICS[topic]
    return 2 ** -(((year - peak) / width) ** 2)


def papers(dice: random.Random, all_: list[Person]) -> list[tuple[str, list[Person], str, int, list[str]]]:
    """Return papers as title, authors, venue, year and topics: students with advisors, and colleagues of one place."""
    found, titles = [], set()
    for one in all_:
        for year in range(one.end - 2, NOW + 1, dice.choice((1, 2, 2))):
            near = [p for p in all_ if p is not one and p.place(year) == one.place(year) and p.end - 3 <= year]
            authors = [one, *dice.sample(near, min(len(near), dice.randint(0, 2)))]
            if one.advisor and year <= one.end + 2 and one.advisor not in authors:
                authors.append(one.advisor)
            about = dice.choices(list(TOPICS), [weight(t, year) + 0.5 * (t in one.topics) * weight(t, year) for t in TOPICS])
            title = f"{dice.choice(HOW)} {dice.choice(WHAT)} {dice.choice(WHERE)} for {about[0].title()}"
            if title in titles:
                continue
            titles.add(title)
            open_ = [name for name, (_, since) in VENUES.items() if since <= year]
            found.append((title, authors, dice.choices(open_, [VENUES[v][0] for v in open_])[0], year, about))
    return found


def cv(one: Person, own: list[tuple[str, list[Person], str, int, list[str]]]) -> str:
    """Return the CV of a person in Markdown."""
    advisor = f". Advisor: {one.advisor.name}" if one.advisor else ""
    lines = [f"# {one.name}", "", "## Education", "",
             f"- Ph.D. in Computer Science, {one.school}, {one.begin} - {one.end}{advisor}", "", "## Experience", ""]
    for role, place, begin, end in reversed(one.jobs):
        lines.append(f"- {role}, {place}, {begin} - {'present' if end > NOW else end}")
    lines += ["", "## Research Interests", "", *(f"- {topic.capitalize()}" for topic in one.topics)]
    lines += ["", "## Publications", ""]
    for title, authors, venue, year, _ in sorted(own, key=lambda paper: -paper[3])[:8]:
        lines.append(f"- {', '.join(author.name for author in authors)}. {title}. In {venue}, {year}.")
    return "\n".join(lines) + "\n"


def write(folder: Path, seed: int = 7) -> list[Path]:
    """Write a CV for each person and one bibliography with the keywords of all papers; return the files."""
    dice = random.Random(seed)
    all_ = people(dice)
    written = papers(dice, all_)
    folder.mkdir(parents=True, exist_ok=True)
    entries = [
        f"@inproceedings{{p{number},\n  title = {{{title}}},\n  author = {{{' and '.join(a.name for a in authors)}}},\n"
        f"  booktitle = {{{venue}}},\n  year = {{{year}}},\n  keywords = {{{', '.join(about)}}}\n}}\n"
        for number, (title, authors, venue, year, about) in enumerate(written)
    ]
    (folder / "papers.bib").write_text("\n".join(entries), encoding="utf-8")
    for one in all_:
        own = [paper for paper in written if one in paper[1]]
        (folder / f"{one.name.split()[1].lower()}.md").write_text(cv(one, own), encoding="utf-8")
    return sorted(folder.iterdir())


def built(folder: Path = Path("invented")) -> graph_builder.Graph:
    """Return the graph of the field, which the first notebook that wants it builds in the current folder."""
    if not (folder / "kg").exists():
        write(folder / "cvs")
        graph_builder.build([folder / "cvs"], folder / "kg")
    return graph_builder.open(folder / "kg")
