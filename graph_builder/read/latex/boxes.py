"""The boxes of LaTeX: columns of a set width beside each other, and room between words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph_builder.read.latex.commands import COMMANDS, Handler
from graph_builder.read.latex.macros import written
from graph_builder.read.latex.stream import Tokens
from graph_builder.read.latex.symbols import dimension_length

if TYPE_CHECKING:
    from graph_builder.read.latex.interpreter import Interpreter

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LONGEST_DATES = 40  # characters
_BETWEEN = 20  # tokens between two columns: "\hspace{0.02\textwidth}"
_LONGEST_COLUMN = 30  # tokens of a column that has dates alone
_ROOM = re.compile(r"\+?(?:\d{0,3}\.?\d{1,4}\s?(?:cm|mm|in|em|pt|pc|ex|true)|\d?\.?\d{0,4}\\)")


def _is_date(text: str) -> bool:
    return len(text) < _LONGEST_DATES and _YEAR.search(text) is not None


def _is_dated(tex: Interpreter) -> bool:
    """Tell whether all that stands in the line so far is a date, as a column of dates on the left has them."""
    draft = tex.page.draft
    if draft is None or tex.page.at_line_start:
        return False
    return _is_date(draft.text.rpartition("\n")[2])


# -- columns


def begin_column(tex: Interpreter) -> None:
    """Begin a minipage: a line of its own, unless it stands beside the one before."""
    if not tex.beside and tex.innermost_table() is None:
        tex.page.line()
    tex.beside = False


def end_column(tex: Interpreter) -> None:
    """End a minipage. Dates and what they date stand in one line, whichever of the two is on the left."""
    following = _following_column(tex)
    tex.beside = following is not None and (_is_dated(tex) or _is_date(tex.plain(following)))
    tex.page.tab() if tex.beside else tex.page.line()


def _following_column(tex: Interpreter) -> Tokens | None:
    """Return the first tokens of the column beside the one that ends, with nothing but room between; None if none."""
    ahead = tex.stream.ahead(_BETWEEN + _LONGEST_COLUMN)
    depth = 0
    start = 0
    for token in ahead:
        if token.kind == "par" or (not depth and (token.kind == "text" or token.text == "\\")):
            return None
        if not depth and token.kind == "command" and token.text == "begin":
            break
        depth += {"{": 1, "}": -1}.get(token.kind, 0)
        start += 1
    else:
        return None
    if written(ahead[start + 1 : start + 4]) != "{minipage}":
        return None
    column = list(ahead[start + 4 :])
    end = next((i for i, t in enumerate(column) if t.kind == "command" and t.text == "end"), len(column))
    begin = next((i for i, t in enumerate(column) if t.kind == "}"), 0)  # of "[t]{0.2\\textwidth}"
    return column[begin + 1 : end]


# -- boxes


def _boxed(keep: Handler) -> Handler:
    """Return the handler of a box of a set width. What stands behind one with the dates of a line is beside it."""

    def box(tex: Interpreter, name: str) -> None:
        starts = tex.page.at_line_start
        following = tex.stream.peek()
        keep(tex, name)
        has_width = name != "makebox" or (following is not None and following.text == "[")
        if starts and has_width and _is_dated(tex):
            tex.page.tab()

    return box


def _hbox(tex: Interpreter, name: str) -> None:
    r"""Set ``\hbox to 3cm{2019\hfil}``."""
    tex.stream.skip_spaces()
    taken: Tokens = []
    text = ""
    while len(taken) < 8 and (token := tex.stream.peek()) is not None and token.kind in ("text", "space", "command"):
        text += token.written or token.text
        taken.append(token)
        tex.stream.next()
    size = text.partition(" ")[2].strip() if text.startswith(("to ", "spread ")) else text[2:].strip()
    if not text.startswith(("to", "spread")) or dimension_length(size) != len(size):
        tex.stream.push(taken)
    _HBOX(tex, name)


def _room(tex: Interpreter, name: str) -> None:
    r"""Leave room: ``\hspace{1cm}`` parts words; what is narrower than a space or leads back does not."""
    tex.stream.star()
    if _ROOM.match(written(tex.stream.argument())):
        tex.page.space()


_HBOX = COMMANDS["hbox"]
COMMANDS.update({name: _boxed(COMMANDS[name]) for name in ("parbox", "makebox", "rlap", "llap")})
COMMANDS.update({"hbox": _hbox, "hspace": _room})
