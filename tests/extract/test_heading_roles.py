"""Positions in bold above lists of houses, and long titles of papers that have a word of headings in them."""

from __future__ import annotations
