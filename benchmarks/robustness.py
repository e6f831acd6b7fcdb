"""Seconds of processor time for 100 KB of what nobody expects: lines without end, nesting, thousands of headings.

    python benchmarks/robustness.py [--limit 1.0] [--formats txt md html tex] [--only NAME] [--stages]

Each input is read as each format. Rows where the reader or one extractor is above the limit are marked and make the
exit status 1. With ``--stages`` the seconds of the slowest extractors follow.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from graph_builder.extract import extract
from graph_builder.extract.pipeline import pipeline
from graph_builder.model import Document, ReadError
from graph_builder.read import read_bytes

SIZE = 100_000

_MIXED = (
    "Ada Lovelace, Professor of Looms, University of Otranto, 2019-2021, PhD in Engines, A. Byron, C. Loom and B. "
    'Card, "Notes on the engine", In Proceedings of the Conference on Looms, pp. 1-9, 2020. Best Paper Award, Reviewer '
    "for the Journal of Cards, advised by Prof. Charles Loom. I am interested in engines, looms and cards; "
)
_ENTRY = (
    "- PhD student, University of Otranto, 2019-2021\n- A. Byron, C. Loom. Notes on engines. Looms 3, 2020.\n"
    "- Reviewer: Looms 2020, Cards 2021\n- Medal of Honour, 2020\n"
)


def _fill(unit: str) -> str:
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


INPUTS: dict[str, str] = {
    "letters": _fill("a"),
    "capitals": _fill("A"),
    "words": _fill("loom "),
    "names": _fill("Ada Lovelace "),
    "initials": _fill("A. B. "),
    "digits": _fill("7"),
    "years": _fill("2019-2020 "),
    "years and dashes": _fill("2019 - "),
    "months": _fill("May 2019 "),
    "commas": _fill("a, "),
    "names and commas": _fill("A. Byron, "),
    "and": _fill("and "),
    "semicolons": _fill("Looms; "),
    "colons": _fill("a: "),
    "dots": _fill("."),
    "spaced dots": _fill(". "),
    "dashes": _fill("-"),
    "brackets": _fill("("),
    "bracket pairs": _fill("()"),
    "square brackets": _fill("["),
    "braces": _fill("{"),
    "closing braces": _fill("}"),
    "angles": _fill("<"),
    "pipes": _fill("|"),
    "spaced pipes": _fill("a | "),
    "asterisks": _fill("*"),
    "spaced asterisks": _fill("* "),
    "underscores": _fill("_"),
    "backticks": _fill("`"),
    "backslashes": _fill("\\"),
    "commands": _fill("\\a"),
    "quotes": _fill('"'),
    "curly quotes": _fill("“a”"),
    "apostrophes": _fill("'"),
    "spaces": "a" + _fill(" ") + "b",
    "tabs": _fill("a\t"),
    "newlines": _fill("\n"),
    "ideographs": _fill("教育"),
    "names in ideographs": _fill("李明，"),
    "accents": _fill("e\u0301"),
    "emoji": _fill("🙂"),
    "zero-width": _fill("a\u200b"),
    "addresses": _fill("http://a.example/ "),
    "one address": "http://" + _fill("a"),
    "mail": _fill("a@"),
    "divisions": _fill("<div>"),
    "spans": _fill("<span>a"),
    "lists in lists": _fill("<ul><li>"),
    "tables in tables": _fill("<table><tr><td>"),
    "comments": _fill("<!-- "),
    "entities": _fill("&amp;"),
    "links": _fill("[a](b)"),
    "images": _fill("![a]("),
    "quotation marks": _fill("> "),
    "groups": _fill("{a"),
    "environments": _fill("\\begin{itemize}\\item "),
    "mixed": _fill(_MIXED),
    "mixed capitals": _fill(_MIXED.upper()),
    "mixed lines": _fill(_MIXED.replace(", ", "\n")),
    "entries": _fill("# Education\n" + _ENTRY * 400),
    "bullets": "".join(f"- Item {n}\n" for n in range(5_000)),
    "headings": "".join(f"# Heading {n}\n\n" for n in range(3_000)),
    "known headings": "# Education\n\n# Awards\n\n" * 1_500,
    "capital headings": "EDUCATION\n\nAWARDS\n\n" * 2_500,
    "html headings": "<h2>Education</h2><p>PhD, A University, 2020</p>" * 2_000,
    "bold lines": "**Awards**\n\nMedal\n\n" * 2_500,
    "table rows": "| 2019 | PhD | A University |\n|---|---|---|\n" + "| 2019 | PhD | A University |\n" * 3_000,
    "html rows": "<table>" + "<tr><td>2019</td><td>PhD, A University</td></tr>" * 2_000 + "</table>",
    "short lines": "a\n" * 50_000,
    "one paper a line": "[1] A. Byron, C. Loom. Notes on engines. Journal of Looms 3, 2020.\n" * 1_400,
    "yaml": "---\n" + "".join(f"k{n}: v\n" for n in range(9_000)) + "---\n",
    "nested yaml": "---\na: " + "[" * 5_000 + "]" * 5_000 + "\n---\n",
    "bibtex": "@article{a, title={Notes}, author={A. Byron and C. Loom}, year=2020}\n" * 1_300,
}


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def seconds(text: str, suffix: str) -> tuple[float, float]:
    """Return how long reading a text as a format takes, and extracting from the document."""
    found: list[Document] = []

    def read() -> None:
        with contextlib.suppress(ReadError):
            found.append(read_bytes(text.encode(), f"a.{suffix}", f"a.{suffix}"))

    reading = _timed(read)
    return reading, _timed(lambda: extract(found[0])) if found else 0.0


def _watch(spent: defaultdict[str, float]) -> None:
    """Count the seconds of each component of the pipeline."""
    nlp = pipeline()

    def watched(name: str, run: Callable[..., object]) -> Callable[..., object]:
        def component(*arguments: object, **options: object) -> object:
            start = time.process_time()
            try:
                return run(*arguments, **options)
            finally:
                spent[name] += time.process_time() - start

        return component

    nlp._components = [(name, watched(name, run)) for name, run in nlp._components]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each input and format, and return how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=1.0)
    parser.add_argument("--formats", nargs="+", default=["txt", "md", "html", "tex"])
    parser.add_argument("--only")
    parser.add_argument("--stages", action="store_true")
    options = parser.parse_args(arguments)
    spent: defaultdict[str, float] = defaultdict(float)
    seconds("Ada", "txt")  # what is loaded once
    _watch(spent)
    slow = 0
    for name, text in INPUTS.items():
        if options.only and options.only != name:
            continue
        for suffix in options.formats:
            spent.clear()
            reading, extracting = seconds(text[:SIZE], suffix)
            over = max(reading, *spent.values(), 0.0) > options.limit
            slow += over
            slowest = sorted(spent.items(), key=lambda item: -item[1])[:3] if options.stages else []
            stages = " ".join(f"{stage}={seconds_:.2f}" for stage, seconds_ in slowest if seconds_ > 0.1)
            print(
                f"{name:24} {suffix:5} read {reading:6.2f}  extract {extracting:6.2f} {'SLOW' if over else ''} {stages}"
            )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
