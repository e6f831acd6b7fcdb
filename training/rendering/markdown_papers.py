"""Markdown homepages: lists of papers."""

from __future__ import annotations

from rendering.page import Page, joined, writes


def _authors(page: Page, paper: dict, mark: str = "**") -> str:  # type: ignore[type-arg]
    names = [f"{mark}{a}{mark}" if page.mine(a) else a for a in paper["authors"]]
    return joined(names, page.pick(", ", " and ", ", and ")) + (", et al." if paper["authors_partial"] else "")


@writes("md", "papers")
def title_linked_in_bold(page: Page) -> str:
    lines = [f"## {page.heading('papers')}\n"]
    for paper in page.gold["publications"]:
        where = ", ".join(filter(None, (paper["venue"] and f"*{paper['venue']}*", paper["year"])))
        lines.append(f"- **[{paper['title']}](https://example.org/p.pdf)**  \n  {_authors(page, paper)}  \n  {where}")
    return "\n".join(lines) + "\n"
