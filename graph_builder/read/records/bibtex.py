"""BibTeX: entries of a bibliography, broken ones as far as they can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Work
from graph_builder.model.bibtex import Part, bib_entries
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source, lines

_MOST_WAITING = 100_000
_AND = re.compile(r"(?<!\s)\s+and\s+", re.I)
_PREPRINT = re.compile(r"(?i)\b(?:ar\s?xiv|corr|biorxiv|preprint)\b")
_LIST = re.compile(r"(?:(?<!\s)\s+)?[;,]\s*")
_WHOLE = re.compile(r"\{[^{}]*\}$")


def bibtex(source: Source) -> Iterator[Record]:
    """Yield the works of a bibliography; missing fields come from the entry that ``crossref`` names."""
    volumes: dict[str, _Entry] = {}
    waiting: list[_Entry] = []
    for entry in _entries(source):
        if entry.kind in ("proceedings", "book", "collection") and len(volumes) < _MOST_WAITING:
            volumes[entry.key.casefold()] = entry
        if "crossref" in entry.fields and len(waiting) < _MOST_WAITING:
            waiting.append(entry)
        else:
            yield from _record(entry, entry.fields, source)
    for entry in waiting:
        volume = volumes.get(entry.fields["crossref"].strip().casefold())
        yield from _record(entry, _inherited(entry.fields, volume.fields if volume else {}), source)


def _inherited(fields: Mapping[str, str], volume: Mapping[str, str]) -> dict[str, str]:
    """Return the fields with those of the volume, whose title is the name of the book."""
    above = {k: v for k, v in volume.items() if k not in ("title", "author", "doi", "url", "pages")}
    above.setdefault("booktitle", volume.get("title", ""))
    return {**above, **fields}


def _record(entry: _Entry, fields: Mapping[str, str], source: Source) -> Iterator[Record]:
    title = v.clean(fields.get("title", ""))
    if not title and entry.kind in ("book", "collection"):  # some managers export the name of a volume as this
        title = v.clean(fields.get("booktitle", ""))
    if entry.kind == "proceedings":
        return
    if not title:
        source.note(f"line {entry.line} ({entry.key})", "an entry without title")
        return
    archive = fields.get("archiveprefix", fields.get("eprinttype", "")).lower()
    text = " ".join(fields.get(name, "") for name in ("journal", "booktitle", "note", "url", "howpublished", "eprint"))
    identifiers = v.distinct(
        v.doi(fields.get("doi", "") or fields.get("url", "")),
        v.arxiv(fields.get("eprint", "")) if archive in ("", "arxiv") else (),
        v.arxiv(text) if "arxiv" in text.lower() else (),
        v.plain_id("pmid", fields.get("pmid")),
        _addressed(fields.get("url", "")),
    )
    if not identifiers:
        identifiers = v.web("url", v.clean(fields.get("url", "")))
    place = _venue(fields, title)
    work = Work(
        title,
        tuple(_people(fields, source, entry.key)),
        identifiers,
        place,
        v.year_of(fields.get("year", "")) or v.year_of(fields.get("date", "")),
        _kind(entry.kind, place),
        "",
        v.named(_LIST.split(v.clean(fields.get("keywords", "")))),
    )
    yield Record(EntityKind.WORK, entry.key or f"line {entry.line}", work)


def _kind(kind: str, place: Named | None) -> str:
    if place is not None and _PREPRINT.search(place.name):
        return "preprint"
    return v.work_type(kind)


def _venue(fields: Mapping[str, str], title: str) -> Named | None:
    for name in ("journal", "journaltitle", "booktitle", "school", "institution", "howpublished"):
        text = v.clean(fields.get(name, ""))
        if text and text != title and not text.startswith(("http", "url", "www")):
            issns = v.plain_id("issn", v.clean(fields.get("issn", ""))) if name.startswith("journal") else ()
            return Named(text, issns)
    if v.arxiv(fields.get("eprint", "")):
        return Named("arXiv")
    return None


def _addressed(url: str) -> Iterator[Identifier]:
    if match := re.search(r"openreview\.net/(?:forum|pdf)\?id=([\w-]{6,20})", url):
        yield Identifier("openreview", match[1])
    if match := re.search(r"aclanthology\.org/([\w.-]{5,60}?)(?:\.pdf)?/?$", url):
        yield Identifier("acl", match[1])


def _people(fields: Mapping[str, str], source: Source, key: str) -> Iterator[Person]:
    names = [name for name in _parted(fields.get("author", "")) if name.casefold() not in ("others", "et al.", "et al")]
    numbers = _LIST.split(fields.get("orcid-numbers", "").strip()) if "orcid-numbers" in fields else []
    aligned = numbers if len(numbers) == len(names) else [""] * len(names)
    for name, number in zip(names, aligned, strict=True):
        whole = _WHOLE.match(name) is not None  # an organization: its commas and "and" are its own
        printed = v.clean(name) if whole else v.natural_order(v.clean(name))
        if printed:
            yield Person(printed, v.orcid(number, source, key))


def _parted(text: str) -> list[str]:
    """Return the names of a list: ``and`` divides them, except inside braces.

    >>> _parted("Lovelace, Ada and {Barnes and Noble}")
    ['Lovelace, Ada', '{Barnes and Noble}']
    """
    parts, start, counted, depth = [], 0, 0, 0
    for match in _AND.finditer(text):
        depth += text.count("{", counted, match.start()) - text.count("}", counted, match.start())
        counted = match.start()
        if depth <= 0:
            parts.append(text[start : match.start()])
            start, depth = match.end(), 0
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


_MONTHS = {m: m.capitalize() for m in "jan feb mar apr may jun jul aug sep oct nov dec".split()}
_LONGEST_ENTRY = 2_000_000  # characters: abstracts and all
_LONGEST_MACRO = 500  # macros may be made of macros: their lengths would double with each
_HEAD = re.compile(r"\s{0,80}@\s{0,5}[A-Za-z]{3,20}\s{0,5}(?:[{(]|$)")


@dataclass(slots=True)
class _Entry:
    """An entry with its values, macros put in, and the line it begins on."""

    kind: str
    key: str
    line: int
    fields: dict[str, str]


def _entries(source: Source) -> Iterator[_Entry]:
    """Yield the entries of a file; macros (``@string``) are put in. What is broken is noted.

    >>> import io
    >>> text = b"@misc{a, title = {One, year = 2001\\n@misc{b, title = {Two}}"
    >>> source = Source("a.bib", "a.bib", io.BytesIO(text))
    >>> [entry.key for entry in _entries(source)], source.problems[0].what
    (['a', 'b'], 'line 1 (a): its braces do not close')
    """
    macros = dict(_MONTHS)
    for first, text in _stretches(source):
        counted, line = 0, first
        for entry in bib_entries(text, _LONGEST_ENTRY):
            line += text.count("\n", counted, entry.span.start)
            counted = entry.span.start
            fields = {name: _joined(text, parts, macros) for name, parts in entry.fields.items()}
            if entry.kind == "string":
                macros |= {name: value[:_LONGEST_MACRO] for name, value in fields.items()}
            elif not entry.key and not fields:
                source.note(f"line {line}", "an entry without key or fields")
            else:
                if not entry.is_closed:
                    advice = "its fields as far as they can be read are in the graph"
                    source.note(f"line {line} ({entry.key})", "its braces do not close", advice)
                yield _Entry(entry.kind, entry.key, line, fields)
            if not entry.is_closed:
                break


def _stretches(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines from one that begins an entry up to the next such, with the number of the first of them."""
    first, size = 0, 0
    stretch: list[str] = []
    for number, line in lines(source):
        if "@" in line and _HEAD.match(line):
            if stretch:
                yield first, "\n".join(stretch)
            first, size, stretch = number, 0, []
        size += len(line) + 1
        if first and size < _LONGEST_ENTRY:
            stretch.append(line)
    if stretch:
        yield first, "\n".join(stretch)


def _joined(text: str, parts: Sequence[Part], macros: Mapping[str, str]) -> str:
    """Return a value with its parts put together."""
    values: list[str] = []
    size = 0
    for part in parts:
        value = part.span.of(text)
        values.append(macros.get(value.casefold(), value) if part.is_bare else value)
        size += len(values[-1])
        if size > _LONGEST_ENTRY:
            break
    return "".join(values)
