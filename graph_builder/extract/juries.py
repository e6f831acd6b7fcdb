"""Who judged a thesis: lists of names below a degree or a job, which are neither duties nor further entries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_OF = (
    r"(?:the|my|of|de|du|la|in|front|before|thesis|dissertation|doctoral|examination|examining|defen[cs]e"
    r"|ph\.?\s?d\.?|th[èe]se|soutenance)"
)
_LABEL = re.compile(
    rf"\W{{0,3}}(?:(?:{_OF}|composition|members?|defended|presented)\s){{0,5}}"
    rf"(?:jury|(?:thesis|dissertation|doctoral|examination|examining|defen[cs]e|ph\.?\s?d\.?)\scommittee"
    r"|examiners|opponents|reviewers\sand\sexaminers|rapporteurs)"
    rf"(?:\s(?:{_OF}|members?|composition|consist(?:ed|ing|s)|composed|was|is)){{0,4}}\s?:?",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\W{0,3}(?:(?:prof(?:essor)?|dr|mr|ms|mrs|m|mme)\b\.?\s){0,3}[A-ZÀ-Þ][\w.’'-]*(?:\s[A-ZÀ-Þ][\w.’'-]*){1,4}\s*(?=[,(:\t–—-]|$)",
    re.IGNORECASE,
)
_DATED = re.compile(r"\b(?:19|20)\d\d\b")
_GUIDES = re.compile(r"director|directeur|directrice|supervis|advis|encadr", re.IGNORECASE)
_MOST = 15  # members


def without_juries(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines without labels such as "Jury members:" and the names below them.

    Who directed the thesis is kept.
    """
    kept: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        members = _members(lines, at) if _is_label(line) else []
        if len(members) > 1:
            kept.extend(member for member in members if _GUIDES.search(member.text))
            at += 1 + len(members)
        else:
            kept.append(line)
            at += 1
    return tuple(kept)


def _is_label(line: Line) -> bool:
    short = len(line.text) < 70 and not line.cells
    return short and not (line.kind is BlockKind.HEADING and line.level < 3) and _LABEL.fullmatch(line.text) is not None


def _members(lines: Sequence[Line], label: int) -> list[Line]:
    """Return the lines below a label that are a name each."""
    members: list[Line] = []
    for line in lines[label + 1 : label + 1 + _MOST]:
        alike = not members or line.kind is members[0].kind
        if line.kind is BlockKind.HEADING or not alike or _DATED.search(line.text) or not _NAME.match(line.text):
            break
        members.append(line)
    return members
