"""A toy set of stages: documents whose lines say ``Ada works at Royal Society`` and nothing more."""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from identity_tables import in_tables

from graph_builder.model import (
    Claim,
    Document,
    Entity,
    EntityKind,
    Evidence,
    Identities,
    Link,
    LinkStatus,
    Mention,
    ReadError,
    Relation,
    SourceFacts,
    Span,
    mention_id,
)
from graph_builder.pipeline import Stages

SUFFIXES = {".txt", ".md"}
Resolve = Callable[[Mapping[str, SourceFacts]], Identities]


def is_readable(path: Path) -> bool:
    return path.suffix in SUFFIXES and not path.name.startswith(".")


def read(path: Path, source: str) -> Document:
    text = path.read_text("utf-8", "replace")
    if "unreadable" in text:
        raise ReadError(f"{source}: it says so itself; write something else")
    return Document(source, "text/plain", text, metadata={"title": path.stem})


def extract(document: Document) -> SourceFacts:
    """Extract one employment a line; some words make a worker misbehave."""
    mentions: dict[str, Mention] = {}
    claims = []
    at = 0
    for line in document.text.splitlines(keepends=True):
        _misbehave(line)
        person, verb, organization = line.strip().partition(" works at ")
        if verb:
            evidence = Evidence(document.source, Span(at, at + len(line)), line)
            roles = {}
            for role, kind, name in (
                ("person", EntityKind.PERSON, person),
                ("organization", EntityKind.ORGANIZATION, organization),
            ):
                roles[role] = mention_id(kind, name)
                mentions[roles[role]] = Mention(document.source, roles[role], kind, name, evidence)
            claims.append(Claim(document.source, Relation.EMPLOYMENT, roles, evidence, extractor="toy"))
        at += len(line)
    return SourceFacts(document.source, tuple(mentions.values()), tuple(claims))


def _misbehave(line: str) -> None:
    if "crash" in line:
        os.kill(os.getpid(), signal.SIGKILL)
    if "hang" in line:
        time.sleep(600)
    if "spin" in line:
        while True:
            pass
    if "bug" in line:
        raise ValueError("a bug in an extractor")


def resolve(facts: Mapping[str, SourceFacts]) -> Identities:
    """Make one entity of all forms that agree but for case; its name is the first of the forms in order of the code."""
    forms: dict[tuple[EntityKind, str], set[str]] = defaultdict(set)
    links = []
    for source in facts.values():
        for mention in source.mentions:
            key = mention.name.casefold()
            forms[mention.kind, key].add(mention.name)
            links.append(Link(source.source, mention.id, mention.kind, key, LinkStatus.INFERRED, "toy"))
    entities = []
    for (kind, key), names in sorted(forms.items()):
        # A form that names another as its parent makes entities depend on other sources.
        first, *others = sorted(names)
        entities.append(Entity(kind, key, first, tuple(others)))
    return Identities(tuple(entities), tuple(links))


def stages(reading: str = "toy", resolving: str = "toy", resolve: Resolve = resolve) -> Stages:
    return Stages(is_readable, read, extract, partial(in_tables, resolve), reading, resolving)
