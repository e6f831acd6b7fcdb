"""Honour societies, whose names have no word that awards have: "Phi Beta Kappa", "Golden Key"."""

from __future__ import annotations

_LETTER = (
    r"(?-i:(?=[A-Z]))(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma"
    r"|tau|upsilon|phi|chi|psi|omega)"
)
SOCIETY = rf"(?<![\w-])(?:{_LETTER}(?:\s{_LETTER}){{1,2}}|golden\skey|mortar\sboard)(?![\w-])"
"""A pattern of the names that they bear, whatever the case: two or three letters of the Greek alphabet."""
