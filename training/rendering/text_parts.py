"""CVs of plain text: posts, schools, papers and the lists."""

# Lines of templates stay whole.
from __future__ import annotations

import re
from collections.abc import Callable

from rendering.page import WRITERS, Gold, Page, joined, writes
from rendering.text import dates, headed, wrapped
from rendering.wordings import degree, duties, duties_by_word, venues_with_years

Rows = list[tuple[str, str, str, str]]
"""What somebody was, where, when, and in which town."""

_TOWNS = ("London", "Munich, Germany", "Boston, MA", "Paris, France", "Toronto")
_WORK = (
    "Designed and implemented a pipeline that cut the time of a weekly report by half.",
    "Worked on simulation of transport in porous materials, with a team of four, and wrote the final report.",
    "Built dashboards in R and Python for the operations team.",
)


def _posts(page: Page) -> Rows:
    page.gold["employment"] = [p for p in page.gold["employment"] if p["role"] and p["start"] and p["end"]]
    for post in page.gold["employment"]:
        post["role"] = re.split(r" ?[(,]", post["role"])[0]
    posts = page.gold["employment"]
    return [
        (p["role"], p["organization"], when, page.pick(*_TOWNS))
        for p, when in zip(posts, dates(page, posts), strict=True)
    ]


def _schools(page: Page) -> Rows:
    schools = page.gold["education"]
    return [
        (degree(page, s), s["institution"], when, page.pick(*_TOWNS))
        for s, when in zip(schools, dates(page, schools), strict=True)
    ]


def _lays(layout: Callable[[Page, Rows], str]) -> Callable[[Page, Rows], str]:
    """Register a layout for posts and for schools."""
    for part, rows in (("posts", _posts), ("schools", _schools)):

        def write(page: Page, part: str = part, rows: Callable[[Page], Rows] = rows) -> str:
            return headed(page, part, layout(page, rows(page)))

        WRITERS.setdefault(("txt", part), {})[layout.__name__.strip("_")] = write
    return layout


def _line(*parts: str) -> str:
    return ", ".join(filter(None, parts))


@_lays
def dates_in_the_margin(page: Page, rows: Rows) -> str:
    width = max([len(when) for _, _, when, _ in rows], default=0) + 3
    told = ""
    for what, where, when, town in rows:
        told += wrapped(_line(what, where, town), when.ljust(width), " " * width) + "\n"
        if page.rng.random() < 0.4:
            told += wrapped(page.pick(*_WORK), " " * width, " " * width) + "\n"
        told += page.pick("", "\n")
    return told


@_lays
def blocks_of_lines(page: Page, rows: Rows) -> str:
    told = ""
    for what, where, when, town in rows:
        told += "\n".join(filter(None, (what, _line(where, town), when))) + "\n"
        told += wrapped(page.pick(*_WORK)) + "\n\n" if page.rng.random() < 0.4 else "\n"
    return told


@_lays
def dates_at_the_right(page: Page, rows: Rows) -> str:
    told = ""
    for what, where, when, town in rows:
        told += f"{_line(where, town).ljust(60)}  {when}\n    {what}\n"
        told += "".join(f"      - {line}\n" for line in page.rng.sample(_WORK, page.rng.randint(0, 2)))
    return told


@_lays
def bulleted(page: Page, rows: Rows) -> str:
    sign = page.pick("*", "-", "o", "•")
    return "".join(
        wrapped(f"{_line(what, where, town)} ({when})" if when else _line(what, where), f"{sign} ", "  ") + "\n"
        for what, where, when, town in rows
    )


@_lays
def tabs(page: Page, rows: Rows) -> str:
    return "".join(f"{when}\t{what}\n\t{where}, {town}\n" for what, where, when, town in rows)


@_lays
def dated_lines(page: Page, rows: Rows) -> str:
    return "".join(
        f"{when}: {_line(what, where)}\n" if when else f"{_line(what, where)}\n" for what, where, when, _ in rows
    )


@_lays
def bars(page: Page, rows: Rows) -> str:
    return "\n".join(
        " | ".join(filter(None, (what, where, when))) + f"\n- {page.pick(*_WORK)}\n" for what, where, when, _ in rows
    )


def _authors(paper: Gold, last: str = " and ") -> str:
    return joined(paper["authors"], last) + (", et al." if paper["authors_partial"] and paper["authors"] else "")


@writes("txt", "papers")
def numbered(page: Page) -> str:
    told = ""
    sign = page.pick("%d. ", "[%d] ", "(%d) ")
    for number, p in enumerate(page.gold["publications"], 1):
        mark = sign % number
        text = f"{_line(_authors(p), chr(34) + p['title'] + ',' + chr(34))} {_line(p['venue'] or '', p['year'] or '')}."
        told += wrapped(text, mark, " " * len(mark)) + page.pick("\n", "\n\n")
    return headed(page, "papers", told)


@writes("txt", "papers")
def in_the_social_sciences(page: Page) -> str:
    told = ""
    for p in page.gold["publications"]:
        text = f"{_authors(p, ', & ')} ({p['year']}). {p['title']}." if p["year"] else f"{_authors(p)}. {p['title']}."
        text = text.removeprefix(". ").strip()
        text += f" {p['venue']}, {page.rng.randint(2, 40)}, 113-140." if p["venue"] else ""
        told += wrapped(text, "", "    ") + "\n\n"
    return headed(page, "papers", told)


@writes("txt", "papers")
def titles_over_lines(page: Page) -> str:
    told = ""
    for p in page.gold["publications"]:
        lines = (p["title"], _authors(p, ", "), _line(p["venue"] or "", p["year"] or ""))
        told += "\n".join(filter(None, lines)) + "\n\n"
    return headed(page, "papers", told)


@writes("txt", "papers")
def bulleted_titles(page: Page) -> str:
    told = ""
    for p in page.gold["publications"]:
        told += (
            wrapped(
                f"{p['title']}. {_authors(p)}{'. ' if p['authors'] else ''}{p['venue'] or ''} {p['year'] or ''}.",
                "- ",
                "  ",
            )
            + "\n"
        )
    return headed(page, "papers", told)


@writes("txt", "awards")
def years_before(page: Page) -> str:
    return headed(page, "awards", "".join(f"{(a['year'] or '').ljust(8)}{a['name']}\n" for a in page.gold["awards"]))


@writes("txt", "awards")
def years_behind(page: Page) -> str:
    sign = page.pick("- ", "* ", "")
    text = "".join(f"{sign}{_line(a['name'], a['year'] or '')}\n" for a in page.gold["awards"])
    return headed(page, "awards", text)


@writes("txt", "awards")
def years_in_brackets(page: Page) -> str:
    text = "".join(f"  * {a['name']}{' (' + a['year'] + ')' if a['year'] else ''}\n" for a in page.gold["awards"])
    return headed(page, "awards", text)


@writes("txt", "service")
def labelled(page: Page) -> str:
    lines = [
        wrapped(f"{word}: {', '.join(venues_with_years(facts))}", "", "    ") for word, facts in duties_by_word(page)
    ]
    return headed(page, "service", "\n".join(lines) + "\n")


@writes("txt", "service")
def lines_of_service(page: Page) -> str:
    lines = [_line(f["word"], f"{f['venue']} {f['year'] or ''}".strip()) for f in duties(page)]
    return headed(page, "service", "\n".join(lines) + "\n")


@writes("txt", "topics")
def topics_in_a_line(page: Page) -> str:
    return headed(page, "topics", wrapped(", ".join(t[0] for t in page.gold["topics"]) + page.pick("", ".")) + "\n")


@writes("txt", "topics")
def topics_in_lines(page: Page) -> str:
    sign = page.pick("- ", "* ", "    ")
    return headed(page, "topics", "".join(f"{sign}{t[0]}\n" for t in page.gold["topics"]))


@writes("txt", "students")
def students_in_lines(page: Page) -> str:
    names = [a["name"] for a in page.gold["advisees"]]
    return headed(page, "students", "".join(f"{name}, PhD, {page.rng.randint(2005, 2022)}\n" for name in names))
