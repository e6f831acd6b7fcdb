"""Loops of LaTeX: lists that an author keeps apart from how each of their entries is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_builder.read.latex.commands import COMMANDS
from graph_builder.read.latex.stream import Tokens
from graph_builder.read.latex.tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex.interpreter import Interpreter

_MOST_TURNS = 300
_STEPS_OF_A_TURN, _STEPS_OF_A_TOKEN = 20, 3  # what they cost beside the steps of a plain token
_LONGEST_HEAD = 60  # tokens of "\year/\title/\place in"


def _foreach(tex: Interpreter, name: str) -> None:
    """Do ``\\foreach \\year/\\title in {{2019}/{Weaver}, ...} {...}``."""
    if tex.page.muted:
        return
    tex.stream.optional()
    head: Tokens = []
    while (token := tex.stream.peek()) is not None and len(head) < _LONGEST_HEAD:
        if (token.kind, token.text) == ("text", "in"):
            break
        head.append(token)
        tex.stream.next()
    if token is None or len(head) == _LONGEST_HEAD:
        tex.stream.push(head)
        return
    tex.stream.next()
    names = [t.text for t in head if t.kind == "command"]
    listed = tex.stream.argument()
    if len(listed) == 1 and listed[0].kind == "command" and (macro := tex.macros.commands.get(listed[0].text)):
        listed = list(macro.body)
    body = tex.stream.argument()
    tex.budget.spend(_STEPS_OF_A_TOKEN * len(listed))  # taken apart once more by each turn of a loop around
    for turn in _parted(listed, ",")[:_MOST_TURNS]:
        if tex.budget.is_spent:  # loops within loops
            return
        tex.budget.spend(_STEPS_OF_A_TURN + _STEPS_OF_A_TOKEN * len(body))
        values = [_bare(value) for value in _parted(turn, "/")]
        given = dict(zip(names, [*values, *([values[-1]] * len(names))], strict=False))
        tex.run([inner for t in body for inner in (given[t.text] if t.kind == "command" and t.text in given else [t])])


def _parted(tokens: Tokens, mark: str) -> list[Tokens]:
    """Return what stands between the marks outside of groups."""
    found: list[Tokens] = [[]]
    depth = 0
    for token in tokens:
        depth += {"{": 1, "}": -1}.get(token.kind, 0)
        if depth or token.kind != "text" or mark not in token.text:
            found[-1].append(token)
            continue
        at = token.at
        for index, part in enumerate(token.text.split(mark)):
            if index:
                found.append([])
            if part:
                found[-1].append(Token("text", part, at, part))
            at += (len(part) + len(mark)) if at >= 0 else 0
    return [part for part in found if any(t.kind not in ("space", "par") for t in part)] if mark == "," else found


def _bare(tokens: Tokens) -> Tokens:
    """Return tokens without the spaces and the one pair of braces around them."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind in ("space", "par"):
        start += 1
    while end > start and tokens[end - 1].kind in ("space", "par"):
        end -= 1
    inner = tokens[start:end]
    if len(inner) > 1 and inner[0].kind == "{" and inner[-1].kind == "}":
        depth = 0
        for token in inner[:-1]:
            depth += {"{": 1, "}": -1}.get(token.kind, 0)
            if not depth:
                return inner
        return inner[1:-1]
    return inner


COMMANDS.update({"foreach": _foreach, "newforeach": _foreach})
