"""What the front matter of a page puts below the name of its subject, and beside the portrait."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.fields import Field, analyze
from graph_builder.extract.page import Page
from graph_builder.model import Node

CONTACT = re.compile(r"\b(?:Google\s+Scholar|GitHub|LinkedIn|Twitter|ORCID)\b|@|https?:", re.IGNORECASE)
"""What a line has that says where to find somebody."""

_TAG = re.compile(r"<[^<>]{1,300}>")


def subtitle(page: Page) -> Iterator[Field]:
    """Yield the fields of what the front matter puts below the name: "subtitle: Lecturer, University X"."""
    for node in page.document.data:
        under = node.get("subtitle", "tagline", "headline")
        if under is not None and under.kind == "scalar" and len(under.span) == len(under.value) < 300:
            text = _TAG.sub(lambda tag: " " * len(tag.group()), under.value)
            for begin, part in ((m.start(), m.group().rstrip()) for m in re.finditer(r"\S(?:[^ ]| (?! ))*", text)):
                yield from analyze(part, under.span.start + begin)
        yield from _beside_portrait(node, page.document.text)


def _beside_portrait(node: Node, text: str) -> Iterator[Field]:
    """Yield the fields of what the front matter puts beside the portrait: "more_info: <p>Rice University</p>"."""
    profile = node.get("profile")
    beside = profile.get("more_info", "address") if profile is not None and profile.kind == "mapping" else None
    if beside is None or beside.kind != "scalar" or len(beside.span) > 600 or _TEMPLATE.search(beside.value):
        return
    said = _TAG.sub(lambda tag: " " * len(tag.group()), beside.span.of(text))
    said = _PARTS.sub("\n", said)
    for line in re.finditer(r"[^\s|>](?:[^\n ]| (?! ))*", said):
        if not CONTACT.search(line.group()):
            yield from analyze(line.group().rstrip(), beside.span.start + line.start())


_PARTS = re.compile(r"(?<=University)\s(?=(?:Department|School|College|Faculty|Institute)\s)")
_TEMPLATE = re.compile(r"\byour\s(?:office|address|city)\b", re.IGNORECASE)
