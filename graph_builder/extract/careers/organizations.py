"""The organizations that head the posts below them, and which of two names are of one organization."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile

from graph_builder.extract.careers.notes import Row
from graph_builder.extract.fields.read import FieldKind
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.gazetteer import load, normalize
from graph_builder.model import BlockKind


def name_organizations(rows: list[Row]) -> None:
    """Take an unknown name with its town, above a dated position or degree that names no organization, as one.

    "Initech, Austin, TX" above "Visiting Fellow, 2010"; without its town, where the lines of its block are such
    posts and nothing else, as in a definition list.
    """
    _name_terms(rows)
    for at, (row, below) in enumerate(pairwise(rows)):
        if not row.fields:
            continue
        first, *rest = row.fields
        if _heads_post(row, below):
            organization = replace(first, kind=FieldKind.ORGANIZATION, score=0.7)
            roots = frozenset({organization_root(organization.text)})
            rows[at] = replace(row, fields=[organization, *rest], anchors=("organization", "date"), organizations=roots)
            continue
        if at and _is_bare_organization(rows[at - 1], row, below):
            organization = replace(first, kind=FieldKind.ORGANIZATION, score=0.7)
            rows[at] = replace(
                row,
                fields=[organization],
                anchors=("organization",),
                organizations=frozenset({organization_root(organization.text)}),
            )
            continue
        if not _is_in_town(row) or "organization" in below.anchors:
            continue
        if {"title", "date"} <= set(below.anchors) and row.line.starts_block | row.line.bold:
            rows[at] = _as_organization(row)
    for at, (above, row) in enumerate(pairwise(rows), 1):
        beneath = row.line.block == above.line.block and row.line.row == above.line.row + 1
        if beneath and set(above.anchors) == {"title", "date"} and "\t" in row.line.text and _is_in_town(row):
            rows[at] = _as_organization(row)  # "Weaver    2019-2021", and below it "Initech    Austin, TX"


_PART = re.compile(r"(?i)(?:the\s)?(?:dep(?:artmen)?t|faculty|division|school\s+of|college\s+of|office\s+of|section)\b")


def _is_in_town(row: Row) -> bool:
    """Return whether a line is an unknown name and its town, and no more than an aside beside them."""
    fields = [f for f in row.fields if f.kind is not FieldKind.NOTE]
    if row.anchors or len(fields) < 2 or fields[0] is not row.fields[0]:
        return False
    first, *rest = fields
    team = first.kind is FieldKind.UNIT and not _PART.match(first.text)
    named = first.text[:1].isupper() and len(first.text.split()) <= 5 and len(rest) <= 4
    others = {f.kind for f in rest} <= {FieldKind.PLACE, FieldKind.OTHER}
    return named and others and rest[-1].kind is FieldKind.PLACE and (team or first.kind is FieldKind.OTHER)


def _as_organization(row: Row) -> Row:
    """Return a line whose first field is taken as an organization."""
    organization = replace(row.fields[0], kind=FieldKind.ORGANIZATION, score=0.7)
    return replace(
        row,
        fields=[organization, *row.fields[1:]],
        anchors=("organization",),
        organizations=frozenset({organization_root(organization.text)}),
    )


def name_programmes(rows: list[Row]) -> None:
    """Take a degree that a line below a dated position names with its university as the programme that one taught in.

    "Lecturer, 2019-2021", and below it "Master in Weaving, University of X".
    """
    for at, (above, row) in enumerate(pairwise(rows), 1):
        post = set(above.anchors) == {"title", "date"} and any(f.kind is FieldKind.ROLE for f in above.fields)
        of_degree = any(f.kind is FieldKind.DEGREE for f in above.fields)
        kinds = {f.kind for f in row.fields}
        known = kinds & {FieldKind.ROLE, FieldKind.DATE}
        if post and not of_degree and not known and {FieldKind.DEGREE, FieldKind.ORGANIZATION} <= kinds:
            studied = {FieldKind.DEGREE, FieldKind.SUBJECT}
            fields = [replace(f, kind=FieldKind.UNIT, score=0.5) if f.kind in studied else f for f in row.fields]
            rows[at] = replace(row, fields=fields, anchors=("organization",))


def _is_bare_organization(above: Row, row: Row, below: Row) -> bool:
    """Return whether a line is an unknown name between a date above it and an item with the post below it."""
    first = row.fields[0]
    placed = row.line.bold and row.line.block == above.line.block and above.anchors == ("date",)
    named = first.kind is FieldKind.OTHER and len(row.fields) == 1 and first.text[:1].isupper()
    item = below.line.kind is BlockKind.LIST_ITEM and "title" in below.anchors[:1]
    return placed and named and item and len(first.text.split()) <= 7 and row.line.kind is not BlockKind.LIST_ITEM


def _heads_post(row: Row, below: Row) -> bool:
    """Return whether a name and a date stand above a position that names no organization: "Initech (2018-2019)"."""
    kinds = [f.kind for f in row.fields]
    dated = kinds == [FieldKind.OTHER, FieldKind.DATE] and row.line.starts_block and row.line.kind is BlockKind.HEADING
    titled = (
        bool(below.fields)
        and below.fields[0].kind is FieldKind.ROLE
        and not {"organization", "date"} & set(below.anchors)
    )
    return dated and titled and below.line.kind is not BlockKind.LIST_ITEM and _is_term(row.fields[0].text)


def _name_terms(rows: list[Row]) -> None:
    """Take names alone in the first lines of blocks as organizations, where the lines below them are posts.

    So they are in definition lists, in bold, and where other blocks of the list begin with organizations so.
    """
    starts = [at for at, row in enumerate(rows) if not at or row.line.block != rows[at - 1].line.block]
    blocks = [(at, rows[at + 1 : end] or _items_below(rows, at)) for at, end in pairwise([*starts, len(rows)])]
    usual = any(rows[at].anchors == ("organization",) and _is_parted_post(below) for at, below in blocks)
    for at, below in blocks:
        row = rows[at]
        named = bool(row.fields) and all(f.kind is FieldKind.OTHER for f in row.fields) and row.line.starts_block
        if not named or not below or row.line.cells or not _is_term(row.line.text):
            continue
        alone = len(row.fields) == 1 and (all(_is_post(r) for r in below) or (row.line.bold and _is_parted_post(below)))
        if alone or (usual and len(row.fields) <= 2 and _is_parted_post(below)):
            organization = replace(row.fields[0], kind=FieldKind.ORGANIZATION, score=0.7)
            roots = frozenset({organization_root(organization.text)})
            rows[at] = replace(
                row, fields=[organization, *row.fields[1:]], anchors=("organization",), organizations=roots
            )


def _items_below(rows: list[Row], at: int) -> list[Row]:
    """Return the items of the list that a bold line alone in its paragraph stands above."""
    if not rows[at].line.bold or rows[at].line.kind is not BlockKind.PARAGRAPH:
        return []
    return list(takewhile(lambda row: row.line.kind is BlockKind.LIST_ITEM, rows[at + 1 :]))


def _is_term(text: str) -> bool:
    return text[:1].isupper() and len(text.split()) <= 6 and not is_role(text) and classify_heading(text)[1] < 2


def _is_parted_post(rows: list[Row]) -> bool:
    """Return whether lines are a title and its date, each in a line of its own, and name no organization."""
    kinds = {f.kind for row in rows for f in row.fields[:1]}
    known = {a for row in rows for a in row.anchors}
    return {"title", "date"} <= known and "organization" not in known and len(rows) <= 3 and kinds <= _OF_POSTS


def _is_post(row: Row) -> bool:
    """Return whether a line is a title with its date, and names nothing else."""
    return {"title", "date"} <= set(row.anchors) and {f.kind for f in row.fields} <= _OF_POSTS


_OF_POSTS = {
    FieldKind.ROLE, FieldKind.DEGREE, FieldKind.SUBJECT, FieldKind.DATE, FieldKind.PLACE, FieldKind.NOTE,
}  # fmt: skip


@lru_cache(maxsize=4096)
def same_organization(first: frozenset[str], second: frozenset[str]) -> bool:
    """Return whether the organizations of two lines are one, or one is part of the other."""
    return any(a == b or (a and b and a.split()[0] == b.split()[0]) for a in first for b in second)


def organization_root(name: str) -> str:
    """Return the normalised name of the organization at the top of the one that *name* means."""
    gazetteer = load()
    entry = gazetteer.organization(name)
    seen = 0
    while entry is not None and entry.parent and seen < 4:
        entry, seen = gazetteer.organization_by_id(entry.parent), seen + 1
    return normalize(entry.name if entry is not None else name)


# Bodies that stand where an employer is looked for.
_BODY = re.compile(
    r"\b(?:(?:working|steering|study|advisory)\s+(?:group|committee)|task\s+force)\b|^cohort\s+\d", re.IGNORECASE
)
# What was done, and no name of where: "Leading a weaving club", "Member of the committee for contests"
_DEED = re.compile(
    r"[A-Z][a-z]+ing\s(?!(?:and|of|for|in|with|the|to)\s)[a-z]+\s|(?:our|my|their)\s|(?:Members?|Leaders?|Tutors?|President|Participation)\s(?:of|in|for)\s"
)


def is_no_organization(text: str) -> bool:
    """Return whether what stands in the place of an employer is a body that one sat in, or says what was done.

    >>> [is_no_organization(text) for text in ("Working Group on Looms", "Leading a weaving club", "Weaving House")]
    [True, True, False]
    """
    return _BODY.search(text) is not None or _DEED.match(text) is not None
