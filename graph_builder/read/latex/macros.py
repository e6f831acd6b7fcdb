"""The author's own macros: definitions are read, and uses are replaced by what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graph_builder.read.latex.tokens import DEPTH, Stream, Token, Tokens, written


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro or environment that the document defines.

    *default* is the value of an optional first argument, or None if there is none. *end* is the closing part of an
    environment.
    """

    arity: int
    body: tuple[Token, ...]
    default: tuple[Token, ...] | None = None
    spec: str = ""
    end: tuple[Token, ...] = ()

    def uses(self, *names: str) -> bool:
        """Return whether the definition contains one of the commands."""
        return any(t.kind == "command" and t.text in names for t in self.body)


class Macros:
    """The macros and environments that a document has defined so far."""

    def __init__(self) -> None:
        self.commands: dict[str, Macro] = {}
        self.environments: dict[str, Macro] = {}
        self.flags: dict[str, bool] = {}

    # -- definitions

    def _name(self, stream: Stream) -> str:
        return next((t.text for t in stream.argument() if t.kind == "command"), "")

    def _newcommand(self, stream: Stream) -> None:
        stream.star()
        name = self._name(stream)
        count = stream.optional()
        default = stream.optional()
        body = stream.argument()
        if name:
            self.commands[name] = Macro(_number(count), tuple(body), None if default is None else tuple(default))

    def _def(self, stream: Stream) -> None:
        token = stream.next()
        if token is None or token.kind != "command":
            return
        arity = 0
        while (peeked := stream.peek()) is not None and peeked.kind not in ("{", "par") and arity < 9:
            stream.next()
            arity += peeked.kind == "#"
        self.commands[token.text] = Macro(arity, tuple(stream.argument()))

    def _let(self, stream: Stream) -> None:
        name = stream.next()
        stream.skip_spaces()
        if (peeked := stream.peek()) is not None and peeked.text == "=":
            stream.next()
        target = stream.next()
        if name is None or target is None or name.kind != "command" or target.text == name.text:
            return
        macro = self.commands.get(target.text) if target.kind == "command" else None
        # What a command of LaTeX meant stays under its new name, however the author redefines it later.
        native = target._replace(kind="native") if target.kind == "command" else target
        self.commands[name.text] = macro or Macro(0, (native,))

    def _newenvironment(self, stream: Stream) -> None:
        stream.star()
        name = written(stream.argument())
        count = stream.optional()
        default = stream.optional()
        begin, end = stream.argument(), stream.argument()
        self.environments[name] = Macro(
            _number(count), tuple(begin), None if default is None else tuple(default), end=tuple(end)
        )

    def _document_command(self, stream: Stream) -> None:
        name, spec, body = self._name(stream), _spec(stream.argument()), stream.argument()
        if name:
            self.commands[name] = Macro(sum(c in "mosO" for c in spec), tuple(body), spec=spec)

    def _newif(self, stream: Stream) -> None:
        token = stream.next()
        if token is not None and token.kind == "command":
            self.flags[token.text.removeprefix("if")] = False

    def _newlist(self, stream: Stream) -> None:
        name, base = written(stream.argument()), stream.argument()
        stream.argument()
        begin = [Token("command", "begin"), Token("{", "{"), *base, Token("}", "}")]
        end = [Token("command", "end"), Token("{", "{"), *base, Token("}", "}")]
        self.environments[name] = Macro(0, tuple(begin), end=tuple(end))

    # -- uses

    def arguments(self, macro: Macro, stream: Stream) -> list[Tokens]:
        """Take the arguments of a use of *macro*."""
        if macro.spec:
            return [_specified(letter, stream) for letter in macro.spec if letter in "mosO"]
        values: list[Tokens] = []
        if macro.default is not None and macro.arity:
            given = stream.optional()
            values.append(list(macro.default) if given is None else given)
        while len(values) < macro.arity:
            values.append(stream.argument())
        return values


DEFINERS: dict[str, Callable[[Macros, Stream], None]] = {
    **dict.fromkeys(
        ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd", "renewbibmacro",
         "newbibmacro"),
        Macros._newcommand,
    ),
    **dict.fromkeys(("def", "gdef", "edef", "xdef"), Macros._def),
    **dict.fromkeys(("let", "futurelet"), Macros._let),
    **dict.fromkeys(("newenvironment", "renewenvironment"), Macros._newenvironment),
    **dict.fromkeys(
        ("NewDocumentCommand", "RenewDocumentCommand", "DeclareDocumentCommand", "ProvideDocumentCommand"),
        Macros._document_command,
    ),
    "newif": Macros._newif, "newlist": Macros._newlist,
}  # fmt: skip
"""The commands that define macros, and what reads the definition behind each."""


def substitute(body: Sequence[Token], values: Sequence[Tokens]) -> Tokens:
    """Return *body* with its parameters replaced by *values*."""
    out: Tokens = []
    for token in body:
        if token.kind == "#" and int(token.text) <= len(values):
            out.extend(values[int(token.text) - 1])
        elif token.kind != "#":
            out.append(token)
    return out


def _number(tokens: Tokens | None) -> int:
    text = written(tokens or [])
    return min(int(text), 9) if text.isdecimal() and text.isascii() else 0


def _spec(tokens: Tokens) -> str:
    depth, letters = 0, ""
    for token in tokens:
        depth += DEPTH.get(token.kind, 0)
        if not depth and token.kind == "text":
            letters += token.text
    return letters[:9]


def _specified(letter: str, stream: Stream) -> Tokens:
    if letter == "m":
        return stream.argument()
    if letter == "s":
        return [Token("text", "*")] if stream.star() else []
    return stream.optional() or []
