"""Structured profiles: JSON Resume, RenderCV, al-folio's cv.yml, Hugo's author pages, JSON-LD."""

from __future__ import annotations

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page


def structured(page: Page, draft: Draft, person: str) -> None:
    """Add what the structured data of the document states."""
