"""Train the model by which mentions of people are compared, and write it to graph_builder/resolve/people.json.

    python training/train_people.py SET... [--half 0|1] [--out FILE]

A SET is a folder with works.jsonl (Crossref works, one a line) and gold.csv (doi, position, author_id). With --half
the model is trained on one of two halves of the family names; ``identity.py --held-out`` measures each on the half that
it did not see. Tables of common words need no labels and are always made from all.

There are two networks. The first is trained on pairs of near neighbours; with it mentions are clustered as a build
does, and more and less boldly, and the second is trained on pairs of all such clusters, then again with those that it
makes itself; on the same pairs trees are grown (which takes LightGBM). The label of a pair is the share of its pairs of
mentions that are one person. A pair weighs as much as its join would change B-cubed figures, and less, the more pairs
its sides are in, so that prolific people do not decide. Tables of common words keep those that many different names or
affiliations have: statistics of words, which say nothing about any one person.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from graph_builder.extract import extract
from graph_builder.model import EntityKind, Relation, SourceFacts
from graph_builder.read import read_file
from graph_builder.resolve import model as shipped
from graph_builder.resolve import resolve
from graph_builder.resolve.candidates import Compatibility, Pairs, pairs_between
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import Pairing, join_likely
from graph_builder.resolve.entities import Ref
from graph_builder.resolve.evidence import MentionEvidence, gather_evidence, together
from graph_builder.resolve.features import FEATURES, Commonness, Table, Values, features
from graph_builder.resolve.incremental.neighbours import in_time, nearest, rarest
from graph_builder.resolve.model import Scorer, Threshold, network
from graph_builder.resolve.names import NameFrequency
from graph_builder.resolve.people import join_by_rules

# By a half of the family names that was kept out of training; a ridge of a twentieth of this fits the sets too closely.
HIDDEN = 8
RIDGE = 1e-3
STEPS = 150
# Beside the last network stand trees that were grown on the same pairs: their mean makes fewer errors than either.
DEPTH = 5
TREES = {"objective": "cross_entropy", "learning_rate": 0.06, "num_leaves": 15, "max_depth": DEPTH, "lambda_l2": 5}
TREES |= {"min_data_in_leaf": 200, "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "seed": 1}
GROWN = 300
# The mean of three networks, which begin from other numbers, makes fewer errors than any of them.
SEEDS = (1, 2, 3)
# So high that few clusters of the sets hold two people by their ids, in which there are more people than on the papers.
THRESHOLDS = (Threshold(3.0), Threshold(0.2, 1.0, 15.0, 2), Threshold(0.2, 1.0, 15.0, 2))
# The second network sees clusters as they are below these thresholds of the first, and below one of its own: that of a
# build alone would be few examples, all at one stage of growing together.
BEGINNINGS = (Threshold(5.0), THRESHOLDS[0], Threshold(1.5))
NEXT = Threshold(1.5, 4.0, 20.0)
# A word is common if this many different names, affiliations or titles have it.
LEAST = {"family": 20, "given": 20, "affiliation": 40, "title": 40}


@dataclass(frozen=True)
class Labelled:
    """The mentions of one set, as far as rules join them, and the person that each is."""

    seen: list[MentionEvidence]
    sets: DisjointSets[Ref]
    people: dict[Ref, str]


def load(folder: Path) -> Labelled:
    """Return the mentions of a set with their people."""
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {(r["doi"].lower(), r["position"]): r["author_id"] for r in csv.DictReader(file)}
    facts = extract(read_file(folder / "works.jsonl", f"{folder.name}/works.jsonl"))
    keys = mention_keys(facts)
    seen, sets = ruled(facts)
    known = [s for s in seen if s.named and keys[s.mention.id] in gold]
    return Labelled(known, sets, {s.ref: gold[keys[s.mention.id]] for s in known})


def ruled(facts: SourceFacts) -> tuple[list[MentionEvidence], DisjointSets[Ref]]:
    """Return the mentions of people in a source, and the sets that rules make of them."""
    works = {(x.source, x.mention): x.entity for x in resolve([facts]).links if x.kind is EntityKind.WORK}
    places: dict[str, set[str]] = defaultdict(set)
    for each in gather_evidence(facts, works, {}):
        for work in each.works:
            places[work].add(each.place)
    several = {work for work, found in places.items() if len(found) > 1}
    seen = gather_evidence(facts, works, {}, several)
    return seen, join_by_rules(seen)[0]


def mention_keys(facts: SourceFacts) -> dict[str, tuple[str, str]]:
    """Return DOI and position of each mention of an author."""
    doi = {m.id: i.value for m in facts.mentions if m.kind is EntityKind.WORK for i in m.identifiers}
    return {
        c.roles["author"]: (doi.get(c.roles["work"], ""), c.values["position"])
        for c in facts.claims
        if c.relation is Relation.AUTHORSHIP
    }


def frequency(nodes: Iterable[MentionEvidence]) -> NameFrequency:
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
    return NameFrequency(**tables, floors=floors)


@dataclass(frozen=True)
class Rows:
    """Features, labels and weights of pairs."""

    x: Values
    y: Values
    weight: Values


def rows(data: Labelled, compared: Compared, keep: Callable[[MentionEvidence], bool] = lambda _: True) -> Rows:
    """Return what to train on: the pairs that might be joined, both of whose sides *keep* lets pass."""
    people: dict[Ref, Counter[str]] = defaultdict(Counter)
    for evidence in data.seen:
        people[data.sets.find(evidence.ref)][data.people[evidence.ref]] += 1
    counts = [people[data.sets.find(node.ref)] for node in compared.nodes]
    chosen = [keep(node) for node in compared.nodes]
    use, label = np.zeros(len(compared.pairs), dtype=bool), np.zeros(len(compared.pairs))
    for place, (one, other) in enumerate(compared.pairs.tolist()):
        apart = data.sets.apart(compared.nodes[one].ref, compared.nodes[other].ref)
        use[place] = chosen[one] and chosen[other] and not apart
        same = sum(count * counts[other].get(person, 0) for person, count in counts[one].items())
        label[place] = same / (counts[one].total() * counts[other].total())
    sizes = np.array([float(count.total()) for count in counts])
    a, b = compared.pairs[use].T
    often = np.bincount(compared.pairs[use].ravel(), minlength=len(counts))
    weight = 2 * sizes[a] * sizes[b] / (sizes[a] + sizes[b]) / np.sqrt(often[a] * often[b])
    return Rows(features(compared.table, compared.places[use]), label[use], weight)


def pooled(parts: Sequence[Rows]) -> Rows:
    """Return rows of one set as one part, which counts as much as one of them."""
    return Rows(
        np.concatenate([part.x for part in parts]),
        np.concatenate([part.y for part in parts]),
        np.concatenate([part.weight for part in parts]) / len(parts),
    )


def evened(parts: Sequence[Rows]) -> Rows:
    """Return the rows of several sets, each of which counts by the square root of its size."""
    x, y = np.concatenate([p.x for p in parts]), np.concatenate([p.y for p in parts])
    weight = np.concatenate([p.weight / math.sqrt(p.weight.sum()) for p in parts])
    return Rows(x, y, weight / weight.sum())


def fit(parts: Sequence[Rows]) -> dict[str, object]:
    """Return the network that fits the pairs best, as it is shipped: several side by side, whose mean it gives."""
    pairs = evened(parts)
    x, y, weight = pairs.x, pairs.y, pairs.weight
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale < 1e-3] = 1.0
    z = np.clip((x - mean) / scale, -5, 5)
    found = [_fitted(z, y, weight, seed) for seed in SEEDS]
    hidden, bias, out, offset = (list(part) for part in zip(*found, strict=True))
    return {
        "mean": mean.round(5).tolist(),
        "scale": scale.round(5).tolist(),
        "hidden": np.concatenate(hidden, axis=1).round(4).tolist(),
        "bias": np.concatenate(bias).round(4).tolist(),
        "out": (np.concatenate(out) / len(SEEDS)).round(4).tolist(),
        "offset": round(float(np.mean(offset)), 4),
    }


def _fitted(z: Values, y: Values, weight: Values, seed: int) -> tuple[Values, Values, Values, float]:
    """Return the weights of one network that fits scaled features, begun from the numbers that *seed* gives."""
    wide, start = z.shape[1], np.random.default_rng(seed)
    first = np.r_[start.normal(size=wide * HIDDEN) / math.sqrt(wide), np.zeros(HIDDEN), start.normal(size=HIDDEN), 0.0]

    def parts(p: Values) -> tuple[Values, Values, Values]:
        return p[: wide * HIDDEN].reshape(wide, HIDDEN), p[wide * HIDDEN : -HIDDEN - 1], p[-HIDDEN - 1 : -1]

    def loss(p: Values) -> tuple[float, Values]:
        hidden, bias, out = parts(p)
        active = np.tanh(z @ hidden + bias)
        score = active @ out + p[-1]
        slope = weight * (1 / (1 + np.exp(-score)) - y)
        back = np.outer(slope, out) * (1 - active**2)
        value = (weight * (np.logaddexp(0, score) - y * score)).sum() + RIDGE * ((hidden**2).sum() + (out**2).sum())
        grads = (z.T @ back + 2 * RIDGE * hidden).ravel(), back.sum(axis=0), active.T @ slope + 2 * RIDGE * out
        return float(value), np.r_[(*grads, slope.sum())]

    p = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return (*parts(p), float(p[-1]))


def grown(parts: Sequence[Rows]) -> dict[str, object]:
    """Return trees that fit the pairs, as they are shipped: complete, a leaf above the last level repeated below."""
    import lightgbm  # what is shipped is measured without it

    pairs = evened(parts)
    weight = pairs.weight * len(pairs.weight)
    rows = lightgbm.Dataset(pairs.x.round(5), pairs.y, weight=weight)
    fixed = {"deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1}
    model = lightgbm.train(TREES | fixed, rows, GROWN)
    trees = [_complete(tree["tree_structure"]) for tree in model.dump_model()["tree_info"]]
    columns, limits, leaves = (list(part) for part in zip(*trees, strict=True))
    return {"columns": columns, "limits": limits, "leaves": leaves}


def _complete(structure: dict[str, Any]) -> tuple[list[int], list[float], list[float]]:
    nodes = 2**DEPTH - 1
    columns, limits, leaves = [0] * nodes, [0.0] * nodes, [0.0] * (nodes + 1)

    def fill(at: int, node: dict[str, Any]) -> None:
        if at >= nodes:
            leaves[at - nodes] = round(node["leaf_value"], 4)
            return
        leaf = "leaf_value" in node
        if not leaf:
            # Half a unit more than figures are rounded to: none of them falls on a limit.
            columns[at], limits[at] = node["split_feature"], round(round(node["threshold"], 5) + 5e-7, 7)
        fill(2 * at + 1, node if leaf else node["left_child"])
        fill(2 * at + 2, node if leaf else node["right_child"])

    fill(0, structure)
    return columns, limits, leaves


def half(evidence: MentionEvidence) -> int:
    """Return the number of the half of the family names that a mention is in."""
    return zlib.crc32(evidence.names[0].family.encode()) % 2


@dataclass(frozen=True)
class Compared(Pairing):
    """Pairs with what they are compared by: *places* has the rows of *table* that belong to the two of each pair."""

    table: Table
    places: Pairs

    @property
    def rows(self) -> Values:
        """A row of features for each pair."""
        return features(self.table, self.places)

    def scored(self, scorer: Scorer) -> Values:
        """Return what *scorer* makes of each pair."""
        starts = range(0, len(self.places), 100_000)
        pieces = [scorer.score(features(self.table, self.places[at : at + 100_000])) for at in starts]
        return np.concatenate(pieces) if pieces else np.zeros(0)


def candidates(nodes: Sequence[MentionEvidence], forms: Sequence[int], names: Compatibility) -> Pairs:
    """Return the pairs of indices of *nodes* to compare, the lesser first, in order and each once.

    *forms* are the numbers of the nodes' names in *names*.
    """
    size = max(1, len(nodes))
    blocks: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for index, node in enumerate(nodes):
        for block in node.blocks:
            blocks[block][forms[index]].append(index)
    found: set[int] = set()
    for groups in blocks.values():
        keys = sorted(groups)
        for form in (form for form in keys if len(groups[form]) > 1):
            found.update(a * size + b for a, b in pairs_between(groups[form], (), nodes))
        for one, other in names.agreeing(keys):
            found.update(a * size + b for a, b in pairs_between(groups[one], groups[other], nodes))
    packed = np.array(sorted(found), dtype=np.int64)
    return np.stack([packed // size, packed % size], axis=1)


def commonness(nodes: Sequence[MentionEvidence], frequency: NameFrequency) -> Commonness:
    """Return how common names are among *nodes*."""
    same = Counter(node.names for node in nodes)
    crowd: dict[str, set[str]] = defaultdict(set)
    for node in nodes:
        for block in node.blocks:
            crowd[block].update(node.full_keys)
    shares: dict[str, float] = {}
    for name in {name for names in same for name in names}:
        # Names of one key that are divided otherwise: that of which more people may be meant.
        shares[name.key] = max(frequency.name(name), shares.get(name.key, -math.inf))
    return Commonness(same, {block: len(keys) for block, keys in crowd.items()}, shares)


def neighbours(
    nodes: Sequence[MentionEvidence], forms: Sequence[int], names: Compatibility, frequency: NameFrequency
) -> Pairs:
    """Return pairs that probably are one person: of each node the nearest in time that share something with it."""
    found: set[tuple[int, int]] = set()
    order = sorted(range(len(nodes)), key=lambda i: in_time(nodes[i]))
    blocks: dict[str, list[int]] = defaultdict(list)
    for index in order:
        for block in nodes[index].blocks:
            blocks[block].append(index)
    for members in blocks.values():
        seen: dict[str, list[int]] = defaultdict(list)
        for place, index in enumerate(members):

            def agree(at: int, index: int = index, members: Sequence[int] = members) -> bool:
                return names.agree(forms[index], forms[members[at]])

            words = rarest(nodes[index], frequency)
            near = (members[at] for at in nearest(nodes[index].peers, words, seen, agree))
            found.update((min(index, other), max(index, other)) for other in near)
            for word in (*nodes[index].peers, *words):
                seen[word].append(place)
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)


def compare(seen: Iterable[MentionEvidence], sets: DisjointSets[Ref], frequency: NameFrequency, near: bool) -> Compared:
    """Compare the sets of mentions with their nearest neighbours (*near*), or else with all whose names agree."""
    groups: dict[Ref, list[MentionEvidence]] = {}
    for evidence in seen:
        if evidence.named:
            groups.setdefault(sets.find(evidence.ref), []).append(evidence)
    nodes, names = [together(group) for group in groups.values()], Compatibility()
    forms = [names.form(node.names) for node in nodes]
    pairs = neighbours(nodes, forms, names, frequency) if near else candidates(nodes, forms, names)
    used, places = np.unique(pairs, return_inverse=True)
    table = Table([nodes[i] for i in used.tolist()], frequency, commonness(nodes, frequency))
    return Compared(nodes, forms, names, pairs, table, places.reshape(pairs.shape))


def train(folders: Sequence[Path], keep: Callable[[MentionEvidence], bool] = lambda _: True) -> dict[str, object]:
    """Return a model trained on the mentions of sets that *keep* lets pass."""
    data = [load(folder) for folder in folders]
    known = frequency(s for each in data for s in each.seen)
    compared = [compare(each.seen, each.sets, known, near=True) for each in data]
    first = fit([rows(each, pairs, keep) for each, pairs in zip(data, compared, strict=True)])
    far: list[list[Rows]] = [[] for _ in data]
    later_ones = []
    for each, pairs, parts in zip(data, compared, far, strict=True):
        scores = pairs.scored(network(first))
        for threshold in BEGINNINGS:
            sets = deepcopy(each.sets)
            join_likely(pairs, scores, sets, threshold)
            clustered = replace(each, sets=sets)
            later = compare(each.seen, sets, known, near=False)
            parts.append(rows(clustered, later, keep))
            later_ones += [(clustered, later, parts)] if threshold == THRESHOLDS[0] else []
    second = fit([pooled(parts) for parts in far])
    for each, pairs, parts in later_ones:
        join_likely(pairs, pairs.scored(network(second)), each.sets, NEXT)
        parts.append(rows(each, compare(each.seen, each.sets, known, near=False), keep))
    return {
        "features": FEATURES,
        "near": first,
        "far": fit([pooled(parts) for parts in far]),
        "trees": grown([pooled(parts) for parts in far]),
        "thresholds": [astuple(threshold) for threshold in THRESHOLDS],
        "frequency": {k: getattr(known, k) for k in ("family", "given", "affiliation", "title", "floors")},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1), help="train on one half of the family names only")
    parser.add_argument("--out", type=Path, default=Path(shipped.__file__).with_name(shipped.FILE))
    given = parser.parse_args()
    found = train(given.sets, lambda evidence: given.half in (None, half(evidence)))
    given.out.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
