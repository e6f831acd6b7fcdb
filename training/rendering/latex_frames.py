"""LaTeX CVs: the frames, which are document classes and the ways people set sections."""

# Lines of templates stay whole.
from __future__ import annotations

import re
from collections.abc import Sequence

from rendering.latex import cut
from rendering.page import PARTS, Page, frames

_SECTION = re.compile(r"\\section\{((?:[^{}]|\{[^{}]*\})*)\}\n?")
_PACKAGES = "\\usepackage[margin=1in]{geometry}\n\\usepackage[utf8]{inputenc}\n\\usepackage{hyperref}\n"
_MORE = (
    "\\usepackage{enumitem,etaremune,marginnote,longtable,tabularx,fontawesome5}\n"
    "\\setlength{\\parindent}{0pt}\n\\pagestyle{empty}\n"
)


def _split(texts: dict[str, str], parts: Sequence[str]) -> tuple[str, list[str]]:
    """Return the macros of all parts, each once, and the bodies in order."""
    macros, bodies = dict[str, None](), []
    for part in parts:
        if part in texts:
            macro, body = cut(texts[part])
            macros[macro] = None
            bodies.append(body)
    return "".join(macros), bodies


def _document(
    page: Page,
    texts: dict[str, str],
    first: str,
    command: str = r"\section{\1}",
    inside: tuple[str, str] = ("", ""),
) -> str:
    macros, bodies = _split(texts, list(PARTS))
    told = [_SECTION.sub(lambda m: command.replace(r"\1", m[1]) + "\n", body) for body in bodies]
    head, rest = told[0], "\n".join(told[1:])
    return f"{first}{macros}\n\\begin{{document}}\n{head}{inside[0]}\n{rest}\n{inside[1]}\\end{{document}}\n"


@frames("tex", ".tex")
def article(page: Page, texts: dict[str, str]) -> str:
    first = f"\\documentclass[11pt,a4paper]{{article}}\n{_PACKAGES}{_MORE}\\usepackage{{titlesec}}\n"
    first += "\\titleformat{\\section}{\\large\\scshape\\raggedright}{}{0em}{}[\\titlerule]\n"
    return _document(page, texts, first, page.pick(r"\section{\1}", r"\section*{\1}"))


@frames("tex", ".tex")
def own_heading(page: Page, texts: dict[str, str]) -> str:
    first = f"\\documentclass{{article}}\n{_PACKAGES}{_MORE}"
    name = page.pick("sectiontitle", "resheading", "heading", "sect", "cvheading", "block")
    body = page.pick(
        r"\vspace{1em}\textbf{\Large \textsc{#1}}\vspace{0.5em}\hrule",
        r"\medskip\noindent{\large\bf #1}\par\vspace{-2mm}\noindent\rule{\textwidth}{0.4pt}\par",
        r"{\noindent\colorbox{gray!20}{\makebox[\textwidth][l]{\textbf{#1}}}}\smallskip",
    )
    return _document(page, texts, f"{first}\\newcommand{{\\{name}}}[1]{{{body}}}\n", rf"\{name}" + r"{\1}")


@frames("tex", ".tex")
def bold_lines(page: Page, texts: dict[str, str]) -> str:
    """Headings in no command at all: a line in bold type, perhaps with a rule below."""
    first = f"\\documentclass[12pt]{{article}}\n{_PACKAGES}{_MORE}"
    line = page.pick(
        "\\bigskip\n\\noindent\\textbf{\\large \\1}\n\\medskip\n\n",
        "\\vspace{0.3cm}\n{\\Large \\textbf{\\1}}\\\\[-0.2cm]\n\\rule{\\textwidth}{1pt}\n\n",
        "\n\\noindent {\\bf \\uppercase{\\1}}\n\\hrule\n\\vspace{2mm}\n",
    )
    return _document(page, texts, first, line)


@frames("tex", ".tex")
def memoir(page: Page, texts: dict[str, str]) -> str:
    first = f"\\documentclass[10pt,oneside]{{memoir}}\n{_PACKAGES}{_MORE}\\chapterstyle{{article}}\n"
    first += "\\setsecheadstyle{\\large\\sffamily\\bfseries}\n\\maxsecnumdepth{part}\n"
    return _document(page, texts, first)


@frames("tex", ".tex")
def margin_years(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[11pt,a4paper]{article}\n\\usepackage{fontspec,xunicode,xltxtra,marginnote,sectsty,ulem}\n"
    first += _MORE + '\\newcommand{\\amper}{\\chardef\\amper="E0BD }\n\\reversemarginpar\n\\usepackage{hyperref}\n'
    first += "\\sectionfont{\\rmfamily\\mdseries\\upshape\\Large}\n"
    return _document(page, texts, first, r"\section*{\1}")


@frames("tex", ".tex")
def minipages(page: Page, texts: dict[str, str]) -> str:
    """Headings in a narrow column on the left, what they head on the right."""
    first = f"\\documentclass{{article}}\n{_PACKAGES}{_MORE}"
    macros, bodies = _split(texts, list(PARTS))
    told = []
    for body in bodies:
        heading = _SECTION.search(body)
        rest = _SECTION.sub("", body)
        told.append(
            f"\\noindent\\begin{{minipage}}[t]{{0.2\\textwidth}}\n\\textbf{{\\textsc{{{heading[1]}}}}}\n\\end{{minipage}}\n"
            f"\\begin{{minipage}}[t]{{0.78\\textwidth}}\n{rest}\\end{{minipage}}\n\\vspace{{4mm}}\n"
            if heading
            else body
        )
    return f"{first}{macros}\n\\begin{{document}}\n" + "\n".join(told) + "\n\\end{document}\n"


@frames("tex", ".tex")
def two_columns(page: Page, texts: dict[str, str]) -> str:
    first = f"\\documentclass[9pt]{{extarticle}}\n{_PACKAGES}{_MORE}\\usepackage{{paracol}}\n"
    narrow = [p for p in ("about", "topics", "schools", "awards", "noise") if p in texts]
    wide = [p for p in PARTS if p not in narrow and p != "head"]
    macros, (head, *rest) = _split(texts, ["head", *narrow, *wide])
    left, right = "\n".join(rest[: len(narrow)]), "\n".join(rest[len(narrow) :])
    return (
        f"{first}{macros}\n\\begin{{document}}\n{head}\n\\columnratio{{0.33}}\n\\begin{{paracol}}{{2}}\n{left}\n"
        f"\\switchcolumn\n{right}\n\\end{{paracol}}\n\\end{{document}}\n"
    )


@frames("tex", ".tex")
def moderncv(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[11pt,a4paper,sans]{moderncv}\n\\moderncvstyle{" + page.pick("classic", "banking", "casual")
    first += (
        "}\n\\moderncvcolor{blue}\n\\usepackage[scale=0.75]{geometry}\n\\usepackage{etaremune,longtable,tabularx}\n"
    )
    return _document(page, texts, first)


@frames("tex", ".tex")
def awesome(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[11pt, a4paper]{awesome-cv}\n\\geometry{left=1.4cm, top=.8cm, right=1.4cm, bottom=1.8cm}\n"
    first += "\\fontdir[fonts/]\n\\colorlet{awesome}{awesome-red}\n\\setbool{acvSectionColorHighlight}{true}\n"
    return _document(page, texts, first, r"\cvsection{\1}")


@frames("tex", ".tex")
def altacv(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[10pt,a4paper,ragged2e,withhyper]{altacv}\n\\usepackage{paracol}\n\\columnratio{0.6}\n"
    first += "\\definecolor{VividPurple}{HTML}{3E0097}\n\\renewcommand{\\itemmarker}{{\\small\\textbullet}}\n"
    return _document(page, texts, first, r"\cvsection{\1}", ("\\begin{paracol}{2}\n", "\\end{paracol}\n"))


@frames("tex", ".tex")
def europecv(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[helvetica,narrow,english,logo]{europecv}\n\\usepackage[a4paper]{geometry}\n"
    inside = ("\\begin{europecv}\n\\ecvpersonalinfo[5pt]\n", "\\end{europecv}\n")
    return _document(page, texts, first, r"\ecvsection{\1}", inside)


@frames("tex", ".tex")
def europass(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[english,a4paper]{europasscv}\n\\usepackage[english]{babel}\n"
    inside = ("\\begin{europasscv}\n\\ecvpersonalinfo\n", "\\end{europasscv}\n")
    return _document(page, texts, first, r"\ecvsection{\1}", inside)


@frames("tex", ".tex")
def friggeri(page: Page, texts: dict[str, str]) -> str:
    return _document(page, texts, "\\documentclass[print]{friggeri-cv}\n\\addbibresource{bibliography.bib}\n")


@frames("tex", ".tex")
def twenty(page: Page, texts: dict[str, str]) -> str:
    return _document(page, texts, "\\documentclass[letterpaper]{twentysecondcv}\n")


@frames("tex", ".tex")
def deedy(page: Page, texts: dict[str, str]) -> str:
    return _document(page, texts, "\\documentclass[]{deedy-resume-openfont}\n\\usepackage{fancyhdr}\n")


@frames("tex", ".tex")
def res(page: Page, texts: dict[str, str]) -> str:
    first = "\\documentclass[margin,line]{res}\n\\usepackage{etaremune,longtable,tabularx}\n\\oddsidemargin -.5in\n"
    first += "\\newenvironment{list1}{\\begin{list}{\\ding{113}}{\\setlength{\\itemsep}{0in}}}{\\end{list}}\n"
    command = page.pick(r"\section{\sc \1}", r"\section{\textsc{\1}}", r"\section{\1}")
    return _document(page, texts, first, command, ("\\begin{resume}\n", "\\end{resume}\n"))


@frames("tex", ".tex")
def curve(page: Page, texts: dict[str, str]) -> str:
    """curve.cls: what is no rubric with entries of its own goes in one of plain text."""
    first = "\\documentclass[a4paper,skipsamekey,english]{curve}\n\\usepackage{settings}\n"
    macros, (head, *bodies) = _split(texts, list(PARTS))
    told = []
    for body in bodies:
        heading = _SECTION.search(body)
        rest = _SECTION.sub("", body)
        text = rest if "\\entry*" in rest else f"\\text{{{rest}}}\n"
        told.append(f"\\begin{{rubric}}{{{heading[1]}}}\n{text}\\end{{rubric}}\n" if heading else body)
    return f"{first}{macros}\n\\begin{{document}}\n{head}\n" + "\n".join(told) + "\\end{document}\n"


@frames("tex", ".tex")
def currvita(page: Page, texts: dict[str, str]) -> str:
    first = f"\\documentclass[11pt]{{article}}\n\\usepackage[LabelsAligned]{{currvita}}\n{_PACKAGES}{_MORE}"
    macros, (head, *bodies) = _split(texts, list(PARTS))
    told = []
    for body in bodies:
        heading = _SECTION.search(body)
        rest = _SECTION.sub("", body)
        inner = rest if rest.startswith("\\item[") else f"\\item {rest}"
        told.append(f"\\begin{{cvlist}}{{{heading[1]}}}\n{inner}\\end{{cvlist}}\n" if heading else body)
    cv = "\\begin{cv}{}\n" + "\n".join(told) + "\\end{cv}\n"
    return f"{first}{macros}\n\\begin{{document}}\n{head}\n{cv}\\end{{document}}\n"
