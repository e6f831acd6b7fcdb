"""Documents in layouts that they do not have, to measure what extraction loses by layout alone.

    python benchmarks/layouts.py FOLDER INTO

Each document of FOLDER (but those of structured data alone) is written into INTO/<layout>/ once a layout, under its own
name with the layout's suffix: what is known of a document holds for each of them, and any scorer of facts can be run on
a build of each folder.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graph_builder.read import is_readable, read_file

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "training"))
from relayout import LAYOUTS, relayout

_DATA = frozenset((".yml", ".yaml", ".json"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("into", type=Path)
    asked = parser.parse_args()
    files = [p for p in sorted(asked.folder.iterdir()) if p.is_file() and is_readable(p) and p.suffix not in _DATA]
    for name, layout in LAYOUTS.items():
        (asked.into / name).mkdir(parents=True, exist_ok=True)
        for file in files:
            text = relayout(read_file(file, file.name), layout)
            (asked.into / name / f"{file.stem}{layout.suffix}").write_text(text, encoding="utf-8", errors="replace")
    print(f"{len(files)} documents in {len(LAYOUTS)} layouts")


if __name__ == "__main__":
    main()
