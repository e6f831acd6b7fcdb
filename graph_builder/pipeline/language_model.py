"""The stages with a language model beside the rules, for users who have one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graph_builder.model import digest
from graph_builder.pipeline.stages import Stages

if TYPE_CHECKING:
    from graph_builder.extract.llm import Answer
    from graph_builder.model import Document, SourceFacts


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A language model behind an endpoint that speaks OpenAI's chat completions.

    *url* is the base of its addresses, such as ``http://localhost:8000/v1``; *key* is sent to it alone, and neither
    stored nor shown.

    >>> LanguageModel("http://localhost:8000/v1", "small-model", key="secret")
    LanguageModel(url='http://localhost:8000/v1', model='small-model', timeout=60.0)
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0

    @property
    def address(self) -> str:
        """The address that questions are sent to."""
        base = self.url.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


def with_language_model(stages: Stages, language_model: LanguageModel) -> Stages:
    """Return stages that ask a language model about each document after the rules.

    Raises:
        ReadError: the address is none, or the key would go over the net in the clear.
    """
    from graph_builder.extract.llm import ask
    from graph_builder.read.http import JsonClient

    client = JsonClient(language_model.address, language_model.key, timeout=language_model.timeout)

    def enrich(document: Document, facts: SourceFacts, seconds: float) -> Answer:
        return ask(document, facts, language_model.model, client.post, seconds)

    return replace(stages, enrich=enrich, reading=digest(stages.reading, language_model.model))
