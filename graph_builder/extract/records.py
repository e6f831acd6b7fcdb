"""Records of works (Crossref's JSON, one a line) become claims: the work, its venue and year, its authors in order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graph_builder.extract.draft import Draft
from graph_builder.model import Document, EntityKind, Identifier, Relation, SourceFacts, Span

MEDIA_TYPE = "application/x-ndjson"
_RULE = "records/works"
_DATES = ("issued", "published", "published-print", "published-online", "created")


def records(document: Document) -> SourceFacts:
    """Return the facts of a file of records: for each, a publication and its authorships, and no profile.

    Each author of each record is a mention of its own: nothing but resolution says that two of them are one person.
    What helps to tell stands in the mention's context: ``record`` (the key of the record), ``affiliation``.

    >>> from graph_builder.model import Block, BlockKind
    >>> text = '{"DOI": "10.1/a", "title": ["Notes"], "author": [{"given": "Ada", "family": "Lovelace"}]}'
    >>> facts = records(Document("w.jsonl", MEDIA_TYPE, text, (Block(BlockKind.FIELD, Span(0, len(text))),)))
    >>> [mention.name for mention in facts.mentions]
    ['Notes', 'Ada Lovelace']
    """
    draft = Draft(document)
    for block in document.blocks:
        line = document.text_of(block)
        _work(draft, _Line(line, block.span.start), json.loads(line), block.label)
    return draft.facts()


class _Line:
    """A record's text with a cursor: strings are looked for behind the one that was found last."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self._at = 0

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))

    def find(self, *values: str) -> Span:
        """Return the span from the first to the last of *values*, which stand in any order; else the whole line."""
        found = [place for value in values if value and (place := self._place(value))]
        if not found:
            return self.span
        start, end = min(s for s, _ in found), max(e for _, e in found)
        self._at = end
        return Span(self.start + start, self.start + end)

    def _place(self, value: str) -> tuple[int, int] | None:
        for ascii_only in (False, True):
            quoted = json.dumps(value, ensure_ascii=ascii_only)
            at = self.text.find(quoted, self._at)
            if at >= 0:
                return at + 1, at + len(quoted) - 1
        return None


def _work(draft: Draft, line: _Line, record: Mapping[str, Any], number: str) -> None:
    title, doi = _text(record.get("title")), _text(record.get("DOI")).lower()
    if not title and not doi:
        return
    key = doi or number
    identifiers = [Identifier("doi", doi)] if doi else []
    work = draft.mention(EntityKind.WORK, title or doi, line.find(title or doi), key=key, identifiers=identifiers)
    roles = {"work": work}
    venue = _text(record.get("container-title"))
    if venue:
        roles["venue"] = draft.mention(EntityKind.VENUE, venue, line.span)
    for position, author in enumerate(_objects(record.get("author")), 1):
        _author(draft, line, author, work, key, position)
    values = {"year": _year(record), "type": _text(record.get("type"))}
    draft.claim(Relation.PUBLICATION, roles, line.span, _RULE, 1.0, values)


def _author(draft: Draft, line: _Line, author: Mapping[str, Any], work: str, record: str, position: int) -> None:
    given, family = _text(author.get("given")), _text(author.get("family"))
    name = " ".join(f"{given} {family}".split()) or _text(author.get("name"))
    if not name:
        return
    span = line.find(given, family, _text(author.get("name")))
    orcid = _text(author.get("ORCID")).rpartition("/")[2].upper()
    places = [_text(place.get("name")) for place in _objects(author.get("affiliation"))]
    person = draft.mention(
        EntityKind.PERSON,
        name,
        span,
        key=f"{record} {position}",
        identifiers=[Identifier("orcid", orcid)] if orcid else [],
        context=[("record", record), *(("affiliation", place) for place in places if place)],
    )
    draft.claim(Relation.AUTHORSHIP, {"work": work, "author": person}, span, _RULE, 1.0, {"position": str(position)})


def _text(value: object) -> str:
    """Return a string, or the first of a list of them."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = value[0] if value else ""
    return value.strip() if isinstance(value, str) else ""


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


def _year(record: Mapping[str, Any]) -> str:
    """Return the year of the first date that has one; Crossref writes ``{"date-parts": [[2024, 5]]}``."""
    for name in _DATES:
        date = record.get(name)
        parts = date.get("date-parts") if isinstance(date, Mapping) else None
        while isinstance(parts, list) and parts:
            parts = parts[0]
        if isinstance(parts, int) and 1000 <= parts <= 9999:
            return str(parts)
    return ""
