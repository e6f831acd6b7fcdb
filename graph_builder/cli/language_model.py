"""The options of a language model, and what they do beside a build: count, write a batch, read its answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph_builder.cli.console import FAILED, complain_of, say

if TYPE_CHECKING:
    from graph_builder.pipeline import LanguageModel

_OPTIONS = (
    click.option("--llm-url", metavar="URL", help="Have a language model read: base of an OpenAI-like endpoint."),
    click.option("--llm-model", metavar="NAME", help="The model's name at that endpoint."),
    click.option("--llm-key-env", metavar="VARIABLE", help="Environment variable that holds the endpoint's key."),
    click.option(
        "--llm-mode",
        type=click.Choice(["govern", "add"]),
        default=None,
        help="What the rules alone found: govern drops what is likely wrong, add keeps it with low confidence."
        "  [default: govern]",
    ),
    click.option("--llm-window", type=click.IntRange(4_096), help="Tokens that the model takes; by default asked."),
    click.option("--llm-parallel", type=click.IntRange(1, 64), help="Questions asked at a time.  [default: 8]"),
    click.option("--llm-budget", type=click.IntRange(1), metavar="TOKENS", help="Most tokens that this build spends."),
    click.option(
        "--llm-questions",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Ask nothing: write the questions to this file, as a batch of OpenAI's form.",
    ),
    click.option(
        "--llm-answers",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        help="Take the answers of such a batch from this file first.",
    ),
    click.option(
        "--llm-price", type=(float, float), metavar="IN OUT", help="Prices of a million tokens, for --dry-run."
    ),
    click.option("--dry-run", is_flag=True, help="Ask and build nothing: print documents, tokens and price."),
)


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What the user said of a language model."""

    url: str | None
    model: str | None
    key_env: str | None
    mode: str | None
    window: int | None
    parallel: int | None
    budget: int | None
    questions: Path | None
    answers: Path | None
    price: tuple[float, float] | None
    dry_run: bool

    @property
    def only_counts(self) -> bool:
        """Whether questions are only counted or written."""
        return self.dry_run or self.questions is not None

    def language_model(self) -> LanguageModel | None:
        """Return the language model, or None if there is none.

        Raises ``click.UsageError`` if something is missing.
        """
        from graph_builder.pipeline import LanguageModel

        if all(getattr(self, option.name) in (None, False) for option in fields(self)):
            return None
        offline = self.only_counts or self.answers is not None
        if not self.model or not (self.url or offline):
            raise click.UsageError("a language model needs both --llm-url and --llm-model")
        key = os.environ.get(self.key_env, "").strip() if self.key_env else ""
        if self.key_env and not key:
            raise click.UsageError(f"--llm-key-env: the variable {self.key_env} is not set; put the key into it")
        return LanguageModel(
            self.url or "",
            self.model,
            key,
            window=self.window or 0,
            parallel=self.parallel or 8,
            budget=self.budget,
            batch=self.answers,
            add=self.mode == "add",
        )


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a language model to a command, which gets them as ``model``."""

    @wraps(command)
    def with_model(dry_run: bool, **given: Any) -> Any:
        options = {name.removeprefix("llm_"): given.pop(name) for name in [*given] if name.startswith("llm_")}
        return command(model=ModelOptions(**options, dry_run=dry_run), **given)

    for option in reversed(_OPTIONS):
        with_model = option(with_model)
    return with_model


def ask_nothing(paths: tuple[str, ...], store: Path, llm: LanguageModel, options: ModelOptions) -> int:
    """Count the questions about documents, or write them to a batch file; return the status to exit with."""
    from graph_builder.pipeline.language_model import ModelReader, documents_under, estimate, write_batch

    reader = ModelReader(llm, store)
    documents, problems = documents_under(paths, store)
    for problem in problems:
        complain_of(problem)
    if options.questions is not None:
        count = write_batch(reader, documents, options.questions)
        say(f"{count} questions written to {options.questions}; read the answers with --llm-answers")
        return 0
    found = estimate(reader, documents)
    say(f"documents  {found.documents:>12,}")
    say(f"questions  {found.questions:>12,}  without an answer in the store")
    say(f"tokens in  {found.tokens_in:>12,}  about")
    say(f"tokens out {found.tokens_out:>12,}  about")
    if options.price is not None:
        rates = "{:g} and {:g} a million".format(*options.price)
        say(f"price      {found.price(*options.price):>12,.2f}  at {rates}")
    return 0 if found.documents else FAILED
