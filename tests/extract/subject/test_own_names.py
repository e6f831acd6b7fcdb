"""Authors under a short form of the subject's name are the subject, unless another author may be."""

from __future__ import annotations

import pytest

from graph_builder.extract.subject.own_names import with_own_names
from graph_builder.model import Claim, EntityKind, Evidence, Mention, Relation, SourceFacts, Span

HERE = Evidence("a.md", Span(0, 1), "A")


def facts(*authors: str) -> SourceFacts:
    """A page about Ada King Lovelace with one paper."""
    people = [
        Mention("a.md", f"p{at}", EntityKind.PERSON, name) for at, name in enumerate(("Ada King Lovelace", *authors))
    ]
    work = Mention("a.md", "w", EntityKind.WORK, "Looms")
    claims = [
        Claim("a.md", Relation.PROFILE, {"person": "p0"}, HERE),
        Claim("a.md", Relation.PUBLICATION, {"person": "p0", "work": "w"}, HERE),
        *(Claim("a.md", Relation.AUTHORSHIP, {"work": "w", "author": p.id}, HERE) for p in people[1:]),
    ]
    return SourceFacts("a.md", (*people, work), tuple(claims))


@pytest.mark.parametrize(
    ("authors", "subject"),
    [
        (("C. Babbage", "A. L."), "A. L."),
        (("A.L.", "C. Babbage"), "A.L."),
        (("C. Babbage", "Lovelace"), "Lovelace"),
        (("C. Babbage", "me"), "me"),
        (("A. L.", "A. Lovelace"), ""),  # she is there already
        (("A. L.", "A. K."), ""),  # either may be she
        (("C. B.", "Al"), ""),
    ],
)
def test_the_subject_is_found_among_the_authors(authors: tuple[str, ...], subject: str) -> None:
    named = [m.name for m in with_own_names(facts(*authors)).mentions if "Ada King Lovelace" in m.aliases]
    assert named == [subject] * bool(subject)
