"""Markdown homepages: papers in tables, cards and other HTML that people put into Markdown."""

from __future__ import annotations

from rendering.page import Page, writes
from rendering.paper_text import ABSTRACTS, authors, by_year, links, papers, venue_year

_A = '<a href="https://example.org/{1}">{0}</a>'


@writes("md", "papers")
def boxes_with_picture(page: Page) -> str:
    lines = [f"# 📝 {page.heading('papers')} \n"]
    for paper in papers(page):
        badge = f'<div class="badge">{venue_year(paper)}</div>' if paper["venue"] else ""
        lines.append(
            f"<div class='paper-box'><div class='paper-box-image'><div>{badge}<img src='images/500x300.png' alt=\"sym\""
            f' width="100%"></div></div>\n<div class=\'paper-box-text\' markdown="1">\n\n[{paper["title"]}]'
            f"(https://example.org)\n\n{authors(page, paper)}\n\n[**Project**](https://example.org) <strong>"
            f"<span class='show_paper_citations' data='a:b'></span></strong>\n"
            f"- {page.pick(*ABSTRACTS)}\n</div>\n</div>\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def rows_with_picture(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", '<table style="width:100%;border:0px;"><tbody>']
    for paper in papers(page):
        lines.append(
            '  <tr>\n    <td style="padding:20px;width:25%"><img src="images/a.png" width="160"></td>\n    <td>\n      '
            f'<a href="https://example.org"><span class="papertitle">{paper["title"]}</span></a>\n      <br>\n      '
            f"{authors(page, paper, '<strong>')}\n      <br>\n      <em>{paper['venue'] or 'Preprint'}</em>"
            f"{', ' + paper['year'] if paper['year'] else ''}\n      <br>\n      {links(page, ' / ', _A)}\n"
            f"      <p>{page.pick(*ABSTRACTS)}</p>\n    </td>\n  </tr>"
        )
    return "\n".join([*lines, "</tbody></table>"]) + "\n"


@writes("md", "papers")
def table_of_fields(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "| Year | Title | Authors | Venue |", "|:--|:--|:--|:--|"]
    for paper in papers(page):
        title = f"[{paper['title']}](https://example.org)"
        lines.append(f"| {paper['year'] or ''} | {title} | {authors(page, paper)} | {paper['venue'] or ''} |")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def table_venue_first(page: Page) -> str:
    head = "Paper" if page.rng.random() < 0.5 else "Title"
    lines = [f"## {page.heading('papers')}\n", f"Venue | {head} | Links", "--- | --- | ---"]
    for paper in papers(page):
        cell = f"**{paper['title']}**<br>{authors(page, paper, '*')}"
        lines.append(f"{venue_year(paper) or 'preprint'} | {cell} | {links(page, '<br>')}")
    for paper in papers(page):
        paper["year"] = paper["year"] if paper["venue"] else None
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def table_with_pictures(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "| | |", "|:---:|:---|"]
    for paper in papers(page):
        cell = "<br>".join(
            filter(None, (f"**{paper['title']}**", authors(page, paper, "<u>"), f"*{venue_year(paper, ', ')}*"))
        ).replace("**<br>**", "**<br>")
        lines.append(f"| ![teaser](assets/a.png) | {cell.replace('<br>**', '<br>')}<br>{links(page)} |")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def table_year_spans(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "<table>"]
    for year, found in by_year(page):
        for number, paper in enumerate(found):
            cell = f'<td rowspan="{len(found)}"><b>{year}</b></td>' if not number else ""
            venue = f" <i>{paper['venue']}</i>." if paper["venue"] else ""
            lines.append(f"<tr>{cell}<td>{authors(page, paper, '<b>')}. {paper['title']}.{venue}</td></tr>")
    return "\n".join([*lines, "</table>"]) + "\n"


@writes("md", "papers")
def columns_of_abbreviation(page: Page) -> str:
    lines = [f"## {page.heading('papers').lower()}\n", '<div class="publications">']
    for year, found in by_year(page):
        lines.append(f'<h2 class="bibliography">{year}</h2>\n<ol class="bibliography">')
        for paper in found:
            venue = f"<em>{paper['venue']}</em>, {year}" if paper["venue"] else "<em>Under review</em>"
            lines.append(
                '<li><div class="row">\n  <div class="col-sm-2 abbr"><abbr class="badge">PDF</abbr></div>\n'
                '  <div id="x"'
                f' class="col-sm-8">\n    <div class="title">{paper["title"]}</div>\n    <div class="author">'
                f'{authors(page, paper, "<em>", last=", and ")}</div>\n    <div class="periodical">{venue}</div>\n'
                '    <div class="links"><a class="abstract btn btn-sm" role="button">Abs</a> <a href="a.pdf" class="btn'
                f' btn-sm">PDF</a></div>\n    <div class="abstract hidden"><p>{page.pick(*ABSTRACTS)}</p></div>\n'
                "  </div>\n</div></li>"
            )
        lines.append("</ol>")
    return "\n".join([*lines, "</div>"]) + "\n"


@writes("md", "papers")
def reversed_html_list(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "<ol reversed>"]
    for paper in papers(page):
        at = f"<i>{paper['venue']}</i> ({paper['year']})" if paper["venue"] and paper["year"] else paper["venue"] or ""
        lines.append(
            f"<li><p>{authors(page, paper, '<b>', last=' and ')}. &ldquo;{paper['title']}.&rdquo; {at}</p></li>"
        )
        if not paper["venue"]:
            paper["year"] = None
    return "\n".join([*lines, "</ol>"]) + "\n"


@writes("md", "papers")
def superscript_marks(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n", "<sup>*</sup> Equal contribution. <sup>†</sup> Corresponding author.\n"]
    for paper in papers(page):
        marked = authors(page, paper, "**", note=lambda k: ("<sup>*</sup>", "<sup>1,†</sup>", "")[min(k, 2)])
        at = (
            f"*{venue_year(paper)}* (**{page.pick('Oral', 'Spotlight', 'Poster')}**)"
            if paper["venue"]
            else "*Preprint*"
        )
        lines.append(f"- **{paper['title']}**<br/>{marked}<br/>{at}<br/>{links(page)}")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def divisions_of_card(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(
            f'<div class="pub">\n<b>{paper["title"]}</b><br>\n{authors(page, paper, "<u>")}<br>\n'
            '<span style="color:#777">'
            f"{venue_year(paper, ', ') or 'In submission'}</span>\n</div>\n<br>\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def year_floats_right(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        year = f'<span style="float:right">{paper["year"]}</span>' if paper["year"] else ""
        lines.append(
            f"**{paper['title']}** {year}  \n{authors(page, paper, '')}  \n*{paper['venue'] or 'Manuscript'}*\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def shields_in_front(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        badge = f'<span class="badge badge-info">{venue_year(paper)}</span> ' if paper["venue"] else ""
        stars = "![GitHub stars](https://img.shields.io/github/stars/me/tool?style=social)"
        lines.append(f"- {badge}**{paper['title']}** {stars}\n\n  {authors(page, paper)}\n\n  {links(page, ' · ')}\n")
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def buttons_of_theme(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n{{: #pubs .section-title}}\n"]
    for paper in papers(page):
        target = '{:target="_blank"}'
        lines.append(
            f"[{paper['title']}](https://example.org){target}  \n{authors(page, paper, '**')}  \n"
            f"{venue_year(paper, ', ')}  \n[Paper](https://example.org){{: .btn .btn--info .btn--small}}"
            f"[Code](https://example.org){{: .btn}}\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def picture_then_caption(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        lines.append(
            f'<p align="center"><img src="/images/a.png" alt="overview" width="60%"></p>\n\n*{paper["title"]}*\n'
            f"{authors(page, paper)}\n\n{venue_year(paper, ', ') or 'Preprint'} [[pdf]](https://example.org)\n"
        )
    return "\n".join(lines) + "\n"


@writes("md", "papers")
def included_by_template(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in papers(page):
        title = paper["title"].replace('"', "'")
        fields = f'title="{title}" authors="{authors(page, paper, "")}" venue="{paper["venue"] or ""}"'
        lines.append(f'{{% include publication.html {fields} year="{paper["year"] or ""}" pdf="/a.pdf" %}}\n')
    return "\n".join(lines) + "\n"
