"""How facts are worded in CVs of plain text and LaTeX: degrees, duties, and lines about work that are no facts."""

from __future__ import annotations

from itertools import groupby

from rendering.page import Gold, Page

_DEGREES = {
    "doctorate": ("Ph.D.", "PhD", "Doctor of Philosophy", "D.Phil."),
    "master": ("M.Sc.", "Master of Science", "MSc", "M.S.", "M.A.", "Master"),
    "bachelor": ("B.Sc.", "Bachelor of Science", "BSc", "B.S.", "B.A.", "Bachelor"),
    "other": ("Diploma", "Certificate", "Exchange student", "Visiting student"),
}
_DUTIES = {
    "reviewer": ("Reviewer", "Referee"),
    "program committee": ("Program committee member", "PC member", "Program Committee"),
    "area chair": ("Area Chair",),
    "chair": ("Chair", "Session chair", "Co-chair"),
    "editor": ("Editor", "Associate Editor"),
    "organizer": ("Organizer", "Co-organizer"),
}
_WORK = (
    "Designed and implemented a pipeline that cut the time of a weekly report by half.",
    "Supervised the day-to-day work of two junior colleagues",
    "Built dashboards in R and Python for the operations team",
    "Collected and cleaned field data; wrote the final report",
    "Responsible for the maintenance of the laboratory's instruments.",
    "Worked on simulation of transport in porous materials",
    "Improved throughput of the main service by 35\\%",
)


def degree(page: Page, fact: Gold, joint: str = " in ") -> str:
    """Return a degree and its field, ``Ph.D. in Botany``."""
    word = page.pick(*_DEGREES[fact["degree"]])
    return joint.join(filter(None, (word, fact["field"])))


def duties(page: Page) -> list[Gold]:
    """Return the facts of service whose roles have a usual word, each with it as ``word``. Others leave the gold."""
    kept = [fact for fact in page.gold["service"] if fact["role"] in _DUTIES]
    page.gold["service"] = kept
    words = {role: page.pick(*_DUTIES[role]) for role in _DUTIES}
    return [fact | {"word": words[fact["role"]]} for fact in kept]


def duties_by_word(page: Page) -> list[tuple[str, list[Gold]]]:
    """Return the same by word, as lists of venues behind a label have them."""
    told = sorted(duties(page), key=lambda fact: fact["word"])
    return [(word, list(facts)) for word, facts in groupby(told, key=lambda fact: str(fact["word"]))]


def venues_with_years(facts: list[Gold]) -> list[str]:
    """Return the venues of facts, each once with its years: ``EMNLP 2019, 2020``."""
    years: dict[str, list[str]] = {}
    for fact in facts:
        years.setdefault(fact["venue"], []).extend([fact["year"]] if fact["year"] else [])
    return [f"{venue} ({', '.join(told)})" if told else venue for venue, told in years.items()]


def work(page: Page, most: int = 3) -> list[str]:
    """Return some lines about what was done in a post: noise."""
    return page.rng.sample(_WORK, page.rng.randint(0, most))
