"""Published records for training: any folder of JSON, BibTeX and ACL Anthology XML becomes titles, people and venues.

Good sources are the paper lists of conferences, the ACL Anthology's XML, and records of Crossref, DataCite, OpenAlex or
dblp; whichever files a folder holds are read, and what a file does not have is left out.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Person = tuple[str, str]  # given names, family name
PARTICLE = re.compile(r"(?i)^(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten)$")
NAME = re.compile(r"[^\W\d_][^\d_,;:()\[\]{}<>@]*")
BIB_ENTRY = re.compile(r"@(\w+)\s*\{\s*([^,\s]*)\s*,")
BIB_FIELD = re.compile(r"(\w+)\s*=\s*(\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\"[^\"]*\"|\w+)")


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says of one publication."""

    title: str
    people: tuple[Person, ...]
    venue: str = ""
    year: str = ""
    abstract: str = ""


def read_records(folders: list[Path], per_file: int = 400) -> list[Record]:
    """Return the records of all files below *folders*, at most *per_file* of each file, without repeated titles."""
    found: dict[str, Record] = {}
    for path in sorted(p for folder in folders for p in folder.rglob("*") if p.is_file()):
        for number, record in enumerate(_of_file(path)):
            if number >= per_file:
                break
            if 8 <= len(record.title) <= 260 and record.people:
                found.setdefault(record.title.casefold(), record)
    return list(found.values())


def read_names(path: Path, limit: int = 80_000) -> list[Person]:
    """Return people's names from a table whose first two columns are names, such as dblp's list of aliases."""
    out = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines()[1:limit]:
        for cell in line.split(",")[:2]:
            person = split_person(re.sub(r"\s\d{4}$", "", cell.strip()))
            if person:
                out.append(person)
    return out


def split_person(name: str) -> Person | None:
    """Return given and family name of "Family, Given" or "Given Family", or None if it is not such a name.

    >>> split_person("Jan van Dyk"), split_person("Doe, Ada B.")
    (('Jan', 'van Dyk'), ('Ada B.', 'Doe'))
    """
    name = " ".join(html.unescape(re.sub(r"[{}]|\\.", "", name)).split())
    if "," in name:
        family, _, given = name.partition(",")
        given, family = given.strip(), family.strip()
    else:
        words = name.split()
        at = next((i for i, w in enumerate(words) if 0 < i < len(words) - 1 and PARTICLE.match(w)), len(words) - 1)
        given, family = " ".join(words[:at]), " ".join(words[at:])
    if not given or len(family) < 2 or len(name) > 50 or not NAME.fullmatch(given) or not NAME.fullmatch(family):
        return None
    return given, family


def _of_file(path: Path) -> Iterator[Record]:
    name = path.name.casefold()
    try:
        if name.endswith((".json", ".json.gz", ".jsonl", ".jsonl.gz")):
            raw = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
            text = raw.decode("utf-8", "replace")
            for part in text.splitlines() if ".jsonl" in name else [text]:
                yield from _walk(json.loads(part))
        elif name.endswith(".bib"):
            yield from _bibtex(path.read_text(encoding="utf-8", errors="replace"))
        elif name.endswith(".xml"):
            yield from _anthology(path)
    except (ValueError, ElementTree.ParseError, EOFError):
        return


def _walk(data: Any) -> Iterator[Record]:
    """Yield a record for every object, however deep, that has a title and people."""
    if isinstance(data, list):
        for item in data:
            yield from _walk(item)
    elif isinstance(data, dict):
        title = _text(data.get("title") or data.get("titles") or "")
        people = _people(data.get("author") or data.get("authors") or data.get("creators") or data.get("authorships"))
        if title and people:
            venue = _text(
                data.get("container-title") or data.get("pub") or data.get("journal") or data.get("venue") or ""
            )
            yield Record(title, people, venue, _year(data))
        else:
            for value in data.values():
                yield from _walk(value)


def _text(value: Any) -> str:
    while isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("title") or value.get("name") or ""
    plain = re.sub(r"<[^>]+>|[{}]", "", html.unescape(str(value)))
    return " ".join(plain.split()).rstrip(".")


def _year(data: dict[str, Any]) -> str:
    found = re.search(
        r"\b(?:19|20)\d\d\b", str(data.get("year") or data.get("issued") or data.get("publicationYear") or "")
    )
    return found.group() if found else ""


def _people(value: Any) -> tuple[Person, ...]:
    if isinstance(value, str):
        value = value.split(";")
    out: list[Person] = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            item = item.get("author") or item
        if isinstance(item, dict):
            family, given = item.get("family") or item.get("familyName"), item.get("given") or item.get("givenName")
            item = f"{family}, {given}" if family and given else item.get("display_name") or item.get("name") or ""
        person = split_person(str(item))
        if person and person not in out:
            out.append(person)
    return tuple(out)


def _bibtex(text: str) -> Iterator[Record]:
    starts = [m.start() for m in BIB_ENTRY.finditer(text)] + [len(text)]
    for a, b in pairwise(starts):
        fields = {k.casefold(): v.strip('{}"') for k, v in BIB_FIELD.findall(text[a : min(b, a + 6000)])}
        people = tuple(p for n in re.split(r"\s+and\s+", fields.get("author", "")) if (p := split_person(n)))
        title = _text(fields.get("title", ""))
        if title and people and "\\" not in title:
            yield Record(title, people, _text(fields.get("journal") or fields.get("booktitle") or ""), _year(fields))


def _anthology(path: Path) -> Iterator[Record]:
    tree = ElementTree.parse(path)
    for volume in tree.iter("volume"):
        venue, year = volume.findtext("meta/booktitle") or "", volume.findtext("meta/year") or ""
        for paper in volume.iter("paper"):
            title = paper.find("title")
            names = (f"{a.findtext('last') or ''}, {a.findtext('first') or ''}" for a in paper.iter("author"))
            people = tuple(p for n in names if (p := split_person(n)))
            if title is not None and people:
                abstract = paper.find("abstract")
                prose = " ".join("".join(abstract.itertext()).split()[:70]) if abstract is not None else ""
                yield Record(_text("".join(title.itertext())), people, _text(venue), year, prose)
