"""Speed of the server for assistants: how long its tools take to answer, asked by the SDK's own client.

    python benchmarks/assistant.py --store kg [--each 100]

Things are taken at random from all that the store's search knows, half of them from the thousand with most facts. Each
question is one that was not asked before; the client waits for each answer, as an assistant does. The store is one of
some 15,000 papers, built with ``graph-builder build`` from lists or catalogues that are not part of this repository.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from graph_builder.serve import api
from graph_builder.store.store import Store


async def times(store: Path, things: list[tuple[str, str]]) -> dict[str, list[float]]:
    """Return the milliseconds of each answer by tool."""
    arguments = ["-m", "graph_builder", "mcp", "--store", str(store)]
    asked: dict[str, Any] = {
        "search": lambda iri, name: {"query": name[: max(3, len(name) * 2 // 3)]},
        "show": lambda iri, name: {"name": iri},
        "why": lambda iri, name: {"about": iri},
        "neighbours": lambda iri, name: {"name": iri},
    }
    found: dict[str, list[float]] = {tool: [] for tool in asked}
    async with Client(StdioServerParameters(command=sys.executable, args=arguments)) as client:
        await client.call_tool("search", {"query": "warm up"})
        for iri, name in things:
            for tool, arguments_of in asked.items():
                start = time.perf_counter()
                result = await client.call_tool(tool, arguments_of(iri, name))
                found[tool].append((time.perf_counter() - start) * 1000)
                assert not result.is_error, result.content
    return found


def main() -> None:
    """Print median and 95th percentile of each tool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--each", type=int, default=100)
    given = parser.parse_args()
    if not given.store.exists():
        sys.exit(f"skipped: there is no store at {given.store}; build one from a catalogue of papers")
    store = Store.open(given.store)
    for make in api.PREPARED.values():
        make(store)
    connection = sqlite3.connect(api.index_of(store))
    known = connection.execute("SELECT iri, name FROM thing ORDER BY facts DESC, iri").fetchall()
    choose = random.Random(1)
    half = given.each // 2
    things = choose.sample(known[:1000], half) + choose.sample(known, given.each - half)
    print(f"{store.manifest.totals.get('papers', store.manifest.totals)} papers, {given.each} things")
    for tool, each in asyncio.run(times(given.store, things)).items():
        ordered = sorted(each)
        print(f"{tool:12} median {statistics.median(each):6.1f} ms  95% {ordered[int(len(ordered) * 0.95)]:6.1f} ms")


if __name__ == "__main__":
    main()
