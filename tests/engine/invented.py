"""Invented works in Crossref's form: names collide, are abbreviated and turned, titles come twice and misprinted."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

FAMILY = ("Voss", "Wang", "Abara", "Luo", "Kim", "Ellingsworth", "Okonjo", "Li", "Havlund", "Sato")
GIVEN = ("Mara", "Wei", "Yan", "Yue", "Teodor", "Xiao-Ming", "Jin", "Ada", "Olu", "Kaede", "Hana", "Per")
WORDS = (
    "weaving sparse endless graphs kernels looms bounded retrieval transport of for with robust priors stochastic "
    "threads latent causal bandits spectral patterns minimal folding certified learning alignment"
).split()
VENUES = ("NeurIPS", "Journal of Loom Science", "J. Loom Sci.", "ICML", "Proceedings of the 3rd Workshop on Weaving")
PLACES = (
    ("University of Cambridge", ""),
    ("Department of Looms, Example University, Oslo", ""),
    ("Example University", "https://ror.org/05gq02987"),
    ("Loom Institute of Technology", "https://ror.org/042nb2s44"),
    ("Google", ""),
    ("LIT, Lab of Weaving", ""),
)


def works(count: int, seed: int) -> list[dict[str, Any]]:
    """Return so many works; every fifth is one of before, printed otherwise."""
    chance = random.Random(seed)
    people = [_person(chance) for _ in range(max(4, count // 4))]
    made: list[dict[str, Any]] = []
    for number in range(count):
        if number % 5 == 4:
            made.append(_again(chance, chance.choice(made), number))
        else:
            made.append(_work(chance, people, number, seed))
    return made


def write(folder: Path, count: int) -> None:
    """Write works into three files, the last with works of the first, too."""
    lists = [works(count // 3, seed) for seed in (1, 2, 3)]
    lists[2] += lists[0][: count // 20]
    for name, each in zip(("looms.jsonl", "threads.jsonl", "weaving.jsonl"), lists, strict=True):
        (folder / name).write_text("\n".join(json.dumps(work) for work in each))


def _person(chance: random.Random) -> dict[str, Any]:
    known = chance.random() < 0.3
    number = chance.randrange(10**6)
    return {
        "given": chance.choice(GIVEN) + (f" {chance.choice(GIVEN)[0]}." if chance.random() < 0.2 else ""),
        "family": chance.choice(FAMILY),
        **({"ORCID": f"https://orcid.org/{_orcid(number)}"} if known else {}),
        "place": chance.choice(PLACES),
    }


def _orcid(number: int) -> str:
    digits = f"{number:015}"
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    whole = digits + ("X" if rest == 10 else str(rest))
    return "-".join(whole[at : at + 4] for at in range(0, 16, 4))


def _author(chance: random.Random, person: dict[str, Any]) -> dict[str, Any]:
    given = person["given"]
    if chance.random() < 0.25:
        given = f"{given[0]}."
    name, ror = person["place"]
    place = {"name": name, **({"id": [{"id": ror, "id-type": "ROR"}]} if ror else {})}
    author = {"given": given, "family": person["family"]}
    if chance.random() < 0.1:
        author = {"given": person["family"], "family": given}
    if chance.random() < 0.7:
        author["affiliation"] = [place]
    if "ORCID" in person and chance.random() < 0.6:
        author["ORCID"] = person["ORCID"]
    return author


def _work(chance: random.Random, people: list[dict[str, Any]], number: int, seed: int) -> dict[str, Any]:
    title = "Editorial" if number % 17 == 0 else " ".join(chance.sample(WORDS, 6)).capitalize()
    authors = chance.sample(people, chance.randint(1, min(5, len(people))))
    return {
        "DOI": f"10.5555/{seed}.{number}",
        "title": [title],
        "author": [_author(chance, person) for person in authors],
        "container-title": [chance.choice(VENUES)],
        "issued": {"date-parts": [[chance.randint(2010, 2020)]]},
        "type": "journal-article",
    }


def _again(chance: random.Random, work: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a work as another list prints it: without its DOI, its title misprinted, its authors abbreviated."""
    title = work["title"][0]
    at = chance.randrange(max(1, len(title) - 2))
    if number % 2:
        title = title[: at + 1] + title[at + 2] + title[at + 1] + title[at + 3 :] if len(title) > at + 2 else title
    authors = [{**author, "given": f"{author['given'][0]}."} for author in work["author"]]
    return {**work, "DOI": "", "id": f"again{number}", "title": [title], "author": authors}
