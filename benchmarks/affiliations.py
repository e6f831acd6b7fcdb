"""How well and how fast printed affiliations are linked to ROR: the predictions, one JSON object a line.

python benchmarks/affiliations.py INDEX GOLD > predictions.jsonl

The times of opening the index and of matching, after one round to warm up, stand on standard error.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from graph_builder.gazetteer.registry.registry import Registry


def main() -> None:
    began = time.perf_counter()
    registry = Registry(Path(sys.argv[1]))
    registry.match("Example University")
    print(f"opening and one string: {time.perf_counter() - began:.2f} s", file=sys.stderr)
    texts = [row["affiliation"] for row in json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))]
    for _ in range(2):
        began = time.process_time()
        found = list(registry.match_many(texts))
        print(f"{len(texts) / (time.process_time() - began):.0f} strings a second", file=sys.stderr)
    for text, matches in zip(texts, found, strict=True):
        ids = sorted({f"https://ror.org/{m.organization.id}" for m in matches})
        print(json.dumps({"affiliation": text, "ror_ids": ids}, ensure_ascii=False))


if __name__ == "__main__":
    main()
