"""The title of LaTeX documents: names, titles and addresses given as fields and printed where a command says so."""

from __future__ import annotations

import re

from graph_builder.model import BlockKind
from graph_builder.read.latex.interpreter import Handler, Interpreter
from graph_builder.read.latex.tables import listed
from graph_builder.read.latex.tokens import Token, Tokens, written

# Fields that documents give: the name, the title, and details of the person.
FIELDS, _PRINTERS = listed("field"), listed("title")
_NAMES = [name for name, what in FIELDS.items() if what == "name"]

# What CV classes put before a user name to make a link of it.
_PROFILES = {
    "github": "https://github.com/", "gitlab": "https://gitlab.com/", "linkedin": "https://www.linkedin.com/in/",
    "twitter": "https://twitter.com/", "orcid": "https://orcid.org/",
    "googlescholar": "https://scholar.google.com/citations?user=", "email": "mailto:",
}  # fmt: skip


def _field(tex: Interpreter, name: str) -> None:
    """Take a field: it is printed here in the body, or later by the command that prints the title."""
    tex.stream.star()
    option = tex.stream.optional() if name != "name" else None
    network = written(option or []) if name == "social" else name
    if not tex.stream.has_group():
        return
    values = [tex.stream.argument()]
    most = {"name": 2, "homepage": 2, "printinfo": 3, "social": 2, "address": 3, "cvname": 2, "quote": 1}.get(name, 1)
    while len(values) < most and tex.stream.has_group():
        values.append(tex.stream.argument())
    if network in _PROFILES and not tex.macros.commands.get(name):
        values = [_linked(_PROFILES[network], value) for value in values]
    _store_field(tex, name, values)


def _linked(prefix: str, value: Tokens) -> Tokens:
    """Return a user name at a site as the link that CV classes make of it."""
    if any(t.kind in ("command", "raw") for t in value):
        return value
    start, end = Token("{", "{"), Token("}", "}")
    href = prefix + written(value)
    return [Token("command", "href", "\\href"), start, Token("raw", href, "address"), end, start, *value, end]


def _store_field(tex: Interpreter, name: str, values: list[Tokens]) -> None:
    first = name not in tex.fields
    if name in ("address", "social", "institution", "affiliation") and not first:
        tex.fields[name].extend(values)
    else:
        tex.fields[name] = values
    will_print = tex.title_commands & _PRINTERS.keys() and not tex.fields.get("@printed")
    if not tex.in_body or will_print or tex.page.muted:
        return
    if name in _NAMES:
        _name_heading(tex, values)
    else:
        tex.page.line() if not tex.page.at_line_start and not tex.inline else None
        _values(tex, values)
        tex.page.line()


def _header(tex: Interpreter, name: str) -> None:
    """Do ``\\header`` of a class that is not there: given name, family name and post; of others it is text."""
    values: list[Tokens] = []
    while len(values) < 3 and tex.stream.has_group():
        values.append(tex.stream.argument())
    if len(values) > 1 and all(1 <= len(tex.plain(value).split()) <= 3 for value in values[:2]):
        _store_field(tex, "name", values[:2])
        values = values[2:]
    tex.page.line() if values else None
    _values(tex, values)
    tex.end_block()


def _values(tex: Interpreter, values: list[Tokens]) -> None:
    for index, value in enumerate(values):
        if index:
            tex.page.line()
        tex.run(value)


def _name_heading(tex: Interpreter, values: list[Tokens]) -> None:
    tex.end_block()
    tex.page.begin(BlockKind.HEADING, 1, parent=-1)
    for value in values:
        tex.run_inline(value)
        tex.page.space()
    tex.end_block()


def _print(tex: Interpreter, name: str) -> None:
    """Do ``\\maketitle`` and its like."""
    tex.stream.optional()
    if tex.page.muted or "@printed" in tex.fields:
        return
    tex.fields["@printed"] = []
    names = _name_parts(tex)
    tex.end_block()
    if names:
        _name_heading(tex, names)
    elif "title" in tex.fields:
        _name_heading(tex, tex.fields["title"])
    for key, values in list(tex.fields.items()):
        if key not in FIELDS or key in _NAMES[:-1] or (key == "title" and not names) or key == "date":
            continue
        tex.page.begin(BlockKind.PARAGRAPH)
        _values(tex, values)
        tex.end_block()


def _name_parts(tex: Interpreter) -> list[Tokens]:
    """Return the parts of the name that the fields give: the whole name, or what is given and family name."""
    parts = [
        part
        for key in ("givenname", "firstname", "familyname", "lastname", "surname")
        for part in tex.fields.get(key, [])
    ]
    whole = tex.fields.get("name", [])
    words = " ".join(tex.plain(part) for part in whole).split()
    return whole if len(words) > 1 else [*whole, *parts]


def begin_document(tex: Interpreter) -> None:
    """Print the fields at the start of the body if no command does it later."""
    named = any(key in tex.fields for key in _NAMES)
    if named and not tex.title_commands & _PRINTERS.keys():
        _print(tex, "")


def finish(tex: Interpreter) -> None:
    """Set what waited for a command that never came."""
    tex.page.muted = False
    tex.end_block()


def metadata(tex: Interpreter) -> dict[str, str]:
    """Return the name, title and other fields that the document gives about itself."""
    values: dict[str, str] = {}
    name = " ".join(filter(None, (tex.plain(part) for part in _name_parts(tex))))
    author = name or _first(tex, "author") or _first(tex, "pdfauthor") or _first(tex, "cvname")
    has_name = bool(name)
    title = _first(tex, "pdftitle") if has_name else _first(tex, "title") or _first(tex, "pdftitle")
    position = _first(tex, "position") or _first(tex, "tagline") or (_first(tex, "title") if has_name else "")
    for key, value in (("author", author), ("title", title), ("position", position)):
        if value:
            values[key] = value
    running = [re.sub(r"\s+", " ", tex.plain(tokens)) for tokens in tex.fields.get("@running", [])[:_MOST_RUNNING]]
    if any(running):
        values["site"] = "\n".join(filter(None, running))
    for key in ("email", "homepage", "affiliation", "institution", "orcid", "github"):
        if value := _first(tex, key):
            values[key] = value
    return values


def _running(tex: Interpreter, name: str) -> None:
    """Keep what the head or foot of each page has; it is often the name of whose vita it is."""
    tex.stream.optional()
    if tex.stream.has_group():
        tex.fields.setdefault("@running", []).append(tex.stream.argument())


_MOST_RUNNING = 6


def _first(tex: Interpreter, key: str) -> str:
    values = tex.fields.get(key) or []
    return re.sub(r"\s+", " ", tex.plain(_first_line(values[0]))).strip() if values else ""


def _first_line(tokens: Tokens) -> Tokens:
    end = next(
        (i for i, t in enumerate(tokens) if t.kind == "command" and t.text in ("\\", "and", "thanks")), len(tokens)
    )
    return tokens[:end]


TITLE_COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(FIELDS, _field),
    **dict.fromkeys(_PRINTERS, _print),
    **dict.fromkeys(("cfoot", "lfoot", "rfoot", "chead", "lhead", "rhead", "fancyhead", "fancyfoot"), _running),
    "header": _header,
    "ecvname": lambda tex, _: _field(tex, "name"),
}  # fmt: skip
