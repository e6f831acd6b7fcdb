"""Invented sources for resolution: lists of records in which names and titles collide, and profiles beside them."""

from __future__ import annotations

import json
import random
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from graph_builder.extract import extract
from graph_builder.model import SourceFacts
from graph_builder.read import read_file

FAMILIES = ("Holt", "Wei", "Brandt", "Lin", "Chen", "Wang", "Li")
GIVEN = ("Mira", "Jun", "Otto", "Yan", "Yue", "Xiao Ming", "M.", "Y.", "Y. J.")
PLACES = ("University of Oslo", "ETH Zurich", "Example Institute of Weaving, Looms Lab", "Google", "EIW")
VENUES = ("TOYCONF", "Journal of Looms", "J. Looms", "NeurIPS", "Workshop on Looms at NeurIPS")
WORDS = "sparse graphs looms lanterns in fog a study of learning deep weaving threads signals maps".split()
TOPICS = ("graph learning", "weaving of looms (WOL)", "WOL", "large language models", "medical image segmentation")
PROFILES = (
    "# {name}\n\n## Experience\n\n- Engineer, {place}, {year} - present\n",
    "# {name}\n\n## Publications\n\n- {name}, Otto Brandt. A Study of Lanterns in the Fog. TOYCONF {year}.\n",
    "# {name}\n\nPhD student at {place}, advised by Prof. Yan Wang.\n\n## Research Interests\n\n- WOL\n",
    "# {name}\n\n## Education\n\n- Ph.D. in Physics, {place}, 2010 - {year}\n",
)


@lru_cache(maxsize=2_000)
def source(seed: int, count: int) -> SourceFacts:
    """Return what a source says: a list of so many works, or a profile if that is none."""
    chance = random.Random(seed * 1_000 + count)
    with tempfile.TemporaryDirectory() as folder:
        if count:
            path = Path(folder, f"list{seed}.jsonl")
            path.write_text("\n".join(json.dumps(_work(chance, number)) for number in range(count)))
        else:
            path = Path(folder, f"profile{seed}.md")
            name = f"{chance.choice(GIVEN)} {chance.choice(FAMILIES)}"
            text = chance.choice(PROFILES)
            path.write_text(text.format(name=name, place=chance.choice(PLACES), year=chance.choice((2016, 2021))))
        return extract(read_file(path, path.name))


def works(count: int, seed: int) -> list[dict[str, Any]]:
    """Return so many works in Crossref's form; one of the places has its ROR."""
    chance = random.Random(seed)
    made = [_work(chance, number) for number in range(count)]
    for place in (place for work in made for author in work["author"] for place in author["affiliation"]):
        if place["name"] == "ETH Zurich":
            place["id"] = [{"id": "https://ror.org/05a28rw58", "id-type": "ROR"}]
    return made


def write(folder: Path, count: int) -> None:
    """Write works into three files, the last with works of the first, too."""
    lists = [works(count // 3, seed) for seed in (1, 2, 3)]
    lists[2] += lists[0][: count // 20]
    for name, each in zip(("looms.jsonl", "threads.jsonl", "weaving.jsonl"), lists, strict=True):
        (folder / name).write_text("\n".join(json.dumps(work) for work in each))


def _work(chance: random.Random, number: int) -> dict[str, Any]:
    title = " ".join(chance.choices(WORDS, k=chance.choice((1, 2, 6, 7))))
    # A few titles that come again, now and then misprinted.
    if chance.random() < 0.5:
        title = f"weaving sparse graphs of looms and lanterns {'i' * chance.randint(1, 3)}"
        title = title.replace("lanterns", "lantrens") if chance.random() < 0.3 else title
    return {
        "DOI": f"10.1000/{chance.randrange(400)}" if chance.random() < 0.3 else f"10.1000/{number}-{title[:9]}",
        "type": "proceedings-article",
        "title": [title.capitalize()],
        "container-title": [chance.choice(VENUES)],
        "subject": chance.sample(TOPICS, chance.randint(0, 2)),
        "author": [_author(chance) for _ in range(chance.randint(1, 4))],
        "issued": {"date-parts": [[chance.randint(2015, 2024)]]},
    }


def _author(chance: random.Random) -> dict[str, object]:
    known = f"https://orcid.org/{ORCIDS[chance.randrange(len(ORCIDS))]}"
    return {
        "given": chance.choice(GIVEN),
        "family": chance.choice(FAMILIES),
        "affiliation": [{"name": chance.choice(PLACES)}] if chance.random() < 0.6 else [],
        **({"ORCID": known} if chance.random() < 0.15 else {}),
    }


def _orcid(number: int) -> str:
    digits, total = f"{number:015}", 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    text = digits + ("X" if check == 10 else str(check))
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


ORCIDS = [_orcid(number) for number in range(1, 8)]
