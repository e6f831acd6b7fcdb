"""LaTeX tokens: the characters of a source cut into commands, groups, spaces and text, with the place of each."""

from __future__ import annotations

import re
from typing import NamedTuple


class Token(NamedTuple):
    """A lexical unit of LaTeX.

    *kind* is one of ``command``, ``native`` (a command as LaTeX has it, whatever the author makes of its name), ``{``,
    ``}``, ``space``, ``par``, ``$``, ``&``, ``#`` (a parameter), ``~``, ``^``, ``_``, ``text`` and ``raw`` (verbatim
    characters). *text* is the command's name, the parameter's digit or the characters that it prints. *at* is its place
    in the source, or -1 if what it prints differs from what stands there. *written* is the spelling in the source.
    """

    kind: str
    text: str
    at: int = -1
    written: str = ""


# Characters that TeX's input ligatures turn into one.
LIGATURES = {
    "---": "—",
    "--": "–",
    "``": "“",
    "''": "”",
    "`": "‘",
    ",,": "„",
    "<<": "«",
    ">>": "»",
    "?`": "¿",
    "!`": "¡",
}

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
_BEGIN_RAW = re.compile(r"\s*\{(verbatim\*?|Verbatim|lstlisting|minted|filecontents\*?|comment)\}")
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
            self._out.append(Token("text", written, position, written))
            return match.end()
        after_comment, self._line_start = self._line_start, kind == "comment"
        if kind == "space":
            breaks = written.count("\n") + after_comment
            self._add("par" if breaks > 1 else "space", "\n" if breaks > 1 else " ", -1, written)
        elif kind == "ligature":
            self._add("text", LIGATURES[written], -1, written)
        elif kind == "param":
            self._add("#", written[-1], -1, written)
        elif kind == "special":
            self._add(written, written, position, written)
        return match.end()

    def _add(self, kind: str, text: str, at: int, written: str) -> None:
        self._out.append(Token(kind, text, at, written))

    def _command(self, position: int) -> int:
        self._line_start = False
        match = (_WORD_AT if self._at_is_letter else _WORD).match(self._source, position)
        if match is None:
            written = self._source[position : position + 2]
            self._add("command", written[1:], -1, written)
            return position + max(len(written), 1)
        name = match.group()[1:]
        if name in ("makeatletter", "makeatother"):
            self._at_is_letter = name == "makeatletter"
        if name in ("verb", "lstinline") and (verb := _VERB.match(self._source, position)):
            return self._verb(verb)
        if name == "begin" and (begin := _BEGIN_RAW.match(self._source, match.end())):
            return self._raw_environment(begin)
        self._add("command", name, -1, match.group())
        if name in _RAW_ARGUMENT:
            return self._raw_argument(match.end())
        return self._skip_space(match.end())

    def _skip_space(self, position: int) -> int:
        match = _BLANKS.match(self._source, position)
        end = match.end() if match else position
        # A blank line after a command still ends the paragraph.
        return position if end < len(self._source) and self._source[end] == "\n" else end

    def _verb(self, match: re.Match[str]) -> int:
        end = self._source.find(match.group(1), match.end())
        end = len(self._source) if end < 0 else end
        self._add("raw", self._source[match.end() : end], match.end(), "inline")
        return end + 1

    def _raw_environment(self, match: re.Match[str]) -> int:
        name = match.group(1)
        closing = f"\\end{{{name}}}"
        end = self._source.find(closing, match.end())
        end = len(self._source) if end < 0 else end
        if name != "comment":
            self._add("raw", self._source[match.end() : end], match.end(), name)
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
        self._add("{", "{", start, "{")
        at = start + 1
        for piece in _URL_PARAM.split(self._source[start + 1 : end]):
            if _URL_PARAM.fullmatch(piece):
                self._add("#", piece[-1], -1, piece)
            elif piece:
                self._add("raw", piece, at, "address")
            at += len(piece)
        self._add("}", "}", end, "}")
        return end + 1
