"""Which lines serve as headings without being marked so: bold, in capitals, in the margin, before a colon."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from graph_builder.extract.layout.headings import classify_heading, says_nothing, without_aside
from graph_builder.extract.layout.page import Line, SectionKind
from graph_builder.extract.normalise.lexicon import ORGANIZATION, is_place, is_role
from graph_builder.model import BlockKind, Span

_MOST_LEVEL = 7  # of a heading that is known by its words and looks alone
_LEAST_CARDS = 3


def level_of_lines(lines: Sequence[Line]) -> int:
    """Return the level of the lines that serve as headings: above that of the headings of entries below them.

    Where no heading that is marked as one announces a part of a page, lines in bold do, and the headings that come up
    again and again are titles and posts: "<b>Papers</b>", "<h5>On Looms</h5>", "<h5>On Yarn</h5>".
    """
    levels: Counter[int] = Counter()
    for line in lines:
        if line.kind is BlockKind.HEADING and line.row == 0:
            _, score, known = classify_heading(line.text)
            if score >= 3 and known >= _KNOWN:
                return _MOST_LEVEL
            levels[line.level] += 1
    often = [level for level, count in levels.items() if count >= _LEAST_CARDS]
    return min(often) - 1 if often else _MOST_LEVEL


_KNOWN = 0.6
_LEAST_FALSE = 8  # headings of one level, of which most have nothing below them


def without_false_headings(lines: tuple[Line, ...], cards: Collection[int]) -> tuple[Line, ...]:
    """Return the lines with those headings as paragraphs that only look so: on some pages all text is a heading.

    The headings of *cards* (items, by their blocks) are left as they are.
    """
    empty: Counter[int] = Counter()
    count: Counter[int] = Counter()
    for line, below in zip(lines, (*lines[1:], None), strict=False):
        if line.kind is BlockKind.HEADING and line.row == 0 and line.parent not in cards:
            count[line.level] += 1
            empty[line.level] += below is None or (below.kind is BlockKind.HEADING and below.level == line.level)
    false = {level for level, n in count.items() if n >= _LEAST_FALSE and 4 * empty[level] > 3 * n}
    if not false:
        return lines
    return tuple(
        replace(line, kind=BlockKind.PARAGRAPH, level=0)
        if line.parent not in cards and _is_false(line, false)
        else line
        for line in lines
    )


def _is_false(line: Line, levels: set[int]) -> bool:
    if line.kind is not BlockKind.HEADING or line.level not in levels:
        return False
    _, score, known = classify_heading(line.text)
    return score < 3 or known < 0.6 or line.row > 0


# Words that name a section whatever else a short heading says: "Fifty years of papers: my own top five".
SURE_WORD = re.compile(
    r"(?<![\w-])(?:publications?|papers|preprints|bibliography|awards|exhibitions|hono[u]?rs|education|employment|teaching|talks)(?![\w-])"
    r"|^\W{0,5}(?!(?:user|customer|leadership|volunteer|mentor\w*|service|outreach|life|computer|extracurricular|community|conference)\s)[a-z]{4,16}\sexperience$",
    re.IGNORECASE,
)
_OF_DEGREE = r"(?:Ph\.?\s?D|M\.?\s?Sc?|M\.?\s?A|B\.?\s?Sc?)\.\s[A-Za-z]"  # "Ph.D. students: ..."
_LABEL = re.compile(rf"^[*_\s]{{0,3}}((?:{_OF_DEGREE}|[A-Z])[\w&/'’ -]{{3,45}}?)\s?(?::|\s[–—-]\s|\.\s(?=\w))")
_MARGIN = re.compile(r"(?P<title>\S[^\t\n]{2,40}?)[ \u00a0]{0,8}(?:\t|[ \u00a0]{2})\s{0,60}(?=\S)")
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


def without_footers(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines of a document without those at its end that belong to the page."""
    end = len(lines)
    while end > 1 and end > len(lines) - _MOST_FOOTERS and is_footer(lines[end - 1].text):
        end -= 1
    return tuple(lines[:end])


_MOST_FOOTERS = 4


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


def margin_title(line: Line) -> tuple[str, int] | None:
    """Return the heading that stands in the margin of a line, and where the text beside it begins."""
    match = _MARGIN.match(line.text)
    if match is None or line.kind is BlockKind.TABLE_ROW:
        return None
    title = match["title"].rstrip()
    if not short(title) or not title[:1].isupper():
        return None
    _, score, known = classify_heading(title.rstrip(":"))
    if score < 3 or known < 0.99 or (is_role(title) and not title.isupper() and not title.endswith(":")):
        return None
    return title, match.end()


Style = tuple[BlockKind, bool, bool, bool]


class Styles:
    """The looks of a document's headings, by which those are found whose words say nothing."""

    def __init__(self, lines: Sequence[Line]) -> None:
        known: Counter[Style] = Counter()
        unknown: Counter[Style] = Counter()
        rows = Counter(first_cell_kind(line) for line in lines if line.kind is BlockKind.TABLE_ROW)
        cells = Counter(first_cell(line) for line in lines if line.kind is BlockKind.TABLE_ROW and len(line.cells) > 1)
        self.fields = frozenset(cell for cell, count in cells.items() if cell and count > 1)
        self.in_rows = rows["known"] > 2 and rows["unknown"] <= rows["known"]
        for line in lines:
            style = _style(line)
            if style is not None:
                (known if is_heading_line(line) and classify_heading(line.text)[1] >= 3 else unknown)[style] += 1
        self._used = {s for s, n in known.items() if n >= 3 and unknown[s] <= n + 2}

    def suit(self, line: Line) -> bool:
        """Return whether a line looks like the document's headings and unlike the first line of an entry."""
        style = _style(line)
        if style is None or style not in self._used:
            return False
        return _may_head(line.text.strip(" :"))


def first_cell(line: Line) -> str:
    """Return the text of a table row's first cell, without a colon at its end."""
    if not line.cells or not len(line.cells[0]):
        return ""
    start = line.span.start
    return line.text[line.cells[0].start - start : line.cells[0].end - start].strip(" :")


def first_cell_kind(line: Line) -> str:
    """Return whether a row's first cell is a heading by its words ("known"), looks like one ("unknown"), or neither.

    >>> from graph_builder.model import Span
    >>> def row(text): return Line(Span(0, len(text)), 0, 0, BlockKind.TABLE_ROW, 0, text, cells=(Span(0, len(text)),))
    >>> first_cell_kind(row("Education")), first_cell_kind(row("Tidbits")), first_cell_kind(row("2019"))
    ('known', 'unknown', '')
    """
    title = first_cell(line)
    if not title or not short(title) or any(c.isdigit() for c in title) or len(title.split()) > 5:
        return ""
    _, score, known = classify_heading(title)
    return "known" if score >= 3 and known >= 0.99 else "unknown" if title[:1].isupper() else ""


def _style(line: Line) -> Style | None:
    """Return how a short line stands out, or None if it does not."""
    if not line.starts_block or line.kind not in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
        return None
    text = without_aside(line.text.strip()).strip()
    if not short(text):
        return None
    if any(map(str.isdigit, text)) or "," in text or len(text) < 4 or text.startswith(("[", "(")):
        return None
    looks = (line.kind, line.bold, text.isupper(), text.endswith(":"))
    return looks if line.bold or text.isupper() or (text.endswith(":") and line.alone) else None


def lines_of_cell(line: Line, least: int) -> list[Line]:
    """Return the lines of a cell beside a heading, where it holds *least* lines or more, as those of a paragraph."""
    texts = line.text.split("\n")
    if len(line.cells) > 1 or len(texts) < least:
        return [line]
    out, at = [], line.span.start
    for row, text in enumerate(texts):
        span = Span(at, at + len(text))
        if text.strip():
            out.append(replace(line, span=span, text=text, kind=BlockKind.PARAGRAPH, row=row, cells=()))
        at = span.end + 1
    return out


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


def goes_on(text: str) -> bool:
    """Return whether a heading may go on in the next line: it is short and of known words.

    >>> goes_on("Professional"), goes_on("Honors"), goes_on("Ada Lovelace")
    (True, True, False)
    """
    words = text.split()
    if not 1 <= len(words) <= 3 or not all(w[:1].isupper() or w.casefold() in _JOINT for w in words):
        return False
    return classify_heading(text.strip())[2] >= 0.99 or says_nothing(text)


_JOINT = frozenset(("and", "of", "in", "for", "&", "und", "et", "y", "e", "the", "or", "at"))
