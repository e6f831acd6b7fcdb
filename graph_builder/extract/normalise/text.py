"""Text without what LaTeX and the ends of lines add to it."""

from __future__ import annotations

import re

from graph_builder.model.tex import plain_tex

_HYPHEN = re.compile(r"(?<=[a-z])-[ \t]*\n[ \t]*(?=[a-z])")


def clean(text: str) -> str:
    """Return a field as one line: words that the line's end broke made whole, braces gone.

    >>> clean("Reinforce-" + chr(10) + "ment {Learning}")
    'Reinforcement Learning'
    """
    text = _HYPHEN.sub("", text)
    return " ".join(plain_tex(text).split()) if "\\" in text or "{" in text else " ".join(text.split())
