"""CSV: a row a work, with columns that their names tell, or a mapping beside the file."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from graph_builder.model import EntityKind, Named, Person, ReadError, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source, lines

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "key": ("id", "key", "paper id", "identifier", "eid"),
    "title": ("title", "paper title", "article title", "document title", "publication title", "name of paper"),
    "authors": ("authors", "author", "author names", "author full names", "creators"),
    "orcids": ("orcids", "orcid", "author orcids"),
    "emails": ("emails", "author emails"),
    "author_ids": ("openreview ids", "authorids"),
    "affiliations": ("affiliations", "author affiliations", "affiliation"),
    "year": ("year", "publication year", "pub year", "date", "publication date", "published"),
    "venue": ("venue", "journal", "booktitle", "conference", "source title", "container title", "publication"),
    "type": ("type", "document type", "publication type", "item type"),
    "doi": ("doi", "digital object identifier"),
    "arxiv": ("arxiv", "arxiv id", "eprint"),
    "url": ("url", "link", "ee"),
    "keywords": ("keywords", "author keywords", "topics", "subjects"),
}  # fmt: skip
"""The columns of a mapping, with the names that they have in files that need none."""

_MARK = {"authors": (";", "|", " and "), "keywords": (";", "|", ",")}
_LONGEST = 1_000_000


def csv_table(source: Source) -> Iterator[Record]:
    """Yield the works of a table.

    Raises:
        ReadError: the mapping is no TOML, or names a column that is not there.
    """
    wanted, marks = read_mapping(source.mapping)
    rows = _rows(source)
    first = next(rows, None)
    if first is None:
        return
    header = [v.clean(cell) for cell in first[1]]
    place = _places(header, wanted)
    for number, row in rows:
        if len(row) < len(header) and not any(row):
            continue
        if len(row) != len(header):
            source.note(f"line {number}", f"{len(row)} cells where the first line has {len(header)}")
            continue
        cells = {name: v.clean(row[at]) if name not in _RAW else row[at].strip() for name, at in place.items()}
        if cells.get("title"):
            yield _record(cells, marks, source, number)
        else:
            source.note(f"line {number}", "a row without title")


_RAW = frozenset(("url",))


def is_table(head: bytes, mapping: str) -> bool:
    """Return whether the first line has the columns that a table of works needs, or a mapping says which."""
    if mapping:
        return True
    line = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
    for divider in (",", ";", "\t"):
        names = {v.clean(cell).casefold() for cell in line.strip("\r").split(divider)}
        names = {name.strip('"') for name in names}
        if names & set(COLUMNS["title"]) and names & {*COLUMNS["authors"], *COLUMNS["doi"]}:
            return True
    return False


def read_mapping(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the columns that a mapping names, and the marks that divide the entries of a cell.

    >>> read_mapping('[columns]\\ntitle = "Titel"\\n[divided]\\nauthors = "/"')
    ({'title': 'Titel'}, {'authors': '/'})

    Raises:
        ReadError: it is no TOML, or has other keys.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ReadError(f"the mapping is no TOML ({error}); see docs/records.md") from error
    columns, divided = tables.get("columns", {}), tables.get("divided", {})
    unknown = [*({*tables} - {"columns", "divided"}), *({*columns, *divided} - {*COLUMNS})]
    if unknown or not all(isinstance(value, str) for value in (*columns.values(), *divided.values())):
        names = ", ".join(COLUMNS)
        raise ReadError(f"the mapping has {', '.join(sorted(unknown)) or 'values that are no text'}; known are {names}")
    return columns, divided


def _rows(source: Source) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows with the number of their first line."""
    csv.field_size_limit(_LONGEST)
    texts = (line + "\n" for _, line in lines(source))
    first = next(texts, "")
    reader = csv.reader(chain([first], texts), delimiter=max("\t,;", key=first.count))
    while True:
        begin = reader.line_num + 1
        try:
            yield begin, next(reader)
        except csv.Error as error:
            source.note(f"line {reader.line_num}", f"no row of a table ({error})")
        except StopIteration:
            return


def _places(header: Sequence[str], wanted: Mapping[str, str]) -> dict[str, int]:
    plain = [name.casefold().replace("_", " ") for name in header]
    found = {}
    for column, names in COLUMNS.items():
        if column in wanted:
            if wanted[column] not in header:
                raise ReadError(f"the mapping names a column {wanted[column]}; there are {', '.join(header)[:300]}")
            found[column] = header.index(wanted[column])
        elif at := [plain.index(name) for name in names if name in plain]:
            found[column] = at[0]
    return found


def _record(cells: Mapping[str, str], marks: Mapping[str, str], source: Source, number: int) -> Record:
    identifiers = v.distinct(v.doi(cells.get("doi")), v.arxiv(cells.get("arxiv")), v.doi(cells.get("url")))
    identifiers = identifiers or v.web("url", cells.get("url"))
    place = cells.get("venue", "")
    work = Work(
        cells["title"],
        tuple(_people(cells, marks, source, number)),
        identifiers,
        Named(place) if place else None,
        v.year_of(cells.get("year")),
        v.work_type(cells.get("type")),
        "",
        v.named(_parted(cells, "keywords", marks)),
    )
    key = cells.get("key") or (identifiers[0].value if identifiers else f"line {number}")
    return Record(EntityKind.WORK, key, work)


def _people(cells: Mapping[str, str], marks: Mapping[str, str], source: Source, number: int) -> Iterator[Person]:
    names = _parted(cells, "authors", marks)
    divider = _divider(cells.get("authors", ""), "authors", marks)
    columns = (_aligned(cells.get(c, ""), marks.get(c, divider), len(names)) for c in _ALIGNED)
    for name, orcid, address, profile, place in zip(names, *columns, strict=True):
        ids = v.distinct(
            v.orcid(orcid, source, f"line {number}"),
            v.email(address),
            v.plain_id("openreview", profile) if profile[:1] == "~" else (),
        )
        yield Person(v.natural_order(name), ids, stays=v.stays((place,)))


_ALIGNED = ("orcids", "emails", "author_ids", "affiliations")


def _aligned(text: str, divider: str, count: int) -> list[str]:
    """Return an entry for each author, or empty ones: a list of another length says nothing of any of them."""
    parts = [part.strip() for part in text.split(divider)] if text else []
    return parts if len(parts) == count else [""] * count


def _divider(text: str, column: str, marks: Mapping[str, str]) -> str:
    return marks.get(column) or next((mark for mark in _MARK[column] if mark in text), ";")


def _parted(cells: Mapping[str, str], column: str, marks: Mapping[str, str]) -> list[str]:
    text = cells.get(column, "")
    divider = _divider(text, column, marks)
    if (
        column == "authors"
        and divider == ";"
        and ";" not in text
        and len(re.findall(r"[^,\s]\s[^,]+(?:,|$)", text)) > 1
    ):
        divider = ","  # "Ada Lovelace, Mary Somerville": full names, so that the commas divide them
    return [part.strip() for part in text.split(divider) if part.strip()]
