"""The container: its commands are ours, and it runs without rights."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from graph_builder.cli import app

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = ("compose.yaml", "compose.neo4j.yaml")
USER = 10001


def instruction(name: str) -> list[str]:
    """Return the words of the last instruction of a name; a health check is its command alone."""
    return json.loads(re.findall(rf"^{name}\b[^\[\n]*(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])


def services(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / name).read_text("utf-8"))["services"])


COMMANDS = [
    instruction("CMD"),
    *(s["command"] for name in COMPOSE for s in services(name).values() if "build" in s and "command" in s),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_its_commands_are_ours(words: list[str]) -> None:
    command = app.commands[words[0]]
    command.make_parser(command.make_context(words[0], ["--help"], resilient_parsing=True)).parse_args(words[1:])


@pytest.mark.parametrize("name", COMPOSE)
def test_services_of_ours_can_change_nothing_but_their_volumes(name: str) -> None:
    ours = [each for each in services(name).values() if each.get("image") == "graph-builder"]
    assert len(ours) >= 2
    for each in ours:
        assert (each["read_only"], each["cap_drop"], each["tmpfs"]) == (True, ["ALL"], "/tmp")
    for each in services(name).values():
        assert all(port.startswith("127.0.0.1:") for port in each.get("ports", ()))


def test_the_image_runs_as_nobody_in_particular() -> None:
    assert re.search(rf"useradd --uid {USER}\b", DOCKERFILE)
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE) == ["user"]
    assert all(base.endswith("-slim") for base in re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))
