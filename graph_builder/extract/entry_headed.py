"""Tables of posts and degrees whose first row says what their columns hold: "Period", "Employer", "Post held"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.entry_notes import Row
from graph_builder.extract.entry_shapes import anchors_of
from graph_builder.extract.fields import Field, FieldKind
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind, Span

_K = FieldKind
_HOUSE = re.compile(
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
        told = _names(row.line)
        if told:
            names = told
            continue
        if names and row.line.kind is not BlockKind.TABLE_ROW:
            names = ()
        out.append(_told(row, names) if len(row.line.cells) == len(names) > 0 else row)
    return out


def _names(line: Line) -> tuple[str, ...]:
    """Return what a row's cells call the columns: "house", "post" or ""; nothing where it is no such row."""
    if line.kind is not BlockKind.TABLE_ROW or not 2 <= len(line.cells) <= 8:
        return ()
    texts = [_text(line, cell).strip(" *_:.") for cell in line.cells]
    kinds = (("house", _HOUSE), ("post", _POST), ("other", _OTHER))
    named = [next((name for name, pattern in kinds if pattern.fullmatch(text)), "") for text in texts]
    said = [name for name, text in zip(named, texts, strict=True) if text]
    known = sum(name != "" for name in said)
    return tuple(named) if known >= 2 and known >= len(said) - 1 and {"house", "post"} & set(said) else ()


def _text(line: Line, cell: Span) -> str:
    return line.text[cell.start - line.span.start : cell.end - line.span.start]


_KINDS = {"house": _K.ORGANIZATION, "post": _K.ROLE}
_LOOSE = frozenset({_K.OTHER, _K.UNIT, _K.SUBJECT})


def _told(row: Row, names: Sequence[str]) -> Row:
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
    anchors, houses = anchors_of(fields, dated="date" in row.anchors)
    return replace(row, fields=fields, anchors=anchors, houses=houses)


def _as(item: Field, kind: FieldKind) -> Field:
    return replace(item, kind=kind, score=0.8)
