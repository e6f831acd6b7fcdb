"""LaTeX CVs: what all of their writers use, the head, the summary and the text around."""

# Lines of templates stay whole.
# ruff: noqa: E501
from __future__ import annotations

import re

from rendering.page import Gold, Page, date, joined, span, writes

_SPECIAL = re.compile(r"(?<!\\)([&%$#_])")
_CUT = "%%body%%\n"
"""Between the macros that a writer needs in the preamble and what it writes."""

_KEYS = ("start", "end")


def tex(text: str | None) -> str:
    """Return a text as LaTeX spells it."""
    return _SPECIAL.sub(r"\\\1", text or "").replace("~", r"\textasciitilde{}").replace("^", r"\^{}")


def section(page: Page, part: str) -> str:
    return f"\\section{{{tex(page.heading(part))}}}\n"


def with_macros(macros: str, body: str) -> str:
    """Return a part that needs macros of its own in the preamble."""
    return f"{macros}\n{_CUT}{body}"


def cut(text: str) -> tuple[str, str]:
    """Return the macros of a part and its body."""
    macros, mark, body = text.partition(_CUT)
    return (macros, body) if mark else ("", text)


def style(page: Page) -> str:
    """Return a style of dates. That of years alone comes up most."""
    return page.pick("YYYY", "YYYY", "Mon YYYY", "Mon. YYYY", "Month YYYY", "MM/YYYY")


def when(fact: Gold, style: str, dash: str = "--") -> str:
    """Return the dates of a fact."""
    return span(fact, style, dash)


def items(lines: list[str], environment: str = "itemize") -> str:
    """Return lines as a list; no text if there are none."""
    if not lines:
        return ""
    told = "".join(f"  \\item {line}\n" for line in lines)
    return f"\\begin{{{environment}}}\n{told}\\end{{{environment}}}\n"


def authors(page: Page, paper: Gold, short: bool = False) -> str:
    """Return the authors of a paper, the subject's name set off."""
    marks = page.pick(r"\textbf{%s}", r"{\bf %s}", r"\underline{%s}", "%s", r"\textbf{\underline{%s}}")
    names = [marks % tex(a) if page.mine(a) else tex(a) for a in paper["authors"]]
    last = page.pick(", ", " and ", ", and ", r" \& ")
    text = joined(names, last)
    more = page.pick(", et al.", r" \emph{et al.}")
    return text + more if paper["authors_partial"] and names else text


def supervised(page: Page, fact: Gold) -> str:
    """Return who supervised a doctorate, for the school that has it; empty for any other."""
    advisors = [a["name"] for a in page.gold["advisors"]]
    if fact["degree"] != "doctorate" or not advisors:
        return ""
    return f"{page.pick('Advisor', 'Supervisor', 'Thesis advisor')}: {tex(joined(advisors))}"


@writes("tex", "head")
def centered(page: Page) -> str:
    if page.frame in CLASSES:
        return _class_head(page)
    return (
        f"\\begin{{center}}\n{{\\LARGE \\textbf{{{tex(page.name)}}}}}\\\\[4pt]\n"
        "12 Mill Lane, Sampleton $\\cdot$ \\href{mailto:me@example.org}{me@example.org} $\\cdot$ +44 20 1234567\n"
        "\\end{center}\n"
    )


@writes("tex", "head")
def left_and_right(page: Page) -> str:
    if page.frame in CLASSES:
        return _class_head(page)
    return (
        f"\\noindent{{\\Huge \\textsc{{{tex(page.name)}}}}}\n\\hrule\\vspace{{2mm}}\n"
        "\\begin{tabular}[t]{@{}l}\nRoom 2.14\\\\\n12 Mill Lane\\\\\n\\end{tabular}\\hfill\n"
        "\\begin{tabular}[t]{r@{}}\n\\faPhone\\ +44 20 1234567\\\\\n\\texttt{me@example.org}\\\\\n\\end{tabular}\n\n"
    )


@writes("tex", "head")
def title_fields(page: Page) -> str:
    if page.frame in CLASSES:
        return _class_head(page)
    return f"\\title{{Curriculum Vitae}}\n\\author{{{tex(page.name)}}}\n\\date{{\\today}}\n%%body%%\n\\maketitle\n"


@writes("tex", "head")
def name_macro(page: Page) -> str:
    if page.frame in CLASSES:
        return _class_head(page)
    macros = f"\\newcommand{{\\myname}}{{{tex(page.name)}}}\n\\newcommand{{\\mail}}{{me@example.org}}"
    body = "\\begin{center}{\\Large\\bfseries\\myname}\\\\ \\small Curriculum Vitae \\hfill \\texttt{\\mail}\\end{center}\n"
    return with_macros(macros, body)


CLASSES = ("moderncv", "awesome", "altacv", "europecv", "europass", "friggeri", "twenty", "deedy", "res", "curve")


def _class_head(page: Page) -> str:
    first, _, last = page.name.rpartition(" ")
    first, last = tex(first), tex(last)
    post = page.pick("Researcher", "Curriculum Vitae")
    return {
        "moderncv": f"\\name{{{first}}}{{{last}}}\n\\title{{Curriculum Vitae}}\n\\address{{12 Mill Lane}}{{Sampleton}}{{}}\n"
        "\\phone[mobile]{+44~20~1234567}\n\\email{me@example.org}\n\\homepage{example.org}\n"
        "\\social[github]{me}\n%%body%%\n\\makecvtitle\n",
        "awesome": f"\\name{{{first}}}{{{last}}}\n\\position{{{post}}}\n\\mobile{{+44 20 1234567}}\n"
        "\\email{me@example.org}\n\\github{me}\n%%body%%\n\\makecvheader[C]\n\\makecvfooter{\\today}{}{\\thepage}\n",
        "altacv": f"%%body%%\n\\name{{{first} {last}}}\n\\tagline{{{post}}}\n\\personalinfo{{\n  \\email{{me@example.org}}\n"
        "  \\location{Sampleton}\n  \\github{me}\n}\n\\makecvheader\n",
        "europecv": f"\\ecvname{{{last}, {first}}}\n\\ecvaddress{{12 Mill Lane, Sampleton}}\n"
        "\\ecvemail{\\url{me@example.org}}\n%%body%%\n",
        "europass": f"\\ecvname{{{first} {last}}}\n\\ecvaddress{{12 Mill Lane, Sampleton}}\n"
        "\\ecvemail{me@example.org}\n%%body%%\n",
        "friggeri": f"%%body%%\n\\header{{{first}}}{{{last}}}{{{post.lower()}}}\n\\begin{{aside}}\n  \\section{{contact}}\n"
        "    12 Mill Lane\n    Sampleton\n    ~\n    \\href{mailto:me@example.org}{me@example.org}\n"
        "  \\section{languages}\n    english mother tongue\n    spanish fluency\n\\end{aside}\n",
        "twenty": f"\\cvname{{{first} {last}}}\n\\cvjobtitle{{{post}}}\n\\cvmail{{me@example.org}}\n"
        "\\cvsite{example.org}\n%%body%%\n\\makeprofile\n",
        "deedy": f"%%body%%\n\\lastupdated\n\\namesection{{{first}}}{{{last}}}{{\\urlstyle{{same}}\n"
        "\\href{mailto:me@example.org}{me@example.org} | +44 20 1234567}\n",
        "res": f"%%body%%\n\\name{{{first} {last}}}\n\\address{{12 Mill Lane\\\\Sampleton}}\n\\address{{me@example.org}}\n",
        "curve": f"\\leftheader{{{{\\LARGE\\bfseries\\sffamily {first} {last}}}\\\\ \\makefield{{\\faEnvelope}}{{me@example.org}}}}\n"
        "\\rightheader{~}\n\\title{Curriculum Vitae}\n%%body%%\n\\makeheaders[c]\n",
    }[page.frame]


@writes("tex", "about")
def summary(page: Page) -> str:
    text = f"\\section{{{page.pick('Summary', 'Profile', 'Objective')}}}\nResearcher with a strong background in data"
    text += " analysis and ten years of experience in teams of many nations."
    if advisors := [a["name"] for a in page.gold["advisors"]]:
        text += f" I {page.pick('was', 'am')} advised by {page.pick('', 'Prof.~')}{tex(joined(advisors))}."
    return text + "\n"


@writes("tex", "about")
def doctoral_supervision(page: Page) -> str:
    advisors = [a["name"] for a in page.gold["advisors"]]
    label = page.pick("Ph.D. advisor", "Thesis supervisor", "Doctoral advisor")
    return (
        f"\\noindent\\textbf{{{label}{'s' * (len(advisors) > 1)}:}} {tex(joined(advisors))}\n\n" if advisors else "\n"
    )


@writes("tex", "about")
def personal_data(page: Page) -> str:
    """A table of personal data; the advisors stand with the schools, or nowhere."""
    if "schools" not in page.used:
        page.gold["advisors"] = []
    return (
        f"\\section{{Personal {page.pick('data', 'details', 'information')}}}\n\\begin{{tabular}}{{rl}}\n"
        "\\textsc{Date of birth:} & 4 March 1985\\\\\n\\textsc{Nationality:} & British\\\\\n"
        "\\textsc{Languages:} & English (native), German (B2)\\\\\n\\end{tabular}\n"
    )


@writes("tex", "noise")
def teaching(page: Page) -> str:
    dates = date(f"20{page.rng.randint(10, 23)}", "YYYY")
    lines = [
        f"Introduction to Mechanics, teaching assistant, Fall {dates}",
        f"Lab course on Measurement (40 students), {dates}",
    ]
    return f"\\section{{{page.pick('Teaching', 'Teaching experience')}}}\n" + items(lines)


@writes("tex", "noise")
def skills(page: Page) -> str:
    return (
        "\\section{Skills}\n\\begin{tabular}{@{}ll@{}}\n\\textbf{Languages} & English, German, Spanish\\\\\n"
        "\\textbf{Programming} & Python, R, C++, \\LaTeX\\\\\n\\end{tabular}\n"
    )


@writes("tex", "noise")
def talks(page: Page) -> str:
    lines = [
        "``Waves in soft matter'', invited seminar, Sampleton, 3 May 2019",
        "``How to measure slow things'', colloquium, Northtown, 12 November 2021",
    ]
    return f"\\section{{{page.pick('Invited talks', 'Talks', 'Presentations')}}}\n" + items(lines, "enumerate")


@writes("tex", "noise")
def references(page: Page) -> str:
    return (
        "\\section{References}\n\\begin{tabular}{ll}\nProf.~Jane Q.~Sample & Dr.~John Example\\\\\n"
        "University of Northtown & Mill Institute\\\\\n\\texttt{jane@example.org} & \\texttt{john@example.org}\n"
        "\\end{tabular}\n"
    )
