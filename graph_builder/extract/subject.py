"""The person whom a document is about: found in the file's own data, its title, its headings, its first lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from graph_builder.extract.lexicon import ORGANIZATION, UNIT, is_place, is_role
from graph_builder.extract.page import Page, SectionKind
from graph_builder.extract.sections import classify_heading
from graph_builder.model import BlockKind, Document, MarkKind, Node, Span

_NAME_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`.-]*|d[aeiou]s?|de|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|y|da|dos|zu)"
NAME = re.compile(
    rf"^(?:(?:Prof|Dr|Professor|Mr|Ms|Mrs|Ing)\.?\s+)*{_NAME_WORD}(?:[\s-]+(?:[(“\"]?{_NAME_WORD}[)”\"]?,?)){{1,4}}$"
)
_CJK_NAME = re.compile(r"[一-鿿㐀-䶿]{2,4}|[가-힯]{2,5}|[぀-ヿ一-鿿]{2,6}")
_STOP = frozenset(
    "about me home page homepage website welcome curriculum vitae cv resume résumé publications research teaching contact "
    "education experience the my personal academic profile experiences projects blog news and of at university institute "
    "department phd student professor assistant engineer scientist portfolio bio biography site summary skills dr "
    "computer science machine learning group lab talks awards service".split()
)
_TITLES = re.compile(r"^(?:(?:prof(?:essor)?|dr|mr|ms|mrs|ing|assoc|asst)\b\.?[\s,]*)+", re.IGNORECASE)
_SUFFIX = re.compile(
    r"[\s,]+(?:ph\.?\s?d\.?|m\.?d\.?|m\.?sc\.?|b\.?sc\.?|mba|esq\.?|jr\.?|sr\.?|frs|fba|ccc|cv|"
    r"(?:curriculum\s+vit(?:ae|æ))|r[ée]sum[ée]|homepage|home\s?page|personal\s+(?:web)?(?:site|page)|website|"
    r"vita|academic\s+page)\.?$",
    re.IGNORECASE,
)
_I_AM = re.compile(
    rf"(?:\bI(?:\s+am|['’]m)|\b[Mm]y\s+name\s+is|\bThis\s+is|\bI\s+go\s+by)\s+(?P<name>{_NAME_WORD}(?:[ -]{_NAME_WORD}){{1,3}})(?=[\s,.(!])"
)
_THIRD = re.compile(
    rf"^(?:(?:Prof|Dr)\.?\s+)?(?P<name>{_NAME_WORD}(?:[ -]{_NAME_WORD}){{1,3}})(?:\s*\([^)]{{1,40}}\))?\s+"
    r"(?:is|was|has|received|obtained|earned|holds|joined|works)\s"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The name of a document's subject, other printed forms, where it stands, and how sure we are."""

    name: str
    aliases: tuple[str, ...]
    span: Span | None
    confidence: float
    rule: str


def clean_name(text: str) -> str:
    """Return a person's name without titles, degrees and marks.

    >>> clean_name("Dr. Ada K. Lovelace, Ph.D.")
    'Ada K. Lovelace'
    """
    text = re.sub(r"[*†‡§¶#^~|✉]+", " ", text)
    text = " ".join(text.split()).strip(" ,;:.-–—|·•")
    before = None
    while before != text:
        before = text
        text = _SUFFIX.sub("", _TITLES.sub("", text)).strip(" ,;:-–—|·•'’\"")
    if text.isupper() and len(text) > 4:
        text = " ".join(_cased(w) for w in text.split())
    return text


def _cased(word: str) -> str:
    return "-".join(p if len(p) <= 2 and p.endswith(".") else p[:1] + p[1:].lower() for p in word.split("-"))


def is_name(text: str) -> bool:
    """Tell whether *text* looks like the name of a person.

    >>> is_name("Ada Lovelace"), is_name("Research Interests"), is_name("Peking University")
    (True, False, False)
    """
    text = clean_name(text)
    words = text.split()
    if not 2 <= len(words) <= 5 or not NAME.match(text) or any(c.isdigit() for c in text):
        return False
    if any(w.casefold().strip(".,") in _STOP for w in words):
        return False
    return not (ORGANIZATION.search(text) or UNIT.search(text) or is_role(text) or is_place(text))


def split_forms(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a printed name and the other forms beside it: nickname in brackets, name in another script.

    >>> split_forms("Yan Li (李研)")
    ('Yan Li', ('李研',))
    """
    other = [m.group() for m in _CJK_NAME.finditer(text)]
    latin = _CJK_NAME.sub("", text)
    latin = re.sub(r"\(\s*\)|\[\s*\]|[|/]\s*$", "", latin)
    latin = clean_name(latin)
    aliases: list[str] = []
    nick = re.search(r"[(\"“]([^)\"”]{2,25})[)\"”]", latin)
    if nick:
        plain = clean_name(re.sub(r"\s*[(\"“][^)\"”]*[)\"”]\s*", " ", latin))
        given = nick.group(1).strip()
        aliases.append(latin.strip())
        family = plain.split()[-1] if plain.split() else ""
        if re.match(r"^[A-Z][\w-]+$", given) and family:
            aliases.append(f"{given} {family}")
        latin = plain
    return latin, tuple(dict.fromkeys([*aliases, *other]))


def find_subject(page: Page) -> Subject | None:
    """Return the subject of a document, or None where the document does not say."""
    candidates: Counter[str] = Counter()
    forms: dict[str, tuple[str, tuple[str, ...], Span | None, str]] = {}
    for text, span, weight, rule in _candidates(page):
        name, aliases = split_forms(text)
        if not is_name(name):
            continue
        key = name.casefold()
        candidates[key] += weight
        old = forms.get(key)
        if old is None:
            forms[key] = (name, aliases, span, rule)
        else:
            forms[key] = (old[0], tuple(dict.fromkeys([*old[1], *aliases])), old[2] or span, old[3])
    if not candidates:
        return None
    best = max(candidates, key=lambda k: (candidates[k], -list(candidates).index(k)))
    name, aliases, span, rule = forms[best]
    span = span or _find(page.document, name)
    if span is None:
        return None
    sure = min(0.99, 0.6 + 0.04 * candidates[best])
    return Subject(name, aliases, span, sure, rule)


def _find(document: Document, name: str) -> Span | None:
    at = document.text.casefold().find(name.casefold())
    return Span(at, at + len(name)) if at >= 0 else None


def _candidates(page: Page):  # type: ignore[no-untyped-def]
    document = page.document
    for node in document.data:
        yield from _from_data(node)
    for key, weight in (("author", 6), ("name", 6), ("title", 4), ("og:title", 3), ("citation_author", 2)):
        value = document.metadata.get(key, "")
        for part in re.split(r"\s+[|–—-]\s+|\n|:\s|’s\s|'s\s", value)[:3]:
            yield part, None, weight, "metadata"
    yield from _from_head(page)
    yield from _from_prose(page)
    yield from _from_bold(page)


def _from_data(node: Node):  # type: ignore[no-untyped-def]
    basics = node.get("basics") or node.get("cv") or node
    for key in ("name", "author", "display_name"):
        found = basics.get(key)
        if found is not None and found.kind == "scalar":
            yield found.value, found.span, 10, "data"
    first, last = basics.get("first_name", "firstname", "given"), basics.get("last_name", "lastname", "family")
    if first is not None and last is not None and first.kind == last.kind == "scalar":
        yield f"{first.value} {last.value}", last.span, 10, "data"


def _from_head(page: Page):  # type: ignore[no-untyped-def]
    """Yield the first headings and lines of the document."""
    for index, line in enumerate(page.lines[:12]):
        text = line.text
        if classify_heading(text)[2] >= 0.99:
            continue
        weight = 7 if line.kind is BlockKind.HEADING and index < 3 else 6 if index == 0 else 4 if line.bold else 3
        weight -= index // 3
        yield text, line.span, weight, "first lines"
        cut = re.split(r"\s*[|,·•(\t]\s*|\s+[-–—]\s+", text)[0]
        if cut != text:
            yield cut, Span(line.span.start, line.span.start + len(cut)), weight - 1, "first lines"


def _from_prose(page: Page):  # type: ignore[no-untyped-def]
    about = [
        line for s in page.sections[:4] if s.kind in {SectionKind.ABOUT, SectionKind.OTHER} for line in s.lines[:12]
    ]
    for line in about or page.lines[:10]:
        for match in _I_AM.finditer(line.text):
            span = Span(line.span.start + match.start("name"), line.span.start + match.end("name"))
            yield match.group("name"), span, 8, "prose"
        third = _THIRD.match(line.text)
        if third:
            span = Span(line.span.start + third.start("name"), line.span.start + third.end("name"))
            yield third.group("name"), span, 5, "prose"


def _from_bold(page: Page):  # type: ignore[no-untyped-def]
    """Yield the name that is bold again and again in author lists."""
    document = page.document
    counts: Counter[str] = Counter()
    where: dict[str, Span] = {}
    for mark in document.marks:
        if mark.kind in {MarkKind.BOLD, MarkKind.UNDERLINE} and 4 < len(mark.span) < 40:
            text = clean_name(mark.span.of(document.text))
            if is_name(text):
                counts[text] += 1
                where.setdefault(text, mark.span)
    if counts:
        text, count = counts.most_common(1)[0]
        if count >= 2:
            yield text, where[text], min(6, 1 + count), "bold in author lists"
