"""The person whom a document is about, by the file's data and title, its first lines and its lists of authors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.authors import PARTICLES
from graph_builder.extract.normalise.person_names import TITLES, is_chinese_name, is_name, split_forms
from graph_builder.extract.subject.data import Candidate, from_data, in_order
from graph_builder.extract.subject.lists import bold_in_lists
from graph_builder.extract.subject.name_labels import beside_title, stated
from graph_builder.model import BlockKind, Document, Span

# In running text a full stop ends an initial, or the sentence.
_TEXT_WORD = (
    r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž]\.(?:-?[A-Z]\.)?|[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`-]{1,30}"
    r"|d[aeiou]s?|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|y|zu)"
)
_FULL_NAME = rf"{_TEXT_WORD}(?:[ -]{_TEXT_WORD}){{1,3}}"
_NICKNAMED = rf"{_TEXT_WORD}\s[(\"“]{_TEXT_WORD}[)\"”]\s{_TEXT_WORD}"  # "Ada (Addie) Lovelace"
_I_AM = re.compile(
    r"(?:\bI(?:\s+am|['’]m)|\b[Mm]y\s+name(?:\s+is|['’]s)?|\bThis\s+is|^\W{0,3}Here\s+is|\bI\s+go\s+by|\bmyself,)\s+"
    rf"(?P<name>{_NICKNAMED}|{_FULL_NAME})(?=[\s,.(!]|$)"
)
_BIOGRAPHY = re.compile(
    rf"^\W{{0,3}}(?:(?:Prof|Dr)\.?\s+)?(?P<name>{_FULL_NAME}|{_NICKNAMED})(?:\s*\([^)]{{1,40}}\))?\s+"
    r"(?:is|was|has|received|holds|joined|works|est|ist|es|è|é|jest|är|er)\s"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The name of a document's subject, other printed forms, where it stands, and how sure we are."""

    name: str
    aliases: tuple[str, ...]
    span: Span | None
    confidence: float
    rule: str


def find_subject(page: Page) -> Subject | None:
    """Return the subject of a document, or None where the document does not say."""
    votes = _Votes()
    votes.take(_candidates(page))
    found = votes.best()
    if found is None:
        return None
    # A name that only the page's title gives has the page's first line for evidence.
    span = found.span or _find(page.document, found.name) or (page.lines[0].span if page.lines else None)
    return replace(found, span=span)


_SYMBOLS = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+")


class _Votes:
    """The weight of each candidate's name, and its forms."""

    def __init__(self) -> None:
        self.weights: Counter[str] = Counter()
        self.forms: dict[str, Subject] = {}

    def take(self, candidates: Iterable[Candidate]) -> None:
        """Count candidates that look like names."""
        for text, span, weight, rule in candidates:
            name, aliases = split_forms(_SYMBOLS.sub("", text).strip())
            if not name and rule != "bold in author lists":
                name, aliases = next(iter(aliases), ""), aliases[1:]
            single = rule == "own name" and name.istitle()
            if not is_name(name) and not is_chinese_name(name) and not single:
                continue
            key = name.casefold()
            self.weights[key] += weight
            old = self.forms.get(key, Subject(name, (), None, 0.0, rule))
            self.forms[key] = replace(
                old, aliases=tuple(dict.fromkeys([*old.aliases, *aliases])), span=old.span or span
            )

    def best(self) -> Subject | None:
        """Return the candidate of most weight, the first of equals; None where none has enough."""
        weights, forms = Counter(self.weights), dict(self.forms)
        _fold(weights, forms)
        best = max(weights, key=lambda key: weights[key], default="")
        if weights[best] < (_LEAST_METADATA if best and forms[best].rule in ("metadata", "picture") else _LEAST):
            return None
        return replace(forms[best], confidence=min(0.99, 0.55 + 0.04 * weights[best]))


def _fold(weights: Counter[str], forms: dict[str, Subject]) -> None:
    """Count a name with initials for the one full name that it abbreviates: author lists often print no other form."""
    for short in [key for key in weights if _abbreviates(key)]:
        full = [key for key in weights if key != short and _abbreviates(short, key)]
        if len(full) == 1:
            weights[full[0]] += weights.pop(short)
            found = forms[full[0]]
            forms[full[0]] = replace(found, aliases=tuple(dict.fromkeys([*found.aliases, forms[short].name])))


def _abbreviates(short: str, full: str = "") -> bool:
    """Return whether a name's given names are initials; with *full*, whether they are those of that name.

    >>> _abbreviates("a. k. lovelace"), _abbreviates("a. lovelace", "ada lovelace"), _abbreviates("a. h.", "a. love")
    (True, True, False)
    >>> _abbreviates("von lovelace", "ada von lovelace")
    True
    """
    words = short.split()
    count = next((i for i, word in enumerate(words) if not _INITIAL.fullmatch(word)), 0)
    given, family = words[:count], " ".join(words[count:])
    if not given:  # "von Lovelace" alone
        return words[0] in PARTICLES and (not full or full.endswith(f" {short}"))
    if not full:
        return True
    if not full.endswith(f" {family}"):
        return False
    names = full[: -len(family)].split()
    pairs = zip(given, names, strict=False)
    return len(given) <= len(names) and all(n[0] == g[0] and (len(n) > 2 or at) for at, (g, n) in enumerate(pairs))


_INITIAL = re.compile(r"[^\W\d_](?:\.?-[^\W\d_])*\.?")  # "J.-B."


_LEAST = 4
"""The weight below which a candidate is no more than a line that happens to look like a name."""
_LEAST_METADATA = 2
"""The same where a name stands in a place that is made for one."""


def _find(document: Document, name: str) -> Span | None:
    at = document.text.casefold().find(name.casefold())
    return Span(at, at + len(name)) if at >= 0 else None


def _candidates(page: Page) -> Iterator[Candidate]:
    for node in page.document.data:
        yield from from_data(node)
    yield from _from_metadata(page.document)
    yield from _from_head(page)
    yield from _from_prose(page)
    yield from bold_in_lists(page)
    for name, weight in pictured(page.document):
        yield name, None, weight, "picture"
    for line in page.lines[-6:]:
        for at, owner in owners(line.text):
            yield owner, Span(line.span.start + at, line.span.start + at + len(owner)), 4, "owner"
    for _, owner in owners(page.document.metadata.get("foot", "")):
        yield owner, None, 4, "owner"


_KEYS = (
    ("author", 6), ("name", 6), ("title", 4), ("site", 4), ("og:title", 3), ("og:site_name", 3), ("citation_author", 2),
)  # fmt: skip


def _from_metadata(document: Document) -> Iterator[Candidate]:
    """Yield the parts of what the file says of its title and author."""
    for key, weight in _KEYS:
        value = document.metadata.get(key, "")
        value = value if " " in value else value.replace("_", " ")  # "Ada_Lovelace_CV"
        for part in _PARTED.split(value)[:3]:
            if part:  # some classes print names in small letters, and take them so
                yield part.title() if key == "author" and part.islower() else part, None, weight, "metadata"


_PARTED = re.compile(r"\s+[|@–—-]\s+|\n|:\s|[’']s\s")
_CUT = re.compile(r"\s*[|,·•(\t:\[]\s*|\s+[-–—]\s+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def _from_head(page: Page) -> Iterator[Candidate]:
    """Yield the first lines of the document, and what stands in them before a mark."""
    for name, span in stated(page):
        yield name, span, 12, "first lines"
    for index, line in enumerate(page.lines[:8]):
        text = line.text
        if text.endswith(":") or classify_heading(text)[2] >= 0.99:
            continue
        if line.kind is BlockKind.LIST_ITEM and text.count(",") > 1:
            continue  # an author list
        if (beside := beside_title(line)) is not None:
            yield *beside, 9 - index, "first lines"
            continue
        weight = 7 if line.kind is BlockKind.HEADING and index < 3 else 4 if line.bold else 3
        weight = (weight if index else max(weight, 6)) - index // 2 + 2 * bool(TITLES.match(text))
        weight += line.alone and index < 3 and len(text) < 45 and weight < 5
        yield text if index else in_order(text), line.span, weight, "first lines"
        cut = _CUT.split(text)[0]
        if cut != text and not _YEAR.search(text):  # a paper has one
            yield cut, Span(line.span.start, line.span.start + len(cut)), weight - 1, "first lines"


def _from_prose(page: Page) -> Iterator[Candidate]:
    """Yield the names of those who introduce themselves, and of those with whose names a biography begins."""
    for line in page.lines[:60]:
        for match in _I_AM.finditer(line.text):
            span = Span(line.span.start + match.start("name"), line.span.start + match.end("name"))
            yield match["name"], span, 8, "prose"
        if opening := _BIOGRAPHY.match(line.text):
            span = Span(line.span.start + opening.start("name"), line.span.start + opening.end("name"))
            yield opening["name"], span, 5, "prose"


_PORTRAIT = re.compile(
    r"^(?:(?:an?|the|my|me|this\s+is)\s+)?(?:(?:profile|head)\s?-?)?(?:photo(?:graph)?|picture|pic|portrait|image|shot|avatar|foto|selfie|profile)\b"
    r"\s*(?:of|:|-|–|von|de)?\s*|^(?:hear|listen\s+to|how\s+to\s+pronounce)\s+(?:my|the)\s+name\s*(?:of|:|-|–)?\s*",
    re.IGNORECASE,
)
_PORTRAYED = re.compile(
    r"(?:['’]s)?[\s,:–-]{1,9}(?:profile|head|photo(?:graph)?|picture|pic|portrait|image|shot|avatar|foto|\d{4}|\.(?:jpe?g|png))+\b.*$",
    re.IGNORECASE,
)


def pictured(document: Document) -> Iterator[tuple[str, int]]:
    """Yield what the document's pictures and recordings are called, with a weight: "Photo of Ada Lovelace".

    A bare label may be anything that was photographed, and needs more evidence than one that speaks of a portrait.
    """
    for label in document.metadata.get("labels", "").split("\n"):
        bare = _PORTRAYED.sub("", _PORTRAIT.sub("", label))
        if bare:
            yield bare, 3 + (bare != label)


_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'-]{1,30}"
_NAME = rf"(?:[^\W\d_]\.|{_WORD})(?:[ -](?:[^\W\d_]\.|(?:de|del|van|von|der|la) |{_WORD})){{1,3}}"
_YEARS = r"(?:(?:19|20)\d\d(?:\s?[-–,]\s?(?:(?:19|20)\d\d|[Pp]resent))?[\s,]{1,3})?"
_OWNER = re.compile(
    rf"(?:©|\([cC]\)|@(?=\s?(?:19|20)\d\d)|\b(?:[Cc]opyright|[Mm]aintained\s+by|[Ww]ebmaster|(?:[Mm]odified|[Uu]pdated|[Ee]dited)\b[^\n.]{{0,30}}?\sby))[\s:,©]{{0,4}}(?:\([cC]\)\s{{0,3}})?{_YEARS}(?:by\s+)?"
    rf"(?P<name>{_NAME})(?=\s*(?:$|[.,|(@•·–-]|(?:19|20)\d\d|All\b|and\s[a-z]))"
    rf"|^\W{{0,3}}(?P<first>{_NAME})(?=,?\s{{1,3}}(?:©|\([cC]\)\s))"
)


def owners(line: str) -> Iterator[tuple[int, str]]:
    """Yield who owns or maintains a page by one of its last lines, with the place in it.

    >>> list(owners("© 2019-2024 Ada Lovelace. All rights reserved."))
    [(12, 'Ada Lovelace')]
    """
    found = _OWNER.search(line) if len(line) < 160 else None
    if found:
        yield found.start(found.lastgroup or 0), found[found.lastgroup or 0]
