"""LaTeX tokens: the source cut into commands, groups, spaces and text, and the stream that they are taken from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Token(NamedTuple):
    """A lexical unit of LaTeX.

    *kind* is one of ``command``, ``native`` (a command as LaTeX has it, whatever the author makes of its name), ``{``,
    ``}``, ``space``, ``par``, ``$``, ``&``, ``#`` (a parameter), ``~``, ``^``, ``_``, ``text`` and ``raw`` (verbatim
    characters). *text* is the command's name, the parameter's digit or the characters that it prints, *written* the
    spelling in the source if it differs.
    """

    kind: str
    text: str
    written: str = ""


Tokens = list[Token]

DEPTH = {"{": 1, "}": -1}
"""How a kind of token changes the depth of groups."""


def written(tokens: Sequence[Token]) -> str:
    """Return the source spelling of tokens, as for names of environments and lengths."""
    return "".join(t.written or t.text for t in tokens).strip()


def trimmed(tokens: Tokens) -> Tokens:
    """Return *tokens* without white space at the ends."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind in ("space", "par"):
        start += 1
    while end > start and tokens[end - 1].kind in ("space", "par"):
        end -= 1
    return tokens[start:end]


def has_words(tokens: Tokens) -> bool:
    """Return whether any of the tokens is more than white space."""
    return any(t.kind not in ("space", "par") for t in tokens)


# Characters that TeX's input ligatures turn into one.
LIGATURES = {
    "---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", ",,": "„", "<<": "«", ">>": "»", "?`": "¿", "!`": "¡",
}  # fmt: skip

_LEX = re.compile(
    r"(?P<text>[^\\%{}$&~^_\#`'\-\[\]=*<>,?!\s]+)"
    r"|(?P<comment>%[^\n]*\n?[ \t]*)"
    r"|(?P<space>[ \t\r\n\f\v]+)"
    r"|(?P<ligature>---|--|``|''|,,|<<|>>|\?`|!`|`)"
    r"|(?P<param>\#{1,8}[1-9])"
    r"|(?P<special>[{}$&~^_])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_WORD = re.compile(r"\\[A-Za-z]+")
_WORD_AT = re.compile(r"\\[@A-Za-z]+")
_BEGIN_RAW = re.compile(r"\s*\{(verbatim\*?|Verbatim|lstlisting|minted|filecontents\*?|comment|format)\}")
_VERB = re.compile(r"\\(?:verb|lstinline)\*?([^A-Za-z\s*{])")
_RAW_ARGUMENT = frozenset({"url", "href", "nolinkurl", "path", "hyperref"})
_URL_PARAM = re.compile(r"(#[1-9](?![0-9A-Za-z]))")

_BLANKS = re.compile(r"[ \t]*\n?[ \t]*")


class Lexer:
    """A cutter of LaTeX source into tokens, in one pass and linear time.

    >>> [t.text for t in Lexer(r"\\emph{Ada} % a comment").tokens()]
    ['emph', '{', 'Ada', '}', ' ']
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._out: list[Token] = []
        self._at_is_letter = False
        self._line_start = False
        self._lookahead = 200_000  # characters that the search for the ends of addresses may still read

    def tokens(self) -> list[Token]:
        """Return all tokens of the source."""
        position = 0
        while position < len(self._source):
            if self._source[position] == "\\":
                position = self._command(position)
            else:
                position = self._other(position)
        return self._out

    def _other(self, position: int) -> int:
        match = _LEX.match(self._source, position)
        if match is None:  # pragma: no cover - the last branch of the pattern matches any character
            return position + 1
        kind, written = match.lastgroup, match.group()
        if kind == "text" or kind == "other":
            self._line_start = False
            self._add("text", written)
            return match.end()
        after_comment, self._line_start = self._line_start, kind == "comment"
        if kind == "space":
            breaks = written.count("\n") + after_comment
            self._add("par" if breaks > 1 else "space", "\n" if breaks > 1 else " ", written)
        elif kind == "ligature":
            self._add("text", LIGATURES[written], written)
        elif kind == "param":
            self._add("#", written[-1], written)
        elif kind == "special":
            self._add(written, written)
        return match.end()

    def _add(self, kind: str, text: str, written: str = "") -> None:
        self._out.append(Token(kind, text, written))

    def _command(self, position: int) -> int:
        self._line_start = False
        match = (_WORD_AT if self._at_is_letter else _WORD).match(self._source, position)
        if match is None:
            written = self._source[position : position + 2]
            self._add("command", written[1:], written)
            return position + max(len(written), 1)
        name = match.group()[1:]
        if name in ("makeatletter", "makeatother"):
            self._at_is_letter = name == "makeatletter"
        if name in ("verb", "lstinline") and (verb := _VERB.match(self._source, position)):
            return self._raw(verb.end(), verb.group(1), "inline")
        if name == "begin" and (begin := _BEGIN_RAW.match(self._source, match.end())):
            return self._raw(begin.end(), f"\\end{{{begin.group(1)}}}", begin.group(1))
        self._add("command", name, match.group())
        if name in _RAW_ARGUMENT:
            return self._raw_argument(match.end())
        return self._skip_space(match.end())

    def _skip_space(self, position: int) -> int:
        match = _BLANKS.match(self._source, position)
        end = match.end() if match else position
        # A blank line after a command still ends the paragraph.
        return position if end < len(self._source) and self._source[end] == "\n" else end

    def _raw(self, start: int, closing: str, kind: str) -> int:
        """Take all up to *closing* as it stands, and return the place behind it."""
        end = self._source.find(closing, start)
        end = len(self._source) if end < 0 else end
        if kind not in ("comment", "format"):  # the latter says where res.cls prints the fields of a post
            self._add("raw", self._source[start:end], kind)
        return end + len(closing)

    def _raw_argument(self, position: int) -> int:
        """Take the address in braces after ``\\url`` or ``\\href`` as it stands: % and # are plain there."""
        start = self._skip_space(position)
        if not self._source.startswith("{", start):
            return start
        depth, end = 0, start
        for end in range(start, min(len(self._source), start + min(4000, max(self._lookahead, 0)))):
            depth += {"{": 1, "}": -1}.get(self._source[end], 0)
            if not depth:
                break
        if depth or end == start or "\n\n" in self._source[start:end]:
            self._lookahead -= end - start
            return start
        self._add("{", "{")
        for piece in _URL_PARAM.split(self._source[start + 1 : end]):
            if _URL_PARAM.fullmatch(piece):
                self._add("#", piece[-1], piece)
            elif piece:
                self._add("raw", piece, "address")
        self._add("}", "}")
        return end + 1


class Budget:
    """The work that reading one document may take, shared by all of its streams.

    Cyclic and exploding macros, and arguments that are never closed, end when it is spent.
    """

    def __init__(self, size: int) -> None:
        self.steps = 200_000 + 6 * size
        self.expansions = 20_000

    def spend(self, steps: int) -> None:
        """Take *steps* off."""
        self.steps -= steps

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be expanded or looked ahead for."""
        return self.steps < 0


class Stream:
    """Tokens in reading order, with those of expanded macros put in front."""

    def __init__(self, tokens: Sequence[Token], budget: Budget) -> None:
        self._waiting = list(reversed(tokens))
        self._own = len(tokens)  # how many of those that wait were there from the beginning
        self.budget = budget

    @property
    def in_macro(self) -> bool:
        """Whether the next token comes from the definition of a macro."""
        return len(self._waiting) > self._own

    def push(self, tokens: Sequence[Token]) -> None:
        """Put *tokens* in front of the rest."""
        self.budget.spend(len(tokens))
        self._waiting += reversed(tokens)

    def peek(self) -> Token | None:
        """Return the next token and leave it there; None at the end."""
        return self._waiting[-1] if self._waiting else None

    def ahead(self, most: int) -> Sequence[Token]:
        """Return so many of the next tokens at most, without taking them."""
        return self._waiting[: -most - 1 : -1]

    def next(self) -> Token | None:
        """Take the next token; None at the end."""
        if not self._waiting:
            return None
        token = self._waiting.pop()
        if len(self._waiting) < self._own:
            self._own = len(self._waiting)
        self.budget.steps -= 1
        return token

    def peek_solid(self) -> Token | None:
        """Return the next token that is not a space (a blank line is none), leaving all in place."""
        return next((token for token in reversed(self._waiting) if token.kind != "space"), None)

    def skip_spaces(self) -> None:
        """Take spaces off the front, but no blank line."""
        while (token := self.peek()) is not None and token.kind == "space":
            self.next()

    def star(self) -> bool:
        """Take a star off the front, if there is one."""
        token = self.peek()
        if token is not None and token.kind == "text" and token.text == "*":
            self.next()
            return True
        return False

    def has_group(self) -> bool:
        """Return whether the next solid token opens a group."""
        token = self.peek_solid()
        return token is not None and token.kind == "{"

    def argument(self) -> Tokens:
        """Take one argument: the inside of a group, or a single token."""
        self.skip_spaces()
        token = self.peek()
        if token is None or token.kind in ("}", "par"):
            return []
        self.next()
        if token.kind != "{":
            return self._single(token)
        return self._balanced()

    def _single(self, token: Token) -> Tokens:
        if token.kind == "text" and len(token.text) > 1 and not token.written:
            self.push([Token("text", token.text[1:])])
            return [Token("text", token.text[0])]
        return [token]

    def _balanced(self) -> Tokens:
        """Take the inside of a group whose brace is already taken; of one that never ends, its first paragraph."""
        if self.budget.is_spent:
            return []
        taken: Tokens = []
        depth = 1
        while (token := self.next()) is not None:
            depth += DEPTH.get(token.kind, 0)
            if not depth:
                return taken
            taken.append(token)
        end = next((i for i, t in enumerate(taken) if t.kind == "par" or t.written == "\\item"), len(taken))
        self.push(taken[end:])
        return taken[:end]

    def optional(self) -> Tokens | None:
        """Take an optional argument in brackets; None if there is none."""
        token = self.peek_solid()
        if token is None or token.kind != "text" or token.text != "[" or self.budget.is_spent:
            return None
        self.skip_spaces()
        self.next()
        taken: Tokens = []
        depth = 0
        while (token := self.next()) is not None and len(taken) < 2000:
            if token.kind == "text" and token.text == "]" and depth <= 0:
                return taken
            depth += DEPTH.get(token.kind, 0)
            if token.kind == "par" or depth < 0:
                taken.append(token)
                break
            taken.append(token)
        # No closing bracket: it was text.
        self.push([Token("text", "["), Token("raw", ""), *taken])
        return None

    def until(self, end: Sequence[Token]) -> Tokens:
        """Take tokens up to the sequence *end*, which is taken too."""
        taken: Tokens = []
        while len(taken) < 5000 and (token := self.next()) is not None:
            taken.append(token)
            tail = taken[-len(end) :]
            if [(t.kind, t.text) for t in tail] == [(t.kind, t.text) for t in end]:
                return taken[: -len(end)]
        return taken
