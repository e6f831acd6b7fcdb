"""LaTeX CVs: posts and schools, one after another, as entries with dates.

Most layouts are used for both, so a layout is a function of the page, the heading and a list of rows.
"""

# Lines of templates stay whole.
# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from rendering.latex import items, section, style, supervised, tex, when, with_macros
from rendering.page import WRITERS, Page
from rendering.wordings import degree, work


class Row(NamedTuple):
    """An entry: what somebody was, where, when, in which town, and what is said below."""

    what: str
    where: str
    when: str
    town: str
    notes: list[str]


Layout = Callable[[Page, list[Row]], str]

_TOWNS = ("London, UK", "Munich, Germany", "Boston, MA", "Paris", "Lyon, France", "Toronto")


def posts(page: Page) -> list[Row]:
    page.gold["employment"] = [p for p in page.gold["employment"] if p["role"] and p["start"] and p["end"]]
    for post in page.gold["employment"]:
        post["role"] = re.split(r" ?[(,]", post["role"])[0]  # what stands in brackets is told by few layouts
    dates = style(page)
    dash = page.pick("--", "--", " -- ", "-", " to ")
    return [
        Row(tex(p["role"]), tex(p["organization"]), when(p, dates, dash), page.pick(*_TOWNS), work(page))
        for p in page.gold["employment"]
    ]


def schools(page: Page) -> list[Row]:
    dates = style(page)
    dash = page.pick("--", "--", " -- ", "-", " to ")
    joint = page.pick(" in ", " in ", ", ")
    rows = []
    for fact in page.gold["education"]:
        notes = list(filter(None, [supervised(page, fact)]))
        if page.rng.random() < 0.3:
            notes.insert(0, page.pick("GPA: 3.8/4.0", "Grade: 1.3", "Minor in Music"))
        where, what = tex(fact["institution"]), tex(degree(page, fact, joint))
        rows.append(Row(what, where, when(fact, dates, dash), page.pick(*_TOWNS), notes))
    return rows


def lays(layout: Layout) -> Layout:
    """Register a layout for posts and for schools."""
    for part, rows in (("posts", posts), ("schools", schools)):

        def write(page: Page, part: str = part, rows: Callable[[Page], list[Row]] = rows) -> str:
            macros, mark, body = layout(page, rows(page)).rpartition("%%body%%\n")
            return macros + mark + section(page, part) + body

        WRITERS.setdefault(("tex", part), {})[layout.__name__.strip("_")] = write
    return layout


def _class_entry(page: Page, row: Row) -> str:
    what, where, dates, town, notes = row
    below = items(notes)
    match page.frame:
        case "moderncv":
            return f"\\cventry{{{dates}}}{{{what}}}{{{where}}}{{{town}}}{{}}{{{below}}}\n"
        case "awesome":
            told = items(notes, "cvitems")
            return f"  \\cventry\n    {{{what}}}\n    {{{where}}}\n    {{{town}}}\n    {{{dates}}}\n    {{{told}}}\n"
        case "altacv":
            return f"\\cvevent{{{what}}}{{{where}}}{{{dates}}}{{{town}}}\n{below}\\divider\n"
        case "europecv":
            return (
                f"\\ecvitem{{Dates}}{{{dates}}}\n\\ecvitem{{Occupation or position held}}{{\\textbf{{{what}}}}}\n"
                f"\\ecvitem[10pt]{{Name and address of organisation}}{{{where}, {town}}}\n"
            )
        case "europass":
            return f"\\ecvtitle{{{dates}}}{{{what}}}\n\\ecvitem{{}}{{{where}, {town}}}\n" + (
                f"\\ecvitem{{}}{{{below}}}\n" if notes else ""
            )
        case "friggeri":
            return f"  \\entry\n    {{{dates}}}\n    {{{what}}}\n    {{{where}}}\n    {{{' '.join(notes)}}}\n"
        case "twenty":
            return f"  \\twentyitem{{{dates}}}{{{what}}}{{{where}}}{{{' '.join(notes)}}}\n"
        case "deedy":
            told = items(notes, "tightemize")
            return f"\\runsubsection{{{where}}}\n\\descript{{| {what}}}\n\\location{{{dates} | {town}}}\n{told}\\sectionsep\n"
        case "res":
            return f"{{\\bf {where}}}, {town}\\\\\n{{\\em {what}}} \\hfill {{\\bf {dates}}}\n{below}\n"
        case "curve":
            return f"\\entry*[{dates}] \\textbf{{{what}}}, {where}.\n\\par {' '.join(notes)}\n"
        case "currvita":
            return f"\\item[{dates}] {what}, \\emph{{{where}}}. {' '.join(notes)}\n"
    return f"\\noindent\\textbf{{{what}}}, {where}, {town} \\hfill {dates}\\\\\n{' '.join(notes)}\n\n"


_AROUND = {"awesome": "cventries", "friggeri": "entrylist", "twenty": "twenty"}


@lays
def entries_of_the_class(page: Page, rows: list[Row]) -> str:
    body = "".join(_class_entry(page, row) for row in rows)
    around = _AROUND.get(page.frame)
    return f"\\begin{{{around}}}\n{body}\\end{{{around}}}\n" if around else body


@lays
def organization_and_dates_in_bold(page: Page, rows: list[Row]) -> str:
    return "\n".join(
        f"\\textbf{{{r.where}}}, {r.town} \\hfill \\textbf{{{r.when}}}\\\\\n\\textit{{{r.what}}}\n{items(r.notes)}"
        for r in rows
    )


@lays
def role_and_dates(page: Page, rows: list[Row]) -> str:
    told = []
    for r in rows:
        lines = [f"\\noindent {{\\bf {r.what}}} \\hfill {{\\it {r.when}}}", f"{r.where}, {r.town}", *r.notes]
        told.append("\\\\\n".join(filter(None, lines)) + "\n\n\\medskip\n")
    return "".join(told)


@lays
def years_in_the_margin(page: Page, rows: list[Row]) -> str:
    macro = "\\newcommand{\\years}[1]{\\marginnote{\\scriptsize #1}}\n"
    told = "".join(
        f"\\years{{{r.when}}}{', '.join(filter(None, (r.what, r.where)))}\\\\\n"
        + "".join(f"{n}\\\\\n" for n in r.notes)
        for r in rows
    )
    return with_macros(macro, "\\noindent\n" + told)


@lays
def table_with_dates_left(page: Page, rows: list[Row]) -> str:
    kind = page.pick("tabular", "longtable")
    told = ""
    for r in rows:
        what = f"\\textbf{{{r.what}}}, {r.where}" if r.what else r.where
        told += f"{r.when} & {what} \\\\\n" + "".join(f" & {n} \\\\\n" for n in r.notes)
        told += page.pick("", "\\\\[-2mm]\n")
    return f"\\begin{{{kind}}}{{@{{}}p{{0.15\\textwidth}}p{{0.8\\textwidth}}}}\n{told}\\end{{{kind}}}\n"


@lays
def table_with_line_breaks(page: Page, rows: list[Row]) -> str:
    told = "".join(
        f"\\textsc{{{r.when}}} & \\parbox[t]{{0.7\\textwidth}}{{\\raggedright \\textbf{{{r.where}}}\\\\ {r.what}"
        + "".join(f"\\\\ {{\\footnotesize {n}}}" for n in r.notes)
        + "}\\\\[1em]\n"
        for r in rows
    )
    return f"\\begin{{tabular}}{{r|p{{11cm}}}}\n{told}\\end{{tabular}}\n"


@lays
def wide_table_for_each(page: Page, rows: list[Row]) -> str:
    told = ""
    for r in rows:
        first, second = page.pick("a", "b"), f"\\textit{{{r.what}}} & \\textit{{{r.when}}}"
        cells = f"\\textbf{{{r.where}}} & {r.town} \\\\\n{second}"
        if first == "b" and not r.what:
            cells = f"\\textbf{{{r.where}}} & {r.when}"
        told += (
            f"\\begin{{tabular*}}{{\\textwidth}}{{@{{\\extracolsep{{\\fill}}}}lr}}\n{cells} \\\\\n\\end{{tabular*}}\n"
        )
        told += items(r.notes)
    return told


@lays
def tabbing(page: Page, rows: list[Row]) -> str:
    told = "".join(
        f"{r.when} \\> {r.what or r.where}\\\\\n" + (f" \\> {r.where}, {r.town}\\\\\n" if r.what else "") for r in rows
    )
    return f"\\begin{{tabbing}}\n\\hspace{{3cm}} \\= \\kill\n{told}\\end{{tabbing}}\n"


@lays
def description(page: Page, rows: list[Row]) -> str:
    told = "".join(
        f"\\item[{r.when}] {', '.join(filter(None, (r.what, r.where, r.town)))}."
        + "".join(f"\\\\ {n}" for n in r.notes)
        + "\n"
        for r in rows
    )
    return f"\\begin{{description}}[leftmargin=2.5cm,style=sameline]\n{told}\\end{{description}}\n"


@lays
def five_arguments(page: Page, rows: list[Row]) -> str:
    """A macro of the author's own, its arguments in any order."""
    order = ["what", "where", "when", "town", "notes"]
    page.rng.shuffle(order)
    place = {name: f"#{order.index(name) + 1}" for name in order}
    name = page.pick("job", "position", "cvpos", "myentry", "exper", "eventitem")
    body = page.pick(
        "\\noindent\\textbf{what} \\hfill when\\\\ \\textit{where}, town\\\\ notes\\par\\medskip",
        "{\\bf where}, {town} \\hfill {\\em when} \\\\ what \\\\ {\\small notes} \\vspace{2mm}\n\n",
        "\\begin{tabular*}{\\textwidth}{l@{\\extracolsep{\\fill}}r}\n\\textbf{where} & town\\\\\n"
        "\\textit{what} & when\\\\\n\\end{tabular*}\n\n notes\n\n",
        "\\noindent\\parbox[t]{2.5cm}{when}\\parbox[t]{12cm}{\\textbf{what}\\\\ where, town\\\\ notes}\\par",
    )
    for key, value in place.items():
        body = body.replace(key, value)
    told = ""
    for r in rows:
        values = r._asdict() | {"notes": " ".join(r.notes)}
        told += f"\\{name}" + "".join(f"{{{values[key]}}}" for key in order) + "\n"
    return with_macros(f"\\newcommand{{\\{name}}}[5]{{%\n{body}}}\n", told)


@lays
def three_arguments_and_a_list(page: Page, rows: list[Row]) -> str:
    macro = (
        "\\newcommand{\\gig}[3]{\\noindent\\textbf{#1}\\hfill #3\\\\\\emph{#2}\\par}\n"
        if page.rng.random() < 0.5
        else "\\newcommand{\\gig}[3]{{\\sl #2}, {\\bf #1}, #3\\vspace{-1ex}\n}\n"
    )
    return with_macros(macro, "".join(f"\\gig{{{r.where}}}{{{r.what}}}{{{r.when}}}\n{items(r.notes)}\n" for r in rows))


@lays
def own_environment(page: Page, rows: list[Row]) -> str:
    macro = (
        "\\newenvironment{rSubsection}[4]{%\n{\\bf #1} \\hfill {#2}\n\\ifthenelse{\\equal{#3}{}}{}{\\\\ {\\em #3} \\hfill"
        " {\\em #4}}\\smallskip\n\\begin{list}{$\\cdot$}{\\leftmargin=0em}\\itemsep -0.5em}{\\end{list}\\vspace{0.5em}}\n"
    )
    told = ""
    for r in rows:
        lines = "".join(f"\\item {n}\n" for n in r.notes)
        told += (
            f"\\begin{{rSubsection}}{{{r.where}}}{{{r.when}}}{{{r.what}}}{{{r.town}}}\n{lines}\\end{{rSubsection}}\n\n"
        )
    return with_macros(macro, told)


@lays
def items_of_one_sentence(page: Page, rows: list[Row]) -> str:
    form = page.pick("{what}, {where}, {when}.", "{when}: {what}, {where}", "{what} ({when}), {where}, {town}.")
    lines = [form.format(**r._asdict()) for r in rows]
    return items([line.replace("(), ", "").removeprefix(": ") for line in lines])


@lays
def items_with_dates_right(page: Page, rows: list[Row]) -> str:
    lines = []
    for r in rows:
        below = f"\\\\\n  {r.what}" if r.what else ""
        lines.append(
            f"\\textbf{{{r.where}}}, {r.town} \\hfill {r.when}{below}" + "".join(f"\\\\\n {n}" for n in r.notes)
        )
    return items(lines)


@lays
def subsections(page: Page, rows: list[Row]) -> str:
    return "\n".join(
        f"\\subsection*{{{r.where}}}\n{{\\em {r.what}}} \\hfill {r.when}\n\n{items(r.notes)}"
        if r.what
        else f"\\subsection*{{{r.where}}}\n{r.when}\n\n{items(r.notes)}"
        for r in rows
    )


@lays
def resume_subheadings(page: Page, rows: list[Row]) -> str:
    macro = (
        "\\newcommand{\\resumeItem}[1]{\\item\\small{{#1 \\vspace{-2pt}}}}\n"
        "\\newcommand{\\resumeSubheading}[4]{\\vspace{-2pt}\\item\n\\begin{tabular*}{0.97\\textwidth}[t]"
        "{l@{\\extracolsep{\\fill}}r}\n\\textbf{#1} & #2 \\\\\n\\textit{\\small#3} & \\textit{\\small #4} \\\\\n"
        "\\end{tabular*}\\vspace{-7pt}}\n"
        "\\newcommand{\\resumeSubHeadingListStart}{\\begin{itemize}[leftmargin=0.15in, label={}]}\n"
        "\\newcommand{\\resumeSubHeadingListEnd}{\\end{itemize}}\n"
        "\\newcommand{\\resumeItemListStart}{\\begin{itemize}}\n"
        "\\newcommand{\\resumeItemListEnd}{\\end{itemize}\\vspace{-5pt}}\n"
    )
    told = "\\resumeSubHeadingListStart\n"
    for r in rows:
        pairs = f"{{{r.where}}}{{{r.town}}}\n  {{{r.what}}}{{{r.when}}}\n"
        lines = "".join(f"    \\resumeItem{{{n}}}\n" for n in r.notes)
        told += f"\\resumeSubheading\n  {pairs}"
        told += f"  \\resumeItemListStart\n{lines}  \\resumeItemListEnd\n" if lines else ""
    return with_macros(macro, told + "\\resumeSubHeadingListEnd\n")


@lays
def columns_of_minipages(page: Page, rows: list[Row]) -> str:
    told = ""
    for r in rows:
        lines = [f"\\textbf{{{r.what}}}" if r.what else "", f"{r.where}, {r.town}", *r.notes]
        told += (
            f"\\begin{{minipage}}[t]{{0.18\\textwidth}}\n{r.when}\n\\end{{minipage}}\n\\hfill\n"
            "\\begin{minipage}[t]{0.8\\textwidth}\n"
            + "\\\\\n".join(filter(None, lines))
            + "\n\\end{minipage}\n\n\\vspace{2mm}\n"
        )
    return told


@lays
def lists_in_lists(page: Page, rows: list[Row]) -> str:
    told = ""
    for r in rows:
        told += f"  \\item {{\\bf {r.where}}}, {r.town}\n"
        told += items([f"{r.what} \\hfill {r.when}" if r.what else r.when, *r.notes])
    return f"\\begin{{itemize}}\n{told}\\end{{itemize}}\n"


@lays
def paragraphs_with_dates_first(page: Page, rows: list[Row]) -> str:
    gap = page.pick(r"\hspace{1cm}", r"\quad ", r"~~", r"\hskip 5mm ")
    told = [
        f"\\noindent\\hangindent=2cm {r.when}{gap}{', '.join(filter(None, (r.what, r.where, r.town)))}\n" for r in rows
    ]
    return "\n".join(told)


@lays
def dated_with_an_option(page: Page, rows: list[Row]) -> str:
    """An environment whose option is the post, ``\\begin{spell}[Fellow]{Mill Hall}{2019}``."""
    macro = (
        "\\newcommand{\\spelltitle}[3][]{{\\bf #2}\\ifthenelse{\\equal{#1}{}}{}{, #1} \\hfill {\\small #3}}\n"
        "\\newenvironment{spell}[3][]{\\spelltitle[#1]{#2}{#3}\\begin{itemize}\\small}{\\end{itemize}}\n"
    )
    told = ""
    for r in rows:
        option = f"[{r.what}]" if r.what else ""
        lines = "".join(f"\\item {n}\n" for n in r.notes)
        told += f"\\begin{{spell}}{option}{{{r.where}}}{{{r.when}}}\n{lines}\\end{{spell}}\n\n"
    return with_macros(macro, told)
