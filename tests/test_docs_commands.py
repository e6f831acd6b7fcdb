"""The commands that the documentation shows: each has the options that it is given, each query its parameters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from graph_builder.cli import app
from graph_builder.query.catalogue import catalogue

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


def problem_of(words: list[str]) -> str:
    """Return what is wrong with the words of a command, or nothing."""
    command: click.Command = app
    rest = words
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command, rest = command.commands[rest[0]], rest[1:]
    with click.Context(command, **app.context_settings) as context:
        try:
            found, _, _ = command.make_parser(context).parse_args(list(rest))
        except click.UsageError as error:
            return error.format_message()
    query = next((q for q in catalogue() if q.name in rest), None) if words[0] == "query" else None
    given = {assignment.partition("=")[0] for assignment in found.get("params") or ()}
    unknown = given - {parameter.name for parameter in query.parameters} if query else set()
    return f"the query has no parameter {', '.join(sorted(unknown))}" if unknown else ""


def test_commands_have_the_options_that_they_are_given() -> None:
    problems = [f"{page}: {' '.join(words)}: {problem}" for page, words in CASES if (problem := problem_of(words))]
    assert problems == []


def test_wrong_options_are_noticed() -> None:
    assert problem_of(["build", "cvs", "--shop", "kg"])
    assert problem_of(["query", "worked_at", "--param", "person=Ada"])
    assert not problem_of(["query", "worked_at", "--param", "organization=Alibaba"])
