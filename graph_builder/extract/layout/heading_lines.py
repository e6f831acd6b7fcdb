"""Lines that serve as headings without being marked so: in bold, in capitals, alone, before a colon."""

from __future__ import annotations

import re

from graph_builder.extract.layout.headings import classify_heading, without_aside
from graph_builder.extract.layout.page import Line, SectionKind
from graph_builder.extract.normalise.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.model import BlockKind

_OF_DEGREE = r"(?:Ph\.?\s?D|M\.?\s?Sc?|M\.?\s?A|B\.?\s?Sc?)\.\s[A-Za-z]"  # "Ph.D. students: ..."
_LABEL = re.compile(rf"^[*_\s]{{0,3}}((?:{_OF_DEGREE}|[A-Z])[\w&/'’ -]{{3,45}}?)\s?(?::|\s[–—-]\s|\.\s(?=\w))")
_FOOTER = re.compile(
    r"^\W{0,3}(?:(?:this\s+page\s+(?:was\s+)?)?last\s+(?:updated?|modified|changed?|revised|edited|modification)|page\s+(?:last|generated|created|maintained|design)|"
    r"updated\s*:|stand\s*:|zuletzt\s+(?:ge|aktual)|(?:dernière\s+)?mise\s+à\s+jour|ultim[oa]\s+(?:aggiornamento|modifica)|"
    r"última\s+(?:actualización|modificación)|oppdatert|copyright|©|\(c\)\s*\d{4}|powered\s+by|you\s+are\s+visitor|"
    r"visitors?\s+(?:since|number)|back\s+to\s+(?:the\s+)?(?:top|home|main|index|dep)|(?:return|go)\s+to\s+top|最后更新|hosted\s+on\s+github|report\s+abuse|google\s+sites)",
    re.IGNORECASE,
)


def short(text: str) -> bool:
    """Return whether a line is short enough for a heading, and ends like one."""
    text = without_aside(text)
    return len(text) <= 70 and len(text.split()) <= 9 and not text.rstrip().endswith((".", ";", ",", "?"))


def is_footer(text: str) -> bool:
    """Return whether a line belongs to the page and not to its last section: "Last updated May 2020".

    >>> is_footer("Last modified: 3 May 1999"), is_footer("Last author of two papers")
    (True, False)
    """
    return len(text) < 160 and _FOOTER.match(text) is not None


_NO_DOUBT = 3.6
"""The score of a heading with a word of its kind alone, wherever in it: "Books authored", "Highlighted papers"."""


def _may_head(text: str) -> bool:
    """Return whether a line can be a heading and does not name an organization, a place or a position."""
    return not (ORGANIZATION.search(text) or is_role(text.capitalize()) or is_place(text))


_BUTTON = (
    r"(?:code|demo|talk|paper|pdf|arxiv|video|slides|poster|project(?:\s(?:page|website|site))?|dataset|data|website|webpage|blog(?:\spost)?"
    r"|bibtex|press|media|supplement|supp|link|model|github)"
)
_BUTTONS = re.compile(rf"\W{{0,3}}{_BUTTON}(?:\W{{1,5}}{_BUTTON}){{0,9}}\W{{0,3}}", re.IGNORECASE)
"""The links below a paper: "Code | Project Page"."""


_BADGE = re.compile(r"(?:pre-?print|arxiv|under\sreview|in\ssubmission|accepted|oral|spotlight)", re.IGNORECASE)
_PICTURE = re.compile(r"[\u2600-\u27bf\u2b50\U0001f300-\U0001faff]\ufe0f?\s?\w")  # "🔥 News", alone in its paragraph


_OWNED = re.compile(r"^(?:[A-Z][\w.-]{0,20}\s){0,3}[A-Z][\w-]{1,20}['’]s?\s(?=[A-Z])")  # "Ada Lovelace's Papers"


def is_heading_line(line: Line) -> bool:
    """Return whether a line that is not marked as a heading serves as one by its words and looks."""
    text = without_aside(line.text.strip()).strip()
    if line.bold and line.alone:
        text = _OWNED.sub("", text)
    kind, score, known = classify_heading(text)
    if score < 2 or line.kind is BlockKind.TABLE_ROW:
        return False
    if _BADGE.fullmatch(text) and not line.bold:
        return False  # what stands above a paper says where it is
    pictured = line.alone and line.kind is BlockKind.PARAGRAPH and known >= 0.99 and _PICTURE.match(text) is not None
    if kind is SectionKind.EDUCATION and _DEGREE.match(text):  # "M.S. Education", a degree in it
        return False
    if (text.startswith("[") and text.endswith("]")) or is_menu(text):  # "[arXiv] [blog]": the links of a publication
        return False
    if line.linked and ("  " in text or _BUTTONS.fullmatch(text)):  # "Publications    Blog": links beside each other
        return False
    if line.linked and text.endswith(("→", "»", "›", "➜", "↗")):
        return False  # "Project notes →": a link to another page
    marked = line.bold or pictured or (text.isupper() and len(text) > 3)
    if line.kind is BlockKind.LIST_ITEM:
        return score >= 3 and marked and known >= 0.99 and not text.endswith(")")
    if line.bold and known < 0.99 and is_role(text) and not text.endswith(":"):
        return False  # "Technical Project Manager", "Course Lecturer": a post of a list
    if marked or text.endswith(":"):
        # "Former Advisees", bold and alone in its block: half of the words are enough if they leave no doubt.
        sure = line.bold and line.alone and score >= _NO_DOUBT and len(text.split()) <= 4 and _may_head(text)
        return known >= (0.5 if sure else 0.6) and (score >= 3 or known >= 0.99)
    if score < 3 or not text[:1].isupper() or ": " in text:  # "Degree: PhD"
        return False
    if text != line.text.strip() and is_role(text) and any(c.isdigit() for c in line.text):
        return False  # "Teaching Assistant (2012-2018)"
    # An unmarked line needs to be nothing but words of headings, or to stand alone and end in one.
    alone = line.starts_block and line.alone and known >= 0.6 and classify_heading(text.split()[-1])[1] >= 3
    return (known >= 0.99 and len(text.split()) <= 5) or (
        alone and len(text.split()) <= 6 and all(w[:1].isupper() or w in {"and", "of", "&", "in"} for w in text.split())
    )


_STUDENTS = 3.5  # "Ph.D. students: ..." announces nothing else


def inline_label(line: Line) -> tuple[int, SectionKind] | None:
    """Return the end of a label at the line's start, and the kind of section that it announces."""
    match = _LABEL.match(line.text)
    if match is None or len(match.group(1).split()) > 5 or not line.text[match.end() :].strip():
        return None  # a label with nothing behind it is a line of its own
    kind, score, known = classify_heading(match.group(1))
    named = kind is SectionKind.STUDENTS and match.group(1).casefold().endswith("students")
    if score < (_STUDENTS if named else 4) or known < 0.99:
        return None
    return match.end(), kind


_DEGREE = re.compile(
    r"(?:ph\.?\s?d|d\.?\s?phil|doctor|dr\.|master|bachelor|[mb]\.?\s?(?:sc?|a|phil|eng|tech|ba)\b|diplom|licen|laurea|promotion)",
    re.IGNORECASE,
)


def is_menu(text: str) -> bool:
    """Return whether a line names several sections at once, as a page's menu does.

    >>> is_menu("Education | Awards | Publications | Teaching"), is_menu("Honors, Awards and Service")
    (True, False)
    """
    if _PHRASE.search(text) or len(text) > 160:
        return False
    words = [w for w in _BETWEEN.split(text) if w]
    kinds = {kind for kind, score, _ in map(classify_heading, words) if score >= 2}
    return 3 <= len(words) <= 14 and len(kinds) >= 3


_PHRASE = re.compile(r"\b(?:and|of|in|for|und|et|y)\b|[,&]")


_BETWEEN = re.compile(r"[\s|·•/\[\]]+")
