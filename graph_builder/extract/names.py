"""Known organisations in running text: a spaCy phrase matcher over the gazetteer's names."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.util import filter_spans

from graph_builder.gazetteer import load
from graph_builder.model import Span

_BREAK = re.compile(r"(?<=[^\W\d_])\n(?=[^\W\d_])")
_REGIONS = frozenset(
    "Eastern Western Northern Southern Central North South East West Northeastern Northwestern Southeastern "
    "Southwestern Middle New Upper Lower".split()
)


class OrganizationMatcher:
    """Finds the names of the gazetteer's organisations in a spaCy document.

    Short names, acronyms and names that are also common words count only as printed; longer ones in any case, as long
    as they begin with a capital.
    """

    def __init__(self, nlp: Language) -> None:
        self.exact = PhraseMatcher(nlp.vocab, attr="ORTH")
        self.loose = PhraseMatcher(nlp.vocab, attr="LOWER")
        exact: list[str] = []
        loose: list[str] = []
        for entry in load().organization_entries:
            for name in entry.names:
                if name.islower():
                    continue
                short = len(name) <= 6 or name.isupper() or name in entry.ambiguous
                (exact if short else loose).append(name)
        self.exact.add("organization", [nlp.make_doc(n) for n in exact if not _ambiguous(n)])
        self.loose.add("organization", [nlp.make_doc(n) for n in loose])

    def __call__(self, doc: Doc) -> tuple[Span, ...]:
        """Return the places of organisations, longest first where they overlap, left to right."""
        found = [doc[s:e] for matcher in (self.exact, self.loose) for _, s, e in matcher(doc)]
        kept = filter_spans([s for s in found if s.text[:1].isupper() or not s.text.isascii()])
        # "Eastern Washington University" is no "Washington University"
        kept = [s for s in kept if not (s.start and doc[s.start - 1].text in _REGIONS and "Univers" in s.text)]
        return tuple(Span(s.start_char, s.end_char) for s in sorted(kept, key=lambda s: s.start))

    def wrapped(self, doc: Doc, nlp: Language) -> tuple[Span, ...]:
        """Return the places of organisations whose names go on in a second line, left to right."""
        breaks = [m.start() for m in _BREAK.finditer(doc.text)]
        if not breaks:
            return ()
        spans = self(nlp.make_doc(_BREAK.sub(" ", doc.text)))
        return tuple(s for s in spans if (at := bisect_left(breaks, s.start)) < len(breaks) and breaks[at] < s.end)


def _ambiguous(name: str) -> bool:
    entry = load().organization(name)
    return entry is not None and name in entry.ambiguous


@cache
def matcher(nlp: Language) -> OrganizationMatcher:
    """Return the matcher of a pipeline, built once."""
    return OrganizationMatcher(nlp)
