"""The segmenter as a spaCy component, for pipelines whose documents are single publication entries."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from graph_builder.extract.references.segmenting import segment
from graph_builder.model import Span as Characters

GROUP = "reference"


class ReferenceSegmenter:
    """Puts the fields of a publication entry into ``doc.spans["reference"]``: AUTHOR, TITLE, VENUE and YEAR.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("reference_segmenter")
    >>> doc = nlp("A. Doe and B. Li. A study of examples. Journal of Examples, 2020.")
    >>> [(s.label_, s.text) for s in doc.spans["reference"]][2]
    ('TITLE', 'A study of examples')
    """

    def __call__(self, doc: Doc) -> Doc:
        """Add the spans of the fields to the document."""
        found = segment(doc.text)
        fields = [("AUTHOR", Characters(a.start, a.end)) for a in found.authors]
        fields += [("TITLE", found.title), ("VENUE", found.venue), ("YEAR", found.year_span)]  # type: ignore[list-item]
        spans = [
            doc.char_span(span.start, span.end, label=label, alignment_mode="expand")
            for label, span in fields
            if span is not None
        ]
        doc.spans[GROUP] = [s for s in spans if isinstance(s, Span)]
        return doc


@Language.factory("reference_segmenter")
def make_reference_segmenter(nlp: Language, name: str) -> ReferenceSegmenter:
    """Return the component; spaCy calls this."""
    return ReferenceSegmenter()
