"""Markdown homepages: papers as the references that a field cites by, and papers with notes and abstracts."""

from __future__ import annotations

from rendering.page import Gold, Page, writes
from rendering.paper_text import (
    ABSTRACTS,
    authors,
    behind,
    by_kind,
    is_serial,
    is_server,
    links,
    numbers,
    others,
    papers,
    short,
    vancouver,
    venue_year,
    where,
)


@writes("md", "papers")
def psychology(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = authors(page, paper, "**", behind, ", & ").rstrip(".")
        year = f" ({paper['year'] or 'in preparation'}). " if names else ""
        venue = (
            f" *{paper['venue']}*{', ' + numbers(page, '*12*(3), 45–67') if is_serial(paper) else ''}."
            if paper["venue"]
            else ""
        )
        end = f" ({paper['year']})." if paper["year"] and not names else ""
        lines.append(f"{names}{'.' if names else ''}{year}{_ended(paper)}{venue}{end} https://doi.org/10.1000/182\n")
    return "\n".join(lines) + "\n"


def _ended(paper: Gold) -> str:
    return str(paper["title"]) + ("" if paper["title"].endswith(("?", "!")) else ".")


@writes("md", "papers")
def medicine(page: Page) -> str:
    lines = [f"### {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page), 1):
        venue = f" *{paper['venue']}*." if paper["venue"] else ""
        when = (
            f" {paper['year']}{';' + numbers(page, '12(3):45-67') if is_serial(paper) else ''}."
            if paper["year"]
            else ""
        )
        names = authors(page, paper, "**", vancouver)
        lines.append(f"{number}. {names}{'. ' if names else ''}{_ended(paper)}{venue}{when} PMID: 3{number:07d}.")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def engineering(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page), 1):
        place = "" if not paper["venue"] else f" *{paper['venue']}*,"
        place = f" in{place}" if place and not is_serial(paper) and not is_server(paper) else place
        names = authors(page, paper, "**", short, " and ")
        year = f" {paper['year']}." if paper["year"] else ""
        lines.append(f"[{number}] {names}, “{paper['title']},”{place} pp. {numbers(page, '45–67')},{year}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def physics(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in zip(range(len(papers(page)), 0, -1), papers(page), strict=True):
        venue = paper["venue"] or ""
        volume = numbers(page, " **12**, 04503") if is_serial(paper) else ""
        year = f" ({paper['year']})" if paper["year"] else ""
        names = authors(page, paper, "__", short, " and ")
        server = (
            ""
            if is_server(paper) or not venue
            else f", [arXiv:{page.rng.randint(1000, 2400)}.01234](https://arxiv.org)"
        )
        lines.append(f"{number}. {names}, *{paper['title']}*, {venue}{volume}{year}{server}".replace(", ,", ","))
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def history(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper)
        together = f" (with {names})" if names else ""
        year = f" ({paper['year']})" if paper["year"] else ""
        volume = numbers(page, " 12, no. 3") if is_serial(paper) else ""
        pages = numbers(page, ": 45–67") if year and is_serial(paper) else ""
        venue = f" *{paper['venue']}*{volume}{year}{pages}" if paper["venue"] else year
        lines.append(f"“{paper['title']},”{venue}{together}.\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def mathematics(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page), 1):
        names = others(page, paper)
        together = f" (with {names})" if names else ""
        year = f" ({paper['year']})" if paper["year"] else ""
        at = (
            f", {paper['venue']}{numbers(page, ' **12**') if is_serial(paper) else ''}{year}"
            if paper["venue"]
            else year
        )
        pages = numbers(page, ", no. 3, 45–67") if is_serial(paper) else ""
        server = "[arXiv](https://arxiv.org), " if paper["venue"] else ""
        lines.append(f"{number}. *{paper['title']}*{together}{at}{pages}. {server}[journal](https://x.org)")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def chinese_standard(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page), 1):
        kind = "[J]." if is_serial(paper) else "[C]//" if paper["venue"] else "[D]."
        year = f", {paper['year']}" if paper["year"] else ""
        at = f"{kind} {paper['venue'] or ''}{year}{numbers(page, ', 12(3): 45-67') if is_serial(paper) else ''}."
        names = authors(page, paper, "**", vancouver)
        lines.append(f"[{number}] {names}{'. ' if names else ''}{paper['title']}{at}  ")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def economics_with_abstracts(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper, link=True)
        lines.append(f"**[{paper['title']}](https://example.org/p.pdf)**{f' (with {names})' if names else ''}  ")
        lines.append(f"{where(page, paper, '*', ', ', '')}\n\n<details>\n<summary>Abstract</summary>\n")
        lines.append(f"{page.pick(*ABSTRACTS)}\n</details>\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def economics_by_kind(page: Page) -> str:
    lines = []
    for kind, found in by_kind(page):
        lines.append(f"# {kind}\n")
        for paper in found:
            names = others(page, paper)
            at = (
                f"*{paper['venue']}*"
                if paper["venue"]
                else f"*{page.pick('Submitted', 'Draft available upon request')}*"
            )
            lines.append(
                f'"[{paper["title"]}](https://example.org)", {at}{", " + paper["year"] if paper["year"] else ""}.  '
            )
            lines.append(f"{f'with {names}.' if names else ''}  \n*Abstract:* {page.pick(*ABSTRACTS)}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def abstracts_in_blockquote(page: Page) -> str:
    lines = [f"# {page.heading('papers')}\n"]
    for paper in papers(page):
        names = authors(page, paper, "", last=" and ")
        lines.append(
            f"**{paper['title']}**, {names}{', ' if names else ''}{venue_year(paper, ', ') or 'mimeo'}. {links(page)}"
        )
        lines.append(f"\n> {page.pick(*ABSTRACTS)}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def abstract_as_bullet(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page), 1):
        lines.append(f"{number}. **{paper['title']}** ({venue_year(paper) or 'work in progress'})")
        lines += [f"   - {authors(page, paper, '', last=' & ')}"] if paper["authors"] else []
        lines.append(f"   - TL;DR: {page.pick(*ABSTRACTS)}")
        lines.append(f"   - {links(page, ', ')}")
        paper["year"] = paper["year"] if paper["venue"] else None
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def bibtex_fenced(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page)):
        field = "journal" if is_serial(paper) or is_server(paper) else "booktitle"
        lines += [
            "```bibtex",
            f"@{'article' if field == 'journal' else 'inproceedings'}{{me{paper['year'] or ''}{number},",
        ]
        lines.append(f"  title={{{paper['title']}}},\n  author={{{' and '.join(paper['authors'])}}},")
        lines += [f"  {field}={{{paper['venue']}}},"] if paper["venue"] else []
        lines += [f"  year={{{paper['year']}}}"] if paper["year"] else []
        lines.append("}\n```\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def bibtex_folded(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"- {authors(page, paper, '**')}. *{paper['title']}*. {venue_year(paper, ', ')}.")
        year = f", year={{{paper['year']}}}" if paper["year"] else ""
        lines.append("  <details><summary>BibTeX</summary>\n\n  ```\n  @misc{me,")
        lines.append(f"  title={{{paper['title']}}}{year}\n  }}\n  ```\n\n  </details>")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def identifier_alone(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for number, paper in enumerate(papers(page)):
        at = f" {paper['venue']}." if paper["venue"] else ""
        year = f" {paper['year']}." if paper["year"] else ""
        lines.append(f"- {_ended(paper)}{at}{year} DOI: [10.1000/x.{number}](https://doi.org/10.1000/x.{number})")
    page.drop("publications", "authors")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def annotated_prose(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper)
        joint = f"Joint work with {names}. " if names else ""
        when = f", {paper['year']}" if paper["year"] else ""
        at = f"{page.pick('Published in', 'In', 'To appear in')} *{paper['venue']}*{when}. " if paper["venue"] else ""
        lines.append(f"[**{paper['title']}**](https://example.org). {joint}{at}{page.pick(*ABSTRACTS)}\n")
        paper["year"] = paper["year"] if paper["venue"] else None
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def author_then_year_heading(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        year = f" ({paper['year']})" if paper["year"] else ""
        venue = f", *{paper['venue']}*" if paper["venue"] else ""
        names = authors(page, paper, "", lambda n: behind(n, full=True), " and ", "; ")
        lines.append(f"* {names}{year}{': ' if names or year else ''}[{paper['title']}](https://example.org){venue}.")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def law_review(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper)
        volume, first = (numbers(page, "12 "), numbers(page, " 45")) if is_serial(paper) else ("", "")
        at = f"{volume}{paper['venue']}{first}"
        year = f" ({paper['year']})" if paper["year"] else ""
        lines.append(
            f"_{paper['title']}_, {at if paper['venue'] else 'draft'}{year}{f' (with {names})' if names else ''}\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def honours_behind(page: Page) -> str:
    lines = [f"## Selected {page.pick('Publications', 'Papers', 'Work')}\n", "(See [full list](/publications/).)\n"]
    for paper in papers(page):
        note = page.pick("", " (Oral)", " **(Spotlight, top 3%)**", " ⭐️ Highlight", " *(to appear)*")
        lines.append(f"- [{paper['title']}](https://example.org) \\\n  {authors(page, paper, '**')} \\")
        lines.append(f"  {venue_year(paper)}{note}\\\n  {links(page)}")
    return "\n".join(lines) + "\n"
