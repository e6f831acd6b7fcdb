"""The commands that the documentation shows: each has the options that it is given, each query its parameters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from graph_builder.cli import app
from graph_builder.query import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_COMMAND = re.compile(r"^[ $]*graph-builder ((?:[^\n\\]|\\\n)+)$|`graph-builder ([^`\n]+)`", re.M)


def shown(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command that a page shows; ``...`` and what is optional or piped is left out."""
    for match in _COMMAND.finditer(page.read_text("utf-8")):
        text = (match[1] or match[2]).replace("\\\n", " ")
        if "Usage" in text or re.search(r"[\[\]|<>]|\.\.\.", re.sub(r"'[^']*'|\"[^\"]*\"", "", text)):
            continue
        words = shlex.split(text, comments=True)
        if words and words[0] in app.commands:
            yield words


CASES = [(page.name, words) for page in PAGES for words in shown(page)]


def test_many_are_found() -> None:
    assert len(CASES) > 60
    assert len({words[0] for _, words in CASES}) > 15


@pytest.mark.parametrize(("page", "words"), CASES, ids=[f"{page}: {' '.join(words)[:60]}" for page, words in CASES])
def test_a_command_has_the_options_that_it_is_given(page: str, words: list[str]) -> None:
    command: click.Command = app
    rest = words
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command, rest = command.commands[rest[0]], rest[1:]
    with click.Context(command, **app.context_settings) as context:
        found, _, _ = command.make_parser(context).parse_args(list(rest))
    if words[0] == "query" and (query := next((q for q in catalogue() if q.name in rest), None)):
        given = {assignment.partition("=")[0] for assignment in found.get("params") or ()}
        assert given <= {parameter.name for parameter in query.parameters}
