"""Macros that the author of a LaTeX document defines: headings and entries by their names, others by what they say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph_builder.read.latex.blocks import (
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
from graph_builder.read.latex.commands import COMMANDS
from graph_builder.read.latex.macros import Macro, written
from graph_builder.read.latex.stream import Tokens
from graph_builder.read.latex.symbols import is_dimension
from graph_builder.read.latex.title import FIELDS

if TYPE_CHECKING:
    from graph_builder.read.latex.interpreter import Interpreter


def _is_heading(name: str, macro: Macro) -> bool:
    """Tell whether a macro of the author's own with one argument is a heading: by its name, or a rule and heavy"
    " type.
    """
    if macro.arity != 1 or macro.uses(*SECTION_COMMANDS) or macro.uses("item", "begin"):
        return macro.arity == 1 and bool(HEADING_NAME.search(name)) and macro.uses("begin") and not macro.uses("item")
    if macro.uses(*_MARGINS) and _MARGIN_HEAD.search(name):
        return True  # "\\marginhead{Education}"
    return bool(HEADING_NAME.search(name)) or (macro.uses(*RULES) and macro.uses(*HEAVY))


_MARGINS = ("marginpar", "marginnote", "sidenote", "sidepar")
_MARGIN_HEAD = re.compile(r"head|title|sec|topic|label|caption", re.IGNORECASE)


def author_macro(tex: Interpreter, name: str, macro: Macro) -> None:
    """Do a macro that the document defines."""
    if name in SECTIONS and macro.arity > 1 and macro.default is None and macro.uses(*SECTION_COMMANDS):
        tex.expand(macro)
    elif name in SECTIONS and macro.arity:
        values = tex.macros.arguments(macro, tex.stream)
        starred = macro.default is not None or written(values[0]) in {"*", ""}
        set_heading(tex, values[-1] if starred else values[0], SECTIONS[name])
        _below(tex, [] if starred else values[1:])
    elif macro.arity == 2 and HEADING_NAME.search(name) and not macro.uses(*SECTION_COMMANDS, "begin"):
        title, body = tex.macros.arguments(macro, tex.stream)
        if len(title) > _LONG_TITLE or len(body) <= _LONG_TITLE:
            tex.expand_with(macro.body, [title, body])
        else:
            set_heading(tex, title, level_of(name))
            _below(tex, [body])
    elif name in ENTRIES and macro.arity > 1:
        values = tex.macros.arguments(macro, tex.stream)
        spaced = macro.default is not None and is_dimension(written(macro.default))
        entry_row(tex, name, values[1:] if spaced else values)  # "\\cventry[7][.25em]": a space below the entry
    elif name in FIELDS and macro.arity and name in ("name", "author"):
        COMMANDS[name](tex, name)
        _store(tex, macro, tex.fields.get(name, []))
    elif _is_heading(name, macro):
        values = tex.macros.arguments(macro, tex.stream)
        if _holds_entries(tex, values[-1]):
            tex.expand_with(macro.body, values)  # "\\detailedsection{\\detaileditem{...}...}" is all of a section
        else:
            set_heading(tex, values[-1], level_of(name))
    elif name in COMMANDS and _is_recursive(name, macro):
        COMMANDS[name](tex, name)
    else:
        tex.expand(macro)


_LONG_TITLE = 20  # tokens
_LONGEST_HEADING = 120  # tokens
_OF_LISTS = ("item", "begin", "cventry", "cvitem")
_DEFINE = ("def", "gdef", "edef", "xdef")


def _holds_entries(tex: Interpreter, argument: Tokens) -> bool:
    """Tell whether what a macro with the name of a heading takes is the text of a section, not the title of one."""
    if len(argument) > _LONGEST_HEADING:
        return True
    commands = [t.text for t in argument if t.kind == "command"]
    own = (tex.macros.commands.get(name) for name in commands)
    return any(name in _OF_LISTS for name in commands) or any(m is not None and m.arity > 2 for m in own)


def _store(tex: Interpreter, macro: Macro, values: list[Tokens]) -> None:
    """Define what the author's ``\\name`` stores its argument in, for the author's own title to print."""
    solid = [t for t in macro.body if t.kind != "space"]
    for index, token in enumerate(solid[:-3]):
        stored = solid[index + 1]
        if token.kind == stored.kind == "command" and token.text in _DEFINE and values:
            tex.macros.commands[stored.text] = Macro(0, tuple(values[0]))


def _below(tex: Interpreter, parts: list[Tokens]) -> None:
    """Set what a macro takes beside its heading: what stands in the column to the right of it."""
    for part in parts:
        tex.run(part)
        tex.end_block()


def _is_recursive(name: str, macro: Macro) -> bool:
    """Tell whether a definition uses the command that it redefines (saved under another name before)."""
    return macro.uses(name)
