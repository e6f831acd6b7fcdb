# ruff: noqa: E501
"""HTML homepages: lists of papers, of sites made with tools and templates."""

from __future__ import annotations

from rendering.html import LINK, authors, but_me, by_year, esc, names, reversed_name, section
from rendering.page import Gold, Page, initials, joined, writes


def _where(paper: Gold, mark: str = "i", comma: str = ", ") -> str:
    venue = f"<{mark}>{esc(paper['venue'])}</{mark}>" if paper["venue"] else ""
    return comma.join(filter(None, (venue, paper["year"])))


@writes("html", "papers")
def barron_rows(page: Page) -> str:
    rows = []
    for paper in page.gold["publications"]:
        says = page.pick(
            "A simple trick makes it fast.",
            "We look at what goes wrong, and fix it.",
            "More data is not always better.",
        )
        award = page.pick("", "", "&nbsp;<font color=red><strong>(Oral Presentation)</strong></font>")
        rows.append(
            '<tr onmouseout="stop()" onmouseover="start()"><td style="padding:20px;width:25%"><div class="one"><img src="a.jpg" width="160"></div></td>'
            f'<td style="padding:20px;width:75%;vertical-align:middle"><a href="{LINK}"><span class="papertitle">{esc(paper["title"])}</span></a><br>'
            f"{authors(page, paper, 'strong')}<br>{_where(paper, 'em')}{award}<br>"
            f'<a href="{LINK}">project page</a> / <a href="a">arXiv</a> / <a href="b">video</a><p></p><p>{says}</p></td></tr>\n'
        )
    return section(page, "papers") + f"<table><tbody>{''.join(rows)}</tbody></table>\n"


@writes("html", "papers")
def al_folio_bibliography(page: Page) -> str:
    out = [section(page, "papers"), '<div class="publications">']
    for year, papers in by_year(page):
        out.append(f'<h2 class="bibliography">{year}</h2><ol class="bibliography">' if year != "9999" else "<ol>")
        for paper in papers:
            badge = f'<abbr class="badge rounded w-100">{esc(paper["venue"])}</abbr>' if paper["venue"] else ""
            venue = (
                f"<em>In {esc(paper['venue'])}</em>, {paper['year'] or ''}" if paper["venue"] else paper["year"] or ""
            )
            out.append(
                f'<li><div class="row"><div class="col col-sm-2 abbr">{badge}</div><div id="k" class="col-sm-8"><div class="title">{esc(paper["title"])}</div>'
                f'<div class="author">{authors(page, paper, "em")}</div><div class="periodical">{venue}</div><div class="periodical"></div>'
                '<div class="links"><a class="abstract btn btn-sm z-depth-0" role="button">Abs</a><a class="bibtex btn btn-sm">Bib</a><a class="btn btn-sm">PDF</a></div>'
                '<div class="abstract hidden"><p>We study a problem that matters, and show that it can be solved.</p></div></div></div></li>'
            )
        out.append("</ol>")
    return "\n".join(out) + "</div>\n"


@writes("html", "papers")
def archive_items(page: Page) -> str:
    page.drop("publications", "authors")
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        where = ", ".join(filter(None, (paper["venue"] and f"<i>{esc(paper['venue'])}</i>", paper["year"])))
        out.append(
            f'<div class="list__item"><article class="archive__item" itemscope><h2 class="archive__item-title" itemprop="headline"><a href="{LINK}" rel="permalink">{esc(paper["title"])}</a></h2>'
            + (
                f"<p>Published in {where}</p>"
                if paper["venue"] and paper["year"]
                else f"<p>{where}</p>"
                if where
                else ""
            )
            + f'<p class="archive__item-excerpt" itemprop="description"><p>This paper is about the things that its title says.</p></p><p><a href="{LINK}">Download Paper</a></p></article></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def hugo_stream(page: Page) -> str:
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        people = ", ".join(f'<span><a href="/author/x/">{esc(a)}</a></span>' for a in paper["authors"])
        people += ", et al." if paper["authors_partial"] else ""
        out.append(
            f'<div class="media stream-item view-compact"><div class="media-body"><div class="section-subheading article-title mb-0 mt-0"><a href="{LINK}">{esc(paper["title"])}</a></div>'
            f'<div class="stream-meta article-metadata"><div><span class="author-highlighted">{people}</span></div><span class="article-date">{paper["year"] or ""}</span> <span class="middot-divider"></span> <span class="pub-publication">{_where(paper | {"year": None}, "em")}</span></div>'
            f'<div class="btn-links"><a class="btn btn-outline-primary" href="{LINK}">PDF</a> <a class="btn">Cite</a> <a class="btn">Code</a> <a class="btn">DOI</a></div></div><div class="ml-3"><img src="f.png" alt=""></div></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def hugo_citations(page: Page) -> str:
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        people = ", ".join(f"<span>{esc(a)}</span>" for a in paper["authors"]) + (
            ", et al" if paper["authors_partial"] else ""
        )
        year = f" ({paper['year']})" if paper["year"] else ""
        venue = f"<em>{esc(paper['venue'])}</em>." if paper["venue"] else ""
        out.append(
            f'<div class="pub-list-item" style="margin-bottom: 1rem"><i class="far fa-file-alt pub-icon" aria-hidden="true"></i><span class="article-metadata li-cite-author">{people}</span>{year}. '
            f'<a href="{LINK}">{esc(paper["title"])}</a>. {venue}<p><a class="btn btn-outline-primary btn-page-header btn-sm">PDF</a><button type="button" class="btn js-cite-modal">Cite</button><a class="btn">DOI</a></p></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def google_sites_paragraphs(page: Page) -> str:
    cell = '<p class="zfr3Q CDt4Ke" dir="ltr">{}</p>'
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        out.append(
            cell.format(
                f'<a class="XqQF9c" href="{LINK}"><span style="font-weight:700">{esc(paper["title"])}</span></a>'
            )
        )
        if paper["authors"]:
            out.append(
                cell.format(
                    f"<span>{names(page, paper['authors'], '', ' and ')}{', et al.' if paper['authors_partial'] else ''}</span>"
                )
            )
        if paper["venue"] or paper["year"]:
            out.append(
                cell.format(
                    f'<span style="font-style:italic">{" ".join(filter(None, (esc(paper["venue"]), paper["year"])))}</span>'
                )
            )
        out.append(cell.format("<br>"))
    return "\n".join(out) + "\n"


@writes("html", "papers")
def cards(page: Page) -> str:
    out = [section(page, "papers"), '<div class="row row-cols-1 row-cols-md-2">']
    for paper in page.gold["publications"]:
        out.append(
            '<div class="col mb-4"><div class="card h-100"><img src="teaser.png" class="card-img-top" alt="teaser"><div class="card-body">'
            f'<h5 class="card-title">{esc(paper["title"])}</h5><h6 class="card-subtitle mb-2 text-muted">{authors(page, paper, "u")}</h6>'
            f'<p class="card-text"><small>{_where(paper, "i", " ")}</small></p><a href="{LINK}" class="btn btn-sm btn-primary">Paper</a> <a class="btn btn-sm">Slides</a></div></div></div>'
        )
    return "\n".join(out) + "</div>\n"


@writes("html", "papers")
def badge_first(page: Page) -> str:
    out = [section(page, "papers"), "<ul class='list-unstyled'>"]
    for paper in page.gold["publications"]:
        badge = " ".join(filter(None, (esc(paper["venue"]), paper["year"])))
        badge = f'<span class="badge bg-info">{badge}</span> ' if badge else ""
        out.append(
            f'<li>{badge}<a href="{LINK}" class="papername">{esc(paper["title"])}</a><br>{authors(page, paper)}<br>'
            '[<a href="p">Paper</a>] [<a href="c">Code</a>] <img alt="GitHub stars" src="https://img.shields.io/github/stars/x"></li>'
        )
    return "\n".join(out) + "</ul>\n"


@writes("html", "papers")
def react_spans(page: Page) -> str:
    out = [section(page, "papers"), '<div class="MuiGrid-root css-v3z1wi">']
    for paper in page.gold["publications"]:
        out.append(
            f'<div class="MuiPaper-root css-1ps6pg7"><div class="css-46bh2p"><div class="MuiTypography-h6 css-2ulfj5">{esc(paper["title"])}</div><div class="MuiTypography-body2">{authors(page, paper, "span")}</div>'
            f'<div class="css-x"><span class="MuiChip-label">{esc(paper["venue"])}</span> <span class="MuiChip-label">{paper["year"] or ""}</span></div></div><div class="MuiCardActions-root"><button class="MuiButton-root">PDF<span class="MuiTouchRipple-root"></span></button><button>BibTeX</button></div></div>'
        )
    return "\n".join(out) + "</div>\n"


@writes("html", "papers")
def pure_portal(page: Page) -> str:
    page.gold["publications"] = [p for p in page.gold["publications"] if p["authors"] and p["venue"]]
    out = [section(page, "papers", "Research output"), '<ul class="list-results">']
    for paper in page.gold["publications"]:
        people = [f'<a class="link person" href="p"><span>{esc(reversed_name(a))}</span></a>' for a in paper["authors"]]
        people_text = joined(people, " &amp; ") + (" et al." if paper["authors_partial"] else "")
        year = f', <span class="date">{paper["year"]}</span>' if paper["year"] else ""
        out.append(
            f'<li><div class="result-container"><div class="rendering rendering_researchoutput"><h3 class="title"><a rel="ContributionToJournal" href="u"><span>{esc(paper["title"])}</span></a></h3>{people_text}{year}, <span class="journal">In: <span>{esc(paper["venue"])}</span>.</span> <span class="numberofpages">12 p.</span>'
            '<p class="type"><span class="type_family">Research output<span class="type_family_sep">: </span></span><span>Contribution to journal</span> › <span>Article</span> › <span>peer-review</span></p></div></div></li>'
        )
    return "\n".join(out) + "</ul>\n"


@writes("html", "papers")
def wordpress_items(page: Page) -> str:
    out = [section(page, "papers"), '<ul class="wp-block-list">']
    for paper in page.gold["publications"]:
        people = joined([esc(initials(a)) for a in paper["authors"]], " &amp; ") + (
            " et al." if paper["authors_partial"] else ""
        )
        year = f" ({paper['year']})" if paper["year"] else ""
        venue = f", <em>{esc(paper['venue'])}</em>, 12(3)" if paper["venue"] else ""
        lead = f"{people}{year}, " if people else ""
        tail = "" if people else year
        out.append(f'<li>{lead}‘<a href="{LINK}">{esc(paper["title"])}</a>’{venue}{tail}.</li>')
    return "\n".join(out) + "</ul>\n"


@writes("html", "papers")
def accordion_of_years(page: Page) -> str:
    out = [section(page, "papers")]
    for year, papers in by_year(page):
        items = "".join(
            f"<li>{authors(page, p)}{'. ' if p['authors'] else ''}<strong>{esc(p['title'])}</strong>. {_where(p | {'year': None}, 'em')} <a href='{LINK}'>link</a></li>"
            for p in papers
        )
        head = year if year != "9999" else "Forthcoming"
        out.append(
            f'<button class="accordion">{head} <i class="arrow down"></i></button><div class="panel"><ul>{items}</ul></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def meta_line_articles(page: Page) -> str:
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        meta = " ".join(filter(None, (esc(paper["venue"]), paper["year"])))
        meta = " · ".join(filter(None, (meta, authors(page, paper, ""))))
        out.append(
            f'<article class="post-preview"><h3 class="post-title"><a href="{LINK}">{esc(paper["title"])}</a></h3><p class="post-meta">{meta}</p><p class="post-entry">A short summary of what we did. <a class="more">[Read More]</a></p></article>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def grid_with_years(page: Page) -> str:
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        out.append(
            f'<div class="row mb-3"><div class="col-md-2 text-right"><span class="year">{paper["year"] or ""}</span></div><div class="col-md-10"><b>{esc(paper["title"])}</b><br>{authors(page, paper, "u", " and ")}<br>{_where(paper | {"year": None}, "em")}</div></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def images_and_paragraphs(page: Page) -> str:
    out = [section(page, "papers")]
    for paper in page.gold["publications"]:
        out.append(
            f'<div class="paper-box"><div class="paper-box-image"><div><div class="badge">{" ".join(filter(None, (esc(paper["venue"]), paper["year"])))}</div><img src="i.png" alt="sym" width="100%"></div></div><div class="paper-box-text">'
            f'<p><a href="{LINK}">{esc(paper["title"])}</a></p><p>{authors(page, paper, "strong")}</p><p><a href="p"><strong>Project</strong></a> <strong><span class="show_paper_citations" data="x"></span></strong></p><ul><li>We make it faster, and we say why.</li></ul></div></div>'
        )
    return "\n".join(out) + "\n"


@writes("html", "papers")
def folded_abstracts(page: Page) -> str:
    out = [section(page, "papers"), "<ul>"]
    for paper in page.gold["publications"]:
        others = but_me(page, paper)
        people = f" (with {joined([f'<a href={LINK}>{esc(n)}</a>' for n in others], ' and ')})" if others else ""
        where = ", ".join(filter(None, (paper["venue"] and f"<i>{esc(paper['venue'])}</i>", paper["year"])))
        out.append(
            f"<li><strong><a href='{LINK}'>{esc(paper['title'])}</a></strong>{people}<br>{where}"
            "<details><summary>Abstract</summary><p>Using data on many people, we find that much depends on what they expect.</p></details></li>"
        )
    return "\n".join(out) + "</ul>\n"
