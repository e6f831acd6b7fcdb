"""Markdown homepages: how the parts are set as one text."""

from __future__ import annotations

import re

from rendering.markdown import bare
from rendering.page import PARTS, Page, frames

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _headed(page: Page, texts: dict[str, str], form: str) -> str:
    """Return the parts with their headings in another form; sub-headings rise where the headings are no headings."""
    return _HEADING.sub(
        lambda m: form.replace("{}", m[1]).replace("{id}", m[1].lower().replace(" ", "-")), bare(page, texts)
    )


@frames("md", ".md")
def underlined(page: Page, texts: dict[str, str]) -> str:
    return _HEADING.sub(lambda m: f"{m[1]}\n{page.pick('======', '------')}", bare(page, texts))


@frames("md", ".md")
def all_first_level(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, "# {}")


@frames("md", ".md")
def bold_headings(page: Page, texts: dict[str, str]) -> str:
    text = bare(page, texts)
    return _headed(page, texts, "## **{}**" if "\n### " in text or "\n**" in text else "**{}**")


@frames("md", ".md")
def anchored(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, '<a name="{id}"></a>\n\n## {}')


@frames("md", ".md")
def kramdown_ids(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, "## {} {#{id}}")


@frames("md", ".md")
def html_headings(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, "<h2 id='{id}'>{}</h2>\n")


@frames("md", ".md")
def ruled(page: Page, texts: dict[str, str]) -> str:
    return "\n---\n\n".join(texts[part] for part in PARTS if part in texts)


@frames("md", ".md")
def emoji_headings(page: Page, texts: dict[str, str]) -> str:
    return _HEADING.sub(lambda m: f"## {page.pick('🎓', '📝', '🏅', '🔥', '💼')} {m[1]}", bare(page, texts))


@frames("md", ".md")
def shouted(page: Page, texts: dict[str, str]) -> str:
    return _HEADING.sub(lambda m: f"## {m[1].upper()}", bare(page, texts))


@frames("md", ".md")
def closed_hashes(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, "## {} ##")


@frames("md", ".md")
def table_of_contents(page: Page, texts: dict[str, str]) -> str:
    titles = _HEADING.findall(bare(page, texts))
    contents = "\n".join(f"- [{t}](#{t.lower().replace(' ', '-')})" for t in titles)
    head, *rest = (texts[part] for part in PARTS if part in texts)
    return "\n".join([head, "**Contents**\n", contents, "", *rest])


@frames("md", ".md")
def menu_of_links(page: Page, texts: dict[str, str]) -> str:
    menu = " | ".join(f"[{t}](/{t.lower()}/)" for t in ("Home", "Research", "Teaching", "CV", "Blog"))
    return f"{menu}\n\n{bare(page, texts)}"


@frames("md", ".md")
def colon_headings(page: Page, texts: dict[str, str]) -> str:
    return _headed(page, texts, "### {}:")


@frames("md", ".md")
def crlf_lines(page: Page, texts: dict[str, str]) -> str:
    return bare(page, texts).replace("\n", "\r\n")


@frames("md", ".md")
def photo_beside(page: Page, texts: dict[str, str]) -> str:
    photo = '<img align="right" src="/images/me.jpg" alt="photo of me" width="220"/>\n\n'
    return photo + bare(page, texts)
