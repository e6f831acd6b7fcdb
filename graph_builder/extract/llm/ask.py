"""A language model is asked about a document; what its quotes bear out joins what the rules found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from graph_builder.extract.draft import Draft
from graph_builder.extract.llm.claims import Believer, NotFacts, facts_of
from graph_builder.extract.llm.question import MOST_PIECES, pieces, question
from graph_builder.extract.llm.quotes import Quotable
from graph_builder.model import Document, GraphBuilderError, Problem, Relation, SourceFacts

Ask = Callable[[Mapping[str, Any], float], Any]
"""Sends the body of a chat completion and returns the answer within some seconds; raises ``GraphBuilderError``."""

_BAD_REQUEST = frozenset({400, 415, 422})


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts of a document with those of a model, how many of its claims were dropped, and what went wrong.

    *whole* is false where it was not asked to the end.
    """

    facts: SourceFacts
    dropped: int = 0
    problems: tuple[Problem, ...] = ()
    whole: bool = True


def ask(document: Document, facts: SourceFacts, model: str, send: Ask, seconds: float = 300.0) -> Answer:
    """Return the facts of *document* with what a language model adds to them.

    The rules' facts stay as they are. A claim of the model is added if its quote stands in the document word for word
    and holds the names of the claim, and no rule has read the same; its extractor is ``llm/`` and the model's name.

    Args:
        document: the document.
        facts: what the rules found in it.
        model: the name of the model, as the server knows it.
        send: asks the server.
        seconds: how long all questions about this document may take.
    """
    draft = Draft(document)
    draft.mentions.update((mention.id, mention) for mention in facts.mentions)
    draft.claims.update((claim.id, claim) for claim in facts.claims)
    person = next((c.roles["person"] for c in facts.claims if c.relation is Relation.PROFILE), "")
    if person not in draft.mentions:
        return Answer(facts)
    believer = Believer(draft, person, f"llm/{model}")
    parts = pieces(document)
    problems, whole = [], True
    if len(parts) > MOST_PIECES:
        end = parts[MOST_PIECES - 1].end
        problems.append(f"is long: {model} was asked about the first {end} characters only")
    deadline = time.monotonic() + seconds
    for part in parts[:MOST_PIECES]:
        body = question(model, _known_name(draft, person), part.of(document.text))
        try:
            found = facts_of(_send(send, body, deadline))
        except NotFacts as error:
            problems.append(
                f"the answer of {model} {error}; its facts about characters {part.start}-{part.end} are lost"
            )
            continue
        except GraphBuilderError as error:
            problems.append(f"{model} was not asked to the end: {error}")
            whole = False
            break
        text = Quotable(document.text, part)
        for fact in found:
            believer.add(fact, text)
    notes = tuple(Problem(document.source, what, "the facts that the rules found are kept") for what in problems)
    return Answer(draft.facts(), believer.dropped, notes, whole)


def _known_name(draft: Draft, person: str) -> str:
    name = draft.mentions[person].name
    return "" if name.startswith("(") else name


def _send(send: Ask, body: dict[str, Any], deadline: float) -> Any:
    """Send a question; again with a description in words alone, should the server know no schemas."""
    try:
        return send(body, deadline - time.monotonic())
    except GraphBuilderError as error:
        if getattr(error, "status", 0) not in _BAD_REQUEST:
            raise
    return send({**body, "response_format": {"type": "json_object"}}, deadline - time.monotonic())
