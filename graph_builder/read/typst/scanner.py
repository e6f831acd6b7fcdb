"""A place in a Typst file that moves on, and how deep it is inside brackets."""

from __future__ import annotations

import re

_RAW = re.compile(r"`+")
LABEL = re.compile(r"<[A-Za-z_][\w:.-]*>")
_LANGUAGE = re.compile(r"\w*\n?")
_DEEPEST = 40  # brackets and expressions inside each other; those inside are signs like others


class Scanner:
    """A text with the place up to which it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    @property
    def is_deep(self) -> bool:
        """Whether brackets are no more read as such."""
        return self.depth >= _DEEPEST

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of *pattern* that begins here, and move behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def skip_comment(self) -> bool:
        """Move behind a comment between ``/*`` and ``*/`` that begins here."""
        if not self.text.startswith("/*", self.at):
            return False
        end = self.text.find("*/", self.at + 2)
        self.at = end + 2 if end >= 0 else len(self.text)
        return True

    def raw(self) -> str:
        """Return the text between the backticks that begin here."""
        fence = self.take(_RAW)
        ticks = fence.group() if fence else "`"
        start = self.at
        if len(ticks) == 2:
            return ""
        end = self.text.find(ticks, start)
        if end < 0:
            return ""  # backticks that nothing closes are no text
        self.at = end + len(ticks)
        if len(ticks) > 2 and (named := _LANGUAGE.match(self.text, start, end)):
            start = named.end()
        return self.text[start:end]


def character(digits: str) -> str:
    """Return the character of a hexadecimal number."""
    number = int(digits, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
