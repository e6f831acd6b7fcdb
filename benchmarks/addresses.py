"""How many addresses of people survive when documents are added or renamed.

    python benchmarks/addresses.py LIST... [--added 0.1]

Each LIST is a JSON list of papers (gzip); it is cut into documents of 20 papers, of which every tenth (``--added``) is
added last. An address is unchanged if most mentions of its person are still at it. Shares come out of people whose
documents stay as they are: after the documents were added, and after every tenth was renamed instead.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from graph_builder.extract import extract
from graph_builder.model import EntityKind, SourceFacts
from graph_builder.read import read_file
from graph_builder.resolve import resolve

_PAPERS = 20
"""Papers of a document."""

Addresses = Mapping[tuple[str, str], str]
"""The key of the person that each mention means, by source and mention."""


def documents(path: Path, folder: Path) -> Iterator[SourceFacts]:
    """Yield the facts of a list, document by document."""
    papers = json.loads(gzip.decompress(path.read_bytes()))
    for start in range(0, len(papers), _PAPERS):
        name = f"{path.name.split('.')[0]}-{start}.json"
        part = folder / path.name.removesuffix(".gz")
        part.write_text(json.dumps(papers[start : start + _PAPERS]), encoding="utf-8")
        facts = extract(read_file(part, part.name))
        yield renamed(facts, name)


def renamed(facts: SourceFacts, name: str) -> SourceFacts:
    """Return facts as if they stood in a file of another name."""
    return SourceFacts(
        name,
        tuple(
            replace(m, source=name, evidence=replace(m.evidence, source=name) if m.evidence else None)
            for m in facts.mentions
        ),
        tuple(replace(c, source=name, evidence=replace(c.evidence, source=name)) for c in facts.claims),
    )


def addresses(facts: Iterable[SourceFacts]) -> Addresses:
    """Return the address of each mention of a person."""
    return {(x.source, x.mention): x.entity for x in resolve(list(facts)).links if x.kind is EntityKind.PERSON}


def share(before: Addresses, after: Addresses, names: Mapping[str, str]) -> tuple[float, int]:
    """Return the share of unchanged addresses, and how many there were; *names* are later names of sources."""
    people: dict[str, Counter[str]] = defaultdict(Counter)
    for (source, mention), key in before.items():
        people[key][after[names.get(source, source), mention]] += 1
    same = sum(found.most_common(1)[0][0] == key for key, found in people.items())
    return same / len(people), len(people)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--added", type=float, default=0.1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        facts = [each for path in args.lists for each in documents(path, Path(folder))]
    every = round(1 / args.added)
    first = [each for number, each in enumerate(facts) if number % every]
    before = addresses(first)
    for what, then, names in (
        ("added", facts, {}),
        ("renamed", None, {each.source: f"new-{each.source}" for each in first[::every]}),
    ):
        later = then or [renamed(each, names[each.source]) if each.source in names else each for each in first]
        found, count = share(before, addresses(later), names)
        print(f"{what:8} {len(later):5} documents  {count:7} people  unchanged {found:.4f}", flush=True)


if __name__ == "__main__":
    main()
