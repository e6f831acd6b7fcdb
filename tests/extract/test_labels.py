"""The labelling model: which names it sees in lines on service, whose roles and years they have, what it adds."""

from __future__ import annotations

import numpy as np
import pytest

from graph_builder.extract import extract
from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.duties import labelled_duties, names_in, role_of
from graph_builder.extract.labels.features import SIZE, Featurizer
from graph_builder.extract.labels.lines import LONGEST, Laid, laid
from graph_builder.extract.labels.model import INDEX, LABELS, load
from graph_builder.extract.page import Page, lines_of
from graph_builder.extract.sections import find_sections
from graph_builder.extract.service_roles import roles_in
from graph_builder.model import EntityKind, Relation, Span
from graph_builder.read import read_bytes


def _page(text: str) -> Page:
    document = read_bytes(f"# Ada Lovelace\n\n{text}".encode(), "ada.md", "x/ada.md")
    page = Page(document, lines_of(document))
    page.sections = find_sections(page.lines)
    return page


def _item(text: str) -> Laid:
    return next(item for item in laid(_page(f"## Service\n\n{text}")) if item.text == text)


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("Reviewer, Journal of Looms, 2019", "Journal of Looms", ["Journal of Looms"]),
        # A bracket that the model left open is closed; marks at the ends are none of the name.
        ("Loom Conference (LOOM) 2019", "Loom Conference ( LOOM", ["Loom Conference (LOOM)"]),
        ("“Loom Letters” and Thread Letters", "“ Loom Letters ” Thread Letters", ["Loom Letters", "Thread Letters"]),
        # A comma parts names, however sure the model is of both sides.
        ("Loom Letters, Thread Letters", "Loom Letters , Thread Letters", ["Loom Letters", "Thread Letters"]),
        ("Reviewer for nobody", "", []),
    ],
)
def test_names_are_runs_of_likely_words(text: str, part: str, expected: list[str]) -> None:
    item = _item(text)
    wanted = part.split()
    probabilities = np.zeros((len(item.words), len(LABELS)), dtype=np.float32)
    probabilities[:, INDEX["served"]] = [0.9 * (word in wanted) for word in item.words]
    found = [(item.places[n.first][0], item.places[n.end - 1][1]) for n in names_in(item, probabilities)]
    at = item.span.start
    assert [text[a - at : b - at] for a, b in found] == expected


@pytest.mark.parametrize(
    ("lines", "name", "role"),
    [
        (["Reviewer: Loom Letters"], "Loom Letters", "reviewer"),
        (["Loom Letters (editor)"], "Loom Letters", "editor"),
        (["Paper reviews for: Loom Letters"], "Loom Letters", "reviewer"),
        (["**Ad hoc reviewer**", "Loom Letters 2019", "Thread Letters 2020"], "Thread Letters", "reviewer"),
        # A line that heads those below it without a role ends the role above it.
        (["**Ad hoc reviewer**", "Loom Letters 2019", "**Counsel on looms**", "Loom House 2020"], "Loom House", None),
    ],
)
def test_role_of_a_name(lines: list[str], name: str, role: str | None) -> None:
    found = laid(_page("## Service\n\n" + "\n\n".join(lines)))
    at = next(i for i, item in enumerate(found) if name in item.text)
    begin = found[at].span.start + found[at].text.index(name)
    assert role_of(found, at, Span(begin, begin + len(name)), roles_in(found[at].text)) == role


def test_probabilities_of_each_word_sum_to_one() -> None:
    page = _page("## Service\n\nReviewer, Journal of Looms, 2019\n\n" + "word " * 2 * LONGEST)
    lines = laid(page)
    model = load()
    features = Featurizer(page, lines, model.vocabulary)
    rows = [features.rows(at) for at in range(len(lines))]
    assert all(0 <= number < SIZE for line in rows for word in line for number in word)
    labelled = model.label(rows)
    assert [len(found) for found in labelled] == [len(item.words) for item in lines]
    assert max(len(found) for found in labelled) == LONGEST
    assert all(np.allclose(found.sum(axis=1), 1, atol=1e-3) for found in labelled)
    # The lines that are asked together change nothing.
    assert np.allclose(labelled[-2], model.label([rows[-2]])[0], atol=1e-4)


JOURNALS = "Paper reviews for: Annals of Weaving, International Journal of Loom Research, Journal of Thread Studies"


def _added(draft: Draft) -> set[tuple[str, str, str]]:
    return {
        (c.values["role"], draft.name_of(c.roles["venue"]), c.values.get("year", ""))
        for c in draft.of(Relation.SERVICE)
        if c.extractor == "labels/service"
    }


def test_what_no_rule_read_is_added() -> None:
    page = _page(f"## Professional Service\n\n{JOURNALS}\n")
    draft = Draft(page.document)
    labelled_duties(page, draft, draft.mention(EntityKind.PERSON, "Ada Lovelace", None))
    expected = {
        ("reviewer", "International Journal of Loom Research", ""),
        ("reviewer", "Journal of Thread Studies", ""),
    }
    assert expected <= _added(draft)
    assert all(0.5 <= c.confidence < 0.8 for c in draft.of(Relation.SERVICE))
    text = page.document.text
    assert all(c.evidence.span.of(text) == c.evidence.quote for c in draft.of(Relation.SERVICE))


def test_what_a_rule_read_is_not_added_again() -> None:
    page = _page(f"## Professional Service\n\n{JOURNALS}\n")
    draft = Draft(page.document)
    person = draft.mention(EntityKind.PERSON, "Ada Lovelace", None)
    venue = draft.mention(EntityKind.VENUE, "Journal of Thread Studies", None)
    line = next(line for line in page.lines if line.text == JOURNALS)
    draft.claim(Relation.SERVICE, {"person": person, "venue": venue}, line.span, "rule", 0.9, {"role": "reviewer"})
    labelled_duties(page, draft, person)
    assert "Journal of Thread Studies" not in {venue for _, venue, _ in _added(draft)}


def test_sections_on_other_things_are_left_alone() -> None:
    facts = extract(_page(f"## Hobbies\n\n{JOURNALS.removeprefix('Paper reviews for: ')}\n").document)
    assert not [c for c in facts.claims if c.extractor == "labels/service"]
