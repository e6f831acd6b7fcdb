"""The extraction pipeline: a blank spaCy pipeline of our own components, each registered by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from graph_builder.extract.calibration import calibrate
from graph_builder.extract.draft import Draft
from graph_builder.extract.institutions import with_institutions
from graph_builder.extract.layout.page import Page, lines_of
from graph_builder.extract.structured.bibtex import bibtex
from graph_builder.extract.structured.read import structured
from graph_builder.extract.structured.records import records
from graph_builder.extract.structured.shape import shaped
from graph_builder.extract.subject.own_names import with_own_names
from graph_builder.extract.subject.profile import profile
from graph_builder.extract.tagger.encoder import SHIPPED
from graph_builder.extract.tagger.merge import is_tagged, with_tagger
from graph_builder.model import Document, RecordDocument, SourceFacts

Extractor = Callable[[Page, Draft, str], None]

EXTRACTORS: dict[str, Extractor] = {
    "gb_structured": structured,
    "gb_bibtex": bibtex,
}
"""The relation extractors by the name of their pipeline component, in the order in which they run."""

Doc.set_extension("page", default=None, force=True)
Doc.set_extension("draft", default=None, force=True)
Doc.set_extension("subject", default="", force=True)


def _register(name: str, work: Callable[[Doc], None]) -> None:
    """Make a component of *work*. What fails in it is noted, and costs no more than what it alone would have found."""

    @Language.component(name)
    def component(doc: Doc) -> Doc:
        try:
            work(doc)
        except Exception as error:
            what = f"{name.removeprefix('gb_')} could not be looked for ({type(error).__name__}: {error})"
            doc._.draft.problems.append(what)
        return doc


def _profile(doc: Doc) -> None:
    """Find the person whom the document is about."""
    doc._.subject = profile(doc._.page, doc._.draft)


def _of(extractor: Extractor) -> Callable[[Doc], None]:
    return lambda doc: extractor(doc._.page, doc._.draft, doc._.subject)


_register("gb_profile", _profile)
for _name, _extractor in EXTRACTORS.items():
    _register(_name, _of(_extractor))


@cache
def pipeline() -> Language:
    """Return the pipeline, built once a process."""
    nlp = spacy.blank("en")
    for name in ("gb_profile", *EXTRACTORS):
        nlp.add_pipe(name)
    return nlp


def extract(document: Document, weights: Path = SHIPPED) -> SourceFacts:
    """Return the facts that *document* states about its subject, as read with the weights of a folder.

    >>> from graph_builder.model import Block, BlockKind, Span
    >>> text = "Ada Lovelace"
    >>> facts = extract(Document("a.txt", "text/plain", text, (Block(BlockKind.HEADING, Span(0, 12), 1),)))
    >>> facts.mentions[0].name
    'Ada Lovelace'
    """
    if isinstance(document, RecordDocument):
        return with_institutions(records(document))  # what a catalogue says is not read by rules that were measured
    rules = calibrate(raw_facts(document))
    return with_institutions(with_own_names(with_tagger(document, rules, weights) if is_tagged(document) else rules))


def raw_facts(document: Document) -> SourceFacts:
    """Return the facts of *document* with the confidences that the rules give, before calibration."""
    nlp = pipeline()
    doc = Doc(nlp.vocab)  # our components read the lines of the document: no words are cut
    document = shaped(document)
    doc._.page = Page(document, lines_of(document))
    draft = doc._.draft = Draft(document)
    nlp(doc)
    return draft.facts()
