"""The interpreter of LaTeX: takes tokens one by one, expands macros and prints on a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph_builder.model import BlockKind
from graph_builder.read.latex.macros import DEFINERS, Macro, Macros, substitute
from graph_builder.read.latex.page import Page, Style
from graph_builder.read.latex.tables import REGISTERS, dimension_length, is_dimension
from graph_builder.read.latex.tokens import Budget, Lexer, Stream, Token, Tokens, written

_DEEPEST = 25
_ICON = re.compile(r"(?:fa|ai)(?:[A-Z]\w*|icon)?$")


@dataclass(slots=True)
class ListState:
    """A list that is open, or an entry whose long argument is being set (``row``)."""

    kind: str
    outer: int = -1
    count: int = 0
    item: int = -1


@dataclass(slots=True)
class Group:
    """A group that is open: the style to go back to, and the environment's name if it is one."""

    style: Style
    environment: str = ""
    closing: Tokens = field(default_factory=list)
    merged: bool = False


Handler = Callable[["Interpreter", str], object]
"""What does a command: a function of the interpreter and of the command's name."""


@dataclass(frozen=True, slots=True)
class Language:
    """The commands that an interpreter knows, each with its handler, and what it does with all others.

    Attributes:
        commands: the handlers of commands by their names.
        conditional: does a command if it is a conditional, and says whether it was one.
        author_macro: does a macro that the document defines.
        unknown: does a command that nobody defines.
        end_environment: does what the end of an environment does.
    """

    commands: Mapping[str, Handler]
    conditional: Callable[[Interpreter, str], bool]
    author_macro: Callable[[Interpreter, str, Macro], None]
    unknown: Handler
    end_environment: Callable[[Interpreter, Group], None]


class Interpreter:
    """The interpreter of one document: its state, and the page that it prints on.

    What commands do is no part of it: their handlers, functions of the interpreter, come with the *language*.
    """

    def __init__(
        self, tokens: Sequence[Token], budget: Budget, language: Language, macros: Macros | None = None, depth: int = 0
    ) -> None:
        self.language = language
        self.stream = Stream(tokens, budget)
        self.budget = budget
        self.macros = macros or Macros()
        self.depth = depth
        self.lists: list[ListState] = []
        self.page = Page(self.container)
        self.style = Style()
        self.groups: list[Group] = []
        self.fields: dict[str, list[Tokens]] = {}
        self.notes: list[Tokens] = []
        self.inline: str = ""  # what a line break becomes inside a heading or cell; empty: a line break
        self.math = False
        self.beside = False  # whether the column that begins next stands beside the one before
        self.has_body = any(
            t.text == "begin" and u.kind == "{" and v.text == "document"
            for t, u, v in zip(tokens, tokens[1:], tokens[2:], strict=False)
        )
        self.in_body = not self.has_body
        self.title_commands = {t.text for t in tokens if t.kind == "command"}
        self.page.muted = self.has_body

    # -- running

    def run_all(self) -> None:
        """Set everything to the end."""
        while (token := self.stream.next()) is not None:
            self._interpret(token)

    def run(self, tokens: Tokens, style: Style | None = None) -> None:
        """Set *tokens* now, in a group of their own."""
        if self.depth > _DEEPEST or not tokens:
            self.stream.push(tokens)
            return
        saved, stream, groups, math = self.style, self.stream, self.groups, self.math
        self.stream, self.groups, self.depth = Stream(tokens, self.budget), [], self.depth + 1
        self.budget.spend(len(tokens))
        self.style = style or saved
        while (token := self.stream.next()) is not None:
            self._interpret(token)
        while self.groups:
            self._close_group(self.groups.pop())
            while (token := self.stream.next()) is not None:
                self._interpret(token)
        self.stream, self.groups, self.style, self.math, self.depth = stream, groups, saved, math, self.depth - 1

    def run_inline(self, tokens: Tokens, line_break: str = " ", style: Style | None = None) -> None:
        """Set *tokens* without ending the block, line breaks being *line_break*."""
        saved, self.inline = self.inline, line_break
        self.run(tokens, style)
        self.inline = saved

    def plain(self, tokens: Tokens) -> str:
        """Return the characters that *tokens* would print."""
        if self.depth > _DEEPEST or self.budget.is_spent:
            return ""
        self.budget.spend(150)
        inner = Interpreter([], self.budget, self.language, self.macros, self.depth + 1)
        inner.in_body, inner.inline = True, " "
        inner.run(tokens)
        inner.page.close()
        return " ".join(draft.text for draft in inner.page.drafts).strip()

    # -- tokens

    def _interpret(self, token: Token) -> None:
        kind = token.kind
        if kind == "text":
            self.page.text(token.text, self.style)
        elif kind in ("space", "~"):
            self.page.space()
        elif kind in ("command", "native"):
            self.command(token)
        elif kind == "{":
            self.groups.append(Group(self.style))
        elif kind == "}":
            if self.groups and not self.groups[-1].environment:
                self.style = self.groups.pop().style
        elif kind == "par":
            self.paragraph()
        elif kind == "$":
            self.math = not self.math
        elif kind == "^" and self.math:
            self.run_inline(self.stream.argument(), style=self.style._replace(superscript=True))
        elif kind == "_" and self.math:
            self.run_inline(self.stream.argument())
        elif kind == "&":
            self.ampersand()
        elif kind == "raw":
            self._raw(token)
        elif kind == "#":
            self.page.text(token.written, self.style)
        else:
            self.page.text(token.text, self.style)

    def _raw(self, token: Token) -> None:
        if token.written in ("inline", "address"):
            self.page.text(token.text, self.style)
        elif token.text.strip():
            self.end_block()
            muted, self.page.muted = self.page.muted, False
            self.page.begin(BlockKind.CODE, label=token.written)
            self.page.text(token.text.strip(), self.style)
            self.page.close()
            self.page.muted = muted

    def paragraph(self) -> None:
        """End the paragraph."""
        self.math = False
        if self.inline:
            self.page.space() if self.inline == " " else self.page.line()
        elif self.innermost_table() is None:
            self.end_block()
        else:
            self.page.space()

    def end_block(self) -> int:
        """Close the open block, set the footnotes that belong to it, and return its index."""
        index = self.page.close()
        while self.notes and not self.inline:
            self.run_inline(self.notes.pop(0))
            self.page.close()
        return index

    def container(self) -> int:
        """Return the index of the list item or entry that holds what is set now, or -1."""
        if not self.lists:
            return -1
        top = self.lists[-1]
        return top.item if top.item >= 0 else top.outer

    # -- tables

    def innermost_table(self) -> Group | None:
        """Return the table whose cell is being set, if no list stands between."""
        for group in reversed(self.groups):
            if group.environment:
                if is_table(group.environment):
                    return group
                if group.environment not in ("center", "flushleft", "flushright"):
                    return None
        return None

    def ampersand(self) -> None:
        """Divide cells; outside of tables the character is a mistake of the author's and meant as it stands."""
        table = self.innermost_table()
        if table is None and self.inline != "cell":
            self.page.text("&", self.style)
        elif table is None or table.merged:
            self.page.tab()
        else:
            self.page.cell()

    def break_line(self) -> None:
        """Do ``\\\\``: the end of a table row or a line."""
        self.stream.star()
        if (spacing := self.stream.optional()) is not None and not is_dimension(written(spacing)):
            self.stream.push([Token("text", "["), *spacing, Token("text", "]")])
        table = self.innermost_table()
        if table is not None and not table.merged:
            self.end_block()
            self.page.begin(BlockKind.TABLE_ROW)
            self.page.cell()
        elif self.inline == " ":
            self.page.space()
        else:
            self.page.line()

    # -- groups and environments

    def open_group(self, environment: str, closing: Tokens | None = None, merged: bool = False) -> None:
        """Enter an environment."""
        self.groups.append(Group(self.style, environment, closing or [], merged))

    def close_environment(self, name: str) -> None:
        """Leave the environment *name*, and what was left open inside it; nothing if it is not open."""
        if not any(group.environment == name for group in self.groups):
            return
        while self.groups:
            group = self.groups.pop()
            self._close_group(group)
            if group.environment == name:
                return

    def _close_group(self, group: Group) -> None:
        if group.environment:
            self.language.end_environment(self, group)
        self.style = group.style

    def set_style(self, **changes: Any) -> None:
        """Set what follows in the group in a style that differs from the one before."""
        self.style = self.style._replace(**changes)

    def reset_style(self) -> None:
        """Close groups that were left open in the text above: a section begins with plain type."""
        while self.groups and not self.groups[-1].environment:
            self.style = self.groups.pop().style

    # -- commands

    def command(self, token: Token) -> None:
        """Do one command: a definition, a conditional, the author's own, a known one, or one to guess about."""
        name, language = token.text, self.language
        if name in DEFINERS:
            DEFINERS[name](self.macros, self.stream)
        elif language.conditional(self, name):
            pass
        elif token.kind == "command" and (macro := self.macros.commands.get(name)) is not None:
            language.author_macro(self, name, macro)
        elif (handler := language.commands.get(name)) is not None:
            handler(self, name)
        elif _ICON.match(name):
            self.stream.star()
            if name in ("faIcon", "faicon", "aiIcon"):
                self.stream.argument()
        else:
            language.unknown(self, name)

    def expand(self, macro: Macro) -> None:
        """Replace a use of the author's macro by its definition."""
        self.expand_with(macro.body, self.macros.arguments(macro, self.stream))

    def expand_with(self, body: Sequence[Token], values: Sequence[Tokens]) -> None:
        """Put *body* in front with its parameters replaced, within the budget."""
        self.budget.expansions -= 1
        if self.budget.expansions >= 0 and not self.budget.is_spent:
            self.stream.push(substitute(body, values))

    def drop(self, spec: str) -> list[Tokens]:
        """Take the arguments of a command of the layout and return them."""
        taken: list[Tokens] = []
        self.stream.star()
        for letter in spec:
            if letter == "m":
                taken.append(self.stream.argument())
            elif letter == "o":
                taken.append(self.stream.optional() or [])
            else:
                self.stream.star()
        return taken

    def assignment(self) -> None:
        """Pass over ``\\parindent=0pt`` and its like."""
        token = self.stream.peek_solid()
        if token is not None and token.text == "=":
            self.stream.skip_spaces()
            self.stream.next()
        taken: Tokens = []
        text = ""
        while (token := self.stream.peek()) is not None and len(taken) < 12 and token.kind in ("text", "space"):
            taken.append(token)
            text += token.written or token.text
            self.stream.next()
        value = text.lstrip()
        if token is not None and token.text in REGISTERS and len(taken) < 12 and not re.search(r"[A-Za-z]", text):
            self.stream.next()  # "\\parindent=2\\parskip"
            return
        used = dimension_length(value) or len(value) - len(value.lstrip("-.0123456789"))
        self.stream.push(Lexer(value[used:]).tokens())


def is_table(environment: str) -> bool:
    """Return whether an environment divides cells by ``&``.

    >>> is_table("tabularx"), is_table("itemize")
    (True, False)
    """
    return environment.rstrip("*") in _TABLES


_TABLES = frozenset(
    "tabular tabularx tabulary longtable supertabular xtabular tabu longtabu array ltxtable xltabular tblr longtblr"
    " NiceTabular mpxtabular".split()
)
