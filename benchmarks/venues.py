"""Whether the papers of real catalogues are at the series that their own identifiers name.

    python benchmarks/venues.py ANTHOLOGY LISTS [--wrong]

ANTHOLOGY has ``xml/`` and ``yaml/venues.yaml`` of the ACL Anthology, LISTS a folder for each conference with lists of
its papers. The series of a volume is what its identifier says: ``2021.acl-long`` and ``P18-1`` are ACL's, the list
``icml/icml2020`` is ICML's. Findings are a series for each conference that they belong to. Volumes of ``W`` (workshops)
name no series and are left out. A volume is right if most of what leads to its venue is of its series, and most of its
series leads to its venue. Shares of volumes and of papers come out, and how many venues a series has.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from graph_builder.extract import extract
from graph_builder.gazetteer import load
from graph_builder.model import Mention, ReadError, Relation
from graph_builder.read import read_file
from graph_builder.resolve.venues import resolve_venues

Volume = tuple[str, str]
"""A volume of a catalogue, and the series that its identifier names."""

_ID = re.compile(r"(?:(?P<letter>[A-Z])\d\d-\d|(?:19|20)\d\d\.(?P<venue>[a-z0-9]+)-(?P<volume>[a-z0-9]+)\.)")


def series(key: str, letters: Mapping[str, str]) -> str:
    """Return the series that an identifier of the Anthology names, or nothing.

    >>> series("2021.acl-long.7", {}), series("P18-1001", {"P": "acl"}), series("2021.findings-acl.3", {})
    ('acl', 'acl', 'findings-acl')
    """
    found = _ID.match(key)
    if found is None:
        return ""
    if found["letter"]:
        return letters.get(found["letter"], "")
    return f"findings-{found['volume']}" if found["venue"] == "findings" else found["venue"]


def mentions(anthology: Path, lists: Path) -> Iterator[tuple[Mention, Volume, int]]:
    """Yield the venues that are printed in the files, each with its volume and its number of papers."""
    venues = yaml.safe_load((anthology / "yaml" / "venues.yaml").read_text(encoding="utf-8"))
    letters = {v["oldstyle_letter"]: k for k, v in venues.items() if v.get("oldstyle_letter") and k != "ws"}
    for path in sorted([*(anthology / "xml").iterdir(), *lists.glob("*/*")]):
        name = f"{path.parent.name}/{path.name}"
        try:
            facts = extract(read_file(path, name))
        except ReadError:  # a volume without papers
            continue
        by_id = {m.id: m for m in facts.mentions}
        papers: Counter[tuple[str, Volume]] = Counter()
        for claim in facts.claims:
            if claim.relation is Relation.PUBLICATION and (venue := dict(claim.roles).get("venue")):
                of = series(claim.evidence.record, letters)
                if not of and path.parent.name not in ("xml", *letters.values()):
                    of = path.parent.name
                if of:
                    papers[venue, (f"{name} {by_id[venue].name}", of)] += 1
        yield from ((by_id[venue], volume, count) for (venue, volume), count in papers.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("anthology", type=Path)
    parser.add_argument("lists", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print the volumes that are wrong")
    args = parser.parse_args()
    printed = list(mentions(args.anthology, args.lists))
    made = resolve_venues({(m.source, m.id): m for m, _, _ in printed}.values(), load())
    place = {(x.source, x.mention): x.entity for x in made.links}
    label = {e.key: e.name for e in made.entities}
    ours: dict[str, Counter[str]] = defaultdict(Counter)
    theirs: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, (_, of), count in printed:
        key = place[mention.source, mention.id]
        ours[key][of] += count
        theirs[of][key] += count
    right: Counter[str] = Counter()
    for mention, (volume, of), count in printed:
        key = place[mention.source, mention.id]
        good = ours[key].most_common(1)[0][0] == of and theirs[of].most_common(1)[0][0] == key
        right.update({"volumes": good, "papers": good * count})
        if args.wrong and not good:
            print(f"{of}\t{label[key]}\t{count}\t{volume}", file=sys.stderr)
    papers = sum(count for _, _, count in printed)
    print(f"volumes  {len(printed):6}  right {right['volumes'] / len(printed):.4f}")
    print(f"papers   {papers:6}  right {right['papers'] / papers:.4f}")
    print(f"venues   {len(ours):6}  of {len(theirs)} series")


if __name__ == "__main__":
    main()
