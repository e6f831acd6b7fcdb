"""Lines on service without what stands around venues: praise, how many manuscripts, addresses, titles of sessions."""

from __future__ import annotations

import re

from graph_builder.extract.service_events import one_event, without_session

# "most conferences (e.g., A, B)" lists A and B.
_SUCH_AS = re.compile(r"\s\((?:e\.g\.|including|such\s+as|i\.e\.)[,:]?\s+([^()]{2,400})\)")
_PRAISE = re.compile(r"\([^()]*\b(?:award|best|top\s+\d|outstanding|distinguished|excellent)\b[^()]*\)", re.IGNORECASE)


# How many manuscripts: "Loom Letters [8, 12]", "Journal of Yarn (x3)".
_COUNTS = re.compile(
    r"(?<=[\w)])\s[–—]\s\d{1,2}(?=\s*(?:[;,]|$))|\s?\[\d{1,3}(?:[,/]\s?\d{1,3}){0,2}\]|\s?\(\s?[x×]\s?\d{1,3}\s?\)|\s?\(\d{1,3}\s?(?:[x×]|papers?|times|reviews?|manuscripts?)\)"
)
_ADDRESS = re.compile(r";?\s?https?://[^\s,;)]+")


_SIGN = re.compile(r"^[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d\s]+(?=\w)")  # "📝 Reviewer for Loom Letters"
_YEARS = re.compile(r"(?:19|20)\d\d")


def _blank_but_years(match: re.Match[str]) -> str:
    """Return brackets with praise as spaces, but for the years in them: "(2021, outstanding reviewer)"."""
    if not _YEARS.search(match.group()):
        return " " * len(match.group())
    at, out = 0, ""
    for year in _YEARS.finditer(match.group()):
        out += " " * (year.start() - at) + year.group()
        at = year.end()
    return "(" + out[1:] + " " * (len(match.group()) - at - 1) + ")"


def bared(text: str) -> str:
    """Return a line with spaces for what names no venue and no role, every place as it was.

    >>> bared("Reviewer: Loom Letters [8], Yarn (x3)").split()
    ['Reviewer:', 'Loom', 'Letters', ',', 'Yarn']
    """
    text = _SIGN.sub(lambda m: " " * len(m.group()), text)
    text = _PRAISE.sub(_blank_but_years, text)
    text = _COUNTS.sub(lambda m: " " * len(m.group()), text)
    text = _ADDRESS.sub(lambda m: " " * len(m.group()), text)
    text = without_session(one_event(text))
    return _SUCH_AS.sub(lambda m: " ,".ljust(m.start(1) - m.start()) + m[1] + " ", text)
