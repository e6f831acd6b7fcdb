"""A language model that reads documents beside the rules, for users who have one: asked, remembered, counted."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.model import GraphBuilderError, digest
from graph_builder.store.model_answers import ModelAnswer, ModelAnswers

if TYPE_CHECKING:
    from graph_builder.extract.llm import ModelReading, Question
    from graph_builder.http.json_client import JsonClient
    from graph_builder.model import Document, SourceFacts


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A language model behind an endpoint that speaks OpenAI's chat completions.

    *url* is the base of its addresses, such as ``http://localhost:8000/v1``. *key* is sent to that host alone, and
    neither stored nor shown. *timeout* is in seconds for one question, *patience* for all questions of a document.
    *window* is in tokens, *parallel* is how many questions are asked at a time. With *add*, facts of the rules that the
    model does not confirm stay, with low confidence.

    >>> LanguageModel("http://localhost:8000/v1", "small-model", key="secret")
    LanguageModel(url='http://localhost:8000/v1', model='small-model', add=False)
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = field(default=600.0, repr=False)
    patience: float = field(default=1_800.0, repr=False)
    window: int = field(default=16_384, repr=False)
    parallel: int = field(default=8, repr=False)
    add: bool = False

    @property
    def address(self) -> str:
        """The address that questions are sent to."""
        base = self.url.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


@cache
def _client_of(model: LanguageModel) -> JsonClient:
    """Return the client of a model's endpoint, one in each process."""
    from graph_builder.http.json_client import JsonClient

    return JsonClient(model.address, model.key, timeout=model.timeout)


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

        return part_size(self.model.window)

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

    def _ask(self, question: Question) -> ModelAnswer:
        """Ask a question; with a description in words alone, should the server know no schemas."""
        from graph_builder.extract.llm import tokens

        body = question.body(self.model.model)
        completion = _completion(_client_of(self.model), body, self.model.patience)
        return answer_in(completion, tokens("".join(m["content"] for m in body["messages"])))


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
