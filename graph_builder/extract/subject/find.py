"""The person whom a document is about: found in the file's own data, its title, its headings, its first lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Page, SectionKind
from graph_builder.extract.normalise.authors import PARTICLES
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.normalise.person_names import (
    NAME_WORD,
    TITLES,
    is_chinese_name,
    is_name,
    split_forms,
)
from graph_builder.extract.subject.data import Candidate, from_data
from graph_builder.extract.subject.file_names import addressed, addresses, in_addresses, labelled, linked_files, owners
from graph_builder.extract.subject.lists import bold_in_lists, most_frequent_author
from graph_builder.extract.subject.name_labels import TITLE_LINE, beside_title, given_alone, in_order, stated
from graph_builder.extract.subject.name_places import below_details, in_description, in_sentences, in_title
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind, Document, MarkKind, Span

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
_THIRD = re.compile(
    rf"^[\W_]{{0,3}}(?:(?:Short\s+)?[Bb]io(?:graphy)?:\s+)?(?:(?:Prof|Dr)\.?\s+)?(?P<name>{_FULL_NAME}|{_NICKNAMED})(?:\s*\([^)]{{1,40}}\))?\s+"
    r"(?:is|was|has|received|obtained|earned|holds|joined|works|est|ist|es|è|é|je|jest|är|er|graduated|completed|finished|studied"
    r"|studies|serves|served|leads|teaches|directs|grew\sup|began|started|became|did|worked|speciali[sz]es|investigates|defended"
    r"|conducts|currently\s[a-z]{2,12})\s"
)
# "The Loom Group at Ghent is led by Prof. Ada Lovelace."
_LED = re.compile(
    r"(?:The|Our)\s[^.]{0,160}?\b(?i:group|lab|laboratory|team)\b[^.]{0,120}\sis\s(?:led|headed|directed)\sby\s"
    rf"(?:(?:Prof(?:essor)?|Dr)\.?\s){{1,2}}({_NICKNAMED}|{_FULL_NAME})"
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
    votes = _Votes(addresses(page.document))
    votes.take(_candidates(page))
    if max(votes.weights.values(), default=0) < _SURE:  # finding all publications takes longest
        votes.take(most_frequent_author(page))
    if not votes.weights:
        return None
    weights, forms = votes.weights, votes.forms
    _fold(weights, forms)
    order = list(weights)
    best = max(order, key=lambda k: (weights[k], -order.index(k)))
    found = forms[best]
    if weights[best] < (_LEAST_RELIABLE if found.rule in _RELIABLE_RULES else _LEAST):
        return None
    # A name that only the page's title gives has the page's first line for evidence.
    span = found.span or _find(page.document, found.name) or (page.lines[0].span if page.lines else None)
    return replace(found, span=span, confidence=min(0.99, 0.55 + 0.04 * weights[best]))


_SYMBOLS = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+")


class _Votes:
    """The weight of each candidate's name, and its forms."""

    def __init__(self, addresses: str) -> None:
        self.weights: Counter[str] = Counter()
        self.forms: dict[str, Subject] = {}
        self._addresses = addresses

    def take(self, candidates: Iterable[Candidate]) -> None:
        """Count candidates that look like names."""
        for text, span, weight, rule in candidates:
            name, aliases = split_forms(_SYMBOLS.sub("", text).strip())
            if not name and rule != "bold in author lists":
                name, aliases = next(iter(aliases), ""), aliases[1:]
            single = rule in {"asked", "own name"} and name.istitle()
            if not is_name(name) and not is_chinese_name(name) and not single:
                continue
            key = name.casefold()
            if key not in self.forms and rule != "address" and in_addresses(name, self._addresses):
                weight += 4
            self.weights[key] += weight
            old = self.forms.get(key, Subject(name, (), None, 0.0, rule))
            self.forms[key] = replace(
                old, aliases=tuple(dict.fromkeys([*old.aliases, *aliases])), span=old.span or span
            )


def _fold(weights: Counter[str], forms: dict[str, Subject]) -> None:
    """Count a name with initials for the one full name that it abbreviates: author lists often print no other form.

    A given name alone counts for the first full name that begins with it.
    """
    for given in [key for key in weights if " " not in key and key.isascii()]:
        whole = next((key for key in weights if key.startswith(f"{given} ")), None)
        if whole is not None:
            weights[whole] += weights.pop(given)
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


_SURE = 12
"""The weight at which a candidate needs no more evidence."""
_LEAST = 4
"""The weight below which a candidate is no more than a line that happens to look like a name."""
_RELIABLE_RULES = frozenset({"metadata", "picture", "small letters"})
_LEAST_RELIABLE = 2
"""The same where a name stands in a place that is made for one."""


def _find(document: Document, name: str) -> Span | None:
    at = document.text.casefold().find(name.casefold())
    return Span(at, at + len(name)) if at >= 0 else None


def _candidates(page: Page) -> Iterator[Candidate]:
    document = page.document
    for node in document.data:
        yield from from_data(node)
    for key, weight in (
        ("author", 6),
        ("name", 6),
        ("title", 4),
        ("site", 4),
        ("og:title", 3),
        ("og:site_name", 3),
        ("citation_author", 2),
    ):
        value = document.metadata.get(key, "")
        value = value if " " in value else value.replace("_", " ")  # "Ada_Lovelace_CV"
        parts = re.split(r"\s+[|@–—-]\s+|\n|:\s|[’']s\s", value)[:3]
        page_of = key == "title" and len(parts) == 2 and any(classify_heading(p)[2] >= 0.99 for p in parts)
        for part in parts:
            part = _called(_WELCOMED.sub("", part, count=1)) if key in _TITLES else part
            if part:  # some classes print names in small letters, and take them so
                named = part.title() if key == "author" and part.islower() else part
                yield named, None, weight + 2 * page_of, "metadata"  # "Students | Ada Lovelace"
                if key in _TITLES and (headed := in_title(part)):
                    yield headed, None, weight - 1, "metadata"
    described = _OF_WHOM.search(document.metadata.get("description", "")[:600])
    if described is not None:
        yield described[1] or described[2], None, 5, "metadata"
    opening = _OPENS.match(document.metadata.get("description", "")[:200])
    if opening is not None and is_role(opening[2]):
        yield opening[1], None, 5, "metadata"
    if name := in_description(document.metadata.get("description", "")):
        yield name, None, 3, "metadata"
    yield from _from_head(page)
    for section in page.sections[:3]:
        if section.content and section.level == 1 and section.heading is not None:
            yield section.title, section.heading, 4, "heading"
    for name, span, weight in below_details(page):
        yield name, span, weight, "below details"
    yield from _from_prose(page)
    for line in page.lines[-2:]:  # a page may be signed
        if line.alone and len(line.text) < 40 and len(page.lines) > 8 and line.kind is not BlockKind.LIST_ITEM:
            yield line.text, line.span, 4, "signature"
    yield from bold_in_lists(page)
    for name in linked_files(page.document):
        yield name, None, 4, "file name of a linked CV"
    for name, weight in labelled(page.document):
        yield name, None, weight, "picture"
    for line in page.lines[-6:]:
        for at, owner in owners(line.text):
            yield owner, Span(line.span.start + at, line.span.start + at + len(owner)), 4, "owner"
    for _, owner in owners(document.metadata.get("foot", "")):
        yield owner, None, 4, "owner"
    for name, span, weight in in_sentences(page):
        yield name, span, weight, "prose"
    for name, weight in addressed(page.document):  # last, since what is printed comes before what is spelt
        yield name, None, weight, "address"


_TITLES = frozenset({"title", "og:title", "site", "og:site_name"})
_PAGES = (
    r"(?:(?:academic|personal|professional|selected|list\sof|all|research)\s+){0,2}(?:papers?|publications?|talks?|research|teaching"
    r"|courses|students|projects|contact|software|links|bio(?:graphy)?|portfolio|blog|cv|vitae?|curriculum\svitae|r[ée]sum[ée]"
    r"|home(?:\s?page)?|(?:web)?(?:site|page))"
)
# "Ada Lovelace Papers", "Publications by Ada Lovelace", "CV Ada Lovelace": what a page of hers is called.
_PAGE_OF = re.compile(rf"{_PAGES}(?:\s+(?:of|by|for|from))?(?:\s+(?:Prof|Dr)\.?)?\s+(?=\S+\s+\S)", re.IGNORECASE)
_HER_PAGE = re.compile(rf"\s+{_PAGES}$", re.IGNORECASE)


def _called(title: str) -> str:
    """Return the name in the title of a page, without what page it is; the title itself where that is all it says.

    >>> [_called(title) for title in ("Ada Lovelace Papers", "CV of Ada Lovelace", "Lovelace, Ada", "My Projects")]
    ['Ada Lovelace', 'Ada Lovelace', 'Ada Lovelace', 'My Projects']
    """
    if classify_heading(title)[2] >= 0.99:
        return title
    bare = _HER_PAGE.sub("", _PAGE_OF.sub("", title.strip(), count=1))
    return in_order(bare) if is_name(in_order(bare)) else title


# "Hello! Welcome to Ada Lovelace's homepage"
_WELCOMED = re.compile(r"(?:(?:hi|hello|hey)\b\W{0,4})?(?:welcome\sto|this\sis)\s(?=[^\W\d_])", re.IGNORECASE)
# "A list of talks by Ada Lovelace.", "Ada Lovelace's homepage": how a page's description ends or begins.
_OF_WHOM = re.compile(
    rf"\b(?:[Oo]f|[Bb]y|[Ff]or|[Aa]bout)\s+(?:(?:Prof|Dr)\.?\s+)?({NAME_WORD}(?:\s{NAME_WORD}){{1,3}})\.?\s*$"
    rf"|^({NAME_WORD}(?:\s{NAME_WORD}){{1,3}})(?=['’]s\s)"
)
# "Ada Lovelace, Professor of Looms at Ghent": a description that begins with its person.
_OPENS = re.compile(rf"({NAME_WORD}(?:\s{NAME_WORD}){{1,3}})\s?(?:,|[|–—:-]|\bis\b)\s(?:an?\s|the\s)?([^,.;|]{{3,60}})")
# "You can find Ada Lovelace's CV here."
_CV_OF = re.compile(
    rf"(?<![\w’'])({_TEXT_WORD}(?:\s{_TEXT_WORD}){{1,3}})['’]s\s(?i:cv|curriculum\svitae|r[ée]sum[ée]|home\s?page)\b"
)


def _from_head(page: Page) -> Iterator[Candidate]:
    """Yield the first headings and lines of the document."""
    others = {line.span for section in page.of_kind(SectionKind.STUDENTS) for line in section.lines}
    listed = [line for section in page.of_kind(SectionKind.PUBLICATIONS) for line in section.lines]
    others |= {x.span for x in listed if (x.bold or x.linked) and len(x.text.split()) > 3}  # titles in capitals
    papers = {x.span for x in listed}  # the first of whose authors is no more than that
    titled = 0  # lines at the top that say what the document is: "Curriculum Vitae"
    for name, span in stated(page):
        yield name, span, 12, "first lines"
    for index, line in enumerate(page.lines[:8]):
        text = line.text
        if text.endswith(":"):
            continue  # the label of what stands below
        if index == titled and TITLE_LINE.fullmatch(text):
            titled += 1
            continue
        if (beside := beside_title(line)) is not None:
            yield *beside, 9 - index, "first lines"
            continue
        if line.span in others or classify_heading(text)[2] >= 0.99 or _is_link(page.document, line.span):
            continue
        if line.kind is BlockKind.LIST_ITEM and text.count(",") > 1:
            continue  # an author list
        if index and load().organization(_CUT.split(text)[0]) is not None:
            continue  # "Ghent University | Ghent, Belgium", above a degree
        if len(line.cells) > 1:  # "Ada | Lovelace | weaver", of a macro whose arguments are a name and more
            cells = [cell.of(page.document.text).strip() for cell in line.cells[:2]]
            if all(re.fullmatch(r"[^\W\d_][\w.’'-]+", cell) for cell in cells):
                yield " ".join(cells), Span(line.cells[0].start, line.cells[1].end), 6 - index, "first cells"
        if (given := given_alone(line)) is not None:
            yield *given, 5, "asked"
        inverted = in_order(text) if index == titled else text
        if inverted != text:
            yield inverted, line.span, 7, "first lines"
            continue
        asked = _WHO.match(text) or _WELCOME.match(text)
        if asked:
            yield asked.group(1), Span(line.span.start + asked.start(1), line.span.start + asked.end(1)), 5, "asked"
        weight = 7 if line.kind is BlockKind.HEADING and index < 3 else 6 if index == titled else 4 if line.bold else 3
        weight -= index // 2
        below = page.lines[index + 1] if index + 1 < len(page.lines) else line
        weight += 2 * (
            (below.block == line.block or line.alone) and len(below.text) < 80 and is_role(below.text)
        )  # a post below it
        weight += 2 * bool(TITLES.match(text)) + (line.alone and index < 3 and len(text) < 45 and weight < 5)
        yield text, line.span, weight, "first lines"
        if line.kind is BlockKind.HEADING and not index and text.islower():
            yield text.title(), line.span, _LEAST_RELIABLE, "small letters"
        two = line.kind is BlockKind.HEADING and below is not line and below.block == line.block
        if two and _WORD.fullmatch(text) and _WORD.fullmatch(below.text):  # the name on two lines
            yield f"{text} {below.text}", Span(line.span.start, below.span.end), weight, "first lines"
        cut = _CUT.split(text)[0]
        if cut != text and line.span not in papers:
            yield cut, Span(line.span.start, line.span.start + len(cut)), weight - 1, "first lines"


_CUT = re.compile(r"\s*[|,·•(\t:\[]\s*|\s+[-–—]\s+")
_WORD = re.compile(NAME_WORD)
_LABEL = (
    r"Who\s+is|About|Meet|(?i:PI|principal\sinvestigator)\s?:|(?i:full\sname|name|nombre|nome?)\s?:"
    r"|(?i:curriculum\svitae)(?:\sof)?(?=\s+\S+\s\S)"
)
_WHO = re.compile(rf"(?:{_LABEL})\s+({NAME_WORD}(?:\s{NAME_WORD}){{0,3}})\s*[?!.]?$")

_WELCOME = re.compile(rf"(?i:(?:hi|hello)\W+)?(?i:welcome\sto|this\sis)\s({NAME_WORD}(?:\s{NAME_WORD}){{1,3}})['’]s\s")


def _is_link(document: Document, span: Span) -> bool:
    """Return whether a line is nothing but a link to another file, such as a button."""
    return any(
        m.kind is MarkKind.LINK and m.span.covers(span) and re.search(r"\.(?:pdf|docx?|tex|zip)$", m.href)
        for m in document.marks_in(span)
    )


_LISTS = (SectionKind.PUBLICATIONS, SectionKind.TALKS)
_FIRST_SIGNS = ("I", "name", "This", "Here", "myself")  # without one of which nobody says who he is


def _from_prose(page: Page) -> Iterator[Candidate]:
    listed = {line.span for section in page.of_kind(*_LISTS) for line in section.lines}
    others = {line.span for section in page.of_kind(SectionKind.NEWS, SectionKind.STUDENTS) for line in section.lines}
    for line in page.lines[:60]:
        if line.span in listed:
            continue  # "How Looms is Made": a title
        text = line.text
        for match in _I_AM.finditer(text) if any(sign in text for sign in _FIRST_SIGNS) else ():
            span = Span(line.span.start + match.start("name"), line.span.start + match.end("name"))
            yield match.group("name"), span, 8, "prose"
        for match in _CV_OF.finditer(text[:400]) if "'s" in text or "’s" in text else ():
            yield match[1], Span(line.span.start + match.start(1), line.span.start + match.end(1)), 5, "prose"
        third = _THIRD.match(line.text)
        if third and line.span not in others:  # "Ada Lovelace defended her thesis!" is news of a student
            span = Span(line.span.start + third.start("name"), line.span.start + third.end("name"))
            yield third.group("name"), span, 5, "prose"
        led = _LED.match(line.text[:400])
        if led:
            yield led[1], Span(line.span.start + led.start(1), line.span.start + led.end(1)), 4, "prose"
