"""The environments of LaTeX: lists, tables, columns, and those that the author defines."""

from __future__ import annotations

import re
from itertools import zip_longest

from graph_builder.model import BlockKind
from graph_builder.read.latex.commands import begin_column, end_column
from graph_builder.read.latex.entries import (
    HEADING_NAME,
    SECTION_COMMANDS,
    begin_list,
    entry_row,
    groups,
    level_of,
    set_heading,
)
from graph_builder.read.latex.interpreter import Group, Handler, Interpreter, is_table
from graph_builder.read.latex.macros import Macro, substitute
from graph_builder.read.latex.page import Draft
from graph_builder.read.latex.tables import RULES, is_dimension, listed
from graph_builder.read.latex.title import begin_document
from graph_builder.read.latex.tokens import DEPTH, Lexer, Token, Tokens, has_words, written

_LISTS, _ENVIRONMENT_ARGUMENTS = listed("list"), listed("environment")
_LISTLIKE = re.compile(r"(?i)(?:item|list|enum|bib|publications)")
_TITLE = re.compile(r"(?:^|,)\s*(?:frame)?title\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,{}]+)")  # of a box
_SECTION = re.compile(r"(?i)(?<!sub)section$")
_HEADING_LENGTH = 60


def _begin(tex: Interpreter, name: str) -> None:
    environment = written(tex.stream.argument())
    if environment == "document":
        tex.groups.clear()
        tex.in_body, tex.page.muted = True, False
        tex.style = tex.style._replace(size=0, bold=False, italic=False)
        begin_document(tex)
    elif tex.page.muted:
        return
    elif environment in tex.macros.environments and not is_table(environment):
        _author_environment(tex, environment, tex.macros.environments[environment])
    else:
        _standard_environment(tex, environment)


def _author_environment(tex: Interpreter, environment: str, macro: Macro) -> None:
    values = tex.macros.arguments(macro, tex.stream)
    heading_name = HEADING_NAME.search(environment) or macro.uses(*RULES)
    if macro.arity == 1 and heading_name and not macro.uses(*SECTION_COMMANDS):
        set_heading(tex, values[0], level_of(environment))
        tex.open_group(environment)
        return
    if has_side_column(macro):
        set_columns(tex, environment, macro, values)
        return
    tex.open_group(environment, substitute(macro.end, values))
    tex.expand_with(macro.body, values)


def _standard_environment(tex: Interpreter, environment: str) -> None:
    if is_table(environment):
        _begin_table(tex, environment)
        return
    kind = _LISTS.get(environment.rstrip("*"))
    if kind is None and environment not in _ENVIRONMENT_ARGUMENTS and _LISTLIKE.search(environment):
        kind = "•"
    begin_column(tex) if environment == "minipage" else tex.end_block()
    if environment in ("tcolorbox", "mdframed"):
        if title := _TITLE.search(written(tex.stream.optional() or [])):
            set_heading(tex, Lexer(title[1]).tokens(), 2)
    elif environment in _ENVIRONMENT_ARGUMENTS:
        tex.drop(_ENVIRONMENT_ARGUMENTS[environment])
    else:
        _unknown_arguments(tex, environment)
    if kind is not None:
        begin_list(tex, environment, kind)
    else:
        tex.open_group(environment)


def _unknown_arguments(tex: Interpreter, environment: str) -> None:
    """Keep the arguments of an environment that nobody defined: one is its heading, several are a row."""
    following = tex.stream.peek()
    if following is None or following.text not in ("{", "["):
        return
    while tex.stream.optional() is not None:
        pass
    every = groups(tex, 1 if _SECTION.search(environment) else 9)
    arguments = [a for a in every if written(a) != "*" and not is_dimension(written(a))]
    if len(arguments) > 1:
        entry_row(tex, environment, arguments)
    elif arguments and written(arguments[0]) and not written(arguments[0]).isdecimal():
        set_heading(tex, arguments[0], level_of(environment) if "section" in environment.lower() else 3)


def _begin_table(tex: Interpreter, environment: str) -> None:
    """Begin a table. One inside an item, a cell or a macro only arranges that block: it makes no rows."""
    tex.drop(_ENVIRONMENT_ARGUMENTS.get(environment, _ENVIRONMENT_ARGUMENTS.get(environment.rstrip("*"), "om")))
    draft = tex.page.draft
    in_item = draft is not None and draft.kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW, BlockKind.HEADING)
    in_item = in_item and not (draft is not None and _heads(draft))
    merged = bool(tex.inline) or in_item or tex.innermost_table() is not None
    merged = merged or (tex.stream.in_macro and environment.rstrip("*") != "longtable")
    if merged:
        tex.page.space()
    else:
        tex.end_block()
        tex.page.begin(BlockKind.TABLE_ROW)
        tex.page.cell()
    tex.open_group(environment, merged=merged)


def _heads(item: Draft) -> bool:
    """Return whether all that an item says before a table is a few words in bold: the heading of the table."""
    return (
        item.kind is BlockKind.LIST_ITEM
        and 0 < len(item.text) < _HEADING_LENGTH
        and all(piece.style.bold for piece in item.pieces if piece.text.strip())
    )


def _end(tex: Interpreter, name: str) -> None:
    environment = written(tex.stream.argument())
    if tex.page.muted:
        return
    if environment == "document":
        tex.end_block()
        tex.groups.clear()
        tex.lists.clear()
        tex.page.muted = True
        return
    tex.close_environment(environment)


def end_environment(tex: Interpreter, group: Group) -> None:
    """Do what the end of an environment does."""
    environment = group.environment
    if is_table(environment):
        tex.page.line() if group.merged else tex.end_block()
        return
    if environment.rstrip("*") in _LISTS or (
        _LISTLIKE.search(environment) and environment not in tex.macros.environments
    ):
        tex.end_block()
        if tex.lists and tex.lists[-1].kind != "row":
            tex.lists.pop()
    elif environment == "minipage":
        end_column(tex)
    elif tex.innermost_table() is None and not tex.inline:
        tex.end_block()
    if group.closing:
        tex.stream.push(group.closing)


# -- columns: what is in a narrow one stands beside the lines of the wide one

_GAP, _BREAK = Token("command", "hfill"), Token("command", "\\")


def has_side_column(macro: Macro) -> bool:
    """Return whether an environment ends with a column for its last argument, as those of dates and places do."""
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
        depth += DEPTH.get(token.kind, 0)
        if token.kind == "par" and not depth:
            found.append([])
        else:
            found[-1].append(token)
    return [part for part in found if has_words(part)]


ENVIRONMENT_COMMANDS: dict[str, Handler] = {"begin": _begin, "end": _end}
