"""The profile claim: whom the document is about, or a label where it does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.person_names import split_forms
from graph_builder.extract.printed import Findings
from graph_builder.extract.subject.choice import Subject, find_subject
from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Identifier, Relation, Span, digest

RULE = "stated"
"""The rule of a profile whose subject the user named; resolution takes such a name as said, not as guessed."""

_SURE = 0.85


def stated_subject(page: Page, found: Subject | None) -> Subject:
    """Return the subject that the note on the document names, with the forms of the name that the document prints.

    *found* is the subject that the extractors found. Its name is another form of the stated one if both can be of one
    person: a family name in common, and given names that begin alike or a document that leaves no doubt.
    """
    name, aliases = split_forms(page.document.note.subject)
    name = name or page.document.note.subject
    forms = [*aliases]
    span = None
    if found is not None and _one_person(name, found):
        forms += [found.name, *found.aliases]
        span = found.span
    others = tuple(dict.fromkeys(form for form in forms if form != name))
    return Subject(name, others, span or _place(page, name), 1.0, RULE)


def _place(page: Page, name: str) -> Span:
    """Return where the document prints a name, or its first line."""
    words = r"\s+".join(map(re.escape, name.split()))
    match = re.search(rf"(?<!\w){words}(?!\w)", page.document.text, re.IGNORECASE)
    if match:
        return Span(*match.span())
    return page.lines[0].span if page.lines else Span(0, min(1, len(page.document.text)))


def _one_person(name: str, found: Subject) -> bool:
    return _alike(name, found.name) or (found.confidence >= _SURE and _share_family(name, found.name))


def _share_family(one: str, other: str) -> bool:
    """Return whether two names have a first or last word in common, of which one may be the family name."""
    a, b = normalize(one).split(), normalize(other).split()
    return bool({*a[-1:], *a[:1]} & {*b[-1:], *b[:1]})


def _alike(one: str, other: str) -> bool:
    """Return whether two names can be of one person: a family name in common, and given names that begin alike.

    >>> _alike("Ada Lovelace", "A. K. Lovelace"), _alike("Ada Lovelace", "Ralph Lovelace"), _alike("Li Yan", "Yan Li")
    (True, False, True)
    """
    a, b = normalize(one).split(), normalize(other).split()
    for family in dict.fromkeys((*a[-1:], *a[:1])):
        if len(family) > 1 and family in (b[-1:] + b[:1]):
            given, other_given = ([w for w in words if w != family] for words in (a, b))
            if given and other_given:
                first, second = given[0], other_given[0]
                return first.startswith(second) or second.startswith(first)
            return True
    return False


UNNAMED = "(unnamed person of {source})"
"""The label of a subject whom the document does not name."""

UNNAMED_SUBJECT = "subject/unnamed"
"""The extractor of the profile of such a subject."""

_UNNAMED = 0.07  # the share of profiles without a name that are right to have none

_ORCID = re.compile(r"(?<!\d)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?!\d)")
_HOSTS = (
    ("dblp", re.compile(r"dblp\.(?:org|uni-trier\.de)/pid/([\w/-]+?)(?:\.html)?$")),
    ("openreview", re.compile(r"openreview\.net/profile\?id=(~[\w.%-]+\d)")),
    ("scholar", re.compile(r"scholar\.google\.[\w.]+/citations\?(?:.*&)?user=([\w-]{12})")),
    ("github", re.compile(r"^https?://github\.com/([\w-]+)/?$")),
    ("s2", re.compile(r"semanticscholar\.org/author/(?:[^/]+/)?(\d+)")),
)
_EMAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)")


def profile(page: Page, draft: Draft, found: Findings | None = None) -> str:
    """Add the profile claim of a document, by what a tagger *found* too, and return the id of the subject's mention."""
    subject = find_subject(page, found)
    if page.document.note.subject:
        subject = stated_subject(page, subject)
    if subject is None:
        label = UNNAMED.format(source=page.document.source.rsplit("/", 1)[-1])
        span = _head(page)
        person = draft.mention(EntityKind.PERSON, label, span, key="subject", identifiers=())
        draft.claim(Relation.PROFILE, {"person": person}, span, UNNAMED_SUBJECT, _UNNAMED)
        return person
    page.subject_names = [subject.name, *subject.aliases]
    person = draft.mention(
        EntityKind.PERSON,
        subject.name,
        subject.span,
        key="subject",
        aliases=subject.aliases,
        identifiers=(*_identifiers(page), *_address(page)),
    )
    span = subject.span or _head(page)
    draft.claim(Relation.PROFILE, {"person": person}, span, f"subject/{subject.rule}", subject.confidence)
    return person


def _head(page: Page) -> Span:
    """Return the first line of a document, or its first character."""
    return page.lines[0].span if page.lines else Span(0, min(1, len(page.document.text)))


_HOME = re.compile(r"https?://[^/?#]+(?:/~[\w.-]+|/(?:people|users|home)/[\w.~-]+)?/?(?:index\.html?)?$", re.IGNORECASE)


def _address(page: Page) -> Iterator[Identifier]:
    """Yield the address that the user gives of a document whose subject the user names: a homepage, or a page."""
    note = page.document.note
    if note.subject and note.address:
        yield Identifier("homepage" if _HOME.match(note.address) else "url", note.address)


def _identifiers(page: Page) -> tuple[Identifier, ...]:
    """Return the identifiers that the head of the document gives for its subject.

    Only what stands once counts: a page with many profiles of one host links to co-authors.
    """
    found: dict[str, set[str]] = {}
    links = [m.href for m in page.document.marks if m.href]
    links += [n.value for root in page.document.data for n in root.walk() if n.kind == "scalar"]
    for link in links:
        for scheme, pattern in _HOSTS:
            match = pattern.search(link)
            if match:
                found.setdefault(scheme, set()).add(match.group(1))
        orcid = _ORCID.search(link) if "orcid" in link.casefold() else None
        if orcid:
            found.setdefault("orcid", set()).add(orcid.group(1))
    head = page.document.text[:1500]
    for match in re.finditer(r"orcid\D{0,30}(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", head, re.IGNORECASE):
        found.setdefault("orcid", set()).add(match.group(1))
    for match in _EMAIL.finditer(head):
        found.setdefault("email", set()).add(match.group(1).casefold())
    out = []
    for scheme, values in sorted(found.items()):
        if scheme == "email":
            out += [Identifier("email", digest(v)) for v in sorted(values)[:2]]
        elif len(values) == 1:
            out.append(Identifier(scheme, next(iter(values))))
    return tuple(out)
