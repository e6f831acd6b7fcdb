"""Running text in structured data that tells of the subject: the "bio" of an author's page, the "summary" of a vita."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.data_keys import line_of
from graph_builder.extract.page import Line
from graph_builder.model import Node

_TELLING = frozenset(
    "bio biography about about_me aboutme summary short_bio shortbio long_bio intro introduction description excerpt"
    " blurb lead lede statement text content subtitle tagline headline overview label profile".split()
)
# What holds such texts, below the root: "basics" of a JSON Resume, an aside beside the title.
_HOLDERS = frozenset(
    "basics author hero aside header home person personal profile about intro introduction cv bio me owner sidebar"
    " author_profile about_me general summary masthead banner".split()
)
_SHORTEST, _LONGEST = 20, 3_000
_NO_TEXT = re.compile(r"^\s*(?:https?:|/|\.\.?/|\{[{%]|<|#)|^\S+$")


def told_lines(root: Node) -> Iterator[Line]:
    """Yield what the data say of the subject in sentences, or in a phrase below the name, a line each.

    >>> from graph_builder.model import Span
    >>> bio = Node("scalar", Span(5, 40), "bio", "I am a postdoc at Ghent University.")
    >>> [line.text for line in told_lines(Node("mapping", Span(0, 40), children=(bio,)))]
    ['I am a postdoc at Ghent University.']
    """
    if root.kind != "mapping":
        return
    places = [root, *(child for child in root.children if child.kind == "mapping" and _plain(child.key) in _HOLDERS)]
    for at, node in enumerate(_scalars(places)):
        yield line_of(node, -1000 - at)


def _plain(key: str) -> str:
    return key.casefold().replace("-", "_").replace(" ", "_")


def _scalars(places: list[Node]) -> Iterator[Node]:
    said: set[str] = set()
    for place in places:
        for node in place.children:
            if node.kind != "scalar" or _plain(node.key) not in _TELLING:
                continue
            text = node.value.strip()
            if _SHORTEST <= len(text) <= _LONGEST and not _NO_TEXT.search(text) and text not in said:
                said.add(text)
                yield node
