"""The options of a language model."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

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
    click.option("--llm-window", type=click.IntRange(4_096), help="Tokens that the model takes.  [default: 16384]"),
    click.option("--llm-parallel", type=click.IntRange(1, 64), help="Questions asked at a time.  [default: 8]"),
)


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a language model to a command, which gets the model, if there is one, as ``llm``."""

    @wraps(command)
    def with_model(**given: Any) -> Any:
        options = {name: given.pop(f"llm_{name}") for name in ("url", "model", "key_env", "mode", "window", "parallel")}
        return command(llm=_language_model(**options), **given)

    for option in reversed(_OPTIONS):
        with_model = option(with_model)
    return with_model


def _language_model(
    url: str | None, model: str | None, key_env: str | None, mode: str | None, window: int | None, parallel: int | None
) -> LanguageModel | None:
    """Return the language model that the options name. Raises ``click.UsageError`` if something is missing."""
    from graph_builder.pipeline import LanguageModel

    if not any((url, model, key_env, mode, window, parallel)):
        return None
    if not (model and url):
        raise click.UsageError("a language model needs both --llm-url and --llm-model")
    key = os.environ.get(key_env, "").strip() if key_env else ""
    if key_env and not key:
        raise click.UsageError(f"--llm-key-env: the variable {key_env} is not set; put the key into it")
    sizes = {name: size for name, size in (("window", window), ("parallel", parallel)) if size}
    return LanguageModel(url, model, key, add=mode == "add", **sizes)
