"""What a section is about by its lines, for headings whose words say nothing: "Where I have been"."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import log, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph_builder.extract.layout.page import Line, SectionKind
from graph_builder.extract.normalise.lexicon import ORGANIZATION, ROLE

_MODEL = Path(__file__).parents[1] / "data" / "contents.json"
_LINES = 30  # lines of a section that are looked at
_WIDTH = 300  # characters of a line


def _any(*words: str) -> str:
    """Return the expression for any of some words (or what expressions of words match)."""
    return rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])"


_SIGNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, flags))
    for name, pattern, flags in (
        (
            "degree",
            r"(?<![^\W_])(?:ph\.?\s?d|d\.?phil|m\.?\s?sc|b\.?\s?sc|m\.?\s?s|b\.?\s?s|b\.?a|m\.?a|m\.?phil|b\.?tech|m\.?tech|"
            r"doctor\w*|master\w*|bachelor\w*|diplom\w*|licence|laurea|dr\.|promotion|abitur|habilitation)(?![^\W_])",
            re.IGNORECASE,
        ),
        (
            "range",
            r"\d{4}\s{0,2}(?:-|–|—|to|bis|à)\s{0,2}(?:\w{3,9}\.?\s)?(?:\d{2,4}|present|now|current|today|\W|$)",
            re.I,
        ),
        ("dated", r"^\W{0,3}(?:\w{3,9}\.?\s)?(?:19|20)\d\d", 0),
        ("year", r"(?<!\d)(?:19|20)\d\d(?!\d)", 0),
        ("ends in year", r"(?:19|20)\d\d\W{0,3}$", 0),
        ("quote", '["“”„«]', 0),
        ("initials", r"[A-Z]\.\s?(?:[A-Z]\.\s?)?[A-Z][a-z]+|[A-Z][a-z]+,?\s[A-Z]\.", 0),
        ("list of names", r"(?:[A-Z][\w.’'-]+\s[A-Z][\w.’'-]+(?:,|\sand|\s&)\s?){2}", 0),
        ("et al", r"et\sal\b|\(?with\s[A-Z]\S*\s[A-Z]", 0),
        (
            "venue",
            _any(
                r"proc\w*",
                "journal",
                "conference",
                "symposium",
                "transactions",
                "arxiv",
                "workshop",
                r"vol\.?",
                r"pp\.?",
                "doi",
            ),
            re.I,
        ),
        ("pages", r"\d+\s?[:(]\s?\d+|\d{1,4}\s?[-–]{1,2}\s?\d{2,4}\b", 0),
        (
            "award",
            _any(
                "awards?",
                "prize",
                "medal",
                "scholarships?",
                "fellowships?",
                r"hono\w+",
                r"best\s\w+",
                "winner",
                "finalist",
                "preis",
                "prix",
                "premio",
            ),
            re.I,
        ),
        (
            "service",
            _any(
                r"review\w*",
                r"referee\w*",
                "committees?",
                "pc",
                r"editor\w*",
                "chairs?",
                r"organi\w+er",
                "board",
                r"panel\w*",
                r"program\sco\w+",
                r"gutachter\w*",
                "membre",
                "comité",
                "member",
            ),
            re.I,
        ),
        ("person", r"^(?:Dr\.?\s|Prof\.?\s)?[A-Z][\w’'-]+(?:\s[A-Z]\.?)?\s[A-Z][\w’'-]+\s{0,2}(?:$|[(,:–-])", 0),
        (
            "student",
            _any("students?", r"now\s(?:at|a)", "co-?advised", "co-?supervised", "thesis", "postdocs?", "interns?"),
            re.I,
        ),
        (
            "course",
            r"\b(?:courses?|lectures?|instructor|TA|teaching|taught|undergraduate|graduate)\b|\b[A-Z]{2,5}\s?\d{3}",
            0,
        ),
        ("term", _any("spring", "fall", "autumn", "winter", "summer", "semester", "ws", "ss"), re.I),
        (
            "talk",
            _any(
                "invited",
                "talks?",
                "seminars?",
                "keynote",
                "colloquium",
                "tutorial",
                "presentation",
                "poster",
                "lecture",
            ),
            re.I,
        ),
        ("money", r"[$€£]\s?\d|\bPI\b|\bco-PI\b|(?<![^\W_])grants?(?![^\W_])", re.I),
        (
            "skill",
            _any(
                "python",
                "latex",
                "matlab",
                "java",
                "linux",
                "english",
                "german",
                "french",
                "native",
                "fluent",
                "html",
                "stata",
                "sql",
            ),
            re.I,
        ),
        ("first person", r"\b(?:I|my|My|me|we|our)\b", 0),
        ("contact", r"@|https?:|www\.|\+\d{1,3}\s?\(?\d", 0),
        ("news", _any("accepted", "excited", r"will\s(?:be|join|give|serve)", "paper", "new", "joined", "gave"), re.I),
        ("sentence", r"[a-z]{3}\.$", 0),
        ("lower", r"^[a-z]", 0),
        ("role", ROLE.pattern, re.I),
        ("organization", ORGANIZATION.pattern, 0),
    )
)


_WORD = re.compile(r"[^\W\d_]{2,}")


def features(lines: Sequence[Line]) -> list[float]:
    """Return what a section's lines show: for each sign the share of lines that bear it, and their shape."""
    texts = _texts(lines)
    count = max(len(texts), 1)
    shares = [sum(1 for text in texts if sign.search(text)) / count for _, sign in _SIGNS]
    words = [len(text.split()) for text in texts]
    shares.append(sum(n <= 4 for n in words) / count)
    shares.append(sum(n >= 20 for n in words) / count)
    shares.append(min(sum(text.count(",") for text in texts) / count, 8) / 8)
    shares.append(min(log(1 + len(lines)), 4) / 4)
    return [*shares, 1.0]


def words(lines: Sequence[Line]) -> dict[str, float]:
    """Return the words of a section's lines, each with the root of the share of lines that it stands in."""
    texts = _texts(lines)
    found = Counter(word for text in texts for word in sorted({w.casefold() for w in _WORD.findall(text)}))
    return {word: sqrt(count / len(texts)) for word, count in found.items()}


def _texts(lines: Sequence[Line]) -> list[str]:
    return [line.text[:_WIDTH] for line in lines[:_LINES]]


@cache
def _model() -> tuple[tuple[SectionKind, ...], NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """Return the kinds, the weights of signs (a row for each kind) and those of words (one for each kind)."""
    stored = json.loads(_MODEL.read_text(encoding="utf-8"))
    kinds = tuple(SectionKind(kind) for kind in stored["kinds"])
    return kinds, np.array(stored["signs"]), {word: np.array(weights) for word, weights in stored["words"].items()}


def kind_of(lines: Iterable[Line]) -> tuple[SectionKind, float]:
    """Return the kind of section that lines make up, and its probability.

    The weights, of signs and of words that many documents have, are those of ``training/train_contents.py``.
    """
    lines = tuple(lines)
    kinds, signs, known = _model()
    scores = signs @ np.array(features(lines))
    for word, share in words(lines).items():
        if word in known:
            scores += share * known[word]
    odds = np.exp(scores - scores.max())
    best = int(odds.argmax())
    return kinds[best], float(odds[best] / odds.sum())
