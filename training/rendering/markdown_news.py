"""Markdown homepages: news. What they tell of papers is told by the list of papers as well; some tell of more.

News invent what no other part tells: a prize, a post begun, a talk, a paper accepted without its title.
"""

from __future__ import annotations

from collections.abc import Callable

from rendering.page import Gold, Page, date, writes

_FIRMS = ("Google DeepMind", "Microsoft Research", "Adobe Research")
_SCHOOLS = ("University of Toronto", "ETH Zurich", "EPFL")
_PRIZES = (
    "Best Paper Award",
    "Outstanding Reviewer Award",
    "Best Student Paper Award",
    "Apple Scholars in AI/ML PhD Fellowship",
)
_TRIFLES = (
    "Two papers accepted to ICML, see you in Vienna!",
    "Gave an invited talk at the ELLIS seminar. [slides](https://example.org)",
    "New personal website is online :tada:",
    "I will be on the job market next year.",
    "Attending NeurIPS in New Orleans, happy to chat!",
    "Our code has reached 1k stars on GitHub 🌟",
    "I passed my qualifying exam!",
    "We are organising a reading group on causality, everybody is welcome.",
    "Served on a panel about careers outside academia.",
)


def _events(page: Page, style: str) -> list[tuple[str, str]]:
    """Return dated news, latest first: what the page tells elsewhere too, what it tells here alone, and trifles."""
    found: list[tuple[str, str]] = []
    for paper in page.gold["publications"]:
        if paper["year"] and paper["venue"] and page.rng.random() < 0.4:
            found.append((_month(page, paper["year"]), _accepted(page, paper)))
    year = str(page.rng.randint(2016, 2024))
    for tell in page.rng.sample((_prize, _job, _internship), page.rng.randint(0, 2)):
        when = _month(page, year)
        found.append((when, tell(page, when)))
    for trifle in page.rng.sample(_TRIFLES, page.rng.randint(1, 4)):
        found.append((_month(page, str(page.rng.randint(2016, 2024))), trifle))
    return [(date(when, style), text) for when, text in sorted(found, reverse=True)]


def _month(page: Page, year: str) -> str:
    return f"{year}-{page.rng.randint(1, 12):02d}"


def _accepted(page: Page, paper: Gold) -> str:
    title = page.pick(f"[{paper['title']}](https://example.org)", f"*{paper['title']}*", f'"{paper["title"]}"')
    return page.pick(
        f"Our paper {title} is accepted to {paper['venue']} {paper['year']}!",
        f"🎉 {title} has been accepted at **{paper['venue']}**.",
        f"One paper accepted by {paper['venue']}: {title}.",
        f"New paper out in {paper['venue']}: {title}",
        f"Presented {title} at {paper['venue']}.",
    )


def _prize(page: Page, when: str) -> str:
    prize = page.pick(*_PRIZES)
    page.gold["awards"].append({"name": prize, "also": [f"the {prize}"], "year": when[:4]})
    return page.pick(f"I received the **{prize}**!", f"Honored to receive the {prize}.", f"Won the {prize} 🏆")


def _job(page: Page, when: str) -> str:
    firm, role = page.pick(*_SCHOOLS), page.pick("Postdoctoral Researcher", "Assistant Professor")
    if page.rng.random() < 0.4:
        firm, role = page.pick(*_FIRMS), "Research Scientist"
    _employ(page, firm, role, when)
    article = "an" if role[0] == "A" else "a"
    return page.pick(
        f"I joined [{firm}](https://example.org) as {article} {role}.",
        f"Started as {article} {role} at {firm}.",
        f"I have started a new position as {role} at **{firm}**!",
    )


def _internship(page: Page, when: str) -> str:
    firm = page.pick(*_FIRMS)
    _employ(page, firm, "Intern", when)
    return page.pick(f"Started my internship at {firm}.", f"I joined {firm} as an intern.")


def _employ(page: Page, firm: str, role: str, start: str) -> None:
    also = [firm.split()[0]] if firm in _FIRMS else []
    for end in (None, "present"):  # either is right, and neither is asked for
        fact = {"organization": firm, "also": also, "role": role, "start": start, "end": end, "optional": True}
        page.gold["employment"].append(fact)


def _listed(page: Page, style: str, line: Callable[[str, str], str], between: str = "\n") -> str:
    return f"## {page.heading('news')}\n\n" + between.join(line(*event) for event in _events(page, style)) + "\n"


@writes("md", "news")
def bold_dates(page: Page) -> str:
    return _listed(page, "Mon YYYY", lambda when, text: f"- **{when}:** {text}")


@writes("md", "news")
def bracketed_dates(page: Page) -> str:
    return _listed(page, "MM/YYYY", lambda when, text: f"* [{when}] {text}")


@writes("md", "news")
def dates_as_code(page: Page) -> str:
    return _listed(page, "YYYY.MM", lambda when, text: f"- `{when}` {text}")


@writes("md", "news")
def dates_slanted_with_emoji(page: Page) -> str:
    return _listed(page, "YYYY.MM", lambda when, text: f"- *{when}*: &nbsp;🎉🎉 {text}")


@writes("md", "news")
def table_of_news(page: Page) -> str:
    head = f"# {page.heading('news')}\n\n| Date | News |\n|---|---|\n"
    return head + "\n".join(f"| {when} | {text} |" for when, text in _events(page, "Mon. YYYY")) + "\n"


@writes("md", "news")
def table_of_news_in_html(page: Page) -> str:
    rows = [f"<tr><td><b>{when}</b></td><td>{text}</td></tr>" for when, text in _events(page, "Mon YYYY")]
    return "\n".join([f"## {page.heading('news')}\n", "<table>", *rows, "</table>"]) + "\n"


@writes("md", "news")
def folded_older(page: Page) -> str:
    lines = [f"- ({when}) {text}" for when, text in _events(page, "Month YYYY")]
    half = len(lines) // 2
    older = ["<details><summary>Older news</summary>\n", *lines[half:], "\n</details>"]
    return "\n".join([f"### 🔥 {page.heading('news')}\n", *lines[:half], "", *older]) + "\n"


@writes("md", "news")
def paragraphs_of_news(page: Page) -> str:
    return _listed(page, "Month YYYY", lambda when, text: f"__{when}__ &mdash; {text}\n")


@writes("md", "news")
def years_of_news(page: Page) -> str:
    lines, last = [f"## {page.heading('news')}"], ""
    for when, text in _events(page, "YYYY-MM"):
        lines += [f"\n### {when[:4]}\n"] if when[:4] != last else []
        last = when[:4]
        lines.append(f"- {date(when, 'Month YYYY').split()[0]}: {text}")
    return "\n".join(lines) + "\n"


@writes("md", "news")
def scrolled_news(page: Page) -> str:
    items = [f"<li><strong>[{when}]</strong> {text}</li>" for when, text in _events(page, "MM/YYYY")]
    box = '<div style="height:200px;overflow:auto;border:1px solid #ccc">\n<ul>'
    return "\n".join([f"## {page.heading('news')}\n", box, *items, "</ul></div>"]) + "\n"


@writes("md", "news")
def breaks_in_news(page: Page) -> str:
    return _listed(page, "Mon YYYY", lambda when, text: f"[{when}] {text}<br>")


@writes("md", "news")
def dates_as_terms(page: Page) -> str:
    return _listed(page, "Month YYYY", lambda when, text: f"{when}\n: {text}\n")
