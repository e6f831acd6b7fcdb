"""Document trees of reStructuredText as docutils parses them: nothing is read, fetched or run for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.parsers.rst.states import Inliner
from docutils.utils import new_document

# Directives that change the parser for the documents after this one, or that print the day of the build: comments.
_LASTING = re.compile(r"(?mi)^([ \t]{0,40}\.\.[ \t]{1,8}(?:\|[^|\n]{1,80}\|[ \t]{1,8})?)((?:default-)?role|date)::")
_LONGEST_LINE = 4_000
_LONGEST_PARAGRAPH = 4_000
_PART = 1_000  # of a longer paragraph


def rst_tree(text: str) -> nodes.document:
    """Return the document tree of *text*; no transform changes it, so that all of it stays where it is written."""
    tree = new_document("", _settings())
    text = _LASTING.sub(lambda m: f"{m[1]}{m[2]}  ", text)
    Parser(inliner=cast(Inliner, _Inliner())).parse("\n".join(_wrapped(text)), tree)
    return tree


class _Inliner:
    """Reads the marks of long paragraphs in parts: one that is never closed is looked for to the end of each."""

    def __init__(self) -> None:
        self._inliner = Inliner()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inliner, name)

    def parse(
        self, text: str, lineno: int, memo: Any, parent: nodes.Element
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of *text* and the messages about them."""
        found: list[nodes.Node] = []
        messages: list[nodes.system_message] = []
        while text:
            end = len(text)
            if end > _LONGEST_PARAGRAPH:
                end = max(text.rfind(" ", 0, _PART), text.rfind("\n", 0, _PART)) + 1 or _PART
            inner, said = self._inliner.parse(text[:end], lineno, memo, parent)
            found += inner
            messages += said
            text = text[end:]
        return found, messages


@cache
def _settings() -> Any:
    """Return the settings of docutils: it reads, fetches and runs nothing, prints nothing and stops at nothing."""
    settings = get_default_settings(Parser)
    settings.report_level = settings.halt_level = 5
    settings.warning_stream = False
    settings.file_insertion_enabled = settings.raw_enabled = False
    settings.syntax_highlight = "none"
    settings.line_length_limit = 2 * _LONGEST_LINE
    return settings


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of *text*; very long ones, on which docutils takes long, as several."""
    for line in text.splitlines():
        indent = line[: min(len(line) - len(line.lstrip()), 80)]
        while len(line) > _LONGEST_LINE:
            at = line.rfind(" ", len(indent) + 1, _LONGEST_LINE) + 1 or _LONGEST_LINE
            yield line[:at]
            line = indent + line[at:].lstrip()
        yield line
