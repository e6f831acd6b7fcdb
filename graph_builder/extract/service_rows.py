"""Rows of a section on service that go on in the next one, and those that hold nothing but years."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.page import Line, Page
from graph_builder.extract.service_lines import begins_with_role, roles_alone, years_in
from graph_builder.extract.service_names import is_venue
from graph_builder.extract.service_roles import roles_in
from graph_builder.extract.service_years import MONTH, YEARS_ONLY
from graph_builder.model import BlockKind, Span


def years_line(text: str) -> bool:
    """Tell whether a line holds years and nothing else.

    >>> years_line("2019 – present"), years_line("2019 Reviewer")
    (True, False)
    """
    return bool(YEARS_ONLY.match(MONTH.sub("", text))) and bool(years_in(text))


def joined(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[Line, str, Span]]:
    """Yield the lines with their first row; a line that goes on in the next row of its block is one with it."""
    text = page.document.text
    current: Span | None = None
    first = last = head = None
    for at, line in enumerate(lines):
        head = line if head is None or line.block != head.block else head
        if current is not None and first is not None and current == first.span and _role_below(lines, at):
            yield first, f"{current.of(text)}\t{line.text}", Span(current.start, line.span.end)
            current = first = last = None
            continue
        if (
            current is not None
            and last is not None
            and first is not None
            and (goes_on(current.of(text), last, line) or _dates(head, first, last, line))
        ):
            current = Span(current.start, line.span.end)
        else:
            if current is not None and first is not None:
                yield first, current.of(text).replace("\n", " "), current
            current, first = line.span, line
        last = line
    if current is not None and first is not None:
        yield first, current.of(text).replace("\n", " "), current


def _role_below(lines: tuple[Line, ...], at: int) -> bool:
    """Tell whether the second and last row of an item gives role and years for the venue in the first one."""
    above, line = lines[at - 1], lines[at]
    behind = lines[at + 1].block if at + 1 < len(lines) else -1
    if not (above.row == 0 and line.row == 1 and line.block == above.block != behind):
        return False
    bare = MONTH.sub("", re.sub(r"\(?(?:19|20)\d\d[^A-Za-z]*(?:[Pp]resent|[Nn]ow)?\)?", "", line.text)).strip(
        " ,;:–—-|\t"
    )
    role = bool(roles_alone(bare, roles_in(bare)))
    return role and not roles_in(above.text) and is_venue(re.split(r"[,;(]|\s\d", above.text, maxsplit=1)[0].strip())


_DATED = re.compile(r"\(?(?:19|20)\d\d[^A-Za-z]*(?:[Pp]resent|[Nn]ow)?\)?")


def _dates(head: Line, first: Line, last: Line, line: Line) -> bool:
    """Tell whether a row gives the dates of the rows above it: "An Editor of", "*Examples*", "(2014-)."."""
    if line.block != last.block or line.row != last.row + 1 or years_line(first.text):
        return False
    titled = first.row == 1 and bool(roles_alone(head.text, roles_in(head.text)))  # "Reviewer", "Examples", "2014"
    dated = years_line(line.text) and (first.row == 0 or titled)
    return not years_in(last.text) and (line.text.startswith("(") or dated)


def goes_on(body: str, line: Line, following: Line) -> bool:
    """Tell whether a row goes on in the next one: it is left open, or is a long list at the right margin."""
    if line.block != following.block or following.row != line.row + 1 or following.kind is BlockKind.TABLE_ROW:
        return False
    if _open(body) or following.text[:1].islower():
        return True
    wraps = len(line.text) > 60 and body.count(",") > 1 and not re.search(r"[.)\d]$", body)
    return wraps and not begins_with_role(following.text) and not re.match(r"\W{0,9}\d", following.text)


def _open(body: str) -> bool:
    return bool(re.search(r"(?:[,;&/]|\band|\bof|\bon|\bthe|\bfor|[a-z]-)$", body)) or body.count("(") > body.count(")")
