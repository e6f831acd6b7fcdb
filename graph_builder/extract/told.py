"""A subject that the user names: it wins, and what the document calls the same person is another form of the name."""

from __future__ import annotations

import re

from graph_builder.extract.page import Page
from graph_builder.extract.person_names import split_forms
from graph_builder.extract.subject import Subject
from graph_builder.gazetteer import normalize
from graph_builder.model import Span

RULE = "stated"
"""The rule of a profile whose subject the user named; resolution takes such a name as said, not as guessed."""

_SURE = 0.85


def told_subject(page: Page, found: Subject | None) -> Subject:
    """Return the subject that the note on the document names, with the forms of the name that the document prints.

    *found* is whom the extractors took for the subject. Its name is another form of the told one if both can be of one
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
    """Tell whether two names have a first or last word in common, of which one may be the family name."""
    a, b = normalize(one).split(), normalize(other).split()
    return bool({*a[-1:], *a[:1]} & {*b[-1:], *b[:1]})


def _alike(one: str, other: str) -> bool:
    """Tell whether two names can be of one person: a family name in common, and given names that begin alike.

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
