"""Markdown homepages: the head, the text about the subject, and the frames."""

from __future__ import annotations

from rendering.page import PARTS, Page, frames, joined, writes

_LINKS = "[Email](mailto:me@example.org) | [Google Scholar](https://scholar.google.com/citations?user=abc) | [GitHub](https://github.com/me)"


@writes("md", "head")
def title_line(page: Page) -> str:
    return f"# {page.name}\n\n{_LINKS}\n"


@writes("md", "about")
def plain_sentences(page: Page) -> str:
    text = f"Hi! I am {page.name}."
    if advisors := [a["name"] for a in page.gold["advisors"]]:
        text += f" I {page.pick('am', 'was')} advised by {page.pick('', 'Prof. ')}{joined(advisors)}."
    return text + "\n"


@frames("md", ".md")
def bare(page: Page, texts: dict[str, str]) -> str:
    return "\n".join(texts[part] for part in PARTS if part in texts)


@frames("md", ".md")
def front_matter(page: Page, texts: dict[str, str]) -> str:
    return f"---\nlayout: page\ntitle: About\npermalink: /\n---\n\n{bare(page, texts)}"
