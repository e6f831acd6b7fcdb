"""How long a notebook's widget takes with two thousand things: until it answers, and until it answers a click.

    python benchmarks/widget.py [--things 2000]

A bibliography of invented papers is built, and the widget is opened about all of its authors, in a headless browser as
a notebook shows it, with its kernel in this process. The time runs from making the widget until its things are drawn,
and from a click on a thing's name until its lines are listed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import graph_builder
from graph_builder.notebook.widget import GraphWidget

EACH = 39
"""Papers of an author: with the venue forty things, as many as a step brings in."""

# What a notebook gives to a module: a model with traits and messages, and a place to draw in.
NOTEBOOK = """async ([code, traits]) => {
  const module = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const heard = new Map();
  const model = {
    get: (name) => traits[name],
    set: (name, value) => (traits[name] = value),
    save_changes: () => {},
    send: async (message) => { const answer = await window.kernel(message); heard.get("msg:custom")(answer); },
    on: (name, listener) => heard.set(name, listener),
    off: (name) => heard.delete(name),
  };
  module.default.render({ model, el: document.body });
}"""


def title(dice: random.Random) -> str:
    """Return six words that nobody uses."""
    return " ".join("".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(3)) for _ in range(6))


def papers(folder: Path, things: int) -> Path:
    """Write papers of authors who have a name and a venue of their own; return the file."""
    entries, dice = [], random.Random(1)
    for author in range(things // (EACH + 1) + 1):
        letters = chr(65 + author // 26) + chr(97 + author % 26)
        entries += [
            f"@article{{p{author}-{number}, title = {{{title(dice)}}}, "
            f"author = {{{letters}hmark, Ottilie}}, journal = {{Annals of {letters}hmark}}, year = {1980 + number}}}"
            for number in range(EACH)
        ]
    path = folder / "papers.bib"
    path.write_text("\n".join(entries), encoding="utf-8")
    return path


def processor() -> float:
    """Return the seconds of processor that this process and those below it have taken: clocks of busy machines lie."""
    below: dict[int, float] = {}
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        parents[int(status.parent.name)] = int(fields[1])
        below[int(status.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and ours(parents[process]))

    return sum(seconds for process, seconds in below.items() if ours(process))


def measure(graph: graph_builder.Graph, things: int) -> None:
    """Open the widget, click, and print the seconds."""
    people = graph.query(
        "SELECT DISTINCT ?person ?name { ?person a <https://schema.org/Person> ; "
        "<http://www.w3.org/2000/01/rdf-schema#label> ?name } ORDER BY ?name"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 700})
        began, used = time.monotonic(), processor()
        widget = graph.explore(*(str(row["person"]) for row in people), height=640)
        sent: list[dict[str, Any]] = []
        GraphWidget.send = lambda _, content, buffers=None: sent.append(content)  # type: ignore[method-assign]

        def kernel(message: dict[str, Any]) -> dict[str, Any]:
            widget._answer(widget, message, [])
            return sent.pop()

        page.expose_function("kernel", kernel)
        page.evaluate(
            NOTEBOOK, [widget._esm, {"_base": widget._base, "_parameters": widget._parameters, "height": 640}]
        )
        frame = page.frame_locator("iframe")
        count = frame.get_by_text(re.compile(r"of \d{3,} things"))
        count.wait_for(timeout=60_000)
        print(
            f"{count.inner_text()}: shown after {time.monotonic() - began:.2f} s, processor {processor() - used:.2f} s"
        )
        asked, used = time.monotonic(), processor()
        frame.get_by_role("button", name=re.compile("^(\\w+ ){5}")).first.click()
        frame.get_by_role("heading", level=2, name=re.compile("^(\\w+ ){5}")).wait_for(timeout=60_000)
        print(f"a click answered after {time.monotonic() - asked:.2f} s, processor {processor() - used:.2f} s")
        browser.close()


def main() -> None:
    """Build, open, click."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--things", type=int, default=2000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        graph_builder.build([papers(Path(name), given.things)], Path(name) / "kg")
        measure(graph_builder.open(Path(name) / "kg"), given.things)


if __name__ == "__main__":
    main()
