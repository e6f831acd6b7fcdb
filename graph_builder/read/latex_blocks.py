"""The blocks of LaTeX: headings, lists, tables, entries of CV classes, and environments."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from graph_builder.model import BlockKind
from graph_builder.read.latex_commands import COMMANDS
from graph_builder.read.latex_macros import Macro, substitute, written
from graph_builder.read.latex_setter import Group, ListState, is_table
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_symbols import is_dimension
from graph_builder.read.latex_tokens import Token
from graph_builder.read.latex_title import FIELDS

if TYPE_CHECKING:
    from graph_builder.read.latex_setter import Setter

_SECTIONS = {
    "part": 1, "chapter": 1, "section": 2, "cvsection": 2, "resheading": 2, "subsection": 3, "cvsubsection": 3,
    "subsubsection": 4, "cvsubsubsection": 4, "paragraph": 5, "subparagraph": 6, "cvparagraph": 5, "sectiontitle": 2,
    "ressubheading@": 3, "addsec": 2, "addchap": 1, "minisec": 4, "rubrichead@": 2,
}  # fmt: skip
_HEADING_NAME = re.compile(r"(?i)(?:sub)*section|heading|header$|^rubric|sectitle|secttl|^cvsec|title$")
_SECTION_COMMANDS = ("section", "subsection", "subsubsection", "chapter", "paragraph", "cvsection", "cvsubsection")
_RULES = ("hrule", "titlerule", "rule", "hline", "hrulefill")
_HEAVY = (
    "bf",
    "bfseries",
    "textbf",
    "sc",
    "scshape",
    "textsc",
    "large",
    "Large",
    "LARGE",
    "uppercase",
    "MakeUppercase",
)

# Entry macros of CV classes, with the most arguments that one takes. Each use is one row.
_ENTRIES = {
    "cventry": 7, "cvitem": 2, "cvitemwithcomment": 3, "cvline": 2, "cvlanguage": 3, "cvcomputer": 4,
    "cvdoubleitem": 4, "cvlistdoubleitem": 2, "cvhonor": 4, "cvpub": 4, "cvskill": 2, "cvevent": 5, "cvachievement": 3,
    "cvref": 3, "cvproject": 5, "cvdegree": 6, "cveducation": 6, "cvjob": 6, "cvexperience": 6, "cvreference": 6,
    "cvtalk": 5, "cvaward": 4, "cvposition": 6, "resumeSubheading": 4, "resumeSubSubheading": 2,
    "resumeProjectHeading": 2, "resumeSubItem": 2, "ressubheading": 4, "runsubsection@": 1, "entry": 6,
    "datedsubsection": 2, "datedline": 2, "educationentry": 6, "twentyitem": 4, "twentyitemshort": 2,
    "cvtext@": 1, "cvsubentry": 6, "cvitemcomment": 3, "cvcolumn": 2,
}  # fmt: skip
_ITEMS = re.compile(r"(?i)^(?:cvlistitem|resumeitem|cvbullet|bulletitem|listitem|achievement|highlight)$")
_LISTS = {
    "itemize": "•", "compactitem": "•", "cvitems": "•", "tightitemize": "•", "outerlist": "•", "innerlist": "•", "list": "",
    "trivlist": "", "enumerate": "1", "compactenum": "1", "thebibliography": "1", "etaremune": "", "description": "d",
    "compactdesc": "d", "asparaitem": "•", "asparaenum": "1", "inparaenum": "1", "inparaitem": "•", "enumitem": "1",
    "revenumerate": "", "benumerate": "", "bibenum": "", "bibsection": "", "labeling": "d", "easylist": "•",
    "cvitemize": "•", "longenum": "1", "highlights": "•", "highlightsforbulletentries": "•",
}  # fmt: skip
_LISTLIKE = re.compile(r"(?i)(?:item|list|enum|bib|publications)")
_ENVIRONMENT_ARGUMENTS = {
    "minipage": "ooom", "multicols": "mo", "multicols*": "mo", "adjustwidth": "mm", "adjustwidth*": "mm", "spacing": "m",
    "list": "mm", "thebibliography": "m", "itemize": "o", "enumerate": "o", "description": "o", "etaremune": "o",
    "compactitem": "o", "compactenum": "o", "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom",
    "longtable": "om", "supertabular": "om", "xtabular": "om", "array": "om", "tblr": "om", "longtblr": "om",
    "xltabular": "mom", "NiceTabular": "omo", "paracol": "m", "figure": "o", "table": "o", "wrapfigure": "omom", "labeling": "om",
    "picture": "", "tikzpicture": "o", "textblock": "m", "textblock*": "m", "scope": "o", "longenum": "o", "hangparas": "mm",
    "changemargin": "mm", "parcolumns": "om", "leftcolumn": "", "rightcolumn": "", "refsection": "o", "flushenumerate": "o",
    "otherlanguage": "m", "otherlanguage*": "m", "CJK": "mm", "CJK*": "mm", "ltxtable": "mm", "trivlist": "", "tabbing": "",
    "column": "om", "columns": "o", "fullwidth": "o", "addmargin": "om", "minted": "om", "asparaenum": "o", "asparaitem": "o",
    "SetParagraph": "", "enumitem": "o", "easylist": "om", "inparaenum": "o", "inparaitem": "o", "compactdesc": "o",
    "document": "", "revenumerate": "o", "benumerate": "o", "cvitems": "o", "tcolorbox": "o", "mdframed": "o",
}  # fmt: skip
_DRAWINGS = frozenset({"tikzpicture", "picture", "figure@", "pspicture"})
# The names that keep their meaning when a document defines them anew: its definition is only about looks.
_MEANING = {**_SECTIONS, **_ENTRIES}
_LABEL = re.compile(r"[\[(]?[A-Za-z]{0,3}[-.]?\d{1,3}[\])]?[.:]?|[^\w\s]{1,2}|[A-Za-z\d]?[.)]?")


# -- headings


def heading(setter: Setter, level: int) -> None:
    """Set the next argument as a heading."""
    setter.stream.star()
    setter.stream.optional()
    tokens = setter.stream.argument()
    set_heading(setter, tokens, level)


def set_heading(setter: Setter, tokens: Tokens, level: int) -> None:
    """Set *tokens* as a heading."""
    setter.end_block()
    setter.reset_style()
    if setter.page.muted:
        return
    setter.page.begin(BlockKind.HEADING, level, parent=_section_parent(setter))
    setter.run_inline(tokens)
    setter.page.close()
    setter.paragraph()


def _section_parent(setter: Setter) -> int:
    return setter.container() if setter.lists and setter.lists[-1].kind != "row" else -1


def _section(setter: Setter, name: str) -> None:
    heading(setter, _SECTIONS[name])


def _is_heading(name: str, macro: Macro) -> bool:
    """Tell whether a macro of the author's own with one argument is a heading: by its name, or a rule and heavy type."""
    if macro.arity != 1 or macro.uses(*_SECTION_COMMANDS) or macro.uses("item", "begin"):
        return macro.arity == 1 and bool(_HEADING_NAME.search(name)) and macro.uses("begin") and not macro.uses("item")
    return bool(_HEADING_NAME.search(name)) or (macro.uses(*_RULES) and macro.uses(*_HEAVY))


def _level(name: str) -> int:
    return min(2 + name.lower().count("sub"), 6)


# -- the author's macros, and unknown ones


def author_macro(setter: Setter, name: str, macro: Macro) -> None:
    """Do a macro that the document defines."""
    if name in _SECTIONS and macro.arity:
        values = setter.macros.arguments(macro, setter.stream)
        set_heading(setter, values[-1] if macro.default is not None else values[0], _SECTIONS[name])
    elif name in _ENTRIES and macro.arity > 1:
        entry_row(setter, name, setter.macros.arguments(macro, setter.stream))
    elif name in FIELDS and macro.arity and name in ("name", "author"):
        COMMANDS[name](setter, name)
    elif _is_heading(name, macro):
        set_heading(setter, setter.macros.arguments(macro, setter.stream)[-1], _level(name))
    elif name in COMMANDS and _is_recursive(name, macro):
        COMMANDS[name](setter, name)
    else:
        setter.expand(macro)


def _is_recursive(name: str, macro: Macro) -> bool:
    """Tell whether a definition uses the command that it redefines (saved under another name before)."""
    return macro.uses(name)


def unknown(setter: Setter, name: str) -> None:
    """Do a macro that nobody defined: an entry if it has several arguments, else its argument is kept as text."""
    if setter.page.muted:
        return
    following = setter.stream.peek()
    if following is None or (following.kind != "{" and following.text not in ("[", "*")):
        if not (name in _ENTRIES and setter.stream.has_group()):
            return
    setter.stream.star()
    setter.stream.optional()
    arguments = _groups(setter, _ENTRIES.get(name, 9))
    arguments = [a for a in arguments if not is_dimension(written(a))] if name not in _ENTRIES else arguments
    starts = setter.page.at_line_start and not setter.inline and setter.innermost_table() is None
    if len(arguments) > 1 and (starts or name in _ENTRIES):
        entry_row(setter, name, arguments)
    elif len(arguments) == 1 and starts and _HEADING_NAME.search(name) and not _is_long(arguments[0]):
        set_heading(setter, arguments[0], _level(name))
    elif len(arguments) == 1 and _ITEMS.match(name):
        _single_item(setter, arguments[0])
    else:
        _as_text(setter, arguments)


def _as_text(setter: Setter, arguments: list[Tokens]) -> None:
    for index, argument in enumerate(arguments):
        if index:
            setter.page.space()
        setter.run(argument)


def _groups(setter: Setter, most: int) -> list[Tokens]:
    """Take the groups that follow, with no blank line between them."""
    found: list[Tokens] = []
    while len(found) < most and setter.stream.has_group() and not setter.budget.is_spent:
        found.append(setter.stream.argument())
        if len(found) == 1:
            while setter.stream.optional() is not None:
                pass
    return found


def _entry(setter: Setter, name: str) -> None:
    """Do an entry macro of a CV class."""
    if setter.page.muted:
        return
    setter.stream.star()
    setter.stream.optional()
    entry_row(setter, name, _groups(setter, _ENTRIES[name]))


def entry_row(setter: Setter, name: str, arguments: list[Tokens]) -> None:
    """Set an entry: its short arguments are the cells of a row, the long ones blocks inside that row."""
    setter.end_block()
    if setter.page.muted:
        return
    parts = [_trimmed(argument) for argument in arguments]
    last = max((i for i, part in enumerate(parts) if part and not _is_long(part)), default=-1)
    setter.page.begin(BlockKind.TABLE_ROW, label=name)
    for index, part in enumerate(parts):
        setter.page.cell()
        if not _is_long(part):
            setter.run_inline(part, "\n" if index == last and index > 1 else " ")
    row = setter.end_block()
    setter.lists.append(ListState("row", outer=setter.container(), item=row))
    for part in parts:
        if _is_long(part):
            setter.run(part)
            setter.end_block()
    setter.lists.pop()


def _is_long(tokens: Tokens) -> bool:
    """Tell whether an argument has blocks of its own: paragraphs, lists, entries."""
    return any(
        t.kind == "par" or (t.kind == "command" and (t.text in ("begin", "item", "par") or t.text in _ENTRIES))
        for t in tokens
    )


def _trimmed(tokens: Tokens) -> Tokens:
    """Return *tokens* without white space at the ends."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind in ("space", "par"):
        start += 1
    while end > start and tokens[end - 1].kind in ("space", "par"):
        end -= 1
    return tokens[start:end]


def _margin_entry(setter: Setter, name: str) -> None:
    """Do ``\\years``, which many templates leave undefined: a margin note."""
    COMMANDS["marginnote"](setter, name)


# -- lists


def _begin_list(setter: Setter, environment: str, kind: str) -> None:
    outer = setter.container()
    if outer < 0 and (last := setter.page.last) is not None and last.kind is BlockKind.TABLE_ROW and last.label:
        outer = len(setter.page.drafts) - 1
    setter.lists.append(ListState(kind, outer))
    setter.open_group(environment)


def _item(setter: Setter, name: str) -> None:
    """Do ``\\item``, with or without a label."""
    setter.end_block()
    while setter.groups and not setter.groups[-1].environment:
        setter.style = setter.groups.pop().style  # a group left open in the item above
    printed = setter.stream.optional()
    state = _state(setter)
    state.count += 1
    state.item = -1
    label = f"{state.count}." if state.kind == "1" else "•" if state.kind == "•" else ""
    text = setter.plain(printed) if printed is not None else ""
    if printed is not None and (is_number := bool(_LABEL.fullmatch(text))) | (not text):
        label = text if is_number else ""
    level = sum(1 for s in setter.lists if s.kind != "row") or 1
    setter.page.begin(BlockKind.LIST_ITEM, level, label, parent=state.outer)
    if printed is not None and text and not _LABEL.fullmatch(text):
        setter.run_inline(printed, style=setter.style._replace(bold=True) if state.kind == "d" else setter.style)
        setter.page.tab()
    _settle(setter, state)


def _state(setter: Setter) -> ListState:
    """Return the list that an item belongs to; items without a list make do with a loose one."""
    for state in reversed(setter.lists):
        if state.kind != "row":
            return state
    return ListState("", outer=setter.container())


def _settle(setter: Setter, state: ListState) -> None:
    """Let what follows the item's own text be inside the item: its index is that of the next block."""
    if not setter.page.muted:
        state.item = len(setter.page.drafts)


def _single_item(setter: Setter, tokens: Tokens) -> None:
    """Do ``\\cvlistitem`` and its like: one item."""
    setter.end_block()
    last = setter.page.last
    parent = setter.container()
    if parent < 0 and last is not None and last.kind is BlockKind.TABLE_ROW and last.label:
        parent = len(setter.page.drafts) - 1
    setter.page.begin(BlockKind.LIST_ITEM, 1 + sum(1 for s in setter.lists if s.kind != "row"), "•", parent=-1)
    setter.run(_trimmed(tokens))
    setter.end_block()


def _list_item(setter: Setter, name: str) -> None:
    setter.stream.optional()
    _single_item(setter, setter.stream.argument())


def _bibitem(setter: Setter, name: str) -> None:
    setter.end_block()
    setter.stream.optional()
    setter.stream.argument()
    state = _state(setter)
    state.count += 1
    setter.page.begin(BlockKind.LIST_ITEM, 1, f"[{state.count}]", parent=state.outer)
    _settle(setter, state)


# -- environments


def _begin(setter: Setter, name: str) -> None:
    environment = written(setter.stream.argument())
    if environment == "document":
        setter.groups.clear()
        setter.in_body, setter.page.muted = True, False
        setter.style = setter.style._replace(size=0, bold=False, italic=False)
        from graph_builder.read.latex_title import begin_document

        begin_document(setter)
    elif setter.page.muted:
        return
    elif environment in setter.macros.environments and not is_table(environment):
        _author_environment(setter, environment, setter.macros.environments[environment])
    else:
        _known_environment(setter, environment)


def _author_environment(setter: Setter, environment: str, macro: Macro) -> None:
    values = setter.macros.arguments(macro, setter.stream)
    heading_name = _HEADING_NAME.search(environment) or macro.uses(*_RULES)
    if macro.arity == 1 and heading_name and not macro.uses(*_SECTION_COMMANDS):
        set_heading(setter, values[0], _level(environment))
        setter.open_group(environment)
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
    if environment != "minipage" or setter.innermost_table() is None:
        index = setter.page.last
        setter.end_block() if kind is not None or environment != "minipage" else setter.page.line()
        del index
    if environment in _DRAWINGS:
        setter.drop(_ENVIRONMENT_ARGUMENTS.get(environment, ""))
    elif environment in _ENVIRONMENT_ARGUMENTS:
        setter.drop(_ENVIRONMENT_ARGUMENTS[environment])
    elif environment in ("resume", "cvletter"):
        setter.stream.optional()
    elif environment == "position":
        flush_fields(setter)
    else:
        _unknown_arguments(setter, environment)
    if kind is not None:
        _begin_list(setter, environment, kind)
    else:
        setter.open_group(environment)


def _unknown_arguments(setter: Setter, environment: str) -> None:
    """Keep the arguments of an environment that nobody defined: one is its heading, several are a row."""
    following = setter.stream.peek()
    if following is None or following.text not in ("{", "["):
        return
    while setter.stream.optional() is not None:
        pass
    arguments = [a for a in _groups(setter, 9) if not is_dimension(written(a))]
    if len(arguments) > 1:
        entry_row(setter, environment, arguments)
    elif arguments and written(arguments[0]) and not written(arguments[0]).isdecimal():
        set_heading(setter, arguments[0], _level(environment) if "section" in environment.lower() else 3)


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
    merged = bool(setter.inline) or in_item or setter.innermost_table() is not None
    merged = merged or (setter.stream.in_macro and environment.rstrip("*") != "longtable")
    if merged:
        setter.page.space()
    else:
        setter.end_block()
        setter.page.begin(BlockKind.TABLE_ROW)
        setter.page.cell()
    setter.open_group(environment, merged=merged)


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
    elif environment == "minipage":
        setter.page.line()
    elif setter.innermost_table() is None and not setter.inline:
        setter.end_block()
    if group.closing:
        setter.stream.push(group.closing)


# -- entries of res.cls: fields first, then a position environment


def _res_field(setter: Setter, name: str) -> None:
    setter.stream.optional()
    setter.pending[name] = setter.stream.argument()


def flush_fields(setter: Setter) -> None:
    """Set the fields of a res.cls position that were given so far as a row."""
    if setter.pending:
        values = [tokens for tokens in setter.pending.values() if tokens]
        setter.pending = {}
        entry_row(setter, "position", values)


def is_res(setter: Setter) -> bool:
    """Tell whether the document uses the entry fields of res.cls."""
    return "employer" in setter.title_commands and "employer" not in setter.macros.commands


def _drop_token(setter: Setter, name: str) -> None:
    setter.stream.argument()


_Handler = Callable[["Setter", str], None]
_BLOCKS: dict[str, _Handler] = {
    **dict.fromkeys((n for n in _SECTIONS if not n.endswith("@")), _section),
    **dict.fromkeys((n for n in _ENTRIES if not n.endswith("@") and n != "entry"), _entry),
    "item": _item, "bibitem": _bibitem, "begin": _begin, "end": _end, "cvlistitem": _list_item,
    "resumeItem": _list_item, "years": _margin_entry, "employer": _res_field, "location": _res_field, "dates": _res_field,
}  # fmt: skip
COMMANDS.update(_BLOCKS)
_UNUSED = (Token,)
