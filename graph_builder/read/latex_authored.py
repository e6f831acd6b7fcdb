"""Macros that the author of a LaTeX document defines: headings and entries by their names, others by what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_builder.read.latex_blocks import (
    ENTRIES,
    HEADING_NAME,
    HEAVY,
    RULES,
    SECTION_COMMANDS,
    SECTIONS,
    entry_row,
    level_of,
    set_heading,
)
from graph_builder.read.latex_commands import COMMANDS
from graph_builder.read.latex_macros import Macro, written
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_symbols import is_dimension
from graph_builder.read.latex_title import FIELDS

if TYPE_CHECKING:
    from graph_builder.read.latex_setter import Setter


def _is_heading(name: str, macro: Macro) -> bool:
    """Tell whether a macro of the author's own with one argument is a heading: by its name, or a rule and heavy"
    " type.
    """
    if macro.arity != 1 or macro.uses(*SECTION_COMMANDS) or macro.uses("item", "begin"):
        return macro.arity == 1 and bool(HEADING_NAME.search(name)) and macro.uses("begin") and not macro.uses("item")
    return bool(HEADING_NAME.search(name)) or (macro.uses(*RULES) and macro.uses(*HEAVY))


def author_macro(setter: Setter, name: str, macro: Macro) -> None:
    """Do a macro that the document defines."""
    if name in SECTIONS and macro.arity > 1 and macro.default is None and macro.uses(*SECTION_COMMANDS):
        setter.expand(macro)
    elif name in SECTIONS and macro.arity:
        values = setter.macros.arguments(macro, setter.stream)
        starred = macro.default is not None or written(values[0]) in {"*", ""}
        set_heading(setter, values[-1] if starred else values[0], SECTIONS[name])
        _below(setter, [] if starred else values[1:])
    elif macro.arity == 2 and HEADING_NAME.search(name) and not macro.uses(*SECTION_COMMANDS, "begin"):
        title, body = setter.macros.arguments(macro, setter.stream)
        if len(title) > _LONG_TITLE or len(body) <= _LONG_TITLE:
            setter.expand_with(macro.body, [title, body])
        else:
            set_heading(setter, title, level_of(name))
            _below(setter, [body])
    elif name in ENTRIES and macro.arity > 1:
        values = setter.macros.arguments(macro, setter.stream)
        spaced = macro.default is not None and is_dimension(written(macro.default))
        entry_row(setter, name, values[1:] if spaced else values)  # "\\cventry[7][.25em]": a space below the entry
    elif name in FIELDS and macro.arity and name in ("name", "author"):
        COMMANDS[name](setter, name)
    elif _is_heading(name, macro):
        set_heading(setter, setter.macros.arguments(macro, setter.stream)[-1], level_of(name))
    elif name in COMMANDS and _is_recursive(name, macro):
        COMMANDS[name](setter, name)
    else:
        setter.expand(macro)


_LONG_TITLE = 20  # tokens


def _below(setter: Setter, parts: list[Tokens]) -> None:
    """Set what a macro takes beside its heading: what stands in the column to the right of it."""
    for part in parts:
        setter.run(part)
        setter.end_block()


def _is_recursive(name: str, macro: Macro) -> bool:
    """Tell whether a definition uses the command that it redefines (saved under another name before)."""
    return macro.uses(name)
