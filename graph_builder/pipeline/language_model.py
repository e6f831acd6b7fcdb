"""A language model that reads documents beside the rules, for users who have one: asked, remembered, counted."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.model import GraphBuilderError, Problem, ReadError, digest
from graph_builder.store.model_answers import ModelAnswer, ModelAnswers

if TYPE_CHECKING:
    from graph_builder.extract.llm import ModelReading, Question
    from graph_builder.http.json_client import JsonClient
    from graph_builder.model import Document, SourceFacts

DEFAULT_WINDOW = 16_384
"""Tokens of a model's window where neither the user nor the server says how many there are."""

ANSWER_TOKENS = 0.55
"""Tokens of an answer for each token of the document, as measured on 125 documents (``docs/language_models.md``)."""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A language model behind an endpoint that speaks OpenAI's chat completions.

    *url* is the base of its addresses, such as ``http://localhost:8000/v1``; without one, nothing is asked, and only
    answers that the store already has are used. *key* is sent to that host alone, and neither stored nor shown.
    *timeout* is in seconds for one question, *patience* for all questions of a document. *window* is in tokens; by
    default the server is asked. *parallel* is how many questions are asked at a time, *budget* how many tokens (of
    questions and answers) one build may spend. *batch* is a file of answers that are taken first. With *add*, facts of
    the rules that the model does not confirm stay, with low confidence.

    >>> LanguageModel("http://localhost:8000/v1", "small-model", key="secret")
    LanguageModel(url='http://localhost:8000/v1', model='small-model', add=False)
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = field(default=600.0, repr=False)
    patience: float = field(default=1_800.0, repr=False)
    window: int = field(default=0, repr=False)
    parallel: int = field(default=8, repr=False)
    budget: int | None = field(default=None, repr=False)
    batch: Path | None = field(default=None, repr=False)
    add: bool = False

    @property
    def address(self) -> str:
        """The address that questions are sent to."""
        base = self.url.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


@cache
def _client_of(model: LanguageModel) -> JsonClient | None:
    """Return the client of a model's endpoint, one in each process."""
    from graph_builder.http.json_client import JsonClient

    return JsonClient(model.address, model.key, timeout=model.timeout) if model.url else None


class ModelReader:
    """Reads documents with a language model; every answer is stored before it is used.

    Raises:
        HttpError: the model's address is none.
    """

    def __init__(self, language_model: LanguageModel, store: Path) -> None:
        self.model = language_model
        self.answers = ModelAnswers(store)
        _client_of(language_model)

    @cached_property
    def size(self) -> int:
        """The characters that one question asks about at most."""
        from graph_builder.extract.llm import part_size

        return part_size(self.model.window or self._window())

    def settings(self, reading: str) -> str:
        """Return a fingerprint of what reads, where the rules' is *reading*."""
        from graph_builder.extract.llm import PROMPT_VERSION

        return digest(reading, self.model.model, PROMPT_VERSION, str(self.model.add), str(self.size))

    def __call__(
        self, document: Document, facts: SourceFacts, content: str, threads: int
    ) -> tuple[ModelReading, str, int]:
        """Return the reading of a document, when and with what it was made, and the tokens that were spent on it.

        Args:
            document: the document.
            facts: what the rules found in it.
            content: the digest of its bytes.
            threads: questions that are asked at a time.
        """
        from graph_builder.extract.llm import PROMPT_VERSION, read_with_model

        used: list[ModelAnswer] = []
        spent: list[int] = []

        def answer_of(question: Question) -> str:
            key = question.key(self.model.model)
            answer = self.answers.get(content, key)
            if answer is None:
                answer = self._ask(question)
                self.answers.put(content, key, answer)
                spent.append(answer.tokens_in + answer.tokens_out)
            used.append(answer)
            return answer.text

        reading = read_with_model(
            document,
            facts,
            self.model.model,
            answer_of,
            size=self.size,
            parallel=threads,
            add=self.model.add,
        )
        last = max((answer.time for answer in used), default="")
        provenance = f"{self.model.model}, prompt {PROMPT_VERSION}, {last}" if used else ""
        return reading, provenance, sum(spent)

    def unanswered(self, document: Document, content: str) -> Iterator[Question]:
        """Yield the questions about a document that the store has no answer to."""
        from graph_builder.extract.llm import questions, unanswered

        def stored(question: Question) -> str | None:
            answer = self.answers.get(content, question.key(self.model.model))
            return None if answer is None else answer.text

        for question in questions(document, self.size):
            yield from unanswered(question, stored)

    def _ask(self, question: Question) -> ModelAnswer:
        """Ask a question; with a description in words alone, should the server know no schemas."""
        from graph_builder.extract.llm import tokens

        client = _client_of(self.model)
        if client is None:
            raise ReadError("a question has no answer in the store yet; read the batch's answers with --llm-answers")
        if self.model.budget is not None and self.answers.spend(0) >= self.model.budget:
            raise ReadError(f"the budget of {self.model.budget:,} tokens is spent; build again with another one")
        body = question.body(self.model.model)
        completion = _completion(client, body, self.model.patience)
        answer = answer_in(completion, tokens("".join(m["content"] for m in body["messages"])))
        if self.model.budget is not None:
            self.answers.spend(answer.tokens_in + answer.tokens_out)
        return answer

    def _window(self) -> int:
        """Return the window that the server gives for the model, asked once for a store."""
        client, name = _client_of(self.model), self.model.model
        if client is None:
            return DEFAULT_WINDOW

        def ask() -> int:
            try:
                return window_in(client.get("models", 10.0), name)
            except GraphBuilderError:
                return 0

        return self.answers.window(digest(self.model.url, name), ask) or DEFAULT_WINDOW


def window_in(models: Any, name: str) -> int:
    """Return the window of a model in a server's list of models, as vLLM, llama.cpp and others give it, or 0.

    >>> window_in({"data": [{"id": "m", "max_model_len": 32768}]}, "m")
    32768
    """
    data = models.get("data") if isinstance(models, dict) else None
    for entry in data if isinstance(data, list) else ():
        if isinstance(entry, dict) and entry.get("id") == name:
            meta = entry.get("meta")
            places = [entry, meta if isinstance(meta, dict) else {}]
            keys = ("max_model_len", "context_length", "context_window", "n_ctx", "n_ctx_train")
            found = [place[key] for key in keys for place in places if isinstance(place.get(key), int)]
            return next((size for size in found if size > 0), 0)
    return 0


def answer_in(completion: Any, asked: int) -> ModelAnswer:
    """Return the answer in a chat completion, to a question of about so many tokens.

    What is no answer is one that cannot be read: it is stored like any other, so that it is not asked for again.
    """
    from graph_builder.extract.llm import BadAnswer, content_of, tokens

    try:
        text = content_of(completion)
    except BadAnswer:
        text = ""
    usage = completion.get("usage") if isinstance(completion, dict) else None
    guesses = {"prompt_tokens": asked, "completion_tokens": tokens(text)}
    counts = {key: usage.get(key) for key in guesses} if isinstance(usage, dict) else {}
    read, written = (count if isinstance(count := counts.get(key), int) else guess for key, guess in guesses.items())
    if read < asked / 3:  # the server cut the question off: what it answers is of a part, and nobody knows which
        text = ""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return ModelAnswer(text, now, read, written)


_BAD_REQUEST = frozenset({400, 415, 422})


def _completion(client: JsonClient, body: dict[str, Any], seconds: float) -> Any:
    try:
        return client.post(body, seconds)
    except GraphBuilderError as error:
        if getattr(error, "status", 0) not in _BAD_REQUEST:
            raise
    return client.post({**body, "response_format": {"type": "json_object"}}, seconds)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asking about documents would take: how many documents and questions, and about how many tokens.

    >>> Estimate(2, 3, 10_000, 4_000).price(1.0, 5.0)
    0.03
    """

    documents: int
    questions: int
    tokens_in: int
    tokens_out: int
    problems: tuple[Problem, ...] = ()

    def price(self, rate_in: float, rate_out: float) -> float:
        """Return the price at rates for a million tokens of questions and of answers."""
        return (self.tokens_in * rate_in + self.tokens_out * rate_out) / 1e6


def documents_under(paths: Iterable[str], store: Path) -> tuple[list[tuple[Document, str]], list[Problem]]:
    """Return the documents under paths, each with the digest of its bytes, and problems; records are left out."""
    from graph_builder.model import RecordDocument
    from graph_builder.pipeline.source_files import content_of, find_files
    from graph_builder.read import is_readable, read_file

    found, problems = find_files([Path(path) for path in paths], is_readable, store)
    documents = []
    for source in found:
        try:
            document = read_file(source.path, source.id)
        except GraphBuilderError as error:
            problems.append(Problem(source.id, str(error).removeprefix(f"{source.id}: ")))
            continue
        if not isinstance(document, RecordDocument):
            documents.append((document, content_of(source.path)))
    return documents, problems


def estimate(reader: ModelReader, documents: Iterable[tuple[Document, str]]) -> Estimate:
    """Return what it would take to ask about documents, each given with the digest of its bytes."""
    from graph_builder.extract.llm import tokens

    count = asked = read = written = 0
    for document, content in documents:
        count += 1
        for question in reader.unanswered(document, content):
            asked += 1
            read += sum(tokens(m["content"]) for m in question.body("")["messages"])
            written += round(ANSWER_TOKENS * sum(tokens(line.shown) for line in question.lines)) + 60
    return Estimate(count, asked, read, written)


def write_batch(reader: ModelReader, documents: Iterable[tuple[Document, str]], file: Path) -> int:
    """Write the questions about documents that have no answer yet as a batch file of OpenAI's form; return how many."""
    count = 0
    with file.open("w", encoding="utf-8") as out:
        for document, content in documents:
            for question in reader.unanswered(document, content):
                line = {
                    "custom_id": f"{content}/{question.key(reader.model.model)}",
                    "method": "POST",
                    "url": "/v1/chat/completions",
                    "body": question.body(reader.model.model),
                }
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
    return count


def read_batch(store: Path, file: Path) -> list[Problem]:
    """Store the answers of a batch; return what is wrong with lines that are none.

    Raises ``ReadError`` if the file cannot be read.
    """
    answers = ModelAnswers(store)
    problems: list[Problem] = []
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(f"{file}: cannot be read ({error}); name the file of answers that the batch gave") from error
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
            content, _, key = found["custom_id"].partition("/")
            completion = found["response"]["body"]
            if not _is_digest(content) or not _is_digest(key) or found["response"].get("status_code", 200) != 200:
                raise ValueError(found.get("error") or "no answer of a question from here")
            answers.put(content, key, answer_in(completion, 0))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            problems.append(Problem(f"{file}:{number}", f"is no answer ({error})", "its question is asked again"))
    return problems


def _is_digest(text: str) -> bool:
    return text.isalnum() and text.isascii()
