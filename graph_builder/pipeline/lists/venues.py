"""Lists of venue series: CSV with a title and an acronym, YAML or JSON, as they are found on the web."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from graph_builder.gazetteer.abbreviations import SPONSORS
from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.normalize import normalize_venue, slug, without_edition
from graph_builder.model import ReadError

_TITLE = (
    "title",
    "name",
    "full name",
    "fullname",
    "full_name",
    "description",
    "venue",
    "journal",
    "conference",
    "series",
)
_ACRONYM = ("acronym", "abbreviation", "abbr", "abbrev", "short", "short name", "short_name", "shortname", "id", "key")
_REMARK = re.compile(
    r"\s*[\[(](?:was|merged|formerly|previously|now|changed|duplicate|combined)\b[^()\[\]]*[\])]", re.IGNORECASE
)
_ORDINAL = re.compile(r"\d{1,3}(?:st|nd|rd|th)\b", re.IGNORECASE)
_SMALL = frozenset("of on in and for the to at with by from a an".split())
_KINDS = (
    ("journal", re.compile(r"\b(?:journal|transactions|letters|magazine|annals|review)\b", re.IGNORECASE)),
    ("workshop", re.compile(r"\bworkshop\b", re.IGNORECASE)),
)
_MOST_NODES = 2_000_000


def venues(text: str, path: Path) -> list[Entry]:
    """Return the series that a list names, sorted by id; those of one title are one.

    Raises:
        ReadError: no title of a venue is found.
    """
    found: dict[str, dict[str, None]] = {}
    for title, acronym in _rows(text, path):
        title = _clean(title)
        if len(normalize_venue(title).split()) > 1 and len(title) < 300:
            names = found.setdefault(title, {})
            if 1 < len(acronym) < 30 and acronym.casefold() != title.casefold():
                names[acronym.replace("_", " ")] = None
    entries: dict[str, Entry] = {}
    for title, acronyms in found.items():
        entries.setdefault(slug(title), _entry(title, tuple(acronyms)))
    if not entries or "" in entries and len(entries) == 1:
        raise ReadError(f"{path}: no venue found; a list needs a column (or key) for the title and one for the acronym")
    return [entries[key] for key in sorted(entries) if key]


def _clean(title: str) -> str:
    """A title without remarks and the ordinal of one edition; one in capitals alone in title case.

    >>> _clean("ACM TRANSACTIONS ON INVENTED LOOMS"), _clean("1st Conference on Knots [was KNIP]")
    ('ACM Transactions on Invented Looms', 'Conference on Knots')
    """
    title = " ".join(_REMARK.sub("", title).split())
    if _ORDINAL.match(title):
        title = without_edition(title)
    if title.isupper() and len(title.split()) > 2:
        words = title.lower().split()
        title = " ".join(w.upper() if w in SPONSORS and w != "international" else _cased(w) for w in words)
    return title


def _cased(word: str) -> str:
    return word if word in _SMALL else "-".join(part.capitalize() for part in word.split("-"))


def _entry(title: str, acronyms: tuple[str, ...]) -> Entry:
    kind = next((k for k, pattern in _KINDS if pattern.search(title)), "conference")
    # Many acronyms are words, or those of other series too: they count only as the list prints them.
    return Entry(slug(title), title, kind, acronyms, ambiguous=frozenset(acronyms))


def _rows(text: str, path: Path) -> Iterator[tuple[str, str]]:
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start in ("{", "["):
        try:
            yield from _structured(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise ReadError(f"{path}: broken JSON ({error}); mend or download it again") from error
    elif re.search(r"^\s*(?:- )?[\w ]{1,40}:(?:\s|$)", text[:4000], re.MULTILINE) and not re.match(
        r"[^\n]*,[^\n]*,", text
    ):
        try:
            yield from _structured(_yaml(text))
        except (yaml.YAMLError, RecursionError) as error:
            raise ReadError(f"{path}: broken YAML ({' '.join(str(error).split())[:200]}); mend it") from error
    else:
        yield from _table(text)


def _yaml(text: str) -> Any:
    """Parse YAML without aliases: a list of venues needs none, and a few of them can stand for billions of nodes."""
    for event in yaml.parse(text, Loader=yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
    return yaml.safe_load(text)


def _structured(data: Any) -> Iterator[tuple[str, str]]:
    """Objects with a title and an acronym anywhere in the data; mappings from acronym to title, or the reverse."""
    waiting, seen = [data], 0
    while waiting and seen < _MOST_NODES:
        node = waiting.pop()
        seen += 1
        if isinstance(node, list):
            waiting.extend(reversed(node))
        elif isinstance(node, dict):
            yield from _object(node)
            waiting.extend(v for v in reversed(list(node.values())) if isinstance(v, (list, dict)))


def _object(node: Mapping[Any, Any]) -> Iterable[tuple[str, str]]:
    plain = {str(k).strip().casefold(): str(v).strip() for k, v in node.items() if isinstance(v, (str, int))}
    titles = [plain[k] for k in _TITLE if k in plain]
    if titles:
        # Some lists call the acronym the title, and the title the description.
        longest = max(titles, key=lambda t: (len(t.split()), len(t)))
        short = [plain[k] for k in _ACRONYM if k in plain] + [t for t in titles if t != longest]
        return [(longest, next((s for s in short if s and len(s.split()) < 3), ""))]
    pairs = [(str(k), str(v)) for k, v in plain.items() if v]
    named = [(str(v), str(k)) for k, v in node.items() if isinstance(v, str) and len(v.split()) > 2 > str(k).count(" ")]
    return named if len(named) * 2 > len(pairs) else []


def _table(text: str) -> Iterator[tuple[str, str]]:
    sample = text[:4000]
    delimiter = max(",;\t|", key=sample.count)
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter))
    header = [cell.strip().casefold() for cell in rows[0]] if rows else []
    title = next((header.index(name) for name in _TITLE if name in header), None)
    acronym = next((header.index(name) for name in _ACRONYM if name in header), None)
    if title is None:
        title, acronym = _guess(rows)
        if acronym is None:
            # Prose has commas too: a table without a header is one only with acronyms beside the titles.
            return
    else:
        rows = rows[1:]
    for row in rows:
        if len(row) > title:
            yield row[title].strip(), row[acronym].strip() if acronym is not None and len(row) > acronym else ""


def _guess(rows: list[list[str]]) -> tuple[int, int | None]:
    """The column of titles, which has the most words, and that of acronyms: short, mostly capitals, no number."""
    width = max((len(r) for r in rows), default=1)
    columns = [[r[i].strip() for r in rows if len(r) > i and r[i].strip()] for i in range(width)]
    title = max(range(width), key=lambda i: sum(len(c.split()) for c in columns[i]))
    shorts = {
        i: len({c for c in columns[i] if len(c.split()) < 3 and sum(x.isupper() for x in c) > 1 and not c.isdigit()})
        for i in range(width)
        if i != title
    }
    best = max(shorts, key=lambda i: (shorts[i], -i), default=None)
    return title, best if best is not None and shorts[best] * 3 > len(columns[title]) else None
