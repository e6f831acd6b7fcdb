"""Which mentions on papers are one person: how well and how fast.

    python benchmarks/identity.py SET... [--model FILE] [--held-out FILE FILE] [--scale | --ceiling]

A SET is a folder with works.jsonl (Crossref works, one a line) and gold.csv (doi, position, author_id). B-cubed
precision, recall and F1 over all mentions; over ambiguous names (a printed name that is borne by two people or more);
over variants (people printed in two ways or more); the share of clusters of several mentions that hold several people.
With --held-out, two models of ``train_people.py --half 0`` and ``--half 1``: each half of the names is measured by
the model that did not see it. With --scale the pairs that are compared, over all rounds, a mention at a quarter, half
and all of the works. With --ceiling the figures of whoever errs in nothing but joining ids of the set that share a full
printed name and a co-author, and, in the second line, also those that share two words of affiliation that say where.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "training"))

from train_people import compare, half, mention_keys, ruled

from graph_builder.extract import extract
from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, SourceFacts
from graph_builder.read import read_file
from graph_builder.resolve import resolve
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import join_likely
from graph_builder.resolve.evidence import gather_evidence
from graph_builder.resolve.model import Model, from_json, shipped

Key = tuple[str, str]


def b_cubed(found: Mapping[Key, Hashable], gold: Mapping[Key, str], over: Iterable[Key]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of clusters over some of the mentions."""
    mine, theirs = Counter(found.values()), Counter(gold.values())
    both = Counter((found[m], gold[m]) for m in found)
    mentions = list(over)
    p = sum(both[found[m], gold[m]] / mine[found[m]] for m in mentions) / max(1, len(mentions))
    r = sum(both[found[m], gold[m]] / theirs[gold[m]] for m in mentions) / max(1, len(mentions))
    return p, r, 2 * p * r / (p + r) if p + r else 0.0


def report(found: Mapping[Key, Hashable], gold: Mapping[Key, str], names: Mapping[Key, str]) -> str:
    """Return the figures of one set as a line."""
    people, forms, members = defaultdict(set), defaultdict(set), defaultdict(set)
    for m in gold:
        people[names[m]].add(gold[m])
        forms[gold[m]].add(names[m])
        members[found[m]].add(gold[m])
    groups: dict[str, Callable[[Key], bool]] = {
        "all": lambda _: True,
        "ambiguous": lambda m: len(people[names[m]]) > 1,
        "variant": lambda m: len(forms[gold[m]]) > 1,
    }
    figures = {g: b_cubed(found, gold, [m for m in gold if test(m)]) for g, test in groups.items()}
    sizes = Counter(found.values())
    several = [c for c in members if sizes[c] > 1]
    wrong = sum(len(members[c]) > 1 for c in several) / max(1, len(several))
    parts = [f"{g} P {p:.4f} R {r:.4f} F1 {f:.4f}" for g, (p, r, f) in figures.items() if f]
    return "  ".join([*parts, f"wrong merges {wrong:.4f}"])


def measure(folder: Path, models: Sequence[Model]) -> None:
    """Print the figures of one set: by one model, or by two that were trained on a half of the names each."""
    began = time.process_time()
    facts = extract(read_file(folder / "works.jsonl", f"{folder.name}/works.jsonl"))
    read = time.process_time()
    found = [{x.mention: x.entity for x in resolve([facts], model=model).links} for model in models]
    ended = time.process_time()
    keys = mention_keys(facts)
    printed = {keys[m.id]: " ".join(m.name.casefold().split()) for m in facts.mentions if m.id in keys}
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {(r["doi"].lower(), r["position"]): r["author_id"] for r in csv.DictReader(file)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"{folder.name}: {len(gold)} mentions; read {read - began:.1f} s, resolved {ended - read:.1f} s, {peak:.2f} GB"
    )
    print("  same printed name:", report({key: printed[key] for key in gold}, gold, printed))
    unseen = {s.mention.id: 1 - half(s) for s in gather_evidence(facts, {}, {}) if s.named} if len(models) > 1 else {}
    by_key = {keys[m]: (unseen.get(m, 0), found[unseen.get(m, 0)][m]) for m in found[0] if m in keys}
    links = {key: by_key.get(key, f"absent {key}") for key in gold}
    print("  held out:         " if unseen else "  resolved:         ", report(links, gold, printed), flush=True)


def scale(folder: Path, model: Model) -> None:
    """Print the pairs that are compared, a mention, at three sizes."""
    facts = extract(read_file(folder / "works.jsonl", f"{folder.name}/works.jsonl"))
    for part in (4, 2, 1):
        some = sample(facts, part)
        seen, sets = ruled(some)
        began = time.process_time()
        counts = []
        for number, threshold in enumerate(model.thresholds):
            compared = compare(seen, sets, model.frequency, near=number == 0)
            scores = compared.scored(model.far if number else model.near)
            join_likely(compared, scores, sets, threshold)
            counts.append(len(compared.pairs) / len(seen))
        took = (time.process_time() - began) * 1e6 / len(seen)
        rounds = " + ".join(f"{count:.2f}" for count in counts)
        print(
            f"  1/{part}: {len(seen)} mentions, {sum(counts):.2f} = {rounds} pairs a mention, {took:.0f} µs a mention"
        )


def ceiling(folder: Path) -> None:
    """Print what is measured of somebody who joins the ids of a set that look like one person, and errs in nothing."""
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {(r["doi"].lower(), r["position"]): r["author_id"] for r in csv.DictReader(file)}
    printed, with_name, places = {}, defaultdict(set), defaultdict(set)
    beside: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "works.jsonl").open(encoding="utf-8"):
        work = json.loads(line)
        keys = [(work["DOI"].lower(), str(n)) for n in range(1, len(work["author"]) + 1)]
        names = [normalize(f"{a.get('given', '')} {a.get('family', '')}") for a in work["author"]]
        for at, key in enumerate(keys):
            if key in gold:
                printed[key] = names[at]
                with_name[names[at]].add(gold[key])
                beside[gold[key]].update(names[:at] + names[at + 1 :])
                where = (place["name"] for place in work["author"][at].get("affiliation", ()))
                places[gold[key]].update(set(normalize(" ".join(where)).split()) - _SAY_LITTLE)
    full = [ids for name, ids in with_name.items() if sum(len(word) > 1 for word in name.split()) > 1]
    alike = {pair for ids in full for pair in combinations(sorted(ids), 2)}
    written = {(a, b) for a, b in alike if beside[a] & beside[b]}
    placed = written | {(a, b) for a, b in alike if len(places[a] & places[b]) > 1}
    print(f"{folder.name}: {len(gold)} mentions, {len(set(gold.values()))} ids")
    for title, pairs in (("a co-author", written), ("or a place", placed)):
        sets = DisjointSets(gold.values())
        for one, other in pairs:
            sets.union(one, other)
        found = {key: sets.find(person) for key, person in gold.items()}
        print(f"  {title}: {len(pairs)} pairs of ids  {report(found, gold, printed)}")


_SAY_LITTLE = frozenset(
    """university of the institute technology and department dept school science engineering usa china japan center
    research laboratory lab national college state robotics computer mechanical electrical""".split()
)


def sample(facts: SourceFacts, part: int) -> SourceFacts:
    """Return every *part*-th work with its claims and mentions."""
    works = [m.id for m in facts.mentions if m.kind is EntityKind.WORK][::part]
    kept = set(works)
    claims = tuple(c for c in facts.claims if c.roles.get("work") in kept)
    used = {m for c in claims for m in c.roles.values()}
    return replace(facts, claims=claims, mentions=tuple(m for m in facts.mentions if m.id in used))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--held-out", type=Path, nargs=2)
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--ceiling", action="store_true")
    given = parser.parse_args()
    if given.ceiling:
        for folder in given.sets:
            ceiling(folder)
        return
    files = given.held_out or ([given.model] if given.model else [])
    models = [from_json(json.loads(file.read_text("utf-8"))) for file in files] or [shipped()]
    for folder in given.sets:
        scale(folder, models[0]) if given.scale else measure(folder, models)


if __name__ == "__main__":
    main()
