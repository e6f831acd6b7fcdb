"""Documents written anew for training: other words, the same fields in the same order, in any layout."""

from __future__ import annotations

import random

import pytest
from augment import Augmenter
from examples import AnnotatedExample

from graph_builder.extract.tagger.encoder import tagger_of, units, window, windows
from graph_builder.extract.tagger.labels import TAGS
from graph_builder.model import Span
from graph_builder.read import read_bytes
from graph_builder.teach.align import Labelled
from graph_builder.teach.examples import example

PAGE = b"""# Ada Holt

## Posts

- Lecturer, University of Oslo, 1998 to 2003
- Weaver in chief, Carnholt Institute, 2004

## Interests

- History of weaving
"""
FIELDS = {
    "Lecturer": "POST", "University of Oslo": "EMPLOYER", "1998": "POST-START", "2003": "POST-END",
    "Weaver in chief": "POST", "Carnholt Institute": "EMPLOYER", "2004": "POST-END", "History of weaving": "TOPIC",
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> AnnotatedExample:
    document, tagger = read_bytes(PAGE, "ada.md", "ada.md"), tagger_of()
    cut = units(document, tagger.tokenizer, tagger.marks)
    places = ((label, document.text.index(words), len(words)) for words, label in FIELDS.items())
    facts = [Labelled([(label, Span(at, at + size))]) for label, at, size in places]
    made = example(cut, facts)
    return AnnotatedExample(made.units, made.tags, made.begins, "ada", "ada/loom", "en", False, document, None)


@pytest.mark.parametrize("seed", range(6))
def test_fields_stay_in_their_order_whatever_fills_them(found: AnnotatedExample, seed: int) -> None:
    tagger = tagger_of()
    augmenter = Augmenter([found], ["Zhejiang University", "CNRS"], tagger.tokenizer, tagger.marks, share=1.0)
    (again,) = augmenter.round([found], random.Random(seed))
    fields = [TAGS[tag] for tag in again.tags if tag > 0 and TAGS[tag].startswith("B-")]
    assert fields == [f"B-{label}" for label in FIELDS.values()]
    assert len(again.tags) == len(again.begins) == (again.units.unit >= 0).sum()
    assert again.begins.clip(0).sum() == found.begins.sum()
    assert again.units.pieces.tolist() != found.units.pieces.tolist()
    assert all(again.units.pieces[at] == tagger.marks.eos for at in again.units.line_starts)
    assert all(len(window(again.units, a, b, tagger.marks)[0]) for a, b in windows(again.units))
