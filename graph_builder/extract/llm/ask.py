"""A document is read with a language model: its questions are asked side by side, the answers verified and merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from graph_builder.extract.llm.answer import BadAnswer, parse
from graph_builder.extract.llm.govern import govern
from graph_builder.extract.llm.question import Question, questions
from graph_builder.extract.llm.verify import verify
from graph_builder.extract.printed import Findings
from graph_builder.model import Document, GraphBuilderError, Problem, SourceFacts

AnswerOf = Callable[[Question], str]
"""Returns the text of the answer to a question.

Raises ``BadAnswer`` if there is none that can be read, other ``GraphBuilderError`` if the model cannot be asked.
"""

_SPLITS = 2  # times that a question is halved whose answer cannot be read


@dataclass(frozen=True, slots=True)
class ModelReading:
    """The facts of a document with those of a model, how many copied values were dropped, and what went wrong.

    *whole* is false where not all questions were answered, so that the document is asked about again.
    """

    facts: SourceFacts
    dropped: int = 0
    problems: tuple[Problem, ...] = ()
    whole: bool = True


def read_with_model(
    document: Document,
    rules: SourceFacts,
    model: str,
    answer_of: AnswerOf,
    *,
    size: int,
    parallel: int = 1,
    add: bool = False,
) -> ModelReading:
    """Return the facts of *document* from those that the *rules* found and the answers of a language model.

    Args:
        document: the document.
        rules: what the rules found in it.
        model: the name of the model, as the server knows it.
        answer_of: answers a question.
        size: characters that one question asks about at most.
        parallel: questions that are asked at the same time.
        add: whether facts of the rules that the model does not confirm stay, with low confidence.
    """
    asked = questions(document, size)
    with ThreadPoolExecutor(max_workers=max(1, min(parallel, len(asked)))) as pool:
        outcomes = list(pool.map(lambda question: _read(question, document, answer_of, _SPLITS), asked))
    outcome = _together(outcomes)
    problems = [
        Problem(document.source, what, "the facts that the rules found there stay") for what in outcome.problems
    ]
    return ModelReading(
        govern(document, rules, outcome.read, model, add=add) if outcome.read else rules,
        sum(verified.dropped for _, verified in outcome.read),
        tuple(problems),
        outcome.whole,
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The questions that were answered with what stands of the answers, what went wrong, and whether all were asked."""

    read: tuple[tuple[Question, Findings], ...] = ()
    problems: tuple[str, ...] = ()
    whole: bool = True


def _together(outcomes: Iterable[_Outcome]) -> _Outcome:
    all_ = list(outcomes)
    problems = dict.fromkeys(problem for outcome in all_ for problem in outcome.problems)
    return _Outcome(
        tuple(pair for outcome in all_ for pair in outcome.read), tuple(problems), all(o.whole for o in all_)
    )


def unanswered(
    question: Question, stored: Callable[[Question], str | None], splits: int = _SPLITS
) -> Iterator[Question]:
    """Yield the questions without a usable answer: the question itself, or halves of it.

    *stored* gives the text of an answer that is there already, or None.
    """
    text = stored(question)
    if text is None:
        yield question
        return
    try:
        parse(text)
    except BadAnswer:
        for half in question.halves() if splits else ():
            yield from unanswered(half, stored, splits - 1)


def _read(question: Question, document: Document, answer_of: AnswerOf, splits: int) -> _Outcome:
    """Ask a question; where its answer cannot be read, its halves, which ask for shorter answers."""
    try:
        verified = verify(parse(answer_of(question)), question, document.text)
    except BadAnswer as error:
        halves = question.halves() if splits else ()
        found = _together(_read(half, document, answer_of, splits - 1) for half in halves)
        if found.read or not found.whole:
            return found
        first, last = question.lines[0].number, question.lines[-1].number
        return _Outcome(problems=(f"the answer of the language model about lines {first} to {last} {error}",))
    except GraphBuilderError as error:
        return _Outcome(problems=(f"the language model was not asked to the end: {error}",), whole=False)
    return _Outcome(((question, verified),))
