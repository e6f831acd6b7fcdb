"""The training corpus of the reference model: rendered entries, and a lexicon of names and title words."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from records import Person, Record
from render import Rendered, draw_style, render
from venue_styles import draw_venue

from graph_builder.extract.references.tokens import hashed, tokenize

# Classes of the lexicon, as bits of one byte.
TITLE, MOSTLY_TITLE, NAME, MOSTLY_NAME = 1, 2, 4, 8
WORD = re.compile(r"[^\W\d_]{2,}")


def build_lexicon(records: Iterable[Record], people: Iterable[Person], at_least: int = 3) -> dict[int, int]:
    """Return the class of each word (by its hash) that occurs often enough in titles or in people's names."""
    titles: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for record in records:
        titles.update(w.casefold() for w in WORD.findall(record.title))
        for given, family in record.people:
            names.update(w.casefold() for w in WORD.findall(f"{given} {family}"))
    for given, family in people:
        names.update(w.casefold() for w in WORD.findall(f"{given} {family}"))
    out: dict[int, int] = {}
    for word in {*titles, *names}:
        t, n = titles[word], names[word]
        learnt = TITLE * (t >= at_least) + MOSTLY_TITLE * (t >= at_least and t > 8 * n)
        learnt += NAME * (n >= at_least and 2 * n > t) + MOSTLY_NAME * (n >= at_least and n > 8 * t)
        if learnt:
            out[hashed(word)] = learnt
    return out


def read_venues(folder: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """Return journals and meetings (name, acronym) of a folder with CORE's table and CCF's lists of venues."""
    journals, meetings = [], []
    for path in sorted(folder.rglob("*.csv")):
        with path.open(encoding="utf-8", newline="") as rows:
            meetings += [
                (r[1].strip(), r[2].strip()) for r in csv.reader(rows) if len(r) > 2 and r[1].strip() and r[2].strip()
            ]
    for path in sorted(folder.rglob("ccfAbbrFull.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        for short, full in next(iter(table.values())).items():
            name = " ".join(
                w
                if w in {"IEEE", "ACM", "IFIP", "SIAM"}
                else w.lower()
                if w in {"OF", "ON", "AND", "IN", "THE", "FOR"}
                else w.title()
                for w in full.split()
            )
            if re.search(r"(?i)transactions|journal", full):
                journals.append(name)
            else:
                meetings.append((name, short))
    return sorted(set(journals)), sorted(set(meetings))


def render_corpus(
    records: list[Record], venues: tuple[list[str], list[tuple[str, str]]], count: int, seed: int
) -> list[Rendered]:
    """Render *count* entries from *records*, drawing a new style for every second one."""
    rng = random.Random(seed)
    out = []
    style = draw_style(rng)
    for number in range(count):
        if number % 2 == 0:
            style = draw_style(rng)
        record = rng.choice(records)
        out.append(render(record, draw_venue(rng, *venues, record.venue), style, rng))
    return out


def label_tokens(rendered: Rendered, index: dict[str, int]) -> list[int]:
    """Return the label of each token of a rendered entry."""
    out: list[int] = []
    before = "O"
    for start in tokenize(rendered.text).starts:
        name = rendered.fields[start]
        inside = before == name and name in "ATV"
        out.append(index[f"{'I' if inside else 'B'}-{name}" if name in "ATV" else name])
        before = name
    return out
