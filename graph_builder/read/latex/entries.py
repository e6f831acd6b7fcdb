"""The blocks of LaTeX: headings, lists and entries, of CV classes and of the author's own macros."""

from __future__ import annotations

import re

from graph_builder.model import BlockKind
from graph_builder.read.latex.interpreter import Handler, Interpreter, ListState
from graph_builder.read.latex.macros import Macro
from graph_builder.read.latex.tables import RULES, is_dimension, listed
from graph_builder.read.latex.tokens import DEPTH, Token, Tokens, trimmed, written

SECTIONS = {name: int(level) for name, level in listed("section").items()}
HEADING_NAME = re.compile(r"(?i)section|heading|header$|^rubric|sectitle|secttl|^cvsec|title$")
SECTION_COMMANDS = ("section", "subsection", "subsubsection", "chapter", "paragraph", "cvsection", "cvsubsection")
HEAVY = tuple("bf bfseries textbf sc scshape textsc large Large LARGE uppercase MakeUppercase".split())

# Entry macros of CV classes, with the most arguments that one takes. Each use is one row.
ENTRIES = {name: int(most) for name, most in listed("entry").items()}
_ONE_LINE = frozenset(("cvitem", "cvline", "cvitemwithcomment"))  # entries of two fields: lines of the second are one
_ITEMS = re.compile(r"(?i)^(?:\w*item|\w*bullet|achievement|highlight|(?:cv|skill|key)?tag)$")
_LABEL = re.compile(r"[\[(]?[A-Za-z]{0,3}[-.]?\d{1,3}[\])]?[.:]?|[^\w\s]{1,2}|[A-Za-z\d]?[.)]?")


# -- headings


def heading(tex: Interpreter, level: int) -> None:
    """Set the next argument as a heading."""
    tex.stream.star()
    tex.stream.optional()
    tokens = tex.stream.argument()
    set_heading(tex, tokens, level)


def set_heading(tex: Interpreter, tokens: Tokens, level: int) -> None:
    """Set *tokens* as a heading."""
    tex.end_block()
    tex.reset_style()
    if tex.page.muted:
        return
    tex.page.begin(BlockKind.HEADING, level, parent=_section_parent(tex))
    tex.run_inline(tokens)
    tex.page.close()
    tex.paragraph()


def _section_parent(tex: Interpreter) -> int:
    return tex.container() if tex.lists and tex.lists[-1].kind != "row" else -1


def _section(tex: Interpreter, name: str) -> None:
    heading(tex, SECTIONS[name])


def level_of(name: str) -> int:
    """Return the level of a heading macro or environment by its name."""
    return min(2 + name.lower().count("sub"), 6)


# -- unknown macros


# What packages for several bibliographies call their own: "\\nocitejournal{key}", "\\bibliographystylebooks{plain}"
_OF_REFERENCES = re.compile(r"nocite[a-z]|(?:no)?bibliography(?:style)?(?:[a-z]|$)|newcites")


def unknown(tex: Interpreter, name: str) -> None:
    """Do a macro that nobody defined: an entry if it has several arguments, else its argument becomes text."""
    if tex.page.muted:
        return
    if _OF_REFERENCES.match(name):
        if not (name == "nobibliography" and tex.stream.star()):  # "\\nobibliography*" has no argument
            tex.drop("m")
        return
    following = tex.stream.peek()
    if name == "entry" and following is not None and following.text in ("[", "*"):  # curve.cls: "\\entry*[2010]"
        tex.stream.star()
        _item(tex, name)
        return
    has_arguments = following is not None and (following.kind == "{" or following.text in ("[", "*"))
    if not has_arguments and not (name in ENTRIES and tex.stream.has_group()):
        if _BARE_ITEM.fullmatch(name) and not tex.inline and tex.innermost_table() is None:
            tex.break_line()  # "\\SubBulletItem Advisor: ..."
        return
    tex.stream.star()
    tex.stream.optional()
    arguments = groups(tex, ENTRIES.get(name, 9))
    arguments = [a for a in arguments if not is_dimension(written(a))] if name not in ENTRIES else arguments
    starts = tex.page.at_line_start and not tex.inline and tex.innermost_table() is None
    enough = 2 if starts or name in ENTRIES else 3
    if len(arguments) >= enough and not tex.inline and tex.innermost_table() is None:
        entry_row(tex, name, arguments)
    elif len(arguments) == 1 and starts and HEADING_NAME.search(name) and not _is_long(arguments[0]):
        set_heading(tex, arguments[0], level_of(name))
    elif len(arguments) == 1 and _ITEMS.match(name):
        _single_item(tex, arguments[0])
    else:
        _as_text(tex, arguments)


_BARE_ITEM = re.compile(r"(?i)\w{0,12}(?:bullet|sub)\w{0,12}item")


def _as_text(tex: Interpreter, arguments: list[Tokens]) -> None:
    for index, argument in enumerate(arguments):
        if index:
            tex.page.space()
        tex.run(argument)


def groups(tex: Interpreter, most: int) -> list[Tokens]:
    """Take the groups that follow, with no blank line between them."""
    found: list[Tokens] = []
    while len(found) < most and tex.stream.has_group() and not tex.budget.is_spent:
        found.append(tex.stream.argument())
        if len(found) == 1:
            while tex.stream.optional() is not None:
                pass
    return found


_MODERN = frozenset(("moderncvstyle", "moderncvtheme", "moderncvcolor", "makecvtitle"))  # two arguments of "\\cvitem"


def _entry(tex: Interpreter, name: str) -> None:
    """Do an entry macro of a CV class."""
    if tex.page.muted:
        return
    tex.stream.star()
    tex.stream.optional()
    most = 4 if name == "cvitem" and not _MODERN & tex.title_commands else ENTRIES[name]
    entry_row(tex, name, groups(tex, most))


def entry_row(tex: Interpreter, name: str, arguments: list[Tokens]) -> int:
    """Set an entry: its short arguments are the cells of a row, the long ones blocks inside that row.

    Return the index of the row, or -1 if it has no text.
    """
    tex.end_block()
    if tex.page.muted:
        return -1
    parts = _one_period([trimmed(argument) for argument in arguments])
    below = [_is_long(part) or (i > 2 and _describes(name, part)) for i, part in enumerate(parts)]
    last = max((i for i, part in enumerate(parts) if part and not below[i]), default=-1)
    tex.page.begin(BlockKind.TABLE_ROW, label=name)
    for index, part in enumerate(parts):
        tex.page.cell()
        if not below[index]:
            lines = index == last and index and (name not in _ONE_LINE or _has_lines(part))
            tex.run_inline(part, "\n" if lines else " ")
    row = tex.end_block()
    depth = len(tex.lists)
    tex.lists.append(ListState("row", outer=tex.container(), item=row))
    for index, part in enumerate(parts):
        if below[index]:
            tex.run(part)
            tex.end_block()
    del tex.lists[depth:]  # an argument may end more lists than it begins
    return row


# What an argument behind the third is that describes: sentences, and no field of the entry.
_DESCRIBES = re.compile(r".{60}[A-Za-z)]{3}\.\s+[A-Z].{60}|.{300}", re.DOTALL)


# Entries of dates, title and place, with what was done as their fourth argument
_DESCRIBED = frozenset(("twentyitem", "cvitem"))


def _describes(name: str, part: Tokens) -> bool:
    """Return whether an argument behind the third describes the entry and is no field of it."""
    return name in _DESCRIBED or _DESCRIBES.search(written(part)) is not None


def _is_long(tokens: Tokens) -> bool:
    """Return whether an argument has blocks of its own: paragraphs, lists, entries."""
    return any(
        t.kind == "par" or (t.kind == "command" and (t.text in ("begin", "item", "par") or t.text in ENTRIES))
        for t in tokens
    )


# -- what the arguments of entries hold: periods in two of them, and lines inside one

_MONTH = r"(?:[A-Za-zÀ-ÿ]{3,10}\.?,?~?\s?|\d{1,2}[./])"
_DATE = re.compile(rf"{_MONTH}?(?:{_MONTH})?(?P<year>(?:19|20)\d\d)")
_OPEN = re.compile(
    r"(?i)(?:present|current(?:ly)?|now|today|ongoing|heute|aujourd['’]hui|présent|actualidad|presente|atual|oggi)\.?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FEWEST = 4  # arguments of an entry with two dates


def _when(date: re.Match[str]) -> tuple[str, int]:
    """Return year and month of a date."""
    month = date.group()[:3].casefold()
    return date["year"], _MONTHS.index(month) if month in _MONTHS else 0


def _one_period(arguments: list[Tokens]) -> list[Tokens]:
    """Return the arguments of an entry, two dates among them as one period where the first of them stands.

    >>> words = [[Token("text", word)] for word in ("2019", "Weaver", "Loom Hall", "2016")]
    >>> ["".join(t.text for t in part) for part in _one_period(words)]
    ['2016–2019', 'Weaver', 'Loom Hall', '']
    """
    texts = [written(argument) for argument in arguments]
    dates = [(at, found) for at, text in enumerate(texts) if (found := _DATE.fullmatch(text))]
    opens = [at for at, text in enumerate(texts) if _OPEN.fullmatch(text)]
    if sum(map(bool, texts)) < _FEWEST or len(dates) + len(opens) != 2 or not dates:
        return arguments
    first, second = dates[0][0], opens[0] if opens else dates[1][0]
    if not opens and _when(dates[0][1]) > _when(dates[1][1]):
        first, second = second, first
    period = [*arguments[first], Token("text", "–"), *arguments[second]]
    place, other = sorted((first, second))
    return [period if at == place else [] if at == other else part for at, part in enumerate(arguments)]


_TYPES = frozenset("textbf textit emph textsc textsl small footnotesize bf it em itshape".split())


def _has_lines(tokens: Tokens) -> bool:
    """Return whether the lines of an argument are set in different type: "\\textbf{Weaver} \\newline Loom Hall"."""
    depth = 0
    solid = [t for t in tokens if t.kind != "space"]
    for before, token, after in zip(solid, solid[1:], solid[2:], strict=False):
        depth += DEPTH.get(before.kind, 0)
        breaks = not depth and token.kind == "command" and token.text in ("newline", "\\")
        if breaks and (before.kind == "}" or (after.kind == "command" and after.text in _TYPES)):
            return True
    return False


# -- lists


def begin_list(tex: Interpreter, environment: str, kind: str) -> None:
    """Enter a list; one right below an entry belongs to it."""
    outer = tex.container()
    if outer < 0 and (last := tex.page.last) is not None and last.kind is BlockKind.TABLE_ROW and last.label:
        outer = len(tex.page.drafts) - 1
    tex.lists.append(ListState(kind, outer))
    tex.open_group(environment)


def _item(tex: Interpreter, name: str) -> None:
    """Do ``\\item``, with or without a label."""
    tex.end_block()
    while tex.groups and not tex.groups[-1].environment:
        tex.style = tex.groups.pop().style  # a group left open in the item above
    printed = tex.stream.optional()
    state = _state(tex)
    state.count += 1
    state.item = -1
    label = f"{state.count}." if state.kind == "1" else "•" if state.kind == "•" else ""
    text = tex.plain(printed) if printed is not None else ""
    if printed is not None and (is_number := bool(_LABEL.fullmatch(text))) | (not text):
        label = text if is_number else ""
    level = sum(1 for s in tex.lists if s.kind != "row") or 1
    tex.page.begin(BlockKind.LIST_ITEM, level, label, parent=state.outer)
    if printed is not None and text and not _LABEL.fullmatch(text):
        tex.run_inline(printed, style=tex.style._replace(bold=True) if state.kind == "d" else tex.style)
        tex.page.tab()
    _settle(tex, state)


def _state(tex: Interpreter) -> ListState:
    """Return the list that an item belongs to; items without a list make do with a loose one."""
    for state in reversed(tex.lists):
        if state.kind != "row":
            return state
    return ListState("", outer=tex.container())


def _settle(tex: Interpreter, state: ListState) -> None:
    """Let what follows the item's own text be inside the item: its index is that of the next block."""
    if not tex.page.muted:
        state.item = len(tex.page.drafts)


def _single_item(tex: Interpreter, tokens: Tokens) -> None:
    """Do ``\\cvlistitem`` and its like: one item."""
    tex.end_block()
    tex.page.begin(BlockKind.LIST_ITEM, 1 + sum(1 for s in tex.lists if s.kind != "row"), "•")
    tex.run(trimmed(tokens))
    tex.end_block()


def _list_item(tex: Interpreter, name: str) -> None:
    tex.stream.optional()
    _single_item(tex, tex.stream.argument())


def _bibitem(tex: Interpreter, name: str) -> None:
    tex.stream.optional()
    tex.stream.argument()
    _item(tex, name)


def _own_line(tex: Interpreter, name: str) -> None:
    """Set a line below the heading of an entry, as of ``\\location``."""
    tex.stream.optional()
    if not tex.page.at_line_start:
        tex.page.line()
    tex.run(tex.stream.argument())
    tex.page.line()


# -- macros that the document defines


def _is_heading(name: str, macro: Macro) -> bool:
    """Return whether the author's macro with one argument is a heading: by its name, or by a rule and heavy type."""
    if macro.arity != 1 or macro.uses(*SECTION_COMMANDS) or macro.uses("item", "begin"):
        return macro.arity == 1 and bool(HEADING_NAME.search(name)) and macro.uses("begin") and not macro.uses("item")
    if macro.uses("marginpar", "marginnote", "sidenote", "sidepar") and _MARGIN_HEAD.search(name):
        return True  # "\\marginhead{Education}"
    return bool(HEADING_NAME.search(name)) or (macro.uses(*RULES) and macro.uses(*HEAVY))


_MARGIN_HEAD = re.compile(r"head|title|sec|topic|label|caption", re.IGNORECASE)


def author_macro(tex: Interpreter, name: str, macro: Macro) -> None:
    """Do a macro that the document defines."""
    if name in SECTIONS and macro.arity:
        values = tex.macros.arguments(macro, tex.stream)
        starred = macro.default is not None or written(values[0]) in {"*", ""}
        set_heading(tex, values[-1] if starred else values[0], SECTIONS[name])
        for part in [] if starred else values[1:]:  # what stands in the column to the right of it
            tex.run(part)
            tex.end_block()
    elif name in ENTRIES and macro.arity > 1:
        values = tex.macros.arguments(macro, tex.stream)
        spaced = macro.default is not None and is_dimension(written(macro.default))
        entry_row(tex, name, values[1:] if spaced else values)  # "\\cventry[7][.25em]": a space below the entry
    elif name in ("name", "author") and macro.arity:
        tex.fields[name] = values = tex.macros.arguments(macro, tex.stream)
        tex.expand_with(macro.body, values)
    elif _is_heading(name, macro):
        set_heading(tex, tex.macros.arguments(macro, tex.stream)[-1], level_of(name))
    elif name in tex.language.commands and macro.uses(name):
        tex.language.commands[name](tex, name)
    else:
        tex.expand(macro)


ENTRY_COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(SECTIONS, _section),
    **dict.fromkeys((name for name in ENTRIES if name != "entry"), _entry),
    "item": _item, "bibitem": _bibitem, "cvlistitem": _list_item, "resumeItem": _list_item,
    **dict.fromkeys(("employer", "location", "dates"), _own_line),
}  # fmt: skip
