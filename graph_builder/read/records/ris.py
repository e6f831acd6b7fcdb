"""RIS: a line a field, an entry from ``TY`` to ``ER``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graph_builder.model import EntityKind, Named, Person, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source, lines

_FIELD = re.compile(r"([A-Z][A-Z0-9])  ?-(?: (.*)|$)")
_MOST_LINES = 100_000
_TITLES = ("TI", "T1", "CT", "BT")

Entry = Mapping[str, Sequence[str]]


def ris(source: Source) -> Iterator[Record]:
    """Yield the works of a file; an entry that does not end ends where the next begins."""
    entry: dict[str, list[str]] = defaultdict(list)
    first, last, size = 0, "", 0
    for number, line in lines(source):
        field = _FIELD.match(line)
        if field is None:
            if last and line.strip() and size < _MOST_LINES:  # a field goes on in the next line
                entry[last][-1] += " " + line.strip()
            continue
        tag, value = field[1], (field[2] or "").strip()
        if tag == "TY":
            if entry.keys().isdisjoint(("TY", *_TITLES)):
                entry.clear()  # notes of the provider's between entries
            if entry:
                source.note(f"line {first}", "an entry without end (ER)", "its fields up to the next are in the graph")
                yield from _record(entry, first, source)
            entry.clear()
            first, size = number, 0
        if tag == "ER":
            yield from _record(entry, first, source)
            entry.clear()
            last = ""
            continue
        size += 1
        if size < _MOST_LINES:
            entry[tag].append(value)
            last = tag
        elif size == _MOST_LINES:
            source.note(f"line {number}", f"an entry with more than {_MOST_LINES:,} lines; the rest of it is left out")
    if not entry.keys().isdisjoint(("TY", *_TITLES)):
        source.note(f"line {first}", "an entry without end (ER)", "its fields are in the graph")
        yield from _record(entry, first, source)


def _record(entry: Entry, line: int, source: Source) -> Iterator[Record]:
    title = _first(entry, *_TITLES)
    kind = v.work_type(_first(entry, "TY"))
    if not title:
        source.note(f"line {line}", "an entry without title")
        return
    identifiers = v.distinct(
        v.doi(_first(entry, "DO", "M3", "DI")),
        (
            i
            for value in entry.get("UR", ())
            for i in (*v.doi(value), *(v.arxiv(value) if "arxiv.org" in value else ()))
        ),
        v.plain_id("pmid", _first(entry, "AN") if "pubmed" in _first(entry, "DB").lower() else ""),
    )
    if not identifiers:
        identifiers = v.web("url", _first(entry, "UR"))
    names = [n for tag in ("AU", "A1") for value in entry.get(tag, ()) if (n := v.natural_order(v.clean(value)))]
    place = _first(entry, "JF", "JO", "T2", "JA", "J2", "BT", "T3")
    short = (n for tag in ("JA", "J2", "JO") for n in map(v.clean, entry.get(tag, ())))
    issns = v.plain_id("issn", _first(entry, "SN")) if kind == "article" else ()
    work = Work(
        title,
        tuple(Person(name) for name in dict.fromkeys(names)),
        identifiers,
        Named(place, issns, v.others(place, short)) if place and place != title else None,
        v.year_of(_first(entry, "PY", "Y1", "DA")),
        kind,
        "",
        v.named(entry.get("KW", ())),
    )
    yield Record(EntityKind.WORK, identifiers[0].value if identifiers else _first(entry, "ID") or f"line {line}", work)


def _first(entry: Entry, *tags: str) -> str:
    return next((text for tag in tags for value in entry.get(tag, ()) if (text := v.clean(value))), "")
