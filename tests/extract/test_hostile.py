"""Files that mean no good cost time that grows with their length and no faster, and crash nothing.

What is here once took ten seconds and more for 100 KB. ``benchmarks/hunt.py`` looks for more of the kind.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import hostile
import pytest
from regexes import TooSlow, limit

from graph_builder.extract import extract
from graph_builder.extract.pipeline import pipeline
from graph_builder.model import ReadError
from graph_builder.read import read_bytes
from graph_builder.read.records import read_record_file

SHORT, LONG = 8_000, 32_000
AT_ONCE = 0.5
"""Seconds of the processor for the longer file that nobody has to explain."""
MOST = 9
"""Times as long that four times the length may take: about four where time grows with the length, else sixteen."""
NEVER = 12.0


def job(n: int) -> str:
    return f"- Weaver {n}, Loom Hall {n}, {1950 + n % 70} - {1951 + n % 70}\n"


def made(suffix: str, name: str, size: int) -> str:
    """Return a hostile text by its name."""
    count = size // 40
    special = {
        "columns of one edge": hostile.filled("+--+--+\n", size),
        "a year and a gap": "1911" + " " * size + "\n\n1911" + " " * 500 + ".\nMay\nJune\n",
        "a title and a gap": "* a" + " " * size + "b\n",
        "a property and a gap": "* a\n:PROPERTIES:\n:b: c" + " " * size + "d\n:END:\n",
        "a rule of a table": "|" + "-" * size + ".\n",
        "tests": "\\ifthenelse{" + hostile.filled("\\equal{a}{", size) + "}{b}{c}",
        "prizes for": hostile.filled("# Awards\n\n" + "- Award" + " for" * 35 + "?\n", size),
        "initials": "# Papers\n\n- " + "A. B.-" * (size // 60) + "!, 2019. Notes. Looms.\n",
        "jobs": "# Ada Byron\n\n## Experience\n\n" + "".join(map(job, range(count))),
        "prizes": "# Awards\n\n" + "".join(f"- Loom Prize {n}, {1950 + n % 70}\n\nx\n\n" for n in range(count)),
        "one item of many paragraphs": "<ul><li>" + "<p>2019</p>" * (size // 11) + "</li></ul>",
        "one endless entry": "\\section{Awards}\n" + hostile.filled("Loom Prize, May 2019 and ", size),
        "comments of a catalogue": '<?xml version="1.0"?>' + hostile.filled("<!--", size) + "<dblp/>",
        "an entry of blanks": "@article{" + " " * size + "}",
    }
    if name in special:
        return special[name]
    if name.startswith("open "):
        return hostile.filled(name.removeprefix("open "), size)
    shape, token = name.split(" of ", 1)
    return hostile.shaped(token, shape, suffix, size)


CASES = [
    ("txt", "numbered of a"), ("txt", "numbered of a,"), ("txt", "numbered of ((((("),
    ("txt", "paragraphs of Page 1 of 2\n"), ("txt", "gaps of 1."),
    ("md", "numbered of [a](b)"), ("md", "lines of 1) a\n"), ("md", "words of 1. a\n"), ("md", "columns of one edge"),
    ("md", "lines of +--+--+\n| a| b|\n"), ("md", "entries of <details>\n"), ("md", "open <b>::: {.a}\n"),
    ("md", "line of {% comment %}"), ("md", "a year and a gap"), ("md", "prizes for"), ("md", "initials"),
    ("md", "jobs"), ("md", "prizes"),
    ("html", "lines of <summary>"), ("html", "numbered of <ol reversed><li>a"), ("html", "one item of many paragraphs"),
    ("tex", "line of #"), ("tex", "numbered of \\begin{itemize}\\item "), ("tex", "tests"),
    ("tex", "one endless entry"),
    ("org", "lines of :a:\n"), ("org", "lines of :PROPERTIES:\n"), ("org", "lines of #+html: <b>a\n"),
    ("org", "line of _{"), ("org", "a title and a gap"), ("org", "a property and a gap"), ("org", "a rule of a table"),
    ("xml", "comments of a catalogue"), ("bib", "an entry of blanks"),
]  # fmt: skip


def seconds(suffix: str, text: str, folder: Path) -> float:
    """Return the seconds of the processor of reading a file and extracting from it."""
    start = time.process_time()
    with contextlib.suppress(ReadError), limit(NEVER):
        if suffix in ("xml", "bib"):
            path = folder / f"a.{suffix}"
            path.write_text(text, "utf-8")
            extract(read_record_file(path, path.name))
        else:
            assert extract(read_bytes(text.encode(), f"a.{suffix}", f"a.{suffix}")).problems == ()
    return time.process_time() - start


@pytest.mark.parametrize(("suffix", "name"), CASES, ids=lambda value: repr(value)[1:-1][:40])
def test_time_grows_with_the_length(suffix: str, name: str, tmp_path: Path) -> None:
    pipeline()
    for _ in range(3):  # the machine may have been busy
        long = seconds(suffix, made(suffix, name, LONG), tmp_path)
        if long <= AT_ONCE:
            return
        short = seconds(suffix, made(suffix, name, SHORT), tmp_path)
        if long <= MOST * short:
            return
    pytest.fail(f"{long:.2f} s for {LONG} characters, {short:.2f} s for {SHORT}")


def test_what_grows_faster_is_seen() -> None:
    with pytest.raises(TooSlow), limit(0.1):
        sum(a == b for a in range(10_000) for b in range(10_000))


@pytest.mark.parametrize("suffix", [suffix for suffix in hostile.FORMATS if suffix not in ("qmd", "toml")])
def test_nothing_crashes(suffix: str, tmp_path: Path) -> None:
    """A part of what the search goes through, each case short."""
    cases = [*hostile.repeated(suffix, 600), *hostile.nested(suffix, 600), *hostile.of_vitae(suffix, 600)][::23]
    for case in [*cases, *hostile.mixed(suffix, 6, size=1_500), *hostile.mutated(suffix, 3, size=2_500)]:
        path = tmp_path / f"a.{suffix}"
        path.write_bytes(case.data)
        with contextlib.suppress(ReadError):
            document = read_record_file(path, "a") if suffix == "bib" else read_bytes(case.data, path.name, "a")
            assert extract(document).problems == (), case.name
