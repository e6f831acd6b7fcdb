# ruff: noqa: E501
"""HTML homepages: what writers share, the head of a page and the text about the subject.

Writers begin their part with ``<h2>``; a frame sets the headings in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rendering.page import Gold, Page, joined, span, writes

LINK = "https://example.org/"


def esc(text: str | None) -> str:
    return escape(text or "", quote=False)


def section(page: Page, part: str, heading: str = "") -> str:
    return f"<h2>{esc(heading or page.heading(part))}</h2>\n"


def names(page: Page, people: Sequence[str], mark: str = "b", last: str = ", ") -> str:
    """Return authors in a row, the subject marked."""
    return joined([f"<{mark}>{esc(n)}</{mark.split()[0]}>" if mark and page.mine(n) else esc(n) for n in people], last)


def authors(page: Page, paper: Gold, mark: str = "b", last: str = ", ") -> str:
    return names(page, paper["authors"], mark, last) + _more(paper)


def _more(paper: Gold) -> str:
    return ", et al." if paper["authors_partial"] and paper["authors"] else ""


def reversed_name(name: str) -> str:
    """Return ``Lovelace, A. K.`` for Ada K. Lovelace."""
    *given, family = name.split()
    return f"{family}, {' '.join(word[0] + '.' for word in given if word[0].isalpha())}" if given else family


def but_me(page: Page, paper: Gold) -> list[str]:
    """Return the others who wrote a paper; its gold authors are no more than these."""
    paper["authors"] = [name for name in paper["authors"] if not page.mine(name)]
    paper["authors_partial"] = True
    return list(paper["authors"])


def when(fact: Gold, style: str = "YYYY", dash: str = " - ", present: str = "Present") -> str:
    """Return the dates of a post or of studies. What began and has no end goes on."""
    if fact.get("start") and not fact.get("end"):
        fact["end"] = "present"
    if not fact.get("start") and fact.get("end") == "present":
        fact["end"] = None
    return span(fact, style, dash, present)


def undated(page: Page, relation: str) -> None:
    page.drop(relation, "start", "end")


def by_year(page: Page) -> list[tuple[str, list[Gold]]]:
    """Return papers by year, the last year first; those of no year come first of all, as forthcoming."""
    years = sorted({p["year"] or "9999" for p in page.gold["publications"]}, reverse=True)
    return [(y, [p for p in page.gold["publications"] if (p["year"] or "9999") == y]) for y in years]


DEGREES = {
    "doctorate": ("Ph.D.", "PhD", "Doctor of Philosophy"),
    "master": ("M.Sc.", "M.S.", "MSc", "Master of Science", "M.A."),
    "bachelor": ("B.Sc.", "B.S.", "BSc", "Bachelor of Science", "B.A."),
    "other": ("Postgraduate Diploma", "Certificate", "Diploma"),
}
ROLES = {
    "reviewer": "Reviewer",
    "program committee": "Program Committee Member",
    "area chair": "Area Chair",
    "chair": "Chair",
    "editor": "Associate Editor",
    "organizer": "Organizer",
}


def degree(page: Page, school: Gold, inside: str = " in ") -> str:
    word = page.pick(*DEGREES[school["degree"]])
    return esc(word + (inside + school["field"] if school.get("field") else ""))


@writes("html", "head")
def name_alone(page: Page) -> str:
    return f"<h1>{esc(page.name)}</h1>\n<p><a href='mailto:me@example.org'>me@example.org</a></p>\n"


@writes("html", "head")
def name_with_icons(page: Page) -> str:
    icons = "".join(
        f'<a href="{LINK}{k}" title="{t}"><i class="fa fa-{k}" aria-hidden="true"></i></a>\n'
        for k, t in (
            ("envelope", "email"),
            ("github", "GitHub"),
            ("graduation-cap", "Google Scholar"),
            ("twitter", "X"),
        )
    )
    return f'<div class="intro-header"><h1 class="title">{esc(page.name)}</h1>\n<div class="contact-icons">{icons}</div></div>\n'


@writes("html", "head")
def photo_and_address(page: Page) -> str:
    return f"""<img src="me.jpg" alt="{esc(page.name)}" width="180">
<h1><span>{esc(page.name)}</span></h1>
<p>Office: Room 4.12, Building C<br>Phone: +49 555 0123<br>
E-mail: {page.name.split()[-1].lower()} [at] example [dot] org<br>
Links: <a href="cv.pdf">CV</a> / <a href="{LINK}">Google Scholar</a> / <a href="{LINK}">Github</a></p>
"""


@writes("html", "head")
def banner(page: Page) -> str:
    return f"""<header class="hero"><div class="hero-inner"><p class="hello">Hello, I'm</p><h1>{esc(page.name)}</h1>
<a class="btn btn-primary" href="#contact">Get in touch</a><a class="btn" href="cv.pdf">Download CV</a></div></header>
"""


@writes("html", "head")
def font_name(page: Page) -> str:
    return f'<center><font size="+3" face="Arial"><b>{esc(page.name)}</b></font></center>\n<hr noshade>\n'


def _advised(page: Page, verb: str = "was advised by") -> str:
    people = [a["name"] for a in page.gold["advisors"]]
    return f" I {verb} {joined([f'<a href={LINK}>{esc(n)}</a>' for n in people], ' and ')}." if people else ""


@writes("html", "about")
def sentences(page: Page) -> str:
    return (
        section(page, "about")
        + f"<p>Welcome to my homepage!{_advised(page)} In my free time I hike and bake bread.</p>\n"
    )


@writes("html", "about")
def unheaded(page: Page) -> str:
    return f"<p>Hi, I am {esc(page.name)}.{_advised(page, 'am fortunate to be advised by Prof.')} Feel free to reach out.</p>\n"


@writes("html", "about")
def thanks(page: Page) -> str:
    text = _advised(page, "completed my doctorate under the supervision of")
    return (
        section(page, "about")
        + f"<div class='lead'><p>{text or ' I like long walks.'} Before that I spent a year travelling.</p>"
        + "<p>If you are interested in working with me, please send me an e-mail with your CV and transcripts.</p></div>\n"
    )
