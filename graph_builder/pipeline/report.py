"""The report of a build: what is in the graph now, what was new, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass

from graph_builder.model import Document, Problem, RecordDocument, SourceFacts


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of a build. The first five figures count what the store holds now, whatever this build did.

    *dropped* counts values of a language model that do not stand in the document, *tokens* what its questions and
    answers took. Of the decisions that people
    made, *decisions* counts those that hold, *dormant* those that speak of what the store does not have, *overruled*
    those that later ones contradict.

    >>> BuildReport(documents=3, people=12, added=1, unchanged=2).ok
    True
    """

    documents: int = 0
    people: int = 0
    organizations: int = 0
    papers: int = 0
    facts: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    problems: tuple[Problem, ...] = ()
    dropped: int = 0
    tokens: int = 0
    decisions: int = 0
    dormant: int = 0
    overruled: int = 0

    @property
    def ok(self) -> bool:
        """Whether every source that was named could be built."""
        return not self.problems


def reading_problems(document: Document, facts: SourceFacts) -> tuple[Problem, ...]:
    """Return what the reader and the extractors say of a document that could be read in part only.

    >>> broken = SourceFacts("cv.md", problems=("awards could not be looked for",))
    >>> str(reading_problems(Document("cv.md", "text/markdown", ""), broken)[0])
    'cv.md: awards could not be looked for; the rest of it is in the graph'
    """
    records = document.problems if isinstance(document, RecordDocument) else ()
    what = document.metadata.get("problem", "")
    read = (Problem(document.source, what, "what could be read is in the graph"),) if what else ()
    return (*records, *read, *(Problem(document.source, p, "the rest of it is in the graph") for p in facts.problems))
