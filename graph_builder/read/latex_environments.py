"""The environments of LaTeX: lists, tables, columns, and those that the author defines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph_builder.model import BlockKind
from graph_builder.read.latex_arguments import values_of
from graph_builder.read.latex_blocks import (
    HEADING_NAME,
    RULES,
    SECTION_COMMANDS,
    begin_list,
    entry_row,
    flush_fields,
    groups,
    level_of,
    says_something,
    set_heading,
)
from graph_builder.read.latex_boxes import begin_column, end_column
from graph_builder.read.latex_columns import has_side_column, set_columns
from graph_builder.read.latex_commands import COMMANDS, Handler
from graph_builder.read.latex_macros import Macro, substitute, written
from graph_builder.read.latex_page import Draft
from graph_builder.read.latex_setter import Group, ListState, is_table
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_symbols import is_dimension
from graph_builder.read.latex_title import begin_document
from graph_builder.read.latex_tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex_setter import Setter

_LISTS = {
    "itemize": "•", "compactitem": "•", "cvitems": "•", "tightitemize": "•", "outerlist": "•", "innerlist": "•",
    "list": "",
    "trivlist": "", "enumerate": "1", "compactenum": "1", "thebibliography": "1", "etaremune": "", "description": "d",
    "compactdesc": "d", "asparaitem": "•", "asparaenum": "1", "inparaenum": "1", "inparaitem": "•", "enumitem": "1",
    "revenumerate": "", "benumerate": "", "bibenum": "", "bibsection": "", "labeling": "d", "easylist": "•",
    "cvitemize": "•", "longenum": "1", "highlights": "•", "highlightsforbulletentries": "•",
}  # fmt: skip
_LISTLIKE = re.compile(r"(?i)(?:item|list|enum|bib|publications)")
_ENVIRONMENT_ARGUMENTS = {
    "minipage": "ooom", "multicols": "mo", "multicols*": "mo", "adjustwidth": "mm", "adjustwidth*": "mm",
    "spacing": "m",
    "list": "mm", "thebibliography": "m", "itemize": "o", "enumerate": "o", "description": "o", "etaremune": "o",
    "compactitem": "o", "compactenum": "o", "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom",
    "longtable": "om", "supertabular": "om", "xtabular": "om", "array": "om", "tblr": "om", "longtblr": "om",
    "xltabular": "mom", "NiceTabular": "omo", "paracol": "m", "figure": "o", "table": "o", "wrapfigure": "omom",
    "labeling": "om",
    "picture": "", "tikzpicture": "o", "textblock": "m", "textblock*": "m", "scope": "o", "longenum": "o",
    "hangparas": "mm",
    "changemargin": "mm", "parcolumns": "om", "leftcolumn": "", "rightcolumn": "", "refsection": "o",
    "flushenumerate": "o",
    "otherlanguage": "m", "otherlanguage*": "m", "CJK": "mm", "CJK*": "mm", "ltxtable": "mm", "trivlist": "",
    "tabbing": "",
    "column": "om", "columns": "o", "fullwidth": "o", "addmargin": "om", "minted": "om", "asparaenum": "o",
    "asparaitem": "o",
    "SetParagraph": "", "enumitem": "o", "easylist": "om", "inparaenum": "o", "inparaitem": "o", "compactdesc": "o",
    "document": "", "revenumerate": "o", "benumerate": "o", "cvitems": "o", "tcolorbox": "o", "mdframed": "o",
}  # fmt: skip
_SECTION = re.compile(r"(?i)(?<!sub)section$")
_HEADING_LENGTH = 60
_DRAWINGS = frozenset({"tikzpicture", "picture", "figure@", "pspicture"})


def _begin(setter: Setter, name: str) -> None:
    environment = written(setter.stream.argument())
    if environment == "document":
        setter.groups.clear()
        setter.in_body, setter.page.muted = True, False
        setter.style = setter.style._replace(size=0, bold=False, italic=False)
        begin_document(setter)
    elif setter.page.muted:
        return
    elif environment in setter.macros.environments and not is_table(environment):
        _author_environment(setter, environment, setter.macros.environments[environment])
    else:
        _known_environment(setter, environment)


def _author_environment(setter: Setter, environment: str, macro: Macro) -> None:
    values = setter.macros.arguments(macro, setter.stream)
    heading_name = HEADING_NAME.search(environment) or macro.uses(*RULES)
    if macro.arity == 1 and heading_name and not macro.uses(*SECTION_COMMANDS):
        set_heading(setter, values[0], level_of(environment))
        setter.open_group(environment)
        return
    if has_side_column(macro):
        set_columns(setter, environment, macro, values)
        return
    setter.open_group(environment, substitute(macro.end, values))
    setter.expand_with(macro.body, values)


def _known_environment(setter: Setter, environment: str) -> None:
    if is_table(environment):
        _begin_table(setter, environment)
        return
    kind = _LISTS.get(environment.rstrip("*"))
    if kind is None and environment not in _ENVIRONMENT_ARGUMENTS and _LISTLIKE.search(environment):
        kind = "•"
    begin_column(setter) if environment == "minipage" else setter.end_block()
    if environment in _DRAWINGS:
        setter.drop(_ENVIRONMENT_ARGUMENTS.get(environment, ""))
    elif environment in _ENVIRONMENT_ARGUMENTS:
        setter.drop(_ENVIRONMENT_ARGUMENTS[environment])
    elif environment in ("resume", "cvletter"):
        setter.stream.optional()
    elif environment == "position":
        setter.lists.append(ListState("row", outer=setter.container(), item=flush_fields(setter)))
    else:
        _unknown_arguments(setter, environment)
    if environment == "thebibliography":
        _name_bibliography(setter)
    if kind is not None:
        begin_list(setter, environment, kind)
    else:
        setter.open_group(environment)


def _name_bibliography(setter: Setter) -> None:
    """Set the heading that LaTeX prints over a bibliography, where the author has set none just above it."""
    given = next((setter.macros.commands[name] for name in _TITLES if name in setter.macros.commands), None)
    title = list(given.body) if given is not None else [Token("text", "Publications", -1)]
    drafts = setter.page.drafts
    above = drafts[-1] if drafts else None
    over = drafts[-2] if len(drafts) > 1 else None
    headed = above is not None and (above.kind is BlockKind.HEADING or _is_label(above))
    told = over is not None and over.kind is BlockKind.HEADING and _OF_WORKS.search(over.text)
    if written(title) and not headed and not (told and given is None):
        set_heading(setter, title, 2)


def _is_label(draft: Draft) -> bool:
    pieces = [piece for piece in draft.pieces if piece.text.strip()]
    return 0 < len(draft.text) < _HEADING_LENGTH and all(piece.style.bold for piece in pieces)


_TITLES = ("refname", "bibname")
_OF_WORKS = re.compile(r"(?i)publi|paper|article|writing|\bworks?\b|research|referenc|bibliogr|preprint|talk|present")


def _unknown_arguments(setter: Setter, environment: str) -> None:
    """Keep the arguments of an environment that nobody defined: one is its heading, several are a row."""
    following = setter.stream.peek()
    if following is None or following.text not in ("{", "["):
        return
    options: list[Tokens] = []
    while (option := setter.stream.optional()) is not None:
        options.append(option)
    every = groups(setter, 1 if _SECTION.search(environment) else 9, styled=False)
    every = [part for argument in every for part in values_of(argument)]
    arguments = [a for a in every if written(a) != "*" and not is_dimension(written(a))]
    if len(arguments) < len(every) and all(written(a).islower() for a in arguments):
        return  # "\\begin{flexlabelled}{hfill}{1.5em}{*}": lengths, and where they are
    if len(arguments) > 1:
        arguments[1:1] = filter(says_something, options)
        entry_row(setter, environment, arguments)
    elif arguments and written(arguments[0]) and not written(arguments[0]).isdecimal():
        set_heading(setter, arguments[0], level_of(environment) if "section" in environment.lower() else 3)


def _begin_table(setter: Setter, environment: str) -> None:
    """Begin a table. One inside an item, a cell or a macro only arranges that block: it makes no rows."""
    if environment.rstrip("*") in ("tabu", "longtabu"):
        while (token := setter.stream.peek()) is not None and token.kind != "{":
            setter.stream.next()
        setter.stream.argument()
    else:
        setter.drop(_ENVIRONMENT_ARGUMENTS.get(environment, _ENVIRONMENT_ARGUMENTS.get(environment.rstrip("*"), "om")))
    draft = setter.page.draft
    in_item = draft is not None and draft.kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW, BlockKind.HEADING)
    in_item = in_item and not (draft is not None and _heads(draft))
    merged = bool(setter.inline) or in_item or setter.innermost_table() is not None
    merged = merged or (setter.stream.in_macro and environment.rstrip("*") != "longtable")
    if merged:
        setter.page.space()
    else:
        setter.end_block()
        setter.page.begin(BlockKind.TABLE_ROW)
        setter.page.cell()
    setter.open_group(environment, merged=merged)


def _heads(item: Draft) -> bool:
    """Tell whether all that an item says before a table is a few words in bold: the heading of the table."""
    return (
        item.kind is BlockKind.LIST_ITEM
        and 0 < len(item.text) < _HEADING_LENGTH
        and all(piece.style.bold for piece in item.pieces if piece.text.strip())
    )


def _end(setter: Setter, name: str) -> None:
    environment = written(setter.stream.argument())
    if setter.page.muted:
        return
    if environment == "document":
        setter.end_block()
        setter.groups.clear()
        setter.lists.clear()
        setter.page.muted = True
        return
    setter.close_environment(environment)


def end_environment(setter: Setter, group: Group) -> None:
    """Do what the end of an environment does."""
    environment = group.environment
    if is_table(environment):
        setter.page.line() if group.merged else setter.end_block()
        return
    if environment.rstrip("*") in _LISTS or (
        _LISTLIKE.search(environment) and environment not in setter.macros.environments
    ):
        setter.end_block()
        if setter.lists and setter.lists[-1].kind != "row":
            setter.lists.pop()
    elif environment == "position":
        setter.end_block()
        if setter.lists and setter.lists[-1].kind == "row":
            setter.lists.pop()
    elif environment == "minipage":
        end_column(setter)
    elif setter.innermost_table() is None and not setter.inline:
        setter.end_block()
    if group.closing:
        setter.stream.push(group.closing)


def commands() -> dict[str, Handler]:
    """Return the handlers of all known commands, by name."""
    from graph_builder.read import latex_loops  # noqa: F401

    return COMMANDS


COMMANDS.update({"begin": _begin, "end": _end})
