"""Answers of a language model: the text of a chat completion as facts, each with its relation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph_builder.model import Relation

RELATIONS: Mapping[str, Relation] = {
    "education": Relation.EDUCATION,
    "employment": Relation.EMPLOYMENT,
    "advising": Relation.ADVISING,
    "publications": Relation.PUBLICATION,
    "interests": Relation.INTEREST,
    "awards": Relation.AWARD,
    "service": Relation.SERVICE,
}
"""The lists of an answer, by the relation of the facts in them."""

_MOST_FACTS = 500
_FENCED = re.compile(r"\s*```\w*\s*\n(.*?)```\s*", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


class BadAnswer(ValueError):
    """An answer that is not in the form that was asked for; the message says how."""


@dataclass(frozen=True, slots=True)
class CopiedFact:
    """A fact as the model gives it: its relation, the numbers of the lines that it cites, and the values it copied."""

    relation: Relation
    lines: tuple[int, ...]
    values: Mapping[str, Any]

    def text(self, key: str) -> str:
        """Return a value, or nothing where it is null or no text."""
        value = self.values.get(key)
        return value.strip() if isinstance(value, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list."""
        values = self.values.get(key)
        return tuple(v.strip() for v in values if isinstance(v, str) and v.strip()) if isinstance(values, list) else ()


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """What a model says of one part of a document; *subject* is empty where it names nobody."""

    subject: Mapping[str, Any]
    facts: tuple[CopiedFact, ...]


def content_of(completion: Any) -> str:
    """Return the text of a chat completion.

    Raises ``BadAnswer`` if it is no chat completion, or was cut off because it grew too long.

    >>> content_of({"choices": [{"message": {"content": "{}"}}]})
    '{}'
    """
    try:
        choice = completion["choices"][0]
        text = choice["message"]["content"]
        cut = choice.get("finish_reason") == "length"
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise BadAnswer("is no chat completion") from error
    if cut:
        raise BadAnswer("was cut short by the server's limit on the length of answers")
    if not isinstance(text, str):
        raise BadAnswer("has no text")
    return text


def parse(text: str) -> ParsedAnswer:
    """Return what an answer says. A list that is missing is empty; what is no fact in a list is passed over.

    Raises ``BadAnswer`` if the text is not a JSON object of the form that was asked for.

    >>> parse('{"awards": [{"lines": [3], "award": "Golden Shuttle", "year": null}]}').facts[0].text("award")
    'Golden Shuttle'
    """
    text = _THOUGHT.sub("", text)
    fenced = _FENCED.fullmatch(text)
    try:
        found = json.loads(fenced.group(1) if fenced else text)
    except (ValueError, RecursionError) as error:
        raise BadAnswer("is no JSON") from error
    if not isinstance(found, dict) or not any(key in found for key in ("subject", *RELATIONS)):
        raise BadAnswer("is not in the form that was asked for")
    subject = found.get("subject")
    return ParsedAnswer(subject if isinstance(subject, dict) else {}, tuple(_facts(found)))


def _facts(found: Mapping[str, Any]) -> Iterator[CopiedFact]:
    for key, relation in RELATIONS.items():
        items = found.get(key)
        for item in items[:_MOST_FACTS] if isinstance(items, list) else ():
            if isinstance(item, dict):
                lines = item.get("lines")
                numbers = lines if isinstance(lines, list) else [lines]
                cited = tuple(n for n in numbers if isinstance(n, int) and not isinstance(n, bool))
                yield CopiedFact(relation, cited, item)
