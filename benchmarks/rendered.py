"""Pages written from gold facts in many layouts: what is found of each layout.

    python benchmarks/rendered.py md [--gold FOLDER] [--count 200] [--seed 0] [--only PART:WRITER]
        [--into FOLDER] [--errors N]

FOLDER holds gold facts, one file a person; those of the tests' own corpus are used if none is given. Each page is read
and extracted by itself and compared with what it was written from, whole facts (``tests/samples_score.py``): a wrong
date makes a wrong job. One table says how much is found of each relation, another for each writer what was found of
the pages it wrote a part of, the lowest first. ``--into`` keeps the pages (docs/) and their gold (gold/), to look at
and for other scorers; ``--errors`` prints so many of each relation.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "training"))

from corpus_rows import CORPUS
from rendering.kinds import KINDS
from rendering.page import Gold, pages
from rendering.scoring import Figures, score_page


def golds_of(folder: Path) -> list[Gold]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--gold", type=Path, default=CORPUS / "gold")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--errors", type=int, default=0)
    asked = parser.parse_args()
    for name in ("docs", "gold") if asked.into else ():
        (asked.into / name).mkdir(parents=True, exist_ok=True)
    whole = Figures()
    by_writer: dict[str, Figures] = defaultdict(Figures)
    for name, text, gold, used in pages(asked.kind, golds_of(asked.gold), asked.count, asked.seed, asked.only):
        if asked.into:
            (asked.into / "docs" / name).write_text(text, "utf-8")
            (asked.into / "gold" / f"{gold['id']}.json").write_text(json.dumps(gold, indent=1), "utf-8")
        found = score_page(name, text, gold)
        whole += found
        for writer in used:
            by_writer[writer] += found.about(writer.partition(":")[0])
    for relation, errors in sorted(whole.errors().items()):
        print("\n".join(f"{relation:12} {error}" for error in errors[: asked.errors]))
    print(whole.table())
    for writer, figures in sorted(by_writer.items(), key=lambda item: item[1].f1):
        print(f"{writer:44} {figures.f1:.3f}  wrong {figures.wrong:4}  right {figures.right:4}")


if __name__ == "__main__":
    main()
