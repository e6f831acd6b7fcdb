"""Venues printed in every style: full names, acronyms, years inside, "Proceedings of", workshops, volumes and pages."""

from __future__ import annotations

import random
from dataclasses import dataclass

import phrases
from people import Target

ORDINALS = (
    "1st",
    "2nd",
    "3rd",
    "7th",
    "12th",
    "24th",
    "33rd",
    "61st",
    "Thirty-Fourth",
    "Fifth",
    "Tenth",
    "Twenty-third",
    "Sixth",
    "38th",
    "57th",
)
LEADS = (
    "In Proceedings of the ",
    "Proceedings of the ",
    "Proc. of the ",
    "Proc. ",
    "In Proc. ",
    "Proceedings of ",
    "In: Proceedings of the ",
    "In Proc. of ",
    "",
)
BOOKS = ("Handbook of", "Advances in", "Encyclopedia of", "The Oxford Handbook of", "New Perspectives on")
STEMS = (
    "conference",
    "international",
    "transactions",
    "proceedings",
    "symposium",
    "advances",
    "annals",
    "american",
    "european",
    "mathematics",
    "mathematical",
    "physics",
    "chemistry",
    "computational",
    "sciences",
    "science",
    "systems",
    "review",
    "journal",
    "letters",
    "society",
    "statistics",
    "applied",
    "biology",
    "engineering",
    "medicine",
    "university",
)


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue to print: its kind (journal, meeting, preprint, thesis, book, chapter), full name and acronym."""

    kind: str
    name: str
    acronym: str = ""


def draw_venue(rng: random.Random, journals: list[str], meetings: list[tuple[str, str]], printed: str) -> Venue:
    """Draw a venue; *printed* is that of the record, and is used where it is there, more often than not."""
    roll = rng.random()
    if printed and roll < 0.5:
        meeting = any(w in printed.casefold() for w in ("proceeding", "conference", "workshop", "symposium", "meeting"))
        return Venue("meeting" if meeting else "journal", printed)
    roll = rng.random()
    field, other = rng.choice(phrases.FIELDS), rng.choice(phrases.FIELDS)
    if roll < 0.38:
        name, acronym = rng.choice(meetings)
        return Venue("meeting", name, acronym)
    if roll < 0.42:
        return Venue("meeting", rng.choice(phrases.MEETING_PATTERNS).format(f=field, g=other))
    if roll < 0.72:
        pool = rng.random()
        name = rng.choice(phrases.JOURNALS) if pool < 0.6 else rng.choice(journals) if pool < 0.78 else ""
        return Venue("journal", name or rng.choice(phrases.JOURNAL_PATTERNS).format(f=field, g=other))
    if roll < 0.84:
        return Venue("preprint", rng.choice(phrases.SERVERS[:4] if rng.random() < 0.7 else phrases.SERVERS))
    if roll < 0.89:
        return Venue("thesis", rng.choice(phrases.UNIVERSITIES))
    if roll < 0.94:
        return Venue("book", rng.choice(phrases.PRESSES))
    return Venue(
        "chapter",
        f"{rng.choice(BOOKS)} {field}",
    )


def print_venue(canvas: Target, venue: Venue, year: str, form: int, mark: str, rng: random.Random) -> None:
    """Print a venue in the list's form; *year*, if any, is printed with it."""
    if venue.kind == "meeting":
        _meeting(canvas, venue, year, form, mark, rng)
        return
    if venue.kind == "preprint":
        _preprint(canvas, venue, year, mark, rng)
        return
    if venue.kind == "thesis":
        words = rng.choice(
            (
                "PhD thesis",
                "Ph.D. Thesis",
                "Master's thesis",
                "Doctoral dissertation",
                "PhD Dissertation",
                "Bachelor thesis",
                "M.Sc. thesis",
            )
        )
        canvas.add(f"{words}, ", "N")
        canvas.add(venue.name, "V", mark)
    else:
        name = abbreviated(venue.name) if venue.kind == "journal" and form % 5 == 0 else venue.name
        canvas.add(name, "V", mark)
        if venue.kind == "journal" and rng.random() < 0.5 and year:
            canvas.add(rng.choice((", ", " ", ": ")))
            canvas.add(print_details(venue, rng), "D")
    if year:
        before, after = rng.choice(((", ", ""), (" (", ")"), (" ", ""), (". ", "")))
        canvas.add(before)
        canvas.add(year, "Y")
        canvas.add(after)


def _meeting(canvas: Target, venue: Venue, year: str, form: int, mark: str, rng: random.Random) -> None:
    name, acronym = venue.name, venue.acronym
    short = acronym and form % 10 < 6
    if short:
        _short_meeting(canvas, acronym, year, form, mark, rng)
        return
    lead = rng.choice(LEADS) if not name.casefold().startswith("proc") else ""
    ordinal = f"{rng.choice(ORDINALS)} " if form % 3 == 0 and not name.casefold().startswith("proc") else ""
    start = len(canvas.text)
    if year and form % 7 == 0:
        canvas.add(year, "Y")
        canvas.add(" ")
        year = ""
    name = abbreviated(name) if form % 11 == 0 else name
    lead = lead.removeprefix("In: ").removeprefix("In ")
    canvas.add(f"{lead}{ordinal}{name}", "V")
    inner = form % 4
    if acronym and inner < 3:
        canvas.add(" (", "V")
        canvas.add(acronym, "V")
        if year and inner == 0:
            canvas.add(rng.choice((" ", "’", "'", "-", ", ")), "V")
            canvas.add(year if rng.random() < 0.7 else year[2:], "Y")
        canvas.add(")", "V")
    _mark(canvas, mark, start)
    if year and not (inner == 0 and acronym and rng.random() < 0.7):
        canvas.add(rng.choice((", ", " ", ". ", " (")))
        canvas.add(year, "Y")


def _short_meeting(canvas: Target, acronym: str, year: str, form: int, mark: str, rng: random.Random) -> None:
    start = len(canvas.text)
    front = rng.choice(
        ("", "", "", "ACM ", "IEEE ", "Proc. ", "Proceedings of ", "Findings of ", "USENIX ", "Proc. of ")
    )
    canvas.add(f"{front}{acronym}", "V")
    workshop = form % 13 == 0
    field = rng.choice(phrases.FIELDS)
    if year:
        apart, digits = rng.choice(
            (
                (" ", year),
                (" ", year),
                (" ", year),
                (", ", year),
                ("'", year[2:]),
                (" '", year[2:]),
                ("’", year[2:]),
                ("", year),
                ("-", year[2:]),
                (" ", year[2:]),
                (" (", year),
            )
        )
        canvas.add(apart, "V" if apart in {"'", "’", "-"} else "O")
        canvas.add(digits, "Y")
        canvas.add(")" if "(" in apart else "")
    if workshop:
        canvas.add(
            rng.choice(
                (f" Workshop on {field}", " Workshop", f" {field} Workshop", " Workshops", f" Workshop: {field}")
            ),
            "V",
        )
    elif rng.random() < 0.05:
        canvas.add(
            rng.choice(
                (
                    " Demo",
                    " Findings",
                    " Companion",
                    " (Findings)",
                    " Industry Track",
                    " Datasets and Benchmarks Track",
                    " Student Abstract",
                )
            ),
            "V",
        )
    _mark(canvas, mark, start)


def _preprint(canvas: Target, venue: Venue, year: str, mark: str, rng: random.Random) -> None:
    number = f"{rng.randrange(10, 26):02}{rng.randrange(1, 13):02}.{rng.randrange(1000, 99999):05}"
    if rng.random() < 0.15:
        canvas.add(rng.choice(("preprint ", "Preprint, ", "preprint: ")))
    canvas.add(venue.name, "V", mark)
    roll = rng.random()
    if venue.name.casefold().startswith("arxiv") and roll < 0.5:
        canvas.add(
            rng.choice(
                (
                    f":{number}",
                    f" arXiv:{number}",
                    f" {number}",
                    f" preprint arXiv:{number}",
                    f", arXiv:{number} [cs.LG]",
                    f": {number}",
                    f" abs/{number}",
                )
            ),
            "D",
        )
    if year:
        before, after = rng.choice(((", ", ""), (" (", ")"), (" ", ""), (". ", "")))
        canvas.add(before)
        canvas.add(year, "Y")
        canvas.add(after)


def _mark(canvas: Target, mark: str, start: int) -> None:
    marks = getattr(canvas, "marks", None)
    if mark and marks is not None:
        marks += [(kind, start, len(canvas.text)) for kind in mark.split("+")]


def print_details(venue: Venue, rng: random.Random) -> str:
    """Print volume, issue and pages in one of their forms (pages alone for meetings)."""
    v, n, a = rng.randrange(1, 180), rng.randrange(1, 13), rng.randrange(1, 9000)
    b = a + rng.randrange(3, 30)
    dash = rng.choice(("-", "–", "--", "—"))
    if venue.kind != "journal":
        return rng.choice(
            (
                f"pp. {a}{dash}{b}",
                f"pages {a}{dash}{b}",
                f"{a}{dash}{b}",
                f"{len(str(b))} pages",
                f"p. {a}",
                f"Article {a}",
                f"vol. {v}, pp. {a}{dash}{b}",
            )
        )
    return rng.choice(
        (
            f"{v}({n}), {a}{dash}{b}",
            f"{v}({n}):{a}{dash}{b}",
            f"vol. {v}, no. {n}, pp. {a}{dash}{b}",
            f"{v}, {a}{dash}{b}",
            f"{v}:{a}{dash}{b}",
            f"{v} ({n})",
            f"{v}",
            f"Vol. {v}, No. {n}",
            f"vol. {v}",
            f"{v}.{n}",
            f"{v}({a})",
            f"{v}, {a}",
            f"{v}({n}): {a}",
            f"{v}.{n}: {a}{dash}{b}",
            f"Volume {v}, Issue {n}, pages {a}{dash}{b}",
            f"{v}({n})",
            f"{v}, no. {n}: {a}{dash}{b}",
            f"e{a}",
            f"{v}: e{a}",
            f"pp. {a}{dash}{b}",
            f"{v}({n}) {a}{dash}{b}",
            f"{v}/{n}, S. {a}{dash}{b}",
            f"Article {a}",
        )
    )


def abbreviated(name: str) -> str:
    """Abbreviate the words of a journal's name, roughly as ISO 4 does.

    >>> abbreviated("International Journal of Examples")
    'Int. J. Examples'
    """
    out = []
    for word in name.split():
        low = word.casefold()
        if low in {"of", "the", "and", "on", "for", "in"}:
            continue
        if low == "journal":
            out.append("J.")
        elif low in STEMS:
            out.append(f"{word[: 3 if low[3] in 'aeiou' else 4]}.")
        else:
            out.append(word)
    return " ".join(out)
