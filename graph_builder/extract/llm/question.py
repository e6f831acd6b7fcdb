"""Questions to a language model: the prompt, the numbered lines of a document, and the form of the answer.

A question depends on nothing but the document and the size of the model's window, so that all questions can be counted,
asked side by side, written to a batch file, and found again among the answers that are stored.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from graph_builder.extract.normalise.degrees import LEVELS
from graph_builder.extract.printed import SERVICE_ROLES
from graph_builder.model import BlockKind, Document, Span

PROMPT_VERSION = "3"
"""The version of prompt and answer; it is part of what an answer is stored under."""

_LONGEST_LINE = 2_000  # characters; a longer line is cut between words and numbered apart
_LARGEST_PART = 16_000  # characters; its answer stays below the 8,000 tokens that many servers write at most
_CONTEXT_LINES = 3
_CONTEXT_CHARACTERS = 300
_TO_A_MODEL = re.compile(
    r"\b(?:ignor(?!an)\w*|disregard|forget|override|do not follow|vergiss|vergessen|oubli\w*|pas compte|olvid\w*)\b"
    r".{0,60}\b(?:instru\w+|prompts?|rules|anweisung\w*|consignes?|previous|above|prior|before|anterior\w*)\b"
    r"|(?:忽略|无视|無視|忘).{0,12}(?:指令|指示|提示)|(?:指令|指示|命令|提示).{0,6}(?:忽略|无视|無視|忘)"
    r"|(?<!lecture )(?<!course )\b(?:notes?|instructions?|hinweis|nota)\W{0,3}\b(?:to|for|an|para|à)\b.{0,24}"
    r"\b(?:AIs?|IA|LLMs?|GPT|models?|assistants?|chatbots?|KI|parsers?|extractors?)\b"
    r"|^\W{0,4}(?:attention|message (?:to|for)|dear|to|if you are)\W{1,3}(?:(?:an?|any|all|every|the|large) ){0,3}"
    r"(?:AIs?|LLMs?|language models?|assistants?|chatbots?)\b|致.{0,4}(?:AI|模型)|(?:AI|モデル)への(?:注意|指示)"
    r"|\b(?:system prompt|you are (?:now )?an? (?:\w+ )?(?:AI|assistant|language model|chatbot))\b"
    r"|^\W{0,4}(?:system|assistant|user|human|instruction)\W{0,3}:\W{0,4}"
    r"(?:sure|add|list|answer|output|.{0,40}\b(?:you|must|candidate))\b"
    r"|\bend of (?:the |this )?(?:document|CV|input|data|text)\b.{0,8}\b(?:new|now)\b"
    r"|\[/?INST\]|<</?SYS>>|<\w+_of_turn>|< \|\w+\| >|</?(?:system|instructions?|document)>"
    r"|[\"'“]?(?:facts|lines|education|employment|awards|service|publications|subject)[\"'”]\s*:\s*[\[{]",
    re.IGNORECASE,
)
"""A line that talks to a language model, or plays the part of one: the model does not see it, and the rules read it."""

_HEADING_MARK = {BlockKind.HEADING: "#", BlockKind.LIST_ITEM: "-"}


@cache
def system_prompt() -> str:
    """Return the instructions to the model: what to list, how to copy, what counts, two invented examples."""
    return files("graph_builder.extract.llm").joinpath("prompt.md").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a document as the model sees it; *heading* is its level, 0 if it is none."""

    number: int
    span: Span
    shown: str
    heading: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A run of lines that one question asks about, and the lines before it that the model sees to understand them."""

    lines: tuple[NumberedLine, ...]
    context: tuple[NumberedLine, ...] = ()
    title: str = ""

    @property
    def text(self) -> str:
        """The message of the user: the lines with their numbers."""
        parts = [f"Title: {self.title}"] if self.title else []
        parts += ["Context", *_shown(self.context)] if self.context else []
        return "\n".join([*parts, "Read", *_shown(self.lines)])

    def halves(self) -> tuple[Question, ...]:
        """Return two questions about half of the lines each, or none if there is but one line."""
        middle = len(self.lines) // 2
        first, second = self.lines[:middle], self.lines[middle:]
        if not first:
            return ()
        context = _context(first[-_CONTEXT_LINES:], self.context)
        return replace(self, lines=first), replace(self, lines=second, context=context)

    def key(self, model: str) -> str:
        """Return what an answer to the question is stored under: a digest of prompt, model and text."""
        content = json.dumps([PROMPT_VERSION, model, system_prompt(), self.text])
        return hashlib.sha256(content.encode()).hexdigest()[:32]

    def body(self, model: str) -> dict[str, Any]:
        """Return the body of a chat completion that asks the question."""
        schema = {"name": "facts", "strict": True, "schema": SCHEMA}
        return {
            "model": model,
            "temperature": 0,
            "messages": [{"role": "system", "content": system_prompt()}, {"role": "user", "content": self.text}],
            "response_format": {"type": "json_schema", "json_schema": schema},
        }


def part_size(window: int) -> int:
    """Return the characters of a document that fit into a window of so many tokens beside prompt and answer.

    An answer is at most one and a half times as long as what it is about; three characters are taken for a token.

    >>> part_size(8_192) < part_size(128_000)
    True
    """
    left = window - tokens(system_prompt()) - 200
    return max(1_000, min(_LARGEST_PART, int(left * 3 / 2.5)))


def tokens(text: str) -> int:
    """Return about how many tokens a text has: a quarter of its ASCII characters, and of the others nearly all.

    >>> tokens("Ada Lovelace"), tokens("織機大学")
    (3, 4)
    """
    plain = sum(character.isascii() for character in text)
    return round(plain / 4 + (len(text) - plain) * 0.9)


def questions(document: Document, size: int = _LARGEST_PART) -> list[Question]:
    """Return the questions about a document: runs of lines of at most *size* characters, cut before headings or blocks.

    >>> from graph_builder.model import Block
    >>> text = "Ada Lovelace\\nMathematician"
    >>> blocks = (Block(BlockKind.HEADING, Span(0, 12), 1), Block(BlockKind.PARAGRAPH, Span(13, 26)))
    >>> print(questions(Document("a.txt", "text/plain", text, blocks))[0].text)
    Read
    1| # Ada Lovelace
    2| Mathematician
    """
    lines = list(_numbered(document))
    title = _plain(document.metadata.get("title", ""))[:_CONTEXT_CHARACTERS]
    found: list[Question] = []
    start = 0
    while start < len(lines):
        end = _end(lines, start, size)
        above = _headings_above(lines, start)
        context = _context(lines[max(0, start - _CONTEXT_LINES) : start], (*lines[: min(2, start)], *above))
        found.append(Question(tuple(lines[start:end]), context, title))
        start = end
    return found


def _shown(lines: Sequence[NumberedLine]) -> Iterator[str]:
    return (f"{line.number}| {line.shown}" for line in lines)


def _context(before: Sequence[NumberedLine], others: Sequence[NumberedLine]) -> tuple[NumberedLine, ...]:
    """Return lines once each in their order, cut to what helps to understand those that follow."""
    found = {line.number: line for line in (*others, *before)}
    return tuple(
        NumberedLine(line.number, line.span, line.shown[:_CONTEXT_CHARACTERS], line.heading)
        for _, line in sorted(found.items())
    )


def _headings_above(lines: Sequence[NumberedLine], at: int) -> list[NumberedLine]:
    """Return the headings that a line stands under, the outermost first."""
    above: list[NumberedLine] = []
    for line in lines[:at]:
        if line.heading:
            above = [other for other in above if other.heading < line.heading] + [line]
    return above


def _end(lines: Sequence[NumberedLine], start: int, size: int) -> int:
    """Return where the run from *start* on ends: at the best heading in its second half, else where it is full."""
    used, end = 0, start
    while end < len(lines) and (end == start or used + len(lines[end].shown) <= size):
        used += len(lines[end].shown) + 6
        end += 1
    if end == len(lines):
        return end
    half = start + (end - start) // 2
    headings = [at for at in range(half + 1, end + 1) if lines[at].heading]
    return min(headings, key=lambda at: (lines[at].heading, -at), default=end)


def _numbered(document: Document) -> Iterator[NumberedLine]:
    """Yield the lines of a document that say something, numbered from 1."""
    number = 0
    for block in document.blocks:
        mark = _HEADING_MARK.get(block.kind, "")
        if block.kind is BlockKind.HEADING:
            mark *= max(block.level, 1)
        elif mark:
            mark = "  " * (max(block.level, 1) - 1) + mark
        for match in re.finditer(r"[^\n]+", document.text_of(block)):
            start, end = block.span.start + match.start(), block.span.start + match.end()
            for span in _cut(document.text, start, end):
                shown = _plain(span.of(document.text))
                if shown and not _TO_A_MODEL.search(shown):
                    number += 1
                    level = block.level or 1 if block.kind is BlockKind.HEADING else 0
                    yield NumberedLine(number, span, f"{mark} {shown}" if mark else shown, level)
                    mark = ""


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the parts of a line, which are cut between words where it is too long."""
    while end - start > _LONGEST_LINE:
        space = text.rfind(" ", start + _LONGEST_LINE // 2, start + _LONGEST_LINE)
        cut = space + 1 if space >= 0 else start + _LONGEST_LINE
        yield Span(start, cut)
        start = cut
    yield Span(start, end)


def _plain(text: str) -> str:
    """Return a line as it is shown: no invisible characters, no markers of a chat, columns two spaces apart."""
    text = re.sub(r"\s*\t\s*|\s{2,}", "  ", text.strip())
    visible = "".join(c for c in text if c.isprintable())
    return visible.replace("<|", "< |").replace("|>", "| >")


def _object(**properties: Mapping[str, Any]) -> dict[str, Any]:
    required = list(properties)
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _facts(**properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": _object(lines=_LINES, **properties)}


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


_TEXT = {"type": "string"}
_MAYBE = {"type": ["string", "null"]}
_TEXTS = {"type": "array", "items": _TEXT}
_LINES = {"type": "array", "items": {"type": "integer"}}

SCHEMA: Mapping[str, Any] = _object(
    subject={"anyOf": [_object(name=_TEXT, also=_TEXTS, line={"type": "integer"}), {"type": "null"}]},
    education=_facts(organization=_TEXT, degree=_MAYBE, level=_one_of(*LEVELS), field=_MAYBE, start=_MAYBE, end=_MAYBE),
    employment=_facts(organization=_TEXT, unit=_MAYBE, role=_MAYBE, start=_MAYBE, end=_MAYBE),
    advising=_facts(name=_TEXT, **{"is": _one_of("advisor", "student")}),
    publications=_facts(title=_TEXT, authors=_TEXTS, venue=_MAYBE, year=_MAYBE),
    interests=_facts(topic=_TEXT),
    awards=_facts(award=_TEXT, year=_MAYBE),
    service=_facts(role=_one_of(*SERVICE_ROLES), venue=_TEXT, years=_TEXTS),
)
"""The JSON Schema of an answer; every key is there, as strict servers want it, and null where nothing is said."""
