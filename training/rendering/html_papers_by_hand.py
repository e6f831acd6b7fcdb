# ruff: noqa: E501
"""HTML homepages: lists of papers, as people write them by hand and as old tools write them."""

from __future__ import annotations

from rendering.html import LINK, authors, but_me, by_year, esc, names, reversed_name, section
from rendering.page import Gold, Page, initials, joined, writes


def _short(page: Page, paper: Gold, last: str = " and ") -> str:
    return joined([esc(initials(a)) for a in paper["authors"]], last) + (" et al." if paper["authors_partial"] else "")


def _tail(paper: Gold, mark: str = "i") -> str:
    venue = f"<{mark}>{esc(paper['venue'])}</{mark}>" if paper["venue"] else ""
    return ", ".join(filter(None, (venue, paper["year"])))


@writes("html", "papers")
def quoted_numbered(page: Page) -> str:
    items = []
    for paper in page.gold["publications"]:
        people = _short(page, paper)
        pages = page.pick("", ", vol. 3, no. 2, pp. 101-110", ", pp. 1-9")
        venue = f" <i>{esc(paper['venue'])}</i>{pages}" if paper["venue"] else ""
        end = ", ".join(filter(None, (venue, paper["year"])))
        items.append(
            f'<li>{people}{", " if people else ""}"{esc(paper["title"])},"{end}. [<a href=a.pdf>pdf</a>] [<a href=a.bib>bib</a>]'
        )
    return section(page, "papers") + "<ol>\n" + "\n".join(items) + "</ol>\n"


@writes("html", "papers")
def breaks_only(page: Page) -> str:
    out = []
    for paper in page.gold["publications"]:
        lines = [f"<b>{esc(paper['title'])}</b>", authors(page, paper, "u"), _tail(paper)]
        out.append("<br>\n".join(filter(None, lines)))
    return section(page, "papers") + "<font face=Verdana size=2>" + "<br><br>\n".join(out) + "</font><br>\n"


@writes("html", "papers")
def table_of_years(page: Page) -> str:
    rows = []
    for paper in page.gold["publications"]:
        parts = [_short(page, paper), f"<a href={LINK}>{esc(paper['title'])}</a>", _tail(paper | {"year": None})]
        rows.append(
            f"<tr><td valign=top width=60>{paper['year'] or '&nbsp;'}</td><td>{', '.join(filter(None, parts))}.</td></tr>"
        )
    return section(page, "papers") + f"<table border=0 cellspacing=4>{''.join(rows)}</table>\n"


@writes("html", "papers")
def numbered_definitions(page: Page) -> str:
    out = []
    for number, paper in enumerate(page.gold["publications"]):
        people = authors(page, paper, "b", " and ")
        parts = [people, f"<em>{esc(paper['title'])}</em>", _tail(paper, "span")]
        out.append(
            f"<dt>[{page.pick('J', 'C')}{number + 1}]</dt>\n<dd>{'. '.join(filter(None, parts)).replace('..', '.')}.</dd>"
        )
    return section(page, "papers") + "<dl class=pubs>" + "\n".join(out) + "</dl>\n"


@writes("html", "papers")
def years_defined(page: Page) -> str:
    out = []
    for year, papers in by_year(page):
        out.append(f"<dt>{year if year != '9999' else 'To appear'}</dt>")
        for paper in papers:
            parts = [f"<a href={LINK}>{esc(paper['title'])}</a>", authors(page, paper), _tail(paper | {"year": None})]
            out.append(f"<dd>{'. '.join(filter(None, parts))}.</dd>")
    return section(page, "papers") + "<dl>" + "\n".join(out) + "</dl>\n"


@writes("html", "papers")
def apa_paragraphs(page: Page) -> str:
    out = []
    for paper in page.gold["publications"]:
        if not paper["authors"]:
            paper["authors"] = [page.name]
        people = joined([reversed_name(a) for a in paper["authors"]], ", & ")
        people += ", et al." if paper["authors_partial"] else ""
        year = f" ({paper['year']})." if paper["year"] else ""
        venue = f" <em>{esc(paper['venue'])}</em>." if paper["venue"] else ""
        doi = page.pick(
            "", f' <a href="https://doi.org/10.1000/x{page.rng.randrange(99)}">https://doi.org/10.1000/xyz</a>'
        )
        end = "" if paper["title"][-1] in "?!." else "."
        out.append(f"<p>{esc(people)}{year} {esc(paper['title'])}{end}{venue}{doi}</p>")
    return section(page, "papers") + "\n".join(out) + "\n"


@writes("html", "papers")
def fonts_and_ps(page: Page) -> str:
    out = []
    for paper in page.gold["publications"]:
        others = but_me(page, paper)
        people = f", <FONT SIZE=-1>with {joined([esc(n) for n in others], ' and ')}</FONT>" if others else ""
        year = f" ({paper['year']})" if paper["year"] else ""
        venue = (
            f", <I>{esc(paper['venue'])}</I> <B>{page.rng.randrange(2, 90)}</B>{year}, 101--120"
            if paper["venue"]
            else year
        )
        out.append(
            f'<LI><FONT COLOR="#0000AA">{esc(paper["title"])}</FONT>{people}{venue}. <A HREF="a.ps.gz">[ps.gz]</A> <A HREF="a.dvi">[dvi]</A>'
        )
    return section(page, "papers") + "<UL>\n" + "\n".join(out) + "\n</UL>\n"


@writes("html", "papers")
def bracketed_breaks(page: Page) -> str:
    out = []
    for number, paper in enumerate(page.gold["publications"], 1):
        people = _short(page, paper, ", ")
        parts = [people, f"“{esc(paper['title'])}”", _tail(paper)]
        out.append(f"[{number}] {', '.join(filter(None, parts))}.<br>")
    return section(page, "papers") + "<p>" + "\n".join(out) + "</p>\n"


@writes("html", "papers")
def bibtex2html(page: Page) -> str:
    rows = []
    for number, paper in enumerate(page.gold["publications"], 1):
        people = authors(page, paper, "", ", and ") + ". " if paper["authors"] else ""
        venue = f" In <em>{esc(paper['venue'])}</em>, pages 10-21" if paper["venue"] else ""
        end = f"{venue}, {paper['year']}" if paper["year"] and venue else venue or f" {paper['year'] or ''}"
        rows.append(
            f'<tr valign="top">\n<td align="right" class="bibtexnumber">\n[<a name="k{number}">{number}</a>]\n</td>\n<td class="bibtexitem">\n{people.replace("..", ".")}{esc(paper["title"])}.{end}.\n[&nbsp;<a href="x.html#k">bib</a>&nbsp;| \n<a href="p.pdf">.pdf</a>&nbsp;]\n</td>\n</tr>\n'
        )
    return section(page, "papers") + f"<table>\n{''.join(rows)}</table>\n"


@writes("html", "papers")
def jemdoc_items(page: Page) -> str:
    out = []
    for year, papers in by_year(page):
        out.append(f"<h3>{year}</h3>" if year != "9999" else "<h3>Preprints</h3>")
        items = [
            "<li><p>"
            + "<br />\n".join(filter(None, (f"<b>{esc(p['title'])}</b>", authors(page, p, "u"), _tail(p, "i"))))
            + ". [<a href=p>pdf</a>]</p>\n</li>"
            for p in papers
        ]
        out.append("<ul>\n" + "\n".join(items) + "\n</ul>")
    return section(page, "papers") + "\n".join(out) + "\n"


@writes("html", "papers")
def mathematician(page: Page) -> str:
    out = []
    for paper in page.gold["publications"]:
        others = but_me(page, paper)
        people = f" (with {joined([esc(initials(n)) for n in others], ' and ')})" if others else ""
        venue = f", <i>{esc(paper['venue'])}</i> <b>{page.rng.randrange(5, 300)}</b>" if paper["venue"] else ""
        year = f" ({paper['year']})" + (", no. 2, 123&ndash;145" if venue else "") if paper["year"] else ""
        out.append(
            f'<li><a href="https://arxiv.org/abs/1234.5678">{esc(paper["title"])}</a>{people}{venue}{year}.</li>'
        )
    return section(page, "papers") + "<ol reversed>\n" + "\n".join(out) + "\n</ol>\n"


@writes("html", "papers")
def medical(page: Page) -> str:
    page.gold["publications"] = [p for p in page.gold["publications"] if p["authors"] and p["venue"] and p["year"]]
    out = []
    for paper in page.gold["publications"]:
        people = ", ".join(
            f"<strong>{esc(n)}</strong>" if page.mine(a) else esc(n)
            for a in paper["authors"]
            for n in [f"{a.split()[-1]} {''.join(w[0] for w in a.split()[:-1])}".strip()]
        )
        people += ", et al" if paper["authors_partial"] else ""
        out.append(
            f"<p>{people}. {esc(paper['title'])}. {esc(paper['venue'])}. {paper['year']};12(3):345-9. PMID: <a href=x>1234{page.rng.randrange(9999)}</a>.</p>"
        )
    return section(page, "papers") + "\n".join(out) + "\n"


@writes("html", "papers")
def kinds_apart(page: Page) -> str:
    half = len(page.gold["publications"]) // 2
    out = [section(page, "papers")]
    for heading, papers in (
        (page.pick("Journal articles", "Peer-reviewed journals", "Refereed"), page.gold["publications"][:half]),
        (page.pick("Conference papers", "In proceedings", "Other publications"), page.gold["publications"][half:]),
    ):
        items = []
        for p in papers:
            end = " ".join(filter(None, (f"<em>{esc(p['venue'])}</em>" if p["venue"] else "", p["year"])))
            parts = [f"<strong>{esc(p['title'])}</strong>", _short(page, p), end]
            items.append(f"<li><p>{'; '.join(filter(None, parts))}</p></li>")
        out.append(f"<h4>{heading}</h4><ul>{''.join(items)}</ul>" if items else "")
    return "\n".join(out) + "\n"


@writes("html", "papers")
def table_of_fields(page: Page) -> str:
    rows = "".join(
        f"<tr><td>{n}</td><td><a href=x>{esc(p['title'])}</a></td><td>{authors(page, p, '')}</td><td>{esc(p['venue'])}</td><td>{p['year'] or ''}</td><td><a href=y>PDF</a></td></tr>\n"
        for n, p in enumerate(page.gold["publications"], 1)
    )
    head = "<tr><th>#</th><th>Title</th><th>Authors</th><th>Venue</th><th>Year</th><th>Link</th></tr>"
    return (
        section(page, "papers")
        + f'<table class="table table-striped"><thead>{head}</thead><tbody>{rows}</tbody></table>\n'
    )


@writes("html", "papers")
def people_first_lines(page: Page) -> str:
    out = []
    for paper in page.gold["publications"]:
        lines = [
            names(page, paper["authors"], "strong", " and ") + (" et al." if paper["authors_partial"] else ""),
            f'<a href="{LINK}">{esc(paper["title"])}</a>',
        ]
        end = (
            f"<em>{esc(paper['venue'])}</em> {paper['year'] or ''} [<a>PDF</a>] [<a>Talk</a>]"
            if paper["venue"]
            else paper["year"]
        )
        out.append("<li>" + "<br/>".join(filter(None, (*lines, end))) + "</li>")
    return section(page, "papers") + "<ul>" + "\n".join(out) + "</ul>\n"


@writes("html", "papers")
def teasers_beside(page: Page) -> str:
    rows = []
    for paper in page.gold["publications"]:
        where = " ".join(filter(None, (f"<b>{esc(paper['venue'])}</b>" if paper["venue"] else "", paper["year"])))
        note = page.pick(
            "", " (<i>to appear</i>)", " <span style='color:red'>Best paper finalist</span>", " (Spotlight)"
        )
        rows.append(
            f'<table class="pub"><tr><td rowspan="3"><img src="t.gif" border="0"></td><td class="ptitle">{esc(paper["title"])}</td></tr><tr><td class="pauthors">{authors(page, paper, "b")}</td></tr><tr><td>{where}{note if where else ""} <a href=x>abstract</a> | <a href=y>paper</a></td></tr></table><br>'
        )
    return section(page, "papers") + "\n".join(rows) + "\n"
