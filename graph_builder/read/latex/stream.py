"""The stream of LaTeX tokens: reading ahead, arguments, and pushing back what a macro expands to."""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.read.latex.tokens import Token

Tokens = list[Token]

_DEPTH = {"{": 1, "}": -1}


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
        self._frames: list[tuple[Sequence[Token], int]] = []
        self._tokens: Sequence[Token] = tokens
        self._next = 0
        self.budget = budget

    @property
    def in_macro(self) -> bool:
        """Whether the next token comes from the definition of a macro."""
        self.peek()
        return bool(self._frames)

    def push(self, tokens: Sequence[Token]) -> None:
        """Put *tokens* in front of the rest."""
        if not tokens:
            return
        self.budget.spend(len(tokens))
        if self._next < len(self._tokens):
            self._frames.append((self._tokens, self._next))
        self._tokens, self._next = tokens, 0

    def peek(self) -> Token | None:
        """Return the next token and leave it there; None at the end."""
        while self._next >= len(self._tokens):
            if not self._frames:
                return None
            self._tokens, self._next = self._frames.pop()
        return self._tokens[self._next]

    def ahead(self, most: int) -> Sequence[Token]:
        """Return so many of the next tokens at most, without taking them: those of the same macro, or of none."""
        self.peek()
        return self._tokens[self._next : self._next + most]

    def next(self) -> Token | None:
        """Take the next token; None at the end."""
        while self._next >= len(self._tokens):
            if not self._frames:
                return None
            self._tokens, self._next = self._frames.pop()
        token = self._tokens[self._next]
        self._next += 1
        self.budget.steps -= 1
        return token

    def peek_solid(self) -> Token | None:
        """Return the next token that is not a space (a blank line stops the search), leaving all in place."""
        self.peek()
        at = self._next
        while at < len(self._tokens) and self._tokens[at].kind == "space":
            at += 1
        if at < len(self._tokens):
            return self._tokens[at]
        skipped = list(self._tokens[self._next :])
        self._next = len(self._tokens)
        found = self.peek_solid() if self.peek() is not None else None
        self.push(skipped)
        return found

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
        """Tell whether the next solid token opens a group."""
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
        if token.kind == "text" and len(token.text) > 1 and token.at >= 0:
            rest = Token("text", token.text[1:], token.at + 1, token.text[1:])
            self.push([rest])
            return [Token("text", token.text[0], token.at, token.text[0])]
        return [token]

    def _balanced(self) -> Tokens:
        """Take the inside of a group whose brace is already taken; of one that never ends, its first paragraph."""
        if self.budget.is_spent:
            return []
        taken: Tokens = []
        depth = 1
        while (token := self.next()) is not None:
            depth += _DEPTH.get(token.kind, 0)
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
            depth += _DEPTH.get(token.kind, 0)
            if token.kind == "par" or depth < 0:
                taken.append(token)
                break
            taken.append(token)
        # No closing bracket: it was text.
        self.push([Token("text", "[", -1, "["), Token("raw", "", -1, ""), *taken])
        return None

    def _part(self, taken: Tokens, place: int) -> None:
        """Cut the last token of *taken* before *place* and put the rest of it back."""
        token = taken.pop()
        for start, text in ((0, token.text[:place]), (place, token.text[place:])):
            piece = Token("text", text, token.at + start if token.at >= 0 else -1, text)
            if start:
                self.push([piece])
            else:
                taken.append(piece)

    def until(self, end: Sequence[Token]) -> Tokens:
        """Take tokens up to the sequence *end*, which is taken too (the delimited arguments of ``\\def``)."""
        taken: Tokens = []
        while len(taken) < 5000 and (token := self.next()) is not None:
            taken.append(token)
            mark = end[0].text
            if token.kind == "text" and end[0].kind == "text" and mark in token.text and mark != token.text:
                self._part(taken, token.text.index(mark) or len(mark))
            tail = taken[-len(end) :]
            if [(t.kind, t.text) for t in tail] == [(t.kind, t.text) for t in end]:
                return taken[: -len(end)]
        return taken
