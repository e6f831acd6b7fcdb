"""Train the model by which mentions of people are compared, and write it to graph_builder/resolve/people.json.

    python tests/benchmarks/identity_training.py SET... [--half] [--out FILE]

A SET is a folder with works.jsonl (Crossref works, one a line) and gold.csv (doi, position, author_id). With --half
the model is trained on the half of the family names that a hash picks; ``identity.py --half`` measures it on the other.
Tables of common words need no labels and are always made from all.

The model is trained on pairs of mentions whose names agree; each pair weighs less, the more pairs its mentions are in,
so that prolific people do not decide. Tables of common words keep those that many different names or affiliations have:
statistics of words, which say nothing about any one person.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from graph_builder.extract import extract
from graph_builder.model import EntityKind, Relation, SourceFacts
from graph_builder.read import read_file
from graph_builder.resolve import model as shipped
from graph_builder.resolve.candidates import Compatibility, candidates
from graph_builder.resolve.evidence import Sighting, sightings
from graph_builder.resolve.features import FEATURES, Table, Values, features
from graph_builder.resolve.rarity import Rarity

HIDDEN = 12
RIDGE = 5e-5
THRESHOLDS = (1.8, 0.8)
SEED = 7
# A word is common if this many different names, affiliations or titles have it.
LEAST = {"family": 20, "given": 20, "affiliation": 40, "title": 40}


@dataclass(frozen=True)
class Labelled:
    """The mentions of one set, and the person that each is."""

    nodes: list[Sighting]
    people: list[str]


def load(folder: Path) -> Labelled:
    """Return the mentions of a set with their people."""
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {(r["doi"].lower(), r["position"]): r["author_id"] for r in csv.DictReader(file)}
    facts = extract(read_file(folder / "works.jsonl", f"{folder.name}/works.jsonl"))
    keys = mention_keys(facts)
    nodes = [s for s in sightings([facts], {}, {}) if s.named and keys[s.mention.id] in gold]
    return Labelled(nodes, [gold[keys[s.mention.id]] for s in nodes])


def mention_keys(facts: SourceFacts) -> dict[str, tuple[str, str]]:
    """Return DOI and position of each mention of an author."""
    doi = {m.id: i.value for m in facts.mentions if m.kind is EntityKind.WORK for i in m.identifiers}
    return {
        c.roles["author"]: (doi.get(c.roles["work"], ""), c.values["position"])
        for c in facts.claims
        if c.relation is Relation.AUTHORSHIP
    }


def rarity(nodes: Iterable[Sighting]) -> Rarity:
    """Return the tables of common words, each name, affiliation and title counted once."""
    seen = list(nodes)
    names = {n.key: n for s in seen for n in s.names if n.full and n.given}
    kinds: dict[str, Callable[[], Iterable[Iterable[str]]]] = {
        "family": lambda: ((n.family,) for n in names.values()),
        "given": lambda: (n.given[:1] for n in names.values()),
        "affiliation": lambda: {s.affiliation for s in seen},
        "title": lambda: {s.topics for s in seen},
    }
    tables, floors = {}, {}
    for kind, of in kinds.items():
        rows = list(of())
        count = Counter(word for row in rows for word in row)
        total = max(2, len(rows))
        tables[kind] = {w: round(math.log(n / total), 3) for w, n in sorted(count.items()) if n >= LEAST[kind]}
        floors[kind] = round(math.log(4 / total), 3)
    return Rarity(**tables, floors=floors)


@dataclass(frozen=True)
class Rows:
    """Features, labels and weights of pairs."""

    x: Values
    y: Values
    weight: Values


def rows(data: Labelled, known: Rarity, keep: Callable[[Sighting], bool] = lambda _: True) -> Rows:
    """Return what to train on: pairs of two papers, both of whose mentions *keep* lets pass."""
    names = Compatibility()
    pairs = candidates(data.nodes, [names.form(s.names) for s in data.nodes], names)
    chosen = np.array([keep(s) for s in data.nodes])
    place = np.array([zlib.crc32(s.place.encode()) for s in data.nodes])
    person = np.unique(data.people, return_inverse=True)[1]
    one, other = pairs[:, 0], pairs[:, 1]
    x = features(Table(data.nodes, known), pairs)
    use = (place[one] != place[other]) & chosen[one] & chosen[other]
    count = np.bincount(pairs[use].ravel(), minlength=len(data.nodes))
    weight = 1.0 / np.sqrt(count[one] * count[other])[use]
    return Rows(x[use], (person[one] == person[other])[use].astype(float), weight)


def fit(parts: Sequence[Rows], known: Rarity) -> dict[str, object]:
    """Return the model that fits the pairs best, as it is shipped. A set counts by the square root of its size."""
    x, y = np.concatenate([p.x for p in parts]), np.concatenate([p.y for p in parts])
    weight = np.concatenate([p.weight / math.sqrt(p.weight.sum()) for p in parts])
    weight /= weight.sum()
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale == 0] = 1.0
    z = np.clip((x - mean) / scale, -5, 5)
    wide, start = z.shape[1], np.random.default_rng(SEED)
    first = np.r_[start.normal(size=wide * HIDDEN) / math.sqrt(wide), np.zeros(HIDDEN), start.normal(size=HIDDEN), 0.0]

    def loss(p: Values) -> tuple[float, Values]:
        hidden, bias, out = (
            p[: wide * HIDDEN].reshape(wide, HIDDEN),
            p[wide * HIDDEN : -HIDDEN - 1],
            p[-HIDDEN - 1 : -1],
        )
        active = np.tanh(z @ hidden + bias)
        score = active @ out + p[-1]
        slope = weight * (1 / (1 + np.exp(-score)) - y)
        back = np.outer(slope, out) * (1 - active**2)
        value = (weight * (np.logaddexp(0, score) - y * score)).sum() + RIDGE * ((hidden**2).sum() + (out**2).sum())
        grads = (z.T @ back + 2 * RIDGE * hidden).ravel(), back.sum(axis=0), active.T @ slope + 2 * RIDGE * out
        return float(value), np.r_[(*grads, slope.sum())]

    p = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    return {
        "features": FEATURES,
        "mean": mean.round(5).tolist(),
        "scale": scale.round(5).tolist(),
        "hidden": p[: wide * HIDDEN].reshape(wide, HIDDEN).round(4).tolist(),
        "bias": p[wide * HIDDEN : -HIDDEN - 1].round(4).tolist(),
        "out": p[-HIDDEN - 1 : -1].round(4).tolist(),
        "offset": round(float(p[-1]), 4),
        "thresholds": THRESHOLDS,
        "rarity": {k: getattr(known, k) for k in ("family", "given", "affiliation", "title", "floors")},
    }


def half(sighting: Sighting) -> bool:
    """Tell whether a mention is in the half of the family names that is trained on when the other is for checking."""
    return zlib.crc32(sighting.names[0].family.encode()) % 2 == 0


def train(folders: Sequence[Path], keep: Callable[[Sighting], bool] = lambda _: True) -> dict[str, object]:
    """Return a model trained on the mentions of sets that *keep* lets pass."""
    sets = [load(folder) for folder in folders]
    known = rarity(s for data in sets for s in data.nodes)
    return fit([rows(data, known, keep) for data in sets], known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--half", action="store_true", help="train on half of the family names only")
    parser.add_argument("--out", type=Path, default=Path(shipped.__file__).with_name(shipped.FILE))
    given = parser.parse_args()
    found = train(given.sets, half if given.half else lambda _: True)
    given.out.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
