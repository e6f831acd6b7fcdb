"""Degrees and posts for writers of any kind: facts that are whole enough to print, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rendering.page import Gold, Page, date, span

DEGREES = {
    "doctorate": ("Ph.D.", "PhD", "Doctor of Philosophy", "Ph.D", "Doctorate"),
    "master": ("M.S.", "MSc", "Master of Science", "M.Sc.", "MA", "Master's degree", "Master"),
    "bachelor": ("B.S.", "BSc", "Bachelor of Science", "B.A.", "B.Sc.", "Bachelor's degree", "Bachelor"),
}
_FIELDS = (
    *("Economics", "Molecular Biology", "History", "Physics", "Computer Science", "Political Science", "Statistics"),
    *("Mechanical Engineering", "Linguistics", "Public Health", "Applied Mathematics", "Chemistry", "Philosophy"),
)
_CITIES = (
    *("Boston, MA", "Zurich, Switzerland", "London, UK", "Beijing, China", "Toronto, Canada", "Seattle, WA", "Paris"),
    *("Berlin, Germany", "New York", "Tokyo, Japan", "Lagos, Nigeria", "São Paulo, Brazil", "Melbourne, Australia"),
)
_DUTIES = (
    "Developed a statistical model of seasonal demand and put it into production",
    "Supervised two undergraduate projects on soil samples",
    "Designed and ran field experiments with 400 households",
    "Worked on fast inference for long documents",
    "Built the data pipeline for a longitudinal survey",
    "Taught the laboratory course in the spring term",
    "Analysed electron microscopy images of membranes",
    "Led a team of five engineers",
    "Implemented a compiler pass that cut the run time by 30%",
    "Catalogued letters of the eighteenth century",
)
_THESES = (
    "Essays on Seasonal Labour and Village Credit",
    "Sparse Estimation under Changing Noise",
    "Letters and Ledgers: Merchants of the Northern Ports, 1680-1740",
    "Membrane Traffic in Growing Root Hairs",
    "Scheduling of Small Jobs on Shared Machines",
    "Quantum Transport in Disordered Wires",
)
_MORE = (
    ("Federal Reserve Bank of Chicago", "Economist"),
    ("Massachusetts General Hospital", "Resident in Internal Medicine"),
    ("British Museum", "Curator"),
    ("Max Planck Institute for the History of Science", "Postdoctoral Fellow"),
    ("CERN", "Staff Scientist"),
    ("World Bank", "Consultant"),
    ("Smithsonian Institution", "Research Associate"),
    ("University of Cape Town", "Senior Lecturer"),
    ("Novartis", "Senior Scientist"),
    ("University of Chicago", "Associate Professor of History"),
)


def city(page: Page) -> str:
    return page.pick(*_CITIES)


def duties(page: Page, most: int = 3) -> list[str]:
    return page.rng.sample(_DUTIES, page.rng.randint(1, most))


def _order(fact: Gold) -> str:
    return "9" if fact["end"] == "present" else fact["end"] or fact["start"] or ""


def degrees(page: Page, facts: list[Gold] | None = None) -> list[Gold]:
    """Return the degrees a page prints, the last first, each with an end and a field; the gold has no others."""
    if facts is None:
        facts = page.gold["education"] = [f for f in page.gold["education"] if _known(f)]
    else:
        facts = [f for f in facts if _known(f)]
    for fact in facts:
        fact["field"] = fact["field"] or page.pick(*_FIELDS)
        if not fact["end"]:
            fact["end"] = "present" if fact["start"] else str(page.rng.randint(2003, 2024))
    return sorted(facts, key=_order, reverse=True)


def _known(fact: Gold) -> bool:
    return fact["degree"] in DEGREES and bool(fact["institution"])


def jobs(page: Page, facts: list[Gold] | None = None) -> list[Gold]:
    """Return the posts a page prints, the last first, each with a role and both dates; the gold has no others."""
    own = facts is None
    facts = [f for f in (page.gold["employment"] if facts is None else facts) if f["role"]]
    taken = {f["organization"] for f in facts}
    for organization, role in page.rng.sample(_MORE, page.rng.choice((0, 0, 1, 2))):
        if organization not in taken:
            start = page.rng.randint(2001, 2018)
            facts.append({"organization": organization, "also": [], "role": role, "start": str(start)})
            facts[-1]["end"] = str(start + page.rng.randint(1, 4))
    for fact in facts:
        fact["role"] = re.sub(r" \([^)]*\)", "", fact["role"])
        if not fact["end"]:
            fact["end"] = fact["start"] or str(page.rng.randint(2003, 2024))
        if not fact["start"]:
            fact["start"] = fact["end"] if fact["end"] != "present" else str(page.rng.randint(2010, 2024))
    facts.sort(key=_order, reverse=True)
    if own:
        page.gold["employment"] = facts
    return facts


def degree(page: Page, fact: Gold) -> str:
    """Return a degree as a word: one form of it on a page, mostly."""
    forms = DEGREES[fact["degree"]]
    return forms[sum(map(ord, page.name)) % len(forms)] if page.rng.random() < 0.7 else page.pick(*forms)


def course(page: Page, fact: Gold) -> str:
    """Return a degree with its field: ``PhD in Physics``, ``PhD, Physics``, ``PhD (Physics)``, ``PhD Physics``."""
    word, field = degree(page, fact), fact["field"]
    return page.pick(f"{word} in {field}", f"{word} in {field}", f"{word}, {field}", f"{word} {field}")


def last_year(fact: Gold, running: str = "{} - present") -> str:
    """Return the year that a degree was taken in, and take the rest of its dates out of the gold."""
    if fact["end"] == "present":
        fact["start"] = (fact["start"] or "2022")[:4]
        return running.format(fact["start"])
    fact["start"], fact["end"] = None, fact["end"][:4]
    return str(fact["end"])


def years(page: Page, fact: Gold, style: str = "", dash: str = "") -> str:
    """Return the dates of a fact in a style of this page."""
    style = style or ("YYYY", "Mon YYYY", "Month YYYY", "MM/YYYY", "Mon. YYYY")[sum(map(ord, page.name)) % 5]
    dash = dash or page.pick(" - ", "–", " – ", "-", " to ")
    return span(fact, style, dash, page.pick("Present", "present", "now", "Present", "ongoing"))


def by_place(facts: Sequence[Gold], key: str) -> list[tuple[str, list[Gold]]]:
    """Return facts under the place that they share with those beside them."""
    groups: list[tuple[str, list[Gold]]] = []
    for fact in facts:
        if groups and groups[-1][0] == fact[key]:
            groups[-1][1].append(fact)
        else:
            groups.append((fact[key], [fact]))
    return groups


def thesis(page: Page) -> str:
    """Return the title of a thesis; finding it costs nothing, since a thesis beside a degree may be left out."""
    title = page.pick(*_THESES)
    paper = {"title": title, "authors": [page.name], "authors_partial": False, "venue": None, "venue_also": []}
    page.gold["publications"].append(paper | {"year": None, "optional": True})
    return title


def advisors(page: Page) -> list[str]:
    """Return advisors that no other part tells, once."""
    told = page.spare.pop("advisors", [])
    page.gold["advisors"] += told
    return [a["name"] for a in told]


def article(word: str) -> str:
    return ("an " if word[:1] in "AEIOUaeio" else "a ") + word


def month(text: str) -> str:
    return date(text, "Month YYYY")
