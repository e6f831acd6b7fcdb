"""Where a post below the name is held, by what stands beside it: a centre, or a firm that its place alone tells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.field_kinds import Field, FieldKind
from graph_builder.extract.lexicon import is_place, is_role
from graph_builder.extract.page import Page
from graph_builder.model import Span

# Parts of a university that never stand for it; centres and programmes have a name of their own.
_PART = re.compile(
    r"\b(?:Departments?|Dept|School|Faculty|Division|College|Section|Chair|Campus|Office|Team)\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s?(?:,|\||·|•|@|[–—-]|\bat\b|\bof\b)\s(?:the\s)?", re.IGNORECASE)
_NAME = re.compile(
    r"[A-Z0-9][\w.&’'-]*(?:,?\s(?:of|and|for|the|in|&|[A-Z0-9][\w.&’'-]*)){0,7}(?:\s\([A-Z][\w&-]{1,9}\))?"
)
# What one does beside a post: "Editor, Journal of Looms", "Chair, Loom Committee".
_DUTY = re.compile(
    r"\b(?:journals?|committees?|boards?|conference|workshop|symposium|society|association|academy|award|prize|fellowship"
    r"|emeritus|emerita|topics?|letters|transactions|review)\b",
    re.IGNORECASE,
)


def house_beside(page: Page, role: Field, behind: Sequence[Field], listed: bool) -> Field | None:
    """Return the centre in the line of a post, or the name behind it where posts are *listed* with their houses."""
    text = page.document.text
    end = text.find("\n", role.span.end)
    end = end if end >= 0 else len(text)
    for item in behind:
        if item.kind is FieldKind.UNIT and item.span.end <= end and not _PART.search(item.text):
            return item
    between = _BETWEEN.match(text, role.span.end, end) if listed else None
    if between is None:
        return None
    name = text[between.end() : end].strip()
    bare = re.sub(r"\s\([^()]*\)$", "", name)
    if not _NAME.fullmatch(name) or is_place(bare) or is_role(bare) or _DUTY.search(text[role.span.start : end]):
        return None
    if any(is_place(part.strip()) for part in bare.split(",")) or _PART.search(bare):
        return None
    return Field(FieldKind.ORGANIZATION, Span(between.end(), between.end() + len(bare)), bare, 0.5)


def lists_posts(page: Page, pieces: Sequence[Field]) -> bool:
    """Tell whether two lines or more begin with a post, and one of them goes on with the organisation it is at."""
    text = page.document.text
    roles = [f for f in pieces if f.kind is FieldKind.ROLE and _begins_line(text, f.span.start)]
    houses = [f.span.start for f in pieces if f.kind is FieldKind.ORGANIZATION]
    housed = [r for r in roles if any(r.span.end < at and "\n" not in text[r.span.end : at] for at in houses)]
    return len(roles) > 1 and bool(housed)


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip(" *_•-")
