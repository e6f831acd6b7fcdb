"""Markdown homepages: the head, the text about the subject, and the frames."""

from __future__ import annotations

import json

from rendering.careers import course, degrees, last_year
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


@frames("md", ".md")
def profile_page_template(page: Page, texts: dict[str, str]) -> str:
    head = f'---\npermalink: /\ntitle: "{page.name}"\nexcerpt: "About me"\nauthor_profile: true\n'
    head += "redirect_from: \n  - /about/\n---\n\n"
    rest = "\n".join(texts[part] for part in PARTS if part in texts and part != "head")
    return f"{head}{rest}\n\n*Site made with a static site generator.*\n"


@frames("md", ".md")
def author_data_of_a_theme(page: Page, texts: dict[str, str]) -> str:
    """Degrees and interests stand in the front matter; their texts are left out."""
    lines = ["---", "# Display name", f"title: {page.name}", "superuser: true"]
    if topics := page.gold["topics"]:
        names = [(t["names"] if isinstance(t, dict) else t)[0] for t in topics]
        lines += ["interests:", *(f"  - {json.dumps(n, ensure_ascii=False)}" for n in names)]
    if schools := degrees(page):
        lines += ["education:", "  courses:"]
        for fact in schools:
            name = json.dumps(fact["institution"], ensure_ascii=False)
            lines += [
                f"  - course: {course(page, fact)}",
                f"    institution: {name}",
                f"    year: {last_year(fact, '{} -')}",
            ]
    lines += [
        "social:",
        "- icon: envelope",
        "  icon_pack: fas",
        "  link: '/#contact'",
        "user_groups:",
        "- Researchers",
        "---",
        "",
    ]
    rest = [texts[part] for part in PARTS if part in texts and part not in ("head", "schools", "topics")]
    return "\n".join([*lines, *rest])
