"""Write down which interests this version of the rules finds, and which of them are right.

    python training/judge_interests.py DOCUMENT... --gold GOLD --scorer SCORE.PY --out FILE

What earlier versions took wrongly teaches most: with their code on the path, this writes their interests too.
``train_interests.py`` learns from such files. No doubts are raised while they are written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from reliability import Judge, scorer

from graph_builder.extract.pipeline import raw_facts
from graph_builder.model import Relation
from graph_builder.read import read_file


def judged(document: Path, gold: Path, score: Path) -> list[dict[str, object]]:
    """Return the interests of a document: the phrase, where it stands, and whether it is right."""
    with patch("graph_builder.extract.topics.without_doubted", create=True):
        facts = raw_facts(read_file(document, f"x/{document.name}"))
    judge = Judge(scorer(score), json.loads(gold.read_text("utf-8")), facts)
    return [
        {"document": document.name, "name": judge.names[claim.roles["topic"]][0], "rule": claim.extractor,
         "start": claim.evidence.span.start, "end": claim.evidence.span.end, "right": right}
        for claim, right in judge.verdicts()
        if claim.relation is Relation.INTEREST and right is not None
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold facts")
    parser.add_argument("--scorer", type=Path, required=True, help="the scorer's file")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    found: list[dict[str, object]] = []
    for document in asked.documents:
        gold = asked.gold / f"{document.stem}.json"
        if gold.is_file():
            try:
                found += judged(document, gold, asked.scorer)
            except Exception as error:  # what earlier versions could not read
                print(f"{document.name}: {error}")
    asked.out.write_text(json.dumps(found, ensure_ascii=False, indent=0), encoding="utf-8")
    print(f"{len(found)} interests, {sum(one['right'] is False for one in found)} of them wrong")


if __name__ == "__main__":
    main()
