"""Authors who are the document's subject under a short form: initials, the family name alone, or "me"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph_builder.extract.normalise.authors import MARKS, PARTICLES
from graph_builder.gazetteer import normalize
from graph_builder.model import Mention, Relation, SourceFacts

_MYSELF = frozenset({"me", "myself", "self"})
_INITIALS = re.compile(r"(?:[^\W\d_][.\s\-–·]*){1,5}")


def with_own_names(facts: SourceFacts) -> SourceFacts:
    """Return the facts of one document, with the subject's name as alias of the authors who are the subject.

    In lists of the subject's own papers "A. L." may stand for Ada Lovelace. It is she where her name stands nowhere
    else on the paper and no other author has such a form.
    """
    by_id = {mention.id: mention for mention in facts.mentions}
    subject = next((by_id[c.roles["person"]] for c in facts.claims if c.relation is Relation.PROFILE), None)
    if subject is None or subject.name.startswith("("):
        return facts
    own = {c.roles.get("work") for c in facts.claims if c.relation is Relation.PUBLICATION}
    authors: dict[str, list[Mention]] = defaultdict(list)
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP and (work := claim.roles["work"]) in own:
            authors[work].append(by_id[claim.roles["author"]])
    names = [words for name in (subject.name, *subject.aliases) if len(words := _words(name)) > 1]
    found: dict[str, Mention] = {}
    for people in authors.values():
        short = [person for person in people if is_short_form(person.name, names)]
        if len(short) == 1 and not any(_agrees(person.name, names) for person in people if person is not short[0]):
            found[short[0].id] = replace(short[0], aliases=(*short[0].aliases, subject.name))
    return replace(facts, mentions=tuple(found.get(m.id, m) for m in facts.mentions)) if found else facts


def is_short_form(printed: str, names: Iterable[Sequence[str]]) -> bool:
    """Return whether an author's name is a short form of a person: *names* are the words of the person's names.

    >>> [is_short_form(name, [["ada", "king", "lovelace"]]) for name in ("A. L.", "AKL", "L. A.", "A.", "Lovelace")]
    [True, True, True, True, True]
    >>> [is_short_form(name, [["ada", "king", "lovelace"]]) for name in ("A. B.", "K.", "A. Lovelace", "Al")]
    [False, False, False, False]
    """
    plain = MARKS.sub("", printed).strip(" .,")
    if normalize(plain) in _MYSELF:
        return True
    # "Al" is a name; initials are capitals.
    letters = [c.casefold() for c in plain if c.isalpha()] if _INITIALS.fullmatch(plain) and plain.isupper() else []
    return any(normalize(plain) == words[-1] or bool(letters) and _initials_of(letters, words) for words in names)


def _initials_of(letters: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether letters are initials of a name in either order; the first given name is always among them."""
    own = [word[0] for word in words]
    if letters[0] == own[-1] and len(letters) > 1 and letters[1] == own[0]:
        letters = [*letters[1:], letters[0]]
    rest = iter(own)
    return letters[0] == own[0] and all(letter in rest for letter in letters)


def _agrees(printed: str, names: Iterable[Sequence[str]]) -> bool:
    """Return whether an author's name has the family name of a person and the initial of a given name."""
    words = _words(printed)
    return any(n[-1] in words and any(w[0] == n[0][0] for w in words if w != n[-1]) for n in names)


def _words(name: str) -> list[str]:
    """Return the words of a name in normal form without particles, the family name last."""
    family, comma, given = name.partition(",")
    plain = normalize(f"{given} {family}" if comma else name)
    return [word for word in plain.split() if word not in PARTICLES]
