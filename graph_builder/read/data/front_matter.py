"""Front matter: the YAML or TOML at the head of a Markdown file."""

from __future__ import annotations

import re
import tomllib

from graph_builder.model import ReadError
from graph_builder.read.data.tree import Datum, looked_up
from graph_builder.read.data.yaml import parse_yaml, read_leniently
from graph_builder.read.mapped_text import MappedText

_OPENING = re.compile(r"\s*(---|\+\+\+)[ \t]*\n")
# Pelican and MultiMarkdown set no fence around it: "Title: Vita", more such lines, and an empty one.
_BARE = re.compile(r"\s*(?=[Tt]itle:)(?P<lines>(?:[A-Za-z][\w-]{0,20}:[^\n]*\n){1,20})[ \t]*(?:\n|\Z)")
_LINE = re.compile(r"(?m)^[A-Za-z_][\w -]{0,40}[ \t]*[:=]")


def parse_front_matter(content: MappedText) -> tuple[list[Datum], int, str]:
    """Return the values of the front matter, the place where the body begins, and what is wrong, if anything.

    Front matter that is not valid gives the lines of it that read ``key: value``: it never costs the body.

    >>> fields, start, _ = parse_front_matter(MappedText.of("---\\ntitle: Vita\\n---\\nAda"))
    >>> fields[0].items[0][0], fields[0].items[0][1].value.text, start
    ('title', 'Vita', 20)
    """
    opening = _OPENING.match(content.text)
    if not opening:
        return [], 0, ""
    fence = opening.group(1)
    closing = re.compile(rf"(?m)^(?:{re.escape(fence)}|\.\.\.)[ \t]*$").search(content.text, opening.end())
    if not closing:
        return [], 0, ""
    inside = content.part(opening.end(), closing.start())
    if fence == "---" and not _LINE.search(inside.text):
        return [], (closing.end() if not inside.text.strip() else 0), ""
    end = min(closing.end() + 1, len(content.text))
    problem = ""
    try:
        fields = parse_yaml(inside) if fence == "---" else [parse_toml(inside)]
    except (ReadError, ValueError) as error:
        fields = [read_leniently(inside)]
        problem = f"front matter, {error}"
    return [datum for datum in fields if datum.items], end, problem


def parse_bare_front_matter(content: MappedText) -> tuple[list[Datum], int]:
    """Return the values of front matter without a fence, and the place where the body begins.

    >>> fields, start = parse_bare_front_matter(MappedText.of("Title: Vita\\nSlug: vita\\n\\nAda"))
    >>> [(key, value.value.text) for key, value in fields[0].items], start
    ([('Title', 'Vita'), ('Slug', 'vita')], 24)
    """
    found = _BARE.match(content.text)
    inside, end = (content.part(*found.span("lines")), found.end()) if found is not None else _unfenced(content)
    if not inside.text:
        return [], 0
    try:
        fields = parse_yaml(inside)
    except ReadError:
        fields = [read_leniently(inside)]
    return [datum for datum in fields if datum.items], end


# What generators ask for in front matter: two such keys at the head of a page tell that its fences were forgotten.
_ASKED = frozenset(
    """title layout permalink author authors author_profile name first_name last_name role superuser organizations
    interests education social user_groups email bio highlight_name redirect_from excerpt description date draft slug
    nav nav_order type categories tags weight profile news""".split()
)
_TOP = re.compile(r"(?P<key>[a-z][\w-]{0,30})[ \t]*:(?:[ \t]|$)")
_INSIDE = re.compile(r"[ \t]+\S|-(?:[ \t]|$|name\b)|[\]}]")
_LEAST_ASKED = 2


def _unfenced(content: MappedText) -> tuple[MappedText, int]:
    """Return the front matter at the head of a page that lacks a fence, or both, and the place where the body begins.

    >>> page = MappedText.of("# Your name\\ntitle: Ada\\nrole: Weaver\\ninterests:\\n- Looms\\n\\nI weave.")
    >>> inside, end = _unfenced(page)
    >>> inside.text.split("\\n")[1:], page.text[end:]
    (['title: Ada', 'role: Weaver', 'interests:', '- Looms'], 'I weave.')
    """
    opening = _OPENING.match(content.text)
    begin = position = last = opening.end() if opening else 0
    asked: set[str] = set()
    holds = False  # whether the items of a list may follow
    for line in content.text[begin:].split("\n"):
        bare = line.strip()
        top = _TOP.match(line)
        if bare in ("---", "+++", "...") and asked:
            return _if_asked(content, begin, last, asked, position + len(line))
        if top is not None:
            asked |= {top["key"]} & _ASKED
            holds = not line[top.end() :].strip()
        elif bare.startswith("##") or not _may_be_inside(line, bool(asked), holds):
            break
        position += len(line) + 1
        if bare and not bare.startswith("#"):
            last = position - 1
    return _if_asked(content, begin, last, asked, last)


def _may_be_inside(line: str, begun: bool, holds: bool) -> bool:
    """Tell whether a line without a key at its beginning may stand in front matter: empty, a remark, below a key."""
    bare = line.strip()
    if not bare or bare.startswith("#"):
        return True
    return begun and _INSIDE.match(line) is not None and (holds or not line.startswith("-"))


def _if_asked(content: MappedText, begin: int, last: int, asked: set[str], end: int) -> tuple[MappedText, int]:
    if len(asked) < _LEAST_ASKED:
        return content.part(0, 0), 0
    rest = content.text[end:]
    return content.part(begin, last), end + len(rest) - len(rest.lstrip())


def parse_toml(content: MappedText) -> Datum:
    """Return the values that TOML text spells, each looked up in the source.

    Raises:
        tomllib.TOMLDecodeError: *content* is no valid TOML.
    """
    return looked_up(tomllib.loads(content.text), content)
