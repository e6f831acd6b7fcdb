"""Doubts about interests: what running text seems to call an interest, and a trained model takes for something else.

Rules know the words that interests follow; where a sentence goes on to tell of methods, courses or towns, its phrases
look the same to them. The model sees the phrase, what the labelling model makes of its words, and the sentence before.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from math import exp, log

import numpy as np

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.features import Featurizer
from graph_builder.extract.labels.lines import Laid, laid
from graph_builder.extract.labels.model import INDEX, Floats
from graph_builder.extract.labels.model import load as labeller
from graph_builder.extract.page import Page
from graph_builder.gazetteer import load as gazetteer
from graph_builder.model import Relation, Span

SIZE = 1 << 15
_DOUBTED = "topics/prose"  # the rule that is doubted: what a heading or a label announces is believed
_LEAST = 0.2  # probability below which a phrase is no interest
# Of other languages the model knows too little.
_ENGLISH = re.compile(r"\b(?:and|are|for|is|my|of|the|to|with)\b", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"\binterest(?:s|ed)?\b|\b(?:intersection|interface|crossroads)\s(?:of|between)\b"
    r"|\b(?:of|to)\s(?:my|our|his|her)\s(?:\w+\s)?(?:research|scholarship)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]")
_HEADING_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"(?<=[a-z)\]”\"][.!?])\s+(?=[A-Z])|\n")
_BEFORE, _BEHIND = 60, 40  # characters beside a phrase
_LEAD, _REACH = 25, 500  # words, and characters, of its sentence before it

Signs = list[tuple[int, float]]
"""What is seen of a phrase: the numbers of its features, with their values."""
Named = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a document that may name an interest."""

    name: str
    span: Span


def without_doubted(page: Page, draft: Draft) -> None:
    """Take back the interests of running text that the model takes for something else."""
    claims = draft.of(Relation.INTEREST)
    asked = [c.extractor == _DOUBTED and not announced(page, c.evidence.span) for c in claims]
    if not any(asked):
        return
    phrases = [Phrase(draft.name_of(c.roles["topic"]), c.evidence.span) for c in claims]
    for claim, signs in zip(claims, signs_of(page, phrases, asked), strict=True):
        if signs is not None and probability(signs) < _LEAST:
            draft.drop(claim)


def announced(page: Page, span: Span) -> bool:
    """Tell whether a sentence calls what it names interests: "I am interested in looms", "Looms are my interest"."""
    text = page.document.text
    end = _SENTENCE.search(text, span.end, span.end + _REACH)
    goes_on = text[span.end : end.start() + 1 if end else span.end + _REACH]
    return any(_ANNOUNCED.search(part) for part in (_said(page, span), goes_on))


def _said(page: Page, span: Span) -> str:
    """Return the sentence that a phrase stands in, up to the phrase."""
    said = page.document.text[max(0, span.start - _REACH) : span.start]
    return said[max((match.end() for match in _SENTENCE.finditer(said)), default=0) :]


def probability(signs: Signs) -> float:
    """Return the probability that a phrase names an interest."""
    weights, bias = _weights()
    return 1 / (1 + exp(-max(-30.0, min(30.0, bias + sum(weights[at] * value for at, value in signs)))))


@cache
def _weights() -> tuple[list[float], float]:
    with resources.files("graph_builder.extract.labels").joinpath("interests.npz").open("rb") as stream:
        arrays = np.load(stream, allow_pickle=False)
        weights = np.zeros(SIZE, dtype=np.float32)
        weights[arrays["places"]] = arrays["weights"].astype(np.float32)
        return weights.tolist(), float(arrays["bias"])


def signs_of(page: Page, phrases: Sequence[Phrase], asked: Sequence[bool] | None = None) -> list[Signs | None]:
    """Return what is seen of the phrases that are *asked* about, if they stand in a line of English.

    How many phrases there are tells something too where they are what rules found; without *asked*, they are not.
    """
    lines = laid(page)
    places = _places(lines, phrases)
    judged = [
        at if at is not None and (asked is None or asked[i]) and _ENGLISH.search(lines[at].text) else None
        for i, at in enumerate(places)
    ]
    needed = sorted({at for at in judged if at is not None})
    if not needed:
        return [None] * len(phrases)
    model = labeller()
    features = Featurizer(page, lines, model.vocabulary)
    probabilities = dict(zip(needed, model.label([features.rows(at) for at in needed]), strict=True))
    counts = _counts(lines, places) if asked is not None else [[] for _ in phrases]
    out: list[Signs | None] = []
    for phrase, at, counted in zip(phrases, judged, counts, strict=True):
        if at is None:
            out.append(None)
            continue
        item = lines[at]
        found = [*_of_labels(item, probabilities[at], phrase.span), *_of_name(phrase.name)]
        found += [*_around(page, item, phrase.span), *counted]
        out.append([(zlib.crc32(name.encode()) & (SIZE - 1), value) for name, value in found])
    return out


def _counts(lines: Sequence[Laid], places: Sequence[int | None]) -> list[list[Named]]:
    """Return for each phrase how many there are in its document, its section and its line."""
    per_line = Counter(at for at in places if at is not None)
    titles = ["" if at is None else lines[at].section.title for at in places]
    per_section = Counter(title for title, at in zip(titles, places, strict=True) if at is not None)
    return [
        _plain(
            f"in document {min(6, len(places) // 3)}",
            f"in section {min(5, per_section[title] // 2)}",
            f"in line {min(5, per_line[at])}",
        )
        if at is not None
        else []
        for title, at in zip(titles, places, strict=True)
    ]


def _places(lines: Sequence[Laid], phrases: Sequence[Phrase]) -> list[int | None]:
    """Return the line of each phrase."""
    order = sorted(range(len(lines)), key=lambda i: (lines[i].span.start, lines[i].span.end))
    starts = [lines[i].span.start for i in order]
    out: list[int | None] = []
    for phrase in phrases:
        below = bisect_right(starts, phrase.span.start) - 1
        out.append(order[below] if below >= 0 and phrase.span.start < lines[order[below]].span.end else None)
    return out


def _plain(*names: str) -> list[Named]:
    return [(name, 1.0) for name in names]


def _of_labels(item: Laid, probabilities: Floats, span: Span) -> Iterator[Named]:
    """Yield what the labelling model makes of a phrase's words: an interest, or nothing."""
    within = [i for i, (start, end) in enumerate(item.places) if start < span.end and end > span.start]
    if not within:
        return
    mean = probabilities[within].mean(axis=0)
    own, none = float(mean[INDEX["topic"]]), float(mean[INDEX["-"]])
    yield "labelled", 2 * own
    yield "labelled nothing", 2 * none
    yield "labelled at all", log(own + 0.01) / 2


def _of_name(name: str) -> list[Named]:
    """Return what the phrase itself shows: its words, its length, its look, whether it is a known field."""
    tokens = _TOKEN.findall(name)
    words = [token.casefold() for token in tokens] or ["-"]
    known, parts = gazetteer().topic, name.split()
    ends = any(known(" ".join(parts[at:])) is not None for at in range(1, len(parts)))
    big = sum(token[:1].isupper() for token in tokens) / max(1, len(tokens))
    found = [(f"word {word}", 0.7) for word in dict.fromkeys(words)]
    found += _plain(
        f"first {words[0]}", f"last {words[-1]}", f"first ends {words[0][-3:]}", f"last ends {words[-1][-3:]}",
        f"words {min(len(tokens), 12)}", f"big {int(big * 3)}", f"known {known(name) is not None}", f"known end {ends}",
    )  # fmt: skip
    signs = (("small", name[:1].islower()), ("digit", any(c.isdigit() for c in name)), ("short", len(name) < 4))
    return found + _plain(*(sign for sign, holds in signs if holds))


def _around(page: Page, item: Laid, span: Span) -> list[Named]:
    """Return what stands around a phrase: its section, the words beside it, its sentence before it."""
    text = page.document.text
    found = _plain(f"kind {item.section.kind.value}", f"heading {item.heading}")
    found += _plain(*(f"title {word}" for word in sorted(set(_HEADING_WORD.findall(item.section.title.casefold())))))
    before = _TOKEN.findall(text[max(0, span.start - _BEFORE) : span.start].casefold())[-4:]
    behind = _TOKEN.findall(text[span.end : span.end + _BEHIND].casefold())[:3]
    found += [(f"before {word}", 0.5) for word in before] + [(f"behind {word}", 0.5) for word in behind]
    found += _plain(f"just before {before[-1] if before else '-'}", f"just behind {behind[0] if behind else '-'}")
    said = _TOKEN.findall(_said(page, span).casefold())
    found += [(f"said {word}", 0.5) for word in sorted(set(said[-_LEAD:]))]
    found += _plain(*(f"opens {word}" for word in said[:2]), f"opens {' '.join(said[:2])}")
    found += _plain(*(f"pair {a} {b}" for a, b in pairwise(said[:12])))
    return found + _plain(f"length {min(6, len(said) // 4)}")
