"""What headings of CVs and homepages announce, by their words and stems; in Chinese and Japanese by parts of words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from pathlib import Path


class SectionKind(StrEnum):
    """What a section of a CV or homepage is about."""

    ABOUT = "about"
    EDUCATION = "education"
    EMPLOYMENT = "employment"
    PUBLICATIONS = "publications"
    TOPICS = "topics"
    AWARDS = "awards"
    SERVICE = "service"
    STUDENTS = "students"
    TEACHING = "teaching"
    TALKS = "talks"
    NEWS = "news"
    PROJECTS = "projects"
    SKILLS = "skills"
    GRANTS = "grants"
    PATENTS = "patents"
    REFEREES = "referees"
    CONTACT = "contact"
    OTHER = "other"


# Words and phrases of headings with the weight that each gives to a kind of section. A heading belongs to the kind
# with the highest sum; the share of its words that the vocabulary knows distinguishes headings from other short lines.
_DATA = Path(__file__).parents[1] / "data"
Weights = list[tuple[SectionKind, float]]


def _rows(name: str) -> list[list[str]]:
    text = (_DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


_WEIGHTS: dict[str, Weights] = defaultdict(list)
_STEMS: dict[str, Weights] = defaultdict(list)  # written with a star: "forschung*"
for _kind, _phrase, _weight in _rows("headings.tsv"):
    _table = _STEMS if _phrase.endswith("*") else _WEIGHTS
    _table[_phrase.rstrip("*")].append((SectionKind(_kind), float(_weight)))
# How many words the longest phrase has that begins with a word.
_LONGEST: dict[str, int] = {}
for _phrase in _WEIGHTS:
    _first = _phrase.split(" ", 1)[0]
    _LONGEST[_first] = max(_LONGEST.get(_first, 0), len(_phrase.split(" ")))
_STEM_LIST = sorted(_STEMS)
_FILLERS = frozenset(row[0] for row in _rows("heading_fillers.txt"))
_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[-'’&.](?=\w))*|&", re.UNICODE)
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PARTS = {phrase for phrase in (*_WEIGHTS, *_STEMS) if len(phrase) > 1 and _IDEOGRAPHS.search(phrase)}
_WIDEST_PART = max(map(len, _PARTS))
_GUESSED = 0.65  # how far a word counts that is known by its stem: a name may begin like one, too

# "A. Education", "IV. Awards", "2.1 Journals", "(3) Talks"; "Publications (out of 900)".
_ENUMERATOR = re.compile(
    r"^\s*\(?(?:[A-Za-z]|[IVXivx]{1,5}|\d{1,2}(?:\.\d{1,2}){0,3})[.)]\s+(?=\S)|^\s*\d\.\d\s+(?=[A-Z])"
)
_ASIDE = re.compile(r"(?<=\w)\s+\([^()]*(?:\)|$)")
# What choosing among entries adds to a heading takes nothing from it; "Other Interests" are seldom those of research.
_CHOSEN = frozenset({"selected", "current", "recent", "past", "previous", "key", "notable", "latest", "representative"})


@lru_cache(maxsize=16_384)
def classify_heading(title: str) -> tuple[SectionKind, float, float]:
    """Return the kind of section that a heading announces, its score, and the share of its words that are known.

    >>> classify_heading("Honors and Awards")[0].value
    'awards'
    >>> classify_heading("Publikationsliste")[0].value
    'publications'
    >>> classify_heading("Peking University")[2]
    0.0
    """
    title = _ENUMERATOR.sub("", _ASIDE.sub("", title[:400]))
    words = [w.group().casefold().rstrip(".") for w in islice(_TOKEN.finditer(title.replace("İ", "I")), 16)]
    scores: dict[SectionKind, float] = defaultdict(float)
    total = sum(1 for w in words if w not in _FILLERS) or len(words)
    first = next((i for i, w in enumerate(words) if w not in _CHOSEN), 0)
    at, counted = 0, 0.0
    while at < len(words):
        size, weights, share = _phrase_at(words, at)
        for kind, weight in weights:
            # The first words of a heading say most: "Honors, Service and Outreach", "Selected Experience".
            scores[kind] += weight * (1.0 if at == first else 0.9)
        counted += share
        at += size
    known = min(1.0, counted / total) if words else 0.0
    kind = max(scores, key=lambda k: (scores[k], k.value), default=SectionKind.OTHER)
    return kind, scores[kind], known


def _phrase_at(words: list[str], at: int) -> tuple[int, Weights, float]:
    """Return how many words the longest known phrase at a place has, its weights, and how many of its words count."""
    for size in range(min(_LONGEST.get(words[at], 0), len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + size])
        if phrase in _WEIGHTS:
            return size, _WEIGHTS[phrase], sum(1 for w in words[at : at + size] if w not in _FILLERS) or size
    word = words[at]
    if word in _FILLERS:
        return 1, [], 0.0
    if _IDEOGRAPHS.search(word):
        return (1, *_by_parts(word))
    weights = _by_stem(word)
    return 1, weights, _GUESSED if weights else 0.0


@lru_cache(maxsize=16_384)
def _by_stem(word: str) -> Weights:
    """Return the weights of the longest stem that a word begins with."""
    for end in range(bisect_right(_STEM_LIST, word), 0, -1):
        stem = _STEM_LIST[end - 1]
        if word.startswith(stem):
            return _STEMS[stem]
        if stem[:2] != word[:2]:
            break
    return []


def _by_parts(word: str) -> tuple[Weights, float]:
    """Return the weights of the known parts of a word that is written without spaces, and the share that they cover."""
    found: Weights = []
    at = covered = 0
    while at < min(len(word), 40):
        for size in range(min(_WIDEST_PART, len(word) - at), 1, -1):
            part = word[at : at + size]
            if part in _PARTS:
                found += _WEIGHTS.get(part) or _STEMS[part]
                covered += size
                at += size
                break
        else:
            at += 1
    return found, covered / len(word)
