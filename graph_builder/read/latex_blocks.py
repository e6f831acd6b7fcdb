"""The blocks of LaTeX: headings, lists, entries of CV classes, and macros to guess about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from graph_builder.model import BlockKind
from graph_builder.read.latex_arguments import has_lines, one_period, trimmed, values_of
from graph_builder.read.latex_commands import COMMANDS, address
from graph_builder.read.latex_heads import parts_of_heading
from graph_builder.read.latex_macros import written
from graph_builder.read.latex_setter import ListState
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_symbols import is_dimension
from graph_builder.read.latex_tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex_setter import Setter

SECTIONS = {
    "part": 1, "chapter": 1, "section": 2, "cvsection": 2, "resheading": 2, "subsection": 3, "cvsubsection": 3,
    "subsubsection": 4, "cvsubsubsection": 4, "paragraph": 5, "subparagraph": 6, "cvparagraph": 5, "sectiontitle": 2,
    "ressubheading@": 3, "addsec": 2, "addchap": 1, "minisec": 4, "rubrichead@": 2,
}  # fmt: skip
HEADING_NAME = re.compile(r"(?i)section|heading|header$|^rubric|sectitle|secttl|^cvsec|title$")
SECTION_COMMANDS = ("section", "subsection", "subsubsection", "chapter", "paragraph", "cvsection", "cvsubsection")
RULES = ("hrule", "titlerule", "rule", "hline", "hrulefill")
HEAVY = (
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

_SWITCHES = (*HEAVY, "it", "itshape", "em", "sl", "rm", "normalsize", "small", "Huge", "huge")

# Entry macros of CV classes, with the most arguments that one takes. Each use is one row.
ENTRIES = {
    "cventry": 7, "cvitem": 2, "cvitemwithcomment": 3, "cvline": 2, "cvlanguage": 3, "cvcomputer": 4,
    "cvdoubleitem": 4, "cvlistdoubleitem": 2, "cvhonor": 4, "cvpub": 4, "cvskill": 2, "cvevent": 5, "cvachievement": 3,
    "cvref": 3, "cvproject": 5, "cvdegree": 6, "cveducation": 6, "cvjob": 6, "cvexperience": 6, "cvreference": 6,
    "cvtalk": 5, "cvaward": 4, "cvposition": 6, "resumeSubheading": 4, "resumeSubSubheading": 2,
    "resumeProjectHeading": 2, "resumeSubItem": 2, "ressubheading": 4, "runsubsection@": 1, "entry": 6,
    "datedsubsection": 2, "datedline": 2, "educationentry": 6, "twentyitem": 4, "twentyitemshort": 2,
    "cvtext@": 1, "cvsubentry": 6, "cvitemcomment": 3, "cvcolumn": 2,
}  # fmt: skip
_ONE_LINE = frozenset(("cvitem", "cvline", "cvitemwithcomment"))  # entries of two fields: lines of the second are one
_ITEMS = re.compile(r"(?i)^(?:\w*item|\w*bullet|achievement|highlight|(?:cv|skill|key)?tag)$")
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
    for at, part in enumerate(parts_of_heading(tokens, level)):
        if at:
            setter.page.text(", ", -1, setter.style)
        setter.run_inline(part)
    setter.page.close()
    setter.paragraph()


def _section_parent(setter: Setter) -> int:
    return setter.container() if setter.lists and setter.lists[-1].kind != "row" else -1


def _section(setter: Setter, name: str) -> None:
    heading(setter, SECTIONS[name])


def level_of(name: str) -> int:
    """Return the level of a heading macro or environment by its name."""
    return min(2 + name.lower().count("sub"), 6)


# -- unknown macros


# What packages for several bibliographies call their own: "\\nocitejournal{key}", "\\bibliographystylebooks{plain}"
_OF_REFERENCES = re.compile(r"nocite[a-z]|(?:no)?bibliography(?:style)?(?:[a-z]|$)|newcites")


# "\\cvinterests{Looms, wool}" of an author's own class
_INTERESTS = re.compile(r"(?:cv|my|the|research|academic)*interests?", re.IGNORECASE)


def unknown(setter: Setter, name: str) -> None:
    """Do a macro that nobody defined: an entry if it has several arguments, else its argument is kept as text."""
    if setter.page.muted:
        return
    if _OF_REFERENCES.match(name):
        if not (name == "nobibliography" and setter.stream.star()):  # "\\nobibliography*" has no argument
            setter.drop("m")
        return
    if _INTERESTS.fullmatch(name) and setter.stream.has_group():
        set_heading(setter, [Token("text", "Research Interests")], 2)
        setter.run(setter.stream.argument())
        setter.end_block()
        return
    following = setter.stream.peek()
    if (
        name == "entry" and following is not None and following.text in ("[", "*")
    ):  # curve.cls: "\\entry*[2010 -- 2014]"
        setter.stream.star()
        _item(setter, name)
        return
    has_arguments = following is not None and (following.kind == "{" or following.text in ("[", "*"))
    if not has_arguments and not (name in ENTRIES and setter.stream.has_group()):
        if _BARE_ITEM.fullmatch(name) and not setter.inline and setter.innermost_table() is None:
            setter.break_line()  # "\\SubBulletItem Advisor: ..."
        return
    setter.stream.star()
    option = setter.stream.optional()
    arguments = groups(setter, ENTRIES.get(name, 9))
    arguments = [part for argument in arguments for part in values_of(argument)]
    arguments = [a for a in arguments if not is_dimension(written(a))] if name not in ENTRIES else arguments
    if option is not None and name not in ENTRIES and len(arguments) > 1 and says_something(option):
        arguments.insert(1, option)
    starts = setter.page.at_line_start and not setter.inline and setter.innermost_table() is None
    enough = 2 if starts or name in ENTRIES else 3
    if len(arguments) == 2 and _ADDRESS.match(written(arguments[0])):  # "\\paperlink{https://...}{PDF}"
        setter.run_inline(arguments[1], style=setter.style._replace(href=address(setter, arguments[0])))
    elif name == "role" and len(arguments) == 2 and starts:  # below a dated heading: "\\role{Weaver}{Loom Hall}"
        setter.page.line()
        _as_text(setter, [a for a in arguments if a], ", ")
    elif len(arguments) > 1 and _BOOKMARKED.fullmatch(name):
        set_heading(setter, arguments[0], level_of(name))
    elif name.startswith("Datestamp"):
        _as_text(setter, arguments, "-" if all(written(a).isdecimal() for a in arguments) else " ")
    elif len(arguments) >= enough and not setter.inline and setter.innermost_table() is None:
        entry_row(setter, name, arguments)
    elif len(arguments) == 1 and starts and HEADING_NAME.search(name) and not _is_long(arguments[0]):
        set_heading(setter, arguments[0], level_of(name))
    elif len(arguments) == 1 and _ITEMS.match(name):
        _single_item(setter, arguments[0])
    else:
        _as_text(setter, arguments)


_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:)\S+$")
_BARE_ITEM = re.compile(r"(?i)\w{0,12}(?:bullet|sub)\w{0,12}item")
# Classes whose headings take names for bookmarks, too: "\\Section{Awards \\& Honours}{Awards}{PDF:Awards}"
_BOOKMARKED = re.compile(r"(?i)(?:sub)*section")


def _as_text(setter: Setter, arguments: list[Tokens], between: str = " ") -> None:
    for index, argument in enumerate(arguments):
        if index and between == " ":
            setter.page.space()
        elif index:
            setter.run([Token("text", between)])
        setter.run(argument)


def says_something(option: Tokens) -> bool:
    """Tell whether an optional argument is printed text, "Weaver, Sampleton", and no setting such as "leftmargin=*"."""
    text = written(option)
    return len(text) > 2 and (text[0].isupper() or text[:4].isdecimal()) and "=" not in text and not is_dimension(text)


def groups(setter: Setter, most: int, styled: bool = True) -> list[Tokens]:
    """Take the groups that follow, with no blank line between them.

    Without *styled*, a group below the first line that begins with its type, "{\\bf Ada}", is text that follows.
    """
    found: list[Tokens] = []
    while len(found) < most and setter.stream.has_group() and not setter.budget.is_spent:
        begins_line = (space := setter.stream.peek()) is not None and space.kind == "space" and "\n" in space.written
        argument = setter.stream.argument()
        if found and begins_line and not styled and argument and argument[0].text in _SWITCHES:
            setter.stream.push([Token("{", "{"), *argument, Token("}", "}")])
            break
        found.append(argument)
        if len(found) == 1:
            while setter.stream.optional() is not None:
                pass
    return found


_MODERN = frozenset(("moderncvstyle", "moderncvtheme", "moderncvcolor", "makecvtitle"))  # two arguments of "\\cvitem"


def _entry(setter: Setter, name: str) -> None:
    """Do an entry macro of a CV class."""
    if setter.page.muted:
        return
    setter.stream.star()
    setter.stream.optional()
    most = 4 if name == "cvitem" and not _MODERN & setter.title_commands else ENTRIES[name]
    entry_row(setter, name, groups(setter, most))


def entry_row(setter: Setter, name: str, arguments: list[Tokens]) -> int:
    """Set an entry: its short arguments are the cells of a row, the long ones blocks inside that row.

    Return the index of the row, or -1 if it has no text.
    """
    setter.end_block()
    if setter.page.muted:
        return -1
    parts = one_period([trimmed(argument) for argument in arguments])
    below = [_is_long(part) or (i > 2 and _describes(name, part)) for i, part in enumerate(parts)]
    last = max((i for i, part in enumerate(parts) if part and not below[i]), default=-1)
    setter.page.begin(BlockKind.TABLE_ROW, label=name)
    for index, part in enumerate(parts):
        setter.page.cell()
        if not below[index]:
            lines = index == last and index and (name not in _ONE_LINE or has_lines(part))
            setter.run_inline(part, "\n" if lines else " ")
    row = setter.end_block()
    depth = len(setter.lists)
    setter.lists.append(ListState("row", outer=setter.container(), item=row))
    for index, part in enumerate(parts):
        if below[index]:
            setter.run(part)
            setter.end_block()
    del setter.lists[depth:]  # an argument may end more lists than it begins
    return row


# What an argument behind the third is that describes: sentences, and no field of the entry.
_DESCRIBES = re.compile(r".{60}[A-Za-z)]{3}\.\s+[A-Z].{60}|.{300}", re.DOTALL)


# Entries of dates, title and place, with what was done as their fourth argument
_DESCRIBED = frozenset(("twentyitem", "cvitem"))


def _describes(name: str, part: Tokens) -> bool:
    """Tell whether an argument behind the third tells what was done, and is no field of the entry."""
    return name in _DESCRIBED or _DESCRIBES.search(written(part)) is not None


def _is_long(tokens: Tokens) -> bool:
    """Tell whether an argument has blocks of its own: paragraphs, lists, entries."""
    return any(
        t.kind == "par" or (t.kind == "command" and (t.text in ("begin", "item", "par") or t.text in ENTRIES))
        for t in tokens
    )


def _margin_entry(setter: Setter, name: str) -> None:
    """Do ``\\years``, which many templates leave undefined: a margin note."""
    COMMANDS["marginnote"](setter, name)


# -- lists


def begin_list(setter: Setter, environment: str, kind: str) -> None:
    """Enter a list; one right below an entry belongs to it."""
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
    setter.page.begin(BlockKind.LIST_ITEM, 1 + sum(1 for s in setter.lists if s.kind != "row"), "•")
    setter.run(trimmed(tokens))
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


# -- entries of res.cls: fields first, then a position environment


def _res_field(setter: Setter, name: str) -> None:
    setter.stream.optional()
    if name == "location" and not is_res(setter):  # of other classes: a line below the entry's heading
        setter.page.line()
        setter.run(setter.stream.argument())
        setter.page.line()
        return
    setter.pending[name] = setter.stream.argument()


def flush_fields(setter: Setter) -> int:
    """Set the fields of a res.cls position that were given so far as a row, and return its index or -1."""
    if not setter.pending:
        return -1
    values = [tokens for tokens in setter.pending.values() if tokens]
    setter.pending = {}
    return entry_row(setter, "position", values)


def is_res(setter: Setter) -> bool:
    """Tell whether the document uses the entry fields of res.cls."""
    return "employer" in setter.title_commands and "employer" not in setter.macros.commands


_Handler = Callable[["Setter", str], None]
_BLOCKS: dict[str, _Handler] = {
    **dict.fromkeys((n for n in SECTIONS if not n.endswith("@")), _section),
    **dict.fromkeys((n for n in ENTRIES if not n.endswith("@") and n != "entry"), _entry),
    "item": _item, "bibitem": _bibitem, "cvlistitem": _list_item,
    "resumeItem": _list_item, "years": _margin_entry, "employer": _res_field, "location": _res_field,
    "dates": _res_field,
}  # fmt: skip
COMMANDS.update(_BLOCKS)
