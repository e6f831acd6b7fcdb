# ruff: noqa: E501
"""Markdown homepages: research interests."""

from __future__ import annotations

from rendering.page import Page, joined, writes

_WHY = (
    "How can we make it work for everyone?",
    "I develop methods that scale to millions of users and study what they are worth in practice.",
    "What happens when assumptions fail, and how do we notice?",
    "New theory, and tools that others can build upon [[1]](https://example.org/1) [[2]](https://example.org/2).",
)


def _topics(page: Page) -> list[str]:
    page.gold["topics"] = [t for t in page.gold["topics"] if not isinstance(t, dict)]
    return [t[0].rstrip(".") for t in page.gold["topics"]]


def _titled(topics: list[str]) -> list[str]:
    return [t[0].upper() + t[1:] for t in topics]


@writes("md", "topics")
def bullets(page: Page) -> str:
    mark = page.pick("-", "*", "+", "1.")
    return f"## {page.heading('topics')}\n\n" + "\n".join(f"{mark} {t}" for t in _titled(_topics(page))) + "\n"


@writes("md", "topics")
def one_line(page: Page) -> str:
    between = page.pick(", ", "; ", " | ", " · ", " • ", " / ", " &middot; ")
    return f"## {page.heading('topics')}\n\n{between.join(_titled(_topics(page)))}\n"


@writes("md", "topics")
def label_in_bold(page: Page) -> str:
    label = page.pick(
        "**Research interests:**", "**Research Interests**:", "**Interests** —", "*Research areas:*", "**Keywords**:"
    )
    return f"{label} {page.pick(', ', '; ').join(_topics(page))}.\n"


@writes("md", "topics")
def interests_include(page: Page) -> str:
    opening = page.pick(
        "My research interests include",
        "My research interests are in",
        "I am broadly interested in",
        "My main research interests are",
        "My research focuses on",
        "I work on",
        "My research interests lie in",
    )
    return f"## {page.heading('topics')}\n\n{opening} {joined(_topics(page), page.pick(' and ', ', and '))}.\n"


@writes("md", "topics")
def intersection(page: Page) -> str:
    opening = page.pick(
        "My research lies at the intersection of", "I work at the intersection of", "My work sits at the crossroads of"
    )
    return f"{opening} **{joined(_topics(page), ' and ')}**.\n"


@writes("md", "topics")
def label_over_bullets(page: Page) -> str:
    opening = page.pick(
        "My research interests include:", "I am interested in:", "**Research Interests**", "Topics I currently work on:"
    )
    return f"{opening}\n\n" + "\n".join(f"- {t}" for t in _topics(page)) + "\n"


@writes("md", "topics")
def explained(page: Page) -> str:
    form = page.pick("- **{}**: {}", "- **{}.** {}", "- **{}** – {}", "* *{}*: {}")
    lines = [form.format(t, page.pick(*_WHY)) for t in _titled(_topics(page))]
    return f"## {page.heading('topics')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "topics")
def sub_headings(page: Page) -> str:
    level = page.pick("###", "####")
    lines = [f"{level} {t}\n\n{page.pick(*_WHY)}\n" for t in _titled(_topics(page))]
    return f"## {page.heading('topics')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "topics")
def numbered_in_a_sentence(page: Page) -> str:
    told = [f"({k}) {t}" for k, t in enumerate(_topics(page), 1)]
    return f"## {page.heading('topics')}\n\nMy current research interests include {joined(told, ' and ')}.\n"


@writes("md", "topics")
def broad_then_specific(page: Page) -> str:
    first, *others = _topics(page)
    text = f"Broadly, I am interested in **{first}**."
    if others:
        text += f" {page.pick('More specifically, I work on', 'Specifically, my research focuses on', 'In particular, I study')} {joined(others)}."
    return f"## {page.heading('topics')}\n\n{text}\n"


@writes("md", "topics")
def code_tags(page: Page) -> str:
    return f"## {page.heading('topics')}\n\n{' '.join(f'`{t}`' for t in _titled(_topics(page)))}\n"


@writes("md", "topics")
def spans(page: Page) -> str:
    tags = [f'<span class="badge badge-pill">{t}</span>' for t in _titled(_topics(page))]
    return f"## {page.heading('topics')}\n\n<div>\n" + "\n".join(tags) + "\n</div>\n"


@writes("md", "topics")
def emoji_lines(page: Page) -> str:
    lines = [f"{page.pick('🔭', '🤖', '🌊', '🧠')} {t}  " for t in _titled(_topics(page))]
    return f"## {page.pick('🔬 ', '')}{page.heading('topics')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "topics")
def table_of_topics(page: Page) -> str:
    rows = [f"| **{t}** | {page.pick(*_WHY)} |" for t in _titled(_topics(page))]
    return f"## {page.heading('topics')}\n\n| Area | What I do |\n|---|---|\n" + "\n".join(rows) + "\n"


@writes("md", "topics")
def html_items_of_topics(page: Page) -> str:
    rows = "\n".join(f"<li>{t}</li>" for t in _titled(_topics(page)))
    return f"<h3>{page.heading('topics')}</h3>\n<ul>\n{rows}\n</ul>\n"


@writes("md", "topics")
def bold_in_prose(page: Page) -> str:
    topics = _topics(page)
    text = f"My research interests span {joined([f'**{t}**' for t in topics], ', and ')}. I like problems that need both theory and patience, and I often work with people from other fields."
    return f"## {page.heading('topics')}\n\n{text}\n"


@writes("md", "topics")
def linked_topics(page: Page) -> str:
    told = [f"[{t}](/research#{k})" for k, t in enumerate(_topics(page))]
    return f"I am interested in {joined(told, page.pick(' and ', ', and '))}. Have a look at my [publications](/papers) for details.\n"


@writes("md", "topics")
def bold_titles_and_paragraphs(page: Page) -> str:
    lines = [f"**{t}**  \n{page.pick(*_WHY)}\n" for t in _titled(_topics(page))]
    return f"## {page.heading('topics')}\n\n" + "\n".join(lines)


@writes("md", "topics")
def nested_topics(page: Page) -> str:
    lines = []
    for topic in _titled(_topics(page)):
        lines += [f"- {topic}", f"    - {page.pick(*_WHY)}"]
    return f"## {page.heading('topics')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "topics")
def aim_then_topics(page: Page) -> str:
    aim = page.pick(
        "The goal of my research is to understand how people and machines can rely on each other.",
        "I want to build systems that keep working when the world changes.",
    )
    return f"## Research\n\n{aim} My interests include {joined(_topics(page), ' and ')}.\n"
