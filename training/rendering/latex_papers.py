"""LaTeX CVs: lists of papers."""

# Lines of templates stay whole.
# ruff: noqa: E501
from __future__ import annotations

from itertools import groupby

from rendering.latex import authors, items, section, tex, with_macros
from rendering.page import Gold, Page, joined, writes


def _told(page: Page) -> list[Gold]:
    return list(page.gold["publications"])


def _end(*parts: str) -> str:
    return ", ".join(filter(None, parts))


@writes("tex", "papers")
def titles_in_quotes(page: Page) -> str:
    environment = page.pick("enumerate", "itemize", "etaremune")
    lines = []
    for p in _told(page):
        venue = f"\\emph{{{tex(p['venue'])}}}" if p["venue"] else ""
        names = authors(page, p)
        lines.append(f"{names}{', ' if names else ''}``{tex(p['title'])},'' {_end(venue, p['year'] or '')}.")
    return section(page, "papers") + items(lines, environment)


@writes("tex", "papers")
def years_in_brackets(page: Page) -> str:
    """The year in brackets, as in the social sciences: ``Ada Lovelace (1843). Notes.``."""
    told = ""
    for p in _told(page):
        year = f" ({p['year']})" if p["year"] else ""
        names = authors(page, p)
        link = page.pick("", f" \\url{{https://doi.org/10.1000/{page.rng.randint(100, 999)}}}")
        venue = f" \\textit{{{tex(p['venue'])}}}, {page.rng.randint(2, 40)}(2), 113--140." if p["venue"] else ""
        told += f"\\noindent\\hangindent=2em {names}{year}. {tex(p['title'])}.{venue}{link}\n\n"
    return section(page, "papers") + told


@writes("tex", "papers")
def bold_titles_over_lines(page: Page) -> str:
    lines = []
    for p in _told(page):
        rows = [f"\\textbf{{{tex(p['title'])}}}", authors(page, p), _end(tex(p["venue"]), p["year"] or "")]
        lines.append(" \\\\\n    ".join(filter(None, rows)))
    return section(page, "papers") + items(lines, page.pick("itemize", "enumerate"))


@writes("tex", "papers")
def four_arguments(page: Page) -> str:
    order = ["title", "names", "venue", "year"]
    page.rng.shuffle(order)
    body = page.pick(
        "\\item names. \\textbf{title}. \\emph{venue}, year.",
        "\\noindent``title'', names, {\\it venue} year.\\par\\smallskip",
        "\\item[] {\\bf title}\\\\ names\\\\ {\\em venue} \\hfill year",
    )
    around = "itemize" if "item" in body else ""
    macro = body
    for number, key in enumerate(order, 1):
        macro = macro.replace(key, f"#{number}")
    told = ""
    for p in _told(page):
        values = {"title": tex(p["title"]), "names": authors(page, p)}
        values |= {"venue": tex(p["venue"]), "year": p["year"] or ""}
        told += "\\pub" + "".join(f"{{{values[key]}}}" for key in order) + "\n"
    told = f"\\begin{{{around}}}\n{told}\\end{{{around}}}\n" if around else told
    return with_macros(f"\\newcommand{{\\pub}}[4]{{{macro}}}\n", section(page, "papers") + told)


@writes("tex", "papers")
def labels_of_kinds(page: Page) -> str:
    """Labels ``[J3]`` and ``[C12]`` that count down."""
    told = _told(page)
    letter = page.pick("J", "C", "P")
    text = ""
    for k, p in enumerate(told):
        venue = f"\\textit{{{tex(p['venue'])}}}" if p["venue"] else ""
        names = authors(page, p)
        text += f"\\item[{{[{letter}{len(told) - k}]}}] {names + ', ' if names else ''}{tex(p['title'])}."
        text += f" In {_end(venue, p['year'] or '')}.\n" if venue else f" {p['year'] or ''}\n"
    return section(page, "papers") + f"\\begin{{description}}\n{text}\\end{{description}}\n"


@writes("tex", "papers")
def bibliography(page: Page) -> str:
    text = ""
    for k, p in enumerate(_told(page)):
        venue = (
            f"\n\\newblock {{\\em {tex(p['venue'])}}}, {p['year'] or ''}."
            if p["venue"]
            else f"\n\\newblock {p['year'] or ''}."
        )
        names = authors(page, p)
        text += f"\\bibitem{{ref{k}}}\n{names + '.' if names else ''}\n\\newblock {tex(p['title'])}.{venue}\n\n"
    around = f"\\begin{{thebibliography}}{{99}}\n{text}\\end{{thebibliography}}\n"
    return section(page, "papers") + "\\renewcommand{\\refname}{\\vspace{-1cm}}\n" + around


@writes("tex", "papers")
def table_of_years(page: Page) -> str:
    text = ""
    for p in _told(page):
        venue = f" \\textit{{{tex(p['venue'])}}}." if p["venue"] else ""
        names = authors(page, p)
        text += f"{p['year'] or ''} & {names + '. ' if names else ''}{tex(p['title'])}.{venue} \\\\[2pt]\n"
    return section(page, "papers") + f"\\begin{{longtable}}{{p{{1.5cm}}p{{13cm}}}}\n{text}\\end{{longtable}}\n"


@writes("tex", "papers")
def years_as_subsections(page: Page) -> str:
    text = ""
    told = sorted(_told(page), key=lambda p: p["year"] or "0", reverse=True)
    for year, papers in groupby(told, key=lambda p: p["year"]):
        lines = []
        for p in papers:
            venue = page.pick("{\\em %s}", "\\textsl{%s}") % tex(p["venue"]) if p["venue"] else ""
            names = authors(page, p)
            lines.append(
                f"{names + ': ' if names else ''}\\href{{https://example.org/p.pdf}}{{{tex(p['title'])}}}. {venue}"
            )
        text += f"\\subsection*{{{year or 'Preprints'}}}\n{items(lines, 'enumerate')}"
    return section(page, "papers") + text


@writes("tex", "papers")
def margin_years(page: Page) -> str:
    text = ""
    for p in _told(page):
        year = f"\\years{{{p['year']}}}" if p["year"] else ""
        names = authors(page, p)
        venue = f", \\emph{{{tex(p['venue'])}}}" if p["venue"] else ""
        text += f"{year}{names + ', ' if names else ''}``{tex(p['title'])}''{venue}\\\\\n"
    macro = "\\newcommand{\\years}[1]{\\marginnote{\\scriptsize #1}}\n"
    return with_macros(macro, section(page, "papers") + "\\noindent\n" + text)


@writes("tex", "papers")
def own_name_macro(page: Page) -> str:
    """The subject's name is a macro, the venues are in short form in bold."""
    lines = []
    for p in _told(page):
        names = ["\\me{}" if page.mine(a) else tex(a) for a in p["authors"]]
        for k, a in enumerate(p["authors"]):
            p["authors"][k] = page.name if page.mine(a) else a
        text = joined(names, " and ") + (" et al." if p["authors_partial"] and names else "")
        venue = f"\\textbf{{{tex(p['venue'])}}} {p['year'] or ''}" if p["venue"] else p["year"] or ""
        lines.append(f"\\textit{{{tex(p['title'])}}}\\\\ {text + chr(92) * 2 if text else ''} {venue}")
    return with_macros(
        f"\\newcommand{{\\me}}{{\\underline{{{tex(page.name)}}}}}\n", section(page, "papers") + items(lines)
    )


@writes("tex", "papers")
def by_state(page: Page) -> str:
    """Published work and work in progress in subsections."""
    published = [p for p in _told(page) if p["venue"]]
    rest = [p for p in _told(page) if not p["venue"]]
    text = ""
    for heading, papers in (("Journal articles", published), ("Working papers", rest)):
        lines = []
        for p in papers:
            names = authors(page, p)
            by = f" (with {joined([tex(a) for a in p['authors'] if not page.mine(a)])})" if names else ""
            p["authors"], p["authors_partial"] = [a for a in p["authors"] if not page.mine(a)], p["authors_partial"]
            by = "" if not p["authors"] else by
            where = f", \\emph{{{tex(p['venue'])}}}" if p["venue"] else ""
            lines.append(f"``{tex(p['title'])}''{by}{where}{', ' + p['year'] if p['year'] else ''}.")
        text += f"\\subsection{{{heading}}}\n{items(lines)}" if lines else ""
    return section(page, "papers") + text


@writes("tex", "papers")
def entries_of_the_class(page: Page) -> str:
    text = ""
    for p in _told(page):
        title, names, venue, year = tex(p["title"]), authors(page, p), tex(p["venue"]), p["year"] or ""
        match page.frame:
            case "moderncv":
                text += (
                    f"\\cvitem{{{year}}}{{{names + '. ' if names else ''}\\textbf{{{title}}}. \\textit{{{venue}}}.}}\n"
                )
            case "awesome":
                text += f"  \\cvpub{{{title}}}{{{names}}}{{{venue}}}{{{year}}}\n"
            case "europecv" | "europass":
                text += f"\\ecvitem{{{year}}}{{{names + ', ' if names else ''}``{title}''{', ' + venue if venue else ''}}}\n"
            case "friggeri":
                text += f"  \\entry\n    {{{year}}}\n    {{{title}}}\n    {{{venue}}}\n    {{{names}}}\n"
            case "twenty":
                text += f"  \\twentyitemshort{{{year}}}{{{names + '. ' if names else ''}``{title}''. {venue}}}\n"
            case "curve":
                text += f"\\entry*[{year}] {names + '. ' if names else ''}\\emph{{{title}}}. {venue}.\n"
            case "currvita":
                text += f"\\item[{year}] {names + '. ' if names else ''}``{title}''. {venue}.\n"
            case _:
                text += f"{names + '. ' if names else ''}{title}. \\emph{{{venue}}}{', ' if venue else ''}{year}.\\\\[4pt]\n"
    around = {"friggeri": "entrylist", "twenty": "twentyshort"}.get(page.frame)
    return section(page, "papers") + (f"\\begin{{{around}}}\n{text}\\end{{{around}}}\n" if around else text)
