"""Train the weights by which sections are recognised from their lines, and write them to extract/data/contents.json.

    python tests/benchmarks/contents_training.py DOCUMENT... [--out FILE]

Multinomial logistic regression. Sections whose headings say what they are about are the examples; the documents are
not part of the project.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from graph_builder.extract.contents import NAMES, features
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import SectionKind, lines_of
from graph_builder.extract.sections import headed_sections
from graph_builder.model import Document
from graph_builder.read import read_file

_K = SectionKind
KINDS = (_K.ABOUT, _K.EDUCATION, _K.EMPLOYMENT, _K.PUBLICATIONS, _K.TOPICS, _K.AWARDS, _K.SERVICE, _K.STUDENTS,
         _K.TEACHING, _K.TALKS, _K.NEWS, _K.PROJECTS, _K.SKILLS, _K.GRANTS, _K.CONTACT, _K.OTHER)  # fmt: skip
_RIDGE = 0.3
WEIGHTS = Path(__file__).resolve().parents[2] / "graph_builder" / "extract" / "data" / "contents.json"


def examples(document: Document) -> Iterator[tuple[SectionKind, list[float]]]:
    """Yield kind and features of each section of a document whose heading is sure."""
    for section in headed_sections(lines_of(document), document.metadata.get("title", "")):
        _, score, known = classify_heading(section.title)
        if section.lines and section.kind in KINDS and (score >= 3 and known >= 0.6) and not section.inline:
            yield section.kind, features(section.lines)


def fit(rows: Sequence[Sequence[float]], kinds: Sequence[SectionKind]) -> dict[SectionKind, list[float]]:
    """Return the weights of each kind that make the examples most likely, drawn towards nought."""
    x = np.asarray(rows, dtype=float)
    y = np.asarray([[float(kind is k) for k in KINDS] for kind in kinds])
    shape = (len(KINDS), len(NAMES))

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        w = flat.reshape(shape)
        scores = x @ w.T
        scores -= scores.max(axis=1, keepdims=True)
        log_odds = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        gradient = (np.exp(log_odds) - y).T @ x + _RIDGE * w
        return float(-(y * log_odds).sum() + _RIDGE / 2 * (w**2).sum()), gradient.ravel()

    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return {k: [round(float(v), 3) for v in row] for k, row in zip(KINDS, found.x.reshape(shape), strict=True)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the given documents, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args(arguments)
    pairs = [pair for path in options.documents for pair in examples(read_file(path, path.name))]
    weights = fit([row for _, row in pairs], [kind for kind, _ in pairs])
    options.out.write_text(json.dumps({kind.value: row for kind, row in weights.items()}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
