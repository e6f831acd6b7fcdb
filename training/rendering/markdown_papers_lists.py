"""Markdown homepages: papers as lists of one kind of line, as people write them by hand."""

from __future__ import annotations

from rendering.page import Gold, Page, writes
from rendering.paper_text import (
    authors,
    by_kind,
    by_topic,
    by_year,
    is_serial,
    links,
    others,
    papers,
    venue_year,
    where,
)


@writes("md", "papers")
def years_as_headings(page: Page) -> str:
    lines = [f"# {page.heading('papers')}\n"]
    for year, found in by_year(page):
        lines.append(f"\n### {year or page.pick('Preprints', 'Under review')}\n")
        for paper in found:
            venue = f" *{paper['venue']}*." if paper["venue"] else ""
            lines.append(f"- {authors(page, paper)}. [{paper['title']}](https://doi.org/10.1000/x).{venue}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def years_in_bold_lines(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for year, found in by_year(page):
        lines.append(f"\n**{year or 'In progress'}**\n")
        for paper in found:
            venue = f", _{paper['venue']}_" if paper["venue"] else ""
            lines.append(f"* {paper['title']}{venue}  \n{authors(page, paper, '__')}  \n{links(page)}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def years_folded(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for year, found in by_year(page):
        lines.append(f"<details open>\n<summary><b>{year or 'Ongoing'}</b> ({len(found)})</summary>\n")
        for paper in found:
            venue = f" In *{paper['venue']}*." if paper["venue"] else ""
            lines.append(f"1. {authors(page, paper)}. **{paper['title']}**.{venue} {links(page)}")
        lines.append("\n</details>\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def venue_in_brackets_first(page: Page) -> str:
    lines = [f"## 📝 {page.heading('papers')}\n"]
    for paper in papers(page):
        badge = f"[{venue_year(paper)}]" if paper["venue"] else "[Preprint]"
        lines.append(f"- {badge} **{paper['title']}** {links(page, ' / ')}  \n  {authors(page, paper)}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def venue_as_code_first(page: Page) -> str:
    lines = [f"# {page.heading('papers')}\n"]
    for paper in papers(page):
        badge = f"`{venue_year(paper)}`" if paper["venue"] else "``Preprint``"
        lines.append(f"- {badge} [{paper['title']}](https://arxiv.org/abs/2101.01234), {authors(page, paper)}.\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def venue_line_first(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        head = venue_year(paper) or "Under review"
        lines.append(f"**{head}**  \n[{paper['title']}](https://example.org)  \n{authors(page, paper)}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def authors_line_first(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        title = f"[{paper['title']}](https://example.org/a.pdf)"
        lines.append(f"- {authors(page, paper, '**', last=' and ')}  \n  {title}  \n  {where(page, paper, '_')}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def venue_own_line_bold(page: Page) -> str:
    lines = [f"## {page.heading('papers')} ([Google Scholar](https://scholar.google.com))\n"]
    for number, paper in enumerate(papers(page), 1):
        status = "" if paper["venue"] else "*Under review*"
        venue = f"**{paper['venue']}**" + (f", {paper['year']}" if paper["year"] else "") if paper["venue"] else status
        lines.append(f"{number}. {paper['title']}  \n{authors(page, paper, '*')}  \n{venue}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def breaks_in_paragraphs(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        where_at = f"<i>{paper['venue']}</i>, {paper['year'] or ''}" if paper["venue"] else "<i>Preprint</i>"
        lines.append(f"**{paper['title']}** <br>\n{authors(page, paper, '<u>')} <br>\n{where_at} <br>\n{links(page)}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def nested_bullets(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines += [f"* **{paper['title']}**", *([f"    * {authors(page, paper)}"] if paper["authors"] else [])]
        lines += [f"    * {where(page, paper)}", "    * " + links(page, r" \| ")]
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def nested_bullets_by_topic(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for topic, found in by_topic(page):
        lines.append(f"- **{topic}**")
        for paper in found:
            place = f" ({venue_year(paper)})" if paper["venue"] else ""
            lines.append(f"  - [{paper['title']}](https://example.org){place}. {authors(page, paper)}.")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def topics_as_headings(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "\\* denotes equal contribution\n"]
    for topic, found in by_topic(page):
        lines.append(f"\n#### {topic}\n")
        for paper in found:
            marked = authors(page, paper, "**", note=lambda k: "\\*" if k < 2 else "")
            lines.append(f"* {paper['title']}. {marked}. **{venue_year(paper, ', ') or 'Preprint'}**. {links(page)}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def kinds_numbered_by_letters(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for kind, found in by_kind(page):
        lines.append(f"\n### {kind}\n")
        for number, paper in zip(range(len(found), 0, -1), found, strict=True):
            title = f'"{paper["title"]}"'
            lines.append(f"**[{kind[0]}{number}]** {authors(page, paper)}, {title}, {where(page, paper)}.\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def kinds_in_bold(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for kind, found in by_kind(page):
        lines.append(f"\n**{kind}:**\n")
        for paper in found:
            names = authors(page, paper, "", last=" and ")
            at = where(page, paper, "*", " ", "" if not is_serial(paper) else "12, 45-67")
            lines.append(f"+ {names}{': ' if names else ''}{paper['title']}. {at}.")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def title_with_venue_in_parentheses(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        place = f" ({venue_year(paper)})" if paper["venue"] else " (preprint)"
        lines.append(f"- [{paper['title']}](https://example.org){place}")
    page.drop("publications", "authors")
    _without_years_of(page)
    return "\n".join(lines) + "\n"


def _without_years_of(page: Page) -> None:
    for paper in papers(page):
        paper["year"] = paper["year"] if paper["venue"] else None


@writes("md", "papers")
def emoji_title_dash_venue(page: Page) -> str:
    lines = [f"## 📚 {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"📄 **{paper['title']}** — *{venue_year(paper) or 'preprint'}* [[PDF]](https://example.org)\n")
    page.drop("publications", "authors")
    _without_years_of(page)
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def titles_as_headings(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"### [{paper['title']}](https://example.org)\n\n{authors(page, paper)}\n\n*{_at(paper)}*\n")
        if page.rng.random() < 0.5:
            lines.append(f"{links(page)}\n")
    return "\n".join(lines) + "\n"


def _at(paper: Gold) -> str:
    return venue_year(paper, ", ") or "Unpublished manuscript"


@writes("md", "papers")
def rules_between(page: Page) -> str:
    lines = [f"# {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"**{paper['title']}**\n\n{authors(page, paper, '*')}\n\n{_at(paper)}\n\n{links(page)}\n\n---\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def quoted_blocks(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"> **{paper['title']}**  \n> {authors(page, paper, '__')}  \n> _{_at(paper)}_\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def labelled_lines(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(f"- **Title:** {paper['title']}")
        if paper["authors"]:
            lines.append(f"  - **Authors:** {authors(page, paper, '')}")
        if paper["venue"]:
            lines.append(f"  - **{page.pick('Venue', 'Published in', 'Journal/Conference')}:** {paper['venue']}")
        if paper["year"]:
            lines.append(f"  - **Year:** {paper['year']}")
        lines.append("  - **Links:** [PDF](https://example.org/a.pdf), [Code](https://github.com/a/b)")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def definitions(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines += [f"[{paper['title']}](https://example.org)", f":   {authors(page, paper, '*') or _at(paper)}"]
        lines += [f":   {_at(paper)}\n"] if paper["authors"] else [""]
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def year_first_in_item(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        year = f"{paper['year']}. " if paper["year"] else ""
        venue = f" _{paper['venue']}_." if paper["venue"] else ""
        lines.append(f"- {year}{authors(page, paper, '')}. {paper['title']}.{venue}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def bars_between(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        fields = (f"**{paper['title']}**", authors(page, paper, "_"), venue_year(paper) or "Preprint")
        lines.append("* " + " | ".join(filter(None, fields)) + " | [PDF](https://example.org)")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def with_others_in_parentheses(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper, link=True)
        together = f" (with {names})" if names else ""
        lines.append(f"- [{paper['title']}](https://example.org){together}, {where(page, paper)}.")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def with_others_on_own_line(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        names = others(page, paper)
        lines.append(f"**{paper['title']}**  ")
        lines += [f"{page.pick('with', 'Joint with', 'joint work with')} {names}  "] if names else []
        lines.append(f"{where(page, paper, '*', ', ', '')}\n")
    return "\n".join(lines) + "\n"
