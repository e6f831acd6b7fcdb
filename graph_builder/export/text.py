"""Text for formats that cannot carry every character."""

from __future__ import annotations

import re

# What XML 1.0 allows besides these is everything: tab, line ends, and all other planes.
_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_safe(text: str) -> str:
    """Return *text* without the characters that XML 1.0 refuses, even escaped.

    >>> xml_safe("a\\x00b\\tc")
    'ab\\tc'
    """
    return _REFUSED.sub("", text)
