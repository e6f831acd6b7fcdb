"""Known organizations in running text: a spaCy phrase matcher over the gazetteer's names, and its tokenizer."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.tokens import Span as spacy_span
from spacy.util import filter_spans
from spacy.vocab import Vocab

from graph_builder.gazetteer import load
from graph_builder.model import Span

BREAK = re.compile(r"\n(?<=[^\W\d_]\n)(?=[^\W\d_])")
"""A line break between two words."""
_RUN = re.compile(r"\S+|\s+")
_TOKEN = re.compile(r"[^\W_]+|[\W_]")
_LONGEST_ADDRESS = 300


class Tokenizer:
    """Divides text into words, numbers and single marks in linear time; addresses stay whole, as they hold no names.

    spaCy's own looks for affixes again and again, which takes minutes on a line of a hundred thousand dashes.

    >>> import spacy
    >>> [t.text for t in Tokenizer(spacy.blank("en").vocab)("MIT's lab, see http://mit.edu/lab")]
    ['MIT', "'", 's', 'lab', ',', 'see', 'http://mit.edu/lab']
    """

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of *text*, which together give it back; a break between two words counts as a space."""
        words: list[str] = []
        spaces: list[bool] = []
        for run in _RUN.findall(BREAK.sub(" ", text)):
            if run == " " and words:  # most are a space, or the word before it
                spaces[-1] = True
                continue
            if run.isalnum():
                words.append(run)
                spaces.append(False)
                continue
            if run.isspace():
                rest = run
                if words and run[0] == " ":
                    spaces[-1] = True
                    rest = run[1:]
                if not rest:
                    continue
                parts = [rest]
            else:
                parts = [run] if _is_address(run) else _TOKEN.findall(run)
            words += parts
            spaces += [False] * len(parts)
        return Doc(self._vocab, words=words, spaces=spaces)


def _is_address(run: str) -> bool:
    return len(run) <= _LONGEST_ADDRESS and ("://" in run or "@" in run or run.startswith("www."))


_REGIONS = frozenset(
    "Eastern Western Northern Southern Central North South East West Northeastern Northwestern Southeastern "
    "Southwestern Middle New Upper Lower".split()
)


class OrganizationMatcher:
    """Finds the names of the gazetteer's organizations in a spaCy document.

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

    def __call__(self, doc: Doc, text: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Return the places of organizations, and those whose names go on in a second line, left to right.

        *doc* has the tokens of *text*, a break between two words counted as a space. Of names that overlap, the
        longest wins.
        """
        found = [doc[s:e] for matcher in (self.exact, self.loose) for _, s, e in matcher(doc)]
        breaks = [m.start() for m in BREAK.finditer(text)] if found else []
        named = [s for s in found if s.text[:1].isupper() or not s.text.isascii()]
        within = [s for s in named if not _holds(breaks, s.start_char, s.end_char)]
        # "Eastern Washington University" is no "Washington University"
        longest = [s for s in filter_spans(within) if not _of_region(doc, s, breaks)]
        broken = (
            [s for s in filter_spans(named) if _holds(breaks, s.start_char, s.end_char) and not _of_region(doc, s, [])]
            if len(within) < len(named)
            else []
        )
        return _places(longest), _places(broken)


def _holds(breaks: list[int], start: int, end: int) -> bool:
    """Return whether one of the ascending places *breaks* is within a span."""
    at = bisect_left(breaks, start)
    return at < len(breaks) and breaks[at] < end


def _of_region(doc: Doc, span: spacy_span, breaks: list[int]) -> bool:
    """Return whether the word in front of a university is part of its name."""
    if not span.start or "Univers" not in span.text or doc[span.start - 1].text not in _REGIONS:
        return False
    return not _holds(breaks, doc[span.start - 1].idx, span.start_char)


def _places(spans: list[spacy_span]) -> tuple[Span, ...]:
    return tuple(Span(s.start_char, s.end_char) for s in sorted(spans, key=lambda s: s.start))


def _ambiguous(name: str) -> bool:
    entry = load().organization(name)
    return entry is not None and name in entry.ambiguous


@cache
def matcher(nlp: Language) -> OrganizationMatcher:
    """Return the matcher of a pipeline, built once."""
    return OrganizationMatcher(nlp)
