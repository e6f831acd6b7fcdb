"""The names in a document that may be its subject's, each with where it stands and the words beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Page
from graph_builder.extract.normalise.authors import PARTICLES
from graph_builder.extract.normalise.lexicon import words
from graph_builder.extract.normalise.person_names import (
    NAME_WORD,
    TITLES,
    clean_name,
    first_last,
    is_chinese_name,
    is_name,
    split_forms,
)
from graph_builder.extract.subject.data import from_data
from graph_builder.model import BlockKind, Document, MarkKind, Span

_UPPER = "A-ZÀ-ÖØ-ÞĀ-ŽΆ-ΏΑ-ΫЀ-Я"
# In running text a full stop ends an initial, or the sentence.
_WORD = (
    rf"(?:[{_UPPER}]\.(?:-?[{_UPPER}]\.)?|(?:[dlO]['’])?[{_UPPER}][\w’'`-]{{1,30}}"
    r"|d[aeiou]s?|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|y|zu)"
)
_IN_TEXT = re.compile(
    rf"(?<![\w@/.-])(?=[{_UPPER}]){_WORD}(?:[ -]{_WORD}|\s[(\"“'‘]{_WORD}[)\"”'’]){{0,3}}"
    rf"[ -](?=[dlO]?['’]?[{_UPPER}]){_WORD}(?![\w@])"
)
_IDEOGRAPHS = re.compile(r"[一-鿿]{2,4}")
_OTHER_SCRIPT = re.compile(r"[^\W\d_a-zA-ZÀ-ž]{2,20}(?:[\s·・=-][^\W\d_a-zA-ZÀ-ž]{1,20}\.?){0,3}")
_INVERTED = re.compile(rf"{NAME_WORD}(?:\s{NAME_WORD}){{0,3}},\s{NAME_WORD}(?:[\s-]{NAME_WORD}){{0,2}}")
_SYMBOLS = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+")
_CUT = re.compile(r"\s*[|,·•(（\t\[]\s*|\s*[:：]\s+|\s+[-–—@/]\s+|\n|['’]s\s")
_PARTED = re.compile(r"[\t|:：/]")
_LONGEST_NAME, _LONGEST_PART, _LONGEST_LABEL = 80, 60, 200


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A name at one place, with its other forms there and what speaks for it; without a span it is not in the text.

    *look* is how the line looks in which it stands, and *rank* orders the places of a name in lines: where it fills its
    line before running text, and then the first. The look of the place of lowest rank counts.
    """

    name: str
    aliases: tuple[str, ...]
    span: Span | None
    features: frozenset[str] = frozenset()
    look: tuple[str, ...] = ()
    rank: int = 0


def printed_name(text: str, span: Span | None, *features: str) -> PrintedName | None:
    """Return the name that a text is, or None if it does not look like a person's.

    >>> found = printed_name("Dr. Ada (Addie) Lovelace", None)
    >>> found.name, found.aliases
    ('Ada Lovelace', ('Ada (Addie) Lovelace', 'Addie Lovelace'))
    """
    text = _SYMBOLS.sub("", text).strip()
    if is_chinese_name(text):
        return PrintedName(text, (), span, frozenset(features))
    if is_of_other_script(bare := TITLES.sub("", text)):
        size = f"{min(len(bare), 8)} letters" if bare > "\u2e80" else "letters"
        return PrintedName(bare, (), span, frozenset((*features, "other script", size)))
    name, aliases = split_forms(first_last(text) if "," in clean_name(text) and _INVERTED.fullmatch(text) else text)
    name = first_last(name)
    # Data keep a place for people of one name, and some say no other: "Hi, I'm Ada".
    single = name.istitle() and name.isalpha() and not {"in basics", "self"}.isdisjoint(features)
    if not (is_name(name) or single) or name.split()[-1] in PARTICLES or not re.search(r"[^\W\d_]{2}", name):
        return None
    return PrintedName(name, aliases, span, frozenset((*features, "particle first") if name[0].islower() else features))


def is_of_other_script(text: str) -> bool:
    """Return whether a text may be a name that is written in other letters than Latin ones.

    >>> is_of_other_script("Ада Лавлейс"), is_of_other_script("Публикации"), is_of_other_script("山田 太郎")
    (True, False, True)
    """
    if not _OTHER_SCRIPT.fullmatch(text):
        return False
    parts = re.split(r"[\s·・=-]", text)
    if text[0].lower() != text[0].upper():
        return 2 <= len(parts) <= 4 and all(part[:1].isupper() for part in parts)
    return len(text) <= 8 if text > "\u2e80" else 2 <= len(parts) <= 4


@cache
def words_beside() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the words that stand before and behind the subject's name, each with its kinds."""
    before: dict[str, set[str]] = {}
    behind: dict[str, set[str]] = {}
    for line in words("subject_words.tsv"):
        kind, _, listed = line.partition("\t")
        for word in listed.split("|"):
            (behind if kind.endswith(">") else before).setdefault(word, set()).add(kind)
    return before, behind


_TITLED = re.compile(r"\b(?:(?:prof|dr|mr|ms|mrs|ph\.?d|professor)\b\.?\s*)+$")
_YEARS = re.compile(r"(?:[^\w©]*(?:19|20)\d\d)+$")
_BRACKETS = re.compile(r"^[\s(\"“]*\([^)]{1,40}\)|^,[^,]{1,30},")


def _beside(text: str, start: int, end: int) -> set[str]:
    """Return the kinds of the words right before and behind a part of a text."""
    before, behind = words_beside()
    left, right = (
        part.casefold().replace("(c)", "©").replace("’", "'")
        for part in (text[max(0, start - 60) : start], text[end : end + 40])
    )
    left = _YEARS.sub("", re.sub(r"[^\w©']+$", "", _TITLED.sub("", left)))
    parts = re.findall(r"[\w'-]+(?:\.\w+)*|©", left)
    found: set[str] = set()
    for count in range(min(4, len(parts)), 0, -1):
        if kinds := before.get(" ".join(parts[-count:])):
            found |= kinds | ({"opens"} if count == len(parts) and kinds & {"whole", "self", "vita"} else set())
            break
    following = re.findall(r"'s|[\w'-]+|©", _BRACKETS.sub("", right))
    kinds = next((k for n in (2, 1) if (k := behind.get(" ".join(following[:n])))), set())
    return found | kinds


def _opening(text: str) -> int:
    """Return how many characters at the beginning of a text introduce a name: "I am", "Curriculum vitae of"."""
    before, _ = words_beside()
    ends = [m.end() for m in islice(re.finditer(r"[^\W\d_]['’\w-]*", text[:40]), 4)]
    introduced = (e for e in reversed(ends) if before.get(text[:e].casefold().replace("’", "'"), set()) - {"owner"})
    end = next(introduced, 0)
    return end + len(text[end:]) - len(text[end:].lstrip(" \t:,|–-")) if 0 < end < len(text) else 0


FILLS = ("whole", "first part", "part", "first words", "words")
"""How much of a line a name is, from all of it to some words in running text."""


def _names_in(
    text: str, start: int | None, *features: str, if_introduced: bool = False
) -> Iterator[tuple[PrintedName, int]]:
    """Yield the names in a line or label, with how much of it each is.

    *start* is where the text begins in the document, if it stands there. With *if_introduced*, only names beside which
    words say that they are the subject's.
    """

    def at(a: int, b: int, fills: int) -> Iterator[tuple[PrintedName, int]]:
        a += _opening(text[a:b])
        beside = _beside(text, a, b)
        if if_introduced and not beside:
            return
        if not any(c.isalnum() for c in TITLES.sub("", text[:a].lstrip())):
            fills -= fills > 0
            beside |= {"biography"} if "is>" in beside else set()
        beside |= {"titled"} if TITLES.match(text[a:b]) else set()
        span = None if start is None else Span(start + a, start + b)
        if (found := printed_name(text[a:b], span, *features, *beside)) is not None:
            yield found, fills

    whole = [*at(0, len(text), 0)] if len(text) <= _LONGEST_NAME and not _PARTED.search(text) else []
    if whole:
        yield from whole
        return
    taken: list[tuple[int, int]] = []
    begin = 0
    for stop, after in [*(m.span() for m in _CUT.finditer(text)), (len(text), len(text))]:
        part = text[begin:stop]
        if 1 < len(part) <= _LONGEST_PART:
            for found in at(begin + len(part) - len(part.lstrip()), begin + len(part.rstrip()), 2):
                yield found
                taken.append((begin, stop))
        begin = after
    for match in _IN_TEXT.finditer(text):
        if not any(a <= match.start() and match.end() <= b for a, b in taken):
            yield from at(*match.span(), 4)
    for match in _IDEOGRAPHS.finditer(text):
        if is_chinese_name(match[0]) and _beside(text, *match.span()) & {"self", "whole"}:
            yield from at(*match.span(), 4)


_METADATA = ("author", "name", "title", "site", "og:title", "og:site_name", "citation_author")


def _of_metadata(document: Document) -> Iterator[PrintedName]:
    """Yield the names in what the file says of itself."""
    for key in _METADATA:
        value = document.metadata.get(key, "")
        value = value if " " in value else value.replace("_", " ")  # "Ada_Lovelace_CV"
        for line in filter(None, value.split("\n")[:12]):
            label = line.title() if line.islower() else line  # some layouts print names in small letters
            for found, fills in _names_in(label[:_LONGEST_LABEL], None, f"in {key}"):
                yield replace(found, features=found.features | {f"{FILLS[fills]} of {key}"})


_PLACES = ((1, "line 1"), (3, "lines 2-3"), (8, "lines 4-8"), (20, "lines 9-20"), (60, "lines 21-60"))
_FIRST, _HEAD, _TAIL = 20, 60, 6


def _of_lines(page: Page) -> Iterator[PrintedName]:
    """Yield the names in the first and last lines of a document."""
    heading = next((n for n, line in enumerate(page.lines) if line.kind is BlockKind.HEADING), -1)
    for number, line in enumerate(page.lines):
        if (_HEAD <= number < len(page.lines) - _TAIL) or classify_heading(line.text)[2] >= 0.99:
            continue
        in_head = next((name for most, name in _PLACES if number < most), "tail")
        look = _look(line, is_first_heading=number == heading)
        aside = number >= _FIRST and line.kind is not BlockKind.HEADING
        for found, fills in _names_in(line.text, line.span.start, if_introduced=aside):
            is_foot = "owner" in found.features and number >= len(page.lines) - _TAIL
            place = "tail" if is_foot else in_head
            own = ("whole first heading",) if number == heading and not fills else ()
            where = ("in tail" if place == "tail" else "in head", f"{FILLS[fills]} of {place}")
            yield replace(found, look=(*look, *own, *where), rank=1 + fills * 10_000 + number)


def _look(line: Line, *, is_first_heading: bool) -> tuple[str, ...]:
    return (
        line.kind.value, *["first heading"] * is_first_heading, *["bold"] * line.bold, *["alone"] * line.alone,
    )  # fmt: skip


_FORM = re.compile(
    r"\W{0,3}(?P<label>[^\W\d][^\n:：|=\t]{1,40}?)\s{0,10}(?:[:：|=–—\t]|[.…]{3,60}|\s{2,40})\s{0,40}(?P<value>[^\n:|\t]{1,60})"
)
_FORM_LINES = 40
_AND = re.compile(r"\s*[/,&]\s*|\s(?:and|und|et|y|e|i|a|en|och|og)\s")
_PLURAL = re.compile(r"\([a-zé/]{1,3}\)")
_HALF = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")


def _of_forms(page: Page) -> Iterator[PrintedName]:
    """Yield the name behind a label, or put together from halves that have labels of their own: "Surname: Lovelace"."""
    before, _ = words_beside()
    halves: dict[str, tuple[str, Span]] = {}
    for line in page.lines[:_FORM_LINES]:
        found = _FORM.match(line.text) if len(line.text) < 120 else None
        if found is None:
            continue
        label, value = " ".join(_PLURAL.sub("", found["label"]).casefold().split()), found["value"].strip()
        kinds = [before.get(p) or before.get(p.removesuffix("s"), set()) for p in (label, *_AND.split(label))]
        span = Span(line.span.start + found.start("value"), line.span.start + found.end("value"))
        if "whole" in kinds[0] or (len(kinds) == 3 and all(k & {"whole", "family", "given"} for k in kinds[1:])):
            inverted = "whole" not in kinds[0] and "family" in kinds[1] and "," not in value and len(value.split()) == 2
            if name := printed_name(" ".join(reversed(value.split())) if inverted else value, span, "label"):
                yield name
        half = TITLES.sub("", value)
        if kinds[0] & {"family", "given"} and _HALF.fullmatch(half) and half[0].isupper():
            halves.setdefault("family" if "family" in kinds[0] else "given", (half, span))
    if len(halves) == 2:
        whole = f"{halves['given'][0]} {halves['family'][0]}"
        yield from filter(None, [printed_name(whole, halves["family"][1], "label")])


def _of_bold(page: Page) -> Iterator[PrintedName]:
    """Yield the names that are bold or underlined, as one's own is in lists of papers."""
    for mark in page.document.marks:
        if mark.kind in {MarkKind.BOLD, MarkKind.UNDERLINE} and 4 < len(mark.span) < 40:
            printed = first_last(clean_name(mark.span.of(page.document.text).strip(" ,;&*\\")))
            yield from filter(None, [printed_name(printed, mark.span, "marked")])


_MAIL = re.compile(r"(?<![\w.+-])([\w.+-]{3,64})@[\w-]+\.[\w.-]+")
_OWN_ADDRESS = re.compile(
    r"(?:/~|/in/|github\.com/|/people/|/users/|/home/|/staff/|/author/)([\w.%-]{4,60})"
    r"|https?://(?:www\.)?([\w-]{4,60})\.(?:github\.io|com|me|net|org|io|info|netlify\.app)/?$"
)
_OF_A_FILE = frozenset(
    "cv vita vitae resume résumé curriculum academic full short en de fr es english latest new final pdf tex docx html"
    " index".split()
)


def addresses(page: Page) -> list[str]:
    """Return what addresses call their owner: of mail, of pages, of the file itself and of a CV that it links to."""
    document = page.document
    links = [document.note.address, *(mark.href for mark in document.marks)]
    found = [document.source.rsplit("/", 1)[-1], *document.metadata.get("files", "").split("\n")]
    found = [name.rpartition(".")[0] for name in found]
    found += [match[1] for match in _MAIL.finditer(document.text[:6000])]
    found += [link[7:].partition("@")[0] for link in links if link.startswith("mailto:")]
    found += [match[1] or match[2] for match in map(_OWN_ADDRESS.search, links) if match]
    return [*dict.fromkeys(filter(None, found))]


def _of_addresses(page: Page) -> Iterator[PrintedName]:
    """Yield names that are spelled out in addresses: "ada.lovelace@example.org", "CV_Ada_Lovelace.pdf"."""
    for address in addresses(page):
        parts = re.split(r"[._\s-]+|(?<=[a-z])(?=[A-Z])", address)
        parts = [part for part in parts if part.casefold() not in _OF_A_FILE and not part.isdigit()]
        if 2 <= len(parts) <= 3 and all(map(str.isalpha, parts)) and sum(map(len, parts)) > 5:
            name = " ".join(part if part.istitle() else part.title() for part in parts)
            yield from filter(None, [printed_name(name, None, "in address")])


def printed_names(page: Page) -> Iterator[PrintedName]:
    """Yield the names that a document prints, those in the surest places first."""
    for node in page.document.data:
        for text, span, features in from_data(node):
            yield from filter(None, [printed_name(text, span, *features)])
    yield from _of_forms(page)
    yield from _of_metadata(page.document)
    yield from _of_lines(page)
    yield from _of_bold(page)
    yield from _of_addresses(page)
