"""Documents that mean no good: what each format knows, repeated, nested, mixed, and samples taken apart.

The same cases come out each time. A case has a name that tells how it was made, so that it can be made again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

SAMPLES = Path(__file__).resolve().parent.parent / "graph_builder" / "samples"
SIZE = 100_000


@dataclass(frozen=True)
class Case:
    """A hostile file: the suffix it is read by, how it was made, and its text."""

    suffix: str
    name: str
    text: str

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode("utf-8", "replace")


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds of processor *work* takes in a thread of its own.

    At some depths of the stack CPython asks the system for memory at each call and gives it back: a recursion of
    half a second took nine below a test.
    """

    def timed() -> float:
        begun = time.thread_time()
        work()
        return time.thread_time() - begun

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(timed).result()


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    table: dict[str, dict[str, list[str]]] = yaml.safe_load((Path(__file__).parent / "hostile.yaml").read_text("utf-8"))
    return table


FORMATS = ("md", "html", "tex", "txt", "org", "rst", "typ", "yml", "json", "toml", "bib", "qmd")
_AS = {"qmd": "md", "toml": "yml"}


def tokens(suffix: str) -> list[str]:
    """Return the short pieces that a format knows."""
    return _table()[_AS.get(suffix, suffix)]["tokens"]


def nests(suffix: str) -> list[tuple[str, str]]:
    """Return what opens and closes in a format."""
    return [(opening, closing) for opening, closing in _table()[_AS.get(suffix, suffix)].get("nests", [])]


def lines(suffix: str) -> list[str]:
    """Return lines of CVs, in the marks of a format."""
    return [_dressed(line, suffix) for line in _table()["vitae"]["lines"]]


def headings(suffix: str) -> list[str]:
    """Return headings of CVs in the marks of a format."""
    return [_heading(heading, suffix) for heading in _table()["vitae"]["headings"]]


def _heading(words: str, suffix: str) -> str:
    return {
        "md": f"\n## {words}\n\n",
        "qmd": f"\n## {words}\n\n",
        "html": f"<h2>{words}</h2>\n",
        "tex": f"\\section{{{words}}}\n",
        "org": f"* {words}\n",
        "rst": f"\n{words}\n{'=' * 20}\n\n",
        "typ": f"\n= {words}\n",
        "yml": f"{words.lower()}:\n",
        "toml": f"[{words.lower()}]\n",
    }.get(suffix, f"\n{words.upper()}\n\n")


def _dressed(line: str, suffix: str) -> str:
    if suffix == "html":
        return f"<p>{line}</p>\n"
    if suffix == "tex":
        return f"\\item {line.replace('&', chr(92) + '&')}\n"
    if suffix in ("md", "qmd", "org", "rst", "typ"):
        return f"- {line}\n"
    return f"- {line!r}\n" if suffix == "yml" else f"{line}\n"


def filled(unit: str, size: int) -> str:
    """Return a text of *size* characters that repeats a unit."""
    return (unit * (size // max(len(unit), 1) + 1))[:size]


SHAPES = ("line", "lines", "words", "paragraphs", "entries", "numbered", "gaps")


def shaped(token: str, shape: str, suffix: str, size: int) -> str:
    """Return a token repeated in one endless line, a line each, with words or gaps between, or in entries."""
    if shape == "line":
        return filled(token.replace("\n", " ") if suffix == "txt" else token, size)
    if shape == "lines":
        return filled(token.rstrip("\n") + "\n", size)
    if shape == "words":
        return filled(f"{token}Ada Lovelace {token}", size)
    if shape == "paragraphs":
        return filled(filled(token, 300) + "\n\n", size)
    if shape == "gaps":
        own = token.rstrip("\n")
        gaps = (" " * (size // 4), "\n" * (size // 8), "\t" * (size // 8), "\u00a0" * (size // 8))
        return "a".join(own + gap for gap in gaps) + filled(own + " " * 300, size // 4) + "a"
    if shape == "numbered":
        own = token.rstrip("\n")
        return "".join(f"{own}{n}\n" for n in range(size // (len(own) + 5)))
    own = headings(suffix)
    entry = filled(token, 120) + "\n\n" + _dressed("Weaver, Loom Hall, 2019 - 2021", suffix) + "\n"
    return filled("".join(heading + entry * 4 for heading in own), size)


def repeated(suffix: str, size: int = SIZE, shapes: tuple[str, ...] = SHAPES) -> Iterator[Case]:
    """Give each piece of a format in each shape."""
    for token in dict.fromkeys(tokens(suffix)):
        for shape in shapes:
            yield Case(suffix, f"{shape} of {token!r}", shaped(token, shape, suffix, size))


def nested(suffix: str, size: int = SIZE) -> Iterator[Case]:
    """Give each pair of a format opened so many times and closed so many times, or one inside the other."""
    pairs = nests(suffix)
    for opening, closing in pairs:
        count = size // (len(opening) + len(closing))
        for depth in (count, 200, 20):
            whole = (opening * depth + "x" + closing * depth + "\n") * max(count // depth, 1)
            yield Case(suffix, f"{depth} deep {opening!r}", whole)
    for (one, end), (other, ending) in zip(pairs, pairs[1:] + pairs[:1], strict=True):
        count = size // (len(one) + len(other))
        yield Case(suffix, f"crossed {one!r} {other!r}", (one + other + "x" + end + ending) * (count // 2))
        yield Case(suffix, f"open {one!r} {other!r}", (one + other) * count)


def of_vitae(suffix: str, size: int = SIZE) -> Iterator[Case]:
    """Give lines of CVs, each again and again, below each kind of heading; headings alone; all lines as one."""
    own = lines(suffix)
    for plain, line in zip(_table()["vitae"]["lines"], own, strict=True):
        yield Case(suffix, f"lines {plain!r}", filled(line, size))
        yield Case(suffix, f"joined {plain!r}", filled(plain + " ", size))
        yield Case(suffix, f"below headings {plain!r}", filled("".join(h + line * 6 for h in headings(suffix)), size))
    joined = " ".join(_table()["vitae"]["lines"])
    for heading in headings(suffix):
        yield Case(suffix, f"heading alone {heading!r}", filled(heading, size))
        yield Case(suffix, f"one heading {heading!r}", heading + filled("".join(own), size))
        yield Case(suffix, f"headings with lines {heading!r}", filled("".join(heading + line for line in own), size))
        yield Case(suffix, f"one endless entry {heading!r}", heading + filled(joined, size))


def mixed(suffix: str, count: int, seed: int = 0, size: int = SIZE) -> Iterator[Case]:
    """Give mixtures of what a format knows and of lines of CVs: a few units, each repeated, or a short period."""
    for number in range(count):
        rng = random.Random(f"{suffix} {seed} {number}")
        known = tokens(suffix) + [part for pair in nests(suffix) for part in pair]
        spoken = _table()["vitae"]["pieces"] + _table()["vitae"]["lines"]
        pool = [rng.choice(known) for _ in range(rng.randint(1, 6))] + [
            rng.choice([*spoken, *headings(suffix), *lines(suffix)]) for _ in range(rng.randint(0, 6))
        ]
        joint = rng.choice(["", "", " ", "\n", "\n\n", ", "])
        if rng.random() < 0.5:  # a period
            text = filled(joint.join(rng.choice(pool) for _ in range(rng.randint(2, 30))) + joint, size)
        else:
            parts: list[str] = []
            left = size
            while left > 0:
                part = rng.choice(pool) * rng.choice([1, 1, 1, 2, 5, 100]) + joint
                parts.append(part)
                left -= len(part) + 1
            text = "".join(parts)[:size]
        yield Case(suffix, f"mixture {seed}.{number} of {[p[:20] for p in pool]!r}", text)


def samples(suffix: str) -> list[str]:
    """Return the bundled samples of a format."""
    same = {"md": (".md", ".markdown"), "yml": (".yml", ".yaml")}.get(suffix, (f".{suffix}",))
    return [path.read_text("utf-8") for path in sorted(SAMPLES.iterdir()) if path.suffix in same]


def mutated(suffix: str, count: int, seed: int = 0, size: int = SIZE) -> Iterator[Case]:
    """Give samples taken apart: lines doubled, shuffled, joined, cut, repeated, until a file is long."""
    sources = samples(suffix) or samples("txt")
    for number in range(count):
        rng = random.Random(f"{suffix} {seed} mutant {number}")
        own = rng.choice(sources).split("\n")
        way = rng.choice(["doubled", "shuffled", "joined", "cut", "some", "bare", "one line"])
        text = ""
        while len(text) < size:
            text += _taken_apart(own, way, rng) + "\n"
        yield Case(suffix, f"mutant {seed}.{number} {way}", text[:size])


def _taken_apart(own: list[str], way: str, rng: random.Random) -> str:
    if way == "doubled":
        return "\n".join(line for line in own for _ in range(rng.choice([1, 1, 2, 8])))
    if way == "shuffled":
        return "\n".join(rng.sample(own, len(own)))
    if way == "joined":
        return "".join(line + rng.choice(["\n", "\n", " ", "", ", "]) for line in own)
    if way == "cut":
        return "\n".join(line[: rng.randint(0, len(line))] for line in own)
    if way == "some":
        return "\n".join([rng.choice(own)] * 40)
    if way == "one line":
        return " ".join(own)
    return "\n".join(line.strip(" -*#\\{}<>/") for line in own)
