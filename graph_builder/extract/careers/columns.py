"""Entries in the columns of a table: forms whose labels repeat, and rows that continue below a date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.careers.anchors import anchors_of
from graph_builder.extract.careers.notes import LONG, Row
from graph_builder.extract.fields.read import Field, FieldKind
from graph_builder.extract.layout.page import Line
from graph_builder.model import BlockKind, Span

_K = FieldKind
_ORGANIZATION = re.compile(
    r"(?i)(?:(?:name\sof\s(?:the\s)?|awarding\s)?(?:institut(?:ion|e|o|ution)?s?|organi[sz]ations?|organisme|employers?|compan(?:y|ies)|universit(?:y|ies|é|ät|à)|schools?|college|academy|firm|agency"
    r"|affiliation|where|place\sof\swork|workplace|empresa|institución|universidad|instituição|universidade|entidad|arbeitgeber|einrichtung|hochschule|établissement|employeur|ente|istituto|università|azienda|werkgever|instelling"
    r"|arbetsgivare|lärosäte|arbeidsgiver|arbejdsgiver|instytucja|uczelnia|pracodawca|zaměstnavatel)"
    r"(?:\s?[/,&]\s?(?:board|universit\w+|colleges?|schools?|institut\w*|organi[sz]ation|company|department|place|location|country|city)|\sor\s\w+|\sname)*)"
)
_POST = re.compile(
    r"(?i)(?:(?:job|post|position|academic|professional)\s)?(?:positions?|posts?|titles?|roles?|jobs?|designation|rank|appointments?|what|functions?|fonction|poste|cargo|puesto|função|stelle|tätigkeit|position|ruolo|posizione|qualifica"
    r"|functie|befattning|tjänst|stilling|stanowisko|funkcja|funkce|occupation|capacity|employed\sas)(?:\s?(?:held|title|name)|\s?[/,&]\s?\w+)?"
)
_OTHER = re.compile(
    r"(?i)(?:from|to|years?|periods?|dates?|durations?|when|since|until|start(?:\sdate)?|end(?:\sdate)?|time|años?|anos?|período|periodo|fechas?|jahre?|zeitraum|von|bis|datum|période|années?|dates|anno|anni|jaar|periode|år|lata|rok"
    r"|year\sof\s(?:passing|completion|award|graduation)|passing\syear|degrees?|qualifications?|exam(?:ination)?s?|courses?|programmes?|diplomas?|títulos?|grados?|abschluss|diplôme|titolo|degree\s?/\s?\w+|subjects?|fields?|major|specialization"
    r"|speciali[sz]ation|discipline|cgpa|gpa|grades?|marks?|percentage|%|division|class|result|remarks?|location|place|city|country|department|supervisor|advisor|s\.?\s?no\.?|sr\.?\s?no\.?|no\.?|#|details|description|notes?|thesis)"
    r"(?:\s?[/,&(]\s?[\w%.]+\)?)*"
)


def with_named_columns(rows: Sequence[Row]) -> list[Row]:
    """Return rows without those that name columns, and what stands in columns so named as what they name."""
    out: list[Row] = []
    names: tuple[str, ...] = ()
    for row in rows:
        labels = _names(row.line)
        if labels:
            names = labels
            continue
        if names and row.line.kind is not BlockKind.TABLE_ROW:
            names = ()
        out.append(_with_column_kinds(row, names) if len(row.line.cells) == len(names) > 0 else row)
    return out


def _names(line: Line) -> tuple[str, ...]:
    """Return what a row's cells call the columns: "organization", "post" or ""; nothing if it is no such row."""
    if line.kind is not BlockKind.TABLE_ROW or not 2 <= len(line.cells) <= 8:
        return ()
    texts = [_text(line, cell).strip(" *_:.") for cell in line.cells]
    kinds = (("organization", _ORGANIZATION), ("post", _POST), ("other", _OTHER))
    named = [next((name for name, pattern in kinds if pattern.fullmatch(text)), "") for text in texts]
    said = [name for name, text in zip(named, texts, strict=True) if text]
    known = sum(name != "" for name in said)
    return tuple(named) if known >= 2 and known >= len(said) - 1 and {"organization", "post"} & set(said) else ()


def _text(line: Line, cell: Span) -> str:
    return line.text[cell.start - line.span.start : cell.end - line.span.start]


_KINDS = {"organization": _K.ORGANIZATION, "post": _K.ROLE}
_LOOSE = frozenset({_K.OTHER, _K.UNIT, _K.SUBJECT})


def _with_column_kinds(row: Row, names: Sequence[str]) -> Row:
    fields = list(row.fields)
    for cell, name in zip(row.line.cells, names, strict=True):
        kind = _KINDS.get(name)
        inside = [f for f in fields if cell.covers(f.span)]
        if kind is None or any(f.kind is kind or f.kind is _K.DEGREE for f in inside):
            continue
        loose = next((f for f in inside if f.kind in _LOOSE and any(c.isalpha() for c in f.text)), None)
        if loose is not None:
            fields[fields.index(loose)] = _as(loose, kind)
    if fields == row.fields:
        return row
    anchors, organizations = anchors_of(fields, dated="date" in row.anchors)
    return replace(row, fields=fields, anchors=anchors, organizations=organizations)


def _as(item: Field, kind: FieldKind) -> Field:
    return replace(item, kind=kind, score=0.8)


def forms(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of forms, each an entry that begins with the same label: "Degree:", "Period:", "University:"."""
    labels = [_label(row.line) for row in rows]
    starts = [i for i, label in enumerate(labels) if label and label == labels[0]]
    groups = [list(rows[a:b]) for a, b in pairwise([*starts, len(rows)])]
    said = [{_label(row.line) for row in group} - {""} for group in groups]
    return groups if len(groups) > 1 and all(len(said[0] & other) > 1 for other in said) else []


def _label(line: Line) -> str:
    """Return the first of several cells of a row where it is a label: words without digits."""
    if line.kind is not BlockKind.TABLE_ROW or len(line.cells) < 2:
        return ""
    text = line.text[: line.cells[0].end - line.span.start].strip(" :\t")
    return text if text[:1].isupper() and len(text) < 40 and not any(c.isdigit() for c in text) else ""


def in_step(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of entries that have as many lines each, of the same kinds in the same order.

    One line has the title, one the date, maybe the same, and another is a name: so it is known what that of an
    organization belongs to which nobody has heard of: "Loomly", "Analyst", "2012-2015", and "Threadly", and so on. Or
    it is a title that nobody has heard of.
    """
    return _in_step(rows, "organization", ["date", "title"]) or _in_step(rows, "title", ["date", "organization"])


def _in_step(rows: Sequence[Row], named: str, others: list[str]) -> list[list[Row]]:
    signs = [frozenset(row.anchors) - {named} for row in rows]
    for size in range(2, min(_MOST_LINES, len(rows) // 2) + 1):
        first, heads = signs[:size], [row.line for row in rows[size::size]]
        anchors = sorted(anchor for sign in first for anchor in sign)
        if len(rows) % size or anchors != others or frozenset() not in first:
            continue
        repeats = all(sign == first[at % size] for at, sign in enumerate(signs))
        alike = len({(line.kind, line.bold, line.starts_block) for line in heads}) == 1
        names = (row.line.text for row, sign in zip(rows, signs, strict=True) if not sign)
        if repeats and alike and all(len(text) < _LONGEST_NAME and text[:1].isupper() for text in names):
            return [list(rows[at : at + size]) for at in range(0, len(rows), size)]
    return []


_MOST_LINES = 5
_LONGEST_NAME = 80


def dated_columns(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of entries whose dates stand in a column of their own, empty where an entry goes on.

    A second title below the same date is an entry of its own: "2010-14 | BSc, Physics", "| BSc, Botany", "| X College".
    """
    kinds = [_column(row) for row in rows]
    dates = kinds.count("date")
    below = sum(a == "date" and b == "below" for a, b in pairwise(kinds))
    if not kinds or "" in kinds or kinds[0] != "date" or kinds[-1] != "below" or below < 2 or below * 2 < dates:
        return []
    groups: list[list[Row]] = []
    for row, kind in zip(rows, kinds, strict=True):
        titled = bool(groups) and any("title" in other.anchors for other in groups[-1])
        if kind == "date" or (titled and _names_title(row)):
            groups.append([])
        groups[-1].append(row)
    return groups


def _column(row: Row) -> str:
    """Return what the first cell of a row has: a date, nothing ("below"), or something else ("")."""
    line = row.line
    if line.kind is BlockKind.PARAGRAPH and len(line.text) < LONG:  # what an HTML row has behind an empty cell
        return "" if "date" in row.anchors else "below"
    if line.kind is not BlockKind.TABLE_ROW or len(line.cells) < 2:
        return ""
    first = line.cells[0]
    if not len(first):
        return "" if "date" in row.anchors else "below"
    dated = row.fields and row.fields[0].kind is FieldKind.DATE and row.fields[0].span.start == first.start
    return "date" if dated and row.fields[0].span.end >= first.end - 1 else ""


def dated_lists(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of entries that are items below their date: "**2019**" above "- Lecturer, X", "- Visitor, Y".

    The date stands with the first of them. No item has a date of its own.
    """
    if len(rows) < 4 or not _heads_items(rows[0]):
        return []
    groups: list[list[Row]] = []
    least = min((row.line.level for row in rows if row.line.kind is BlockKind.LIST_ITEM), default=0)
    for before, row in pairwise([rows[0], *rows]):
        if _heads_items(row):
            if before is not row and _heads_items(before):
                return []
            groups.append([])
        elif "date" in row.anchors or (row.line.kind is not BlockKind.LIST_ITEM and row.anchors):
            return []
        elif (
            row.line.kind is BlockKind.LIST_ITEM
            and row.line.starts_block
            and row.line.level == least
            and not _heads_items(before)
        ):
            groups.append([])
        groups[-1].append(row)
    heads = sum(map(_heads_items, rows))
    titled = all({"title", "organization"} & {a for row in group for a in row.anchors} for group in groups)
    return groups if heads > 1 and titled and not _heads_items(rows[-1]) else []


def _heads_items(row: Row) -> bool:
    """Return whether a line is a date alone, and no item of a list."""
    bare = row.anchors == ("date",) and all(f.kind is FieldKind.DATE for f in row.fields)
    return bare and row.line.kind is BlockKind.PARAGRAPH and row.line.starts_block


def _names_title(row: Row) -> bool:
    first = row.fields[0] if row.fields else None
    titled = first is not None and first.kind in {FieldKind.DEGREE, FieldKind.ROLE}
    return titled and first is not None and first.span.start == row.line.span.start and len(row.line.text) < LONG
