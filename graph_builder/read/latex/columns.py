"""Entries that an author's environments set in columns: what is in a narrow one stands beside lines of the wide one."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from graph_builder.read.latex.macros import Macro
from graph_builder.read.latex.stream import Tokens
from graph_builder.read.latex.tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex.interpreter import Interpreter

_GAP, _BREAK = Token("command", "hfill"), Token("command", "\\")


def has_side_column(macro: Macro) -> bool:
    """Tell whether an environment ends with a column for its last argument, as those of dates and places do."""
    return macro.arity > 1 - (macro.default is None) and any(t.text == "switchcolumn" for t in macro.end)


def set_columns(tex: Interpreter, environment: str, macro: Macro, values: list[Tokens]) -> None:
    """Set an entry in columns, each line of its wide column with the line beside it.

    "\\begin{twocolentry}{Oslo \\par 2016 -- 2019} Loom Hall \\par Weaver \\end{twocolentry}" prints "Loom Hall, Oslo"
    over "Weaver, 2016 - 2019", whichever of the columns its source has first.
    """
    inside = tex.stream.until([Token("command", "end"), Token("{", "{"), Token("text", environment), Token("}", "}")])
    whole, below = _before_blocks(inside)
    lines, beside = _paragraphs(whole), _paragraphs(values[-1])
    if macro.uses("switchcolumn"):  # a third column on the left: "BSc"
        lines[:1] = [[*values[-2], _GAP, *(lines[0] if lines else [])]]
    tex.end_block()
    rows = [(line or [], side or []) for line, side in zip_longest(lines, beside)]
    for at, (line, side) in enumerate(rows, 1):
        both = [*line, _GAP, *side] if line and side else [*line, *side]
        tex.run([*both, _BREAK] if at < len(rows) else both)
    tex.end_block()
    tex.run(below)
    tex.end_block()


def _before_blocks(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """Part tokens where a list or another environment begins."""
    at = next((i for i, t in enumerate(tokens) if t.kind == "command" and t.text in ("begin", "item")), len(tokens))
    return tokens[:at], tokens[at:]


def _paragraphs(tokens: Tokens) -> list[Tokens]:
    """Return the paragraphs of tokens that have any words."""
    found: list[Tokens] = [[]]
    depth = 0
    for token in tokens:
        depth += {"{": 1, "}": -1}.get(token.kind, 0)
        if token.kind == "par" and not depth:
            found.append([])
        else:
            found[-1].append(token)
    return [part for part in found if any(t.kind not in ("space", "par") for t in part)]
