"""Train the weights by which sections are recognised from their lines, and write them to extract/data/contents.json.

    python training/train_contents.py DOCUMENT... [--out FILE]

Multinomial logistic regression over signs of lines and over words. Sections whose headings say what they are about are
the examples; the documents are not part of the project.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from graph_builder.extract.layout.contents import features, words
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import SectionKind, lines_of
from graph_builder.extract.layout.sections import headed_sections
from graph_builder.model import Document
from graph_builder.read import read_file

_K = SectionKind
KINDS = (_K.ABOUT, _K.EDUCATION, _K.EMPLOYMENT, _K.PUBLICATIONS, _K.TOPICS, _K.AWARDS, _K.SERVICE, _K.STUDENTS,
         _K.TEACHING, _K.TALKS, _K.NEWS, _K.PROJECTS, _K.SKILLS, _K.GRANTS, _K.CONTACT, _K.OTHER)  # fmt: skip
_RIDGE = 0.5
_LEAST = 5  # documents that a word stands in: what fewer have is their own
WEIGHTS = Path(__file__).resolve().parents[1] / "graph_builder" / "extract" / "data" / "contents.json"


Example = tuple[SectionKind, list[float], dict[str, float]]
"""The kind of a section, what its lines show, and their words."""


def examples(document: Document) -> Iterator[Example]:
    """Yield what a document's sections show whose headings are sure."""
    for section in headed_sections(lines_of(document), document.metadata.get("title", "")):
        _, score, known = classify_heading(section.title)
        if section.lines and section.kind in KINDS and (score >= 3 and known >= 0.6) and not section.inline:
            yield section.kind, features(section.lines), words(section.lines)


def common_words(documents: Sequence[Sequence[Example]]) -> list[str]:
    """Return the words that stand in at least ``_LEAST`` documents, in order."""
    count = Counter(word for document in documents for word in {w for _, _, own in document for w in own})
    return sorted(word for word, number in count.items() if number >= _LEAST)


def fit(found: Sequence[Example], vocabulary: Sequence[str]) -> dict[str, object]:
    """Return the weights that make the examples most likely, drawn towards nought, of signs and of words."""
    signs = len(found[0][1])
    place = {word: signs + at for at, word in enumerate(vocabulary)}
    x = np.zeros((len(found), signs + len(vocabulary)))
    for row, (_, shown, own) in enumerate(found):
        x[row, :signs] = shown
        for word in own.keys() & place.keys():
            x[row, place[word]] = own[word]
    y = np.asarray([[float(kind is k) for k in KINDS] for kind, _, _ in found])
    shape = (len(KINDS), x.shape[1])

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        w = flat.reshape(shape)
        scores = x @ w.T
        scores -= scores.max(axis=1, keepdims=True)
        log_odds = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        gradient = (np.exp(log_odds) - y).T @ x + _RIDGE * w
        return float(-(y * log_odds).sum() + _RIDGE / 2 * (w**2).sum()), gradient.ravel()

    best = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    weights = best.reshape(shape).round(2)
    of_words = {word: weights[:, place[word]].tolist() for word in vocabulary if np.abs(weights[:, place[word]]).any()}
    return {"kinds": [kind.value for kind in KINDS], "signs": weights[:, :signs].tolist(), "words": of_words}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the given documents, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args(arguments)
    documents = [list(examples(read_file(path, path.name))) for path in options.documents]
    weights = fit([example for document in documents for example in document], common_words(documents))
    options.out.write_text(json.dumps(weights, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
