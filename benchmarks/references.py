"""How many publication entries a second the segmenter takes apart, one by one and in lists.

python benchmarks/references.py
"""

from __future__ import annotations

import time
from pathlib import Path

import yaml

from graph_builder.extract.references import segment, segment_many

ENTRIES = Path(__file__).parents[1] / "tests" / "extract" / "references" / "entries.yaml"


def main() -> None:
    texts = [str(e["text"]) for e in yaml.safe_load(ENTRIES.read_text(encoding="utf-8"))]
    began = time.perf_counter()
    segment(texts[0])
    print(f"loading: {time.perf_counter() - began:.2f} s")
    for name, size in (("lists of 30", 30), ("lists of 300", 300)):
        lists = [[(texts[i % len(texts)], ()) for i in range(size)] for _ in range(3000 // size)]
        began = time.perf_counter()
        for entries in lists:
            segment_many(entries)
        print(f"{name}: {3000 / (time.perf_counter() - began):.0f} entries a second")
    began = time.perf_counter()
    for i in range(500):
        segment(texts[i % len(texts)])
    print(f"one by one: {500 / (time.perf_counter() - began):.0f} entries a second")


if __name__ == "__main__":
    main()
