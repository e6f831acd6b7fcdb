"""The title of LaTeX documents: names, titles and addresses given as fields and printed where a command says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph_builder.model import BlockKind
from graph_builder.read.latex_commands import COMMANDS
from graph_builder.read.latex_macros import written
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex_setter import Setter

_NAMES = ("name", "firstname", "familyname", "lastname", "surname", "givenname", "author")
_DETAILS = (
    "title position tagline jobtitle address institution affiliation institute phone mobile telephone email mail"
    " homepage"
    " social github gitlab linkedin twitter orcid googlescholar scholar skype extrainfo quote born nationality"
    " mailaddress location@ researchgate website web fax date subtitle pronouns stackoverflow xing tagline printinfo"
    " contact contacts cvname cvemail cvphone cvsite medium kaggle headline keywords subject extratagline"
).split()
# Fields that documents give, and how they count: the name, the title, and details of the person.
FIELDS = frozenset(name for name in (*_NAMES, *_DETAILS) if not name.endswith("@"))
_PRINTERS = ("maketitle", "makecvtitle", "makecvheader", "maketitle", "makeheader", "makecvhead", "makeresumeheader",
             "maketitlepage", "makerubrichead", "ecvpersonalinfo")  # fmt: skip

_SIDES = ("leftheader", "rightheader")  # of curve.cls

# What CV classes put before a user name to make a link of it.
_PROFILES = {
    "github": "https://github.com/",
    "gitlab": "https://gitlab.com/",
    "linkedin": "https://www.linkedin.com/in/",
    "twitter": "https://twitter.com/",
    "orcid": "https://orcid.org/",
    "googlescholar": "https://scholar.google.com/citations?user=",
    "email": "mailto:",
}


def _field(setter: Setter, name: str) -> None:
    """Take a field: it is printed here in the body, or later by the command that prints the title."""
    if name in setter.macros.commands and not setter.macros.commands[name].arity:
        setter.expand(setter.macros.commands[name])
        return
    from graph_builder.read.latex_blocks import is_res

    if name in ("title", "location", "dates", "employer") and setter.in_body and is_res(setter):
        setter.pending[name] = setter.stream.argument()
        return
    setter.stream.star()
    option = setter.stream.optional() if name != "name" else None
    network = written(option or []) if name == "social" else name
    if not setter.stream.has_group():
        return
    values = [setter.stream.argument()]
    most = {"name": 2, "homepage": 2, "printinfo": 3, "social": 2, "address": 3, "cvname": 2, "quote": 1}.get(name, 1)
    while len(values) < most and setter.stream.has_group():
        values.append(setter.stream.argument())
    if network in _PROFILES and not setter.macros.commands.get(name):
        values = [_linked(_PROFILES[network], value) for value in values]
    _keep(setter, name, values)


def _linked(prefix: str, value: Tokens) -> Tokens:
    """Return a user name at a site as the link that CV classes make of it."""
    if any(t.kind in ("command", "raw") for t in value):
        return value
    start, end = Token("{", "{", -1, "{"), Token("}", "}", -1, "}")
    href = prefix + written(value)
    return [Token("command", "href", -1, "\\href"), start, Token("raw", href, -1, "address"), end, start, *value, end]


def _keep(setter: Setter, name: str, values: list[Tokens]) -> None:
    first = name not in setter.fields
    if name in ("address", "social", "institution", "affiliation") and not first:
        setter.fields[name].extend(values)
    else:
        setter.fields[name] = values
    will_print = setter.title_commands & set(_PRINTERS) and not setter.fields.get("@printed")
    if not setter.in_body or will_print or setter.page.muted:
        return
    if name == "email" and setter.inline:
        setter.run_inline(values[0])
    elif name in _NAMES:
        _name_heading(setter, values)
    else:
        setter.page.line() if not setter.page.at_line_start and not setter.inline else None
        _values(setter, values)
        setter.page.line()


def _header(setter: Setter, name: str) -> None:
    """Do ``\\header`` of a class that is not there: given name, family name and post; of others it is text."""
    values: list[Tokens] = []
    while len(values) < 3 and setter.stream.has_group():
        values.append(setter.stream.argument())
    if len(values) > 1 and all(1 <= len(setter.plain(value).split()) <= 3 for value in values[:2]):
        _keep(setter, "name", values[:2])
        values = values[2:]
    setter.page.line() if values else None
    _values(setter, values)
    setter.end_block()


def _side_header(setter: Setter, name: str) -> None:
    """Keep what ``\\makeheaders`` of curve.cls prints."""
    setter.fields[name] = [setter.stream.argument()]


def _side_headers(setter: Setter, name: str) -> None:
    setter.stream.optional()
    for side in _SIDES:
        _values(setter, setter.fields.get(side, []))
        setter.end_block()


def _values(setter: Setter, values: list[Tokens]) -> None:
    for index, value in enumerate(values):
        if index:
            setter.page.line()
        setter.run(value)


def _name_heading(setter: Setter, values: list[Tokens]) -> None:
    setter.end_block()
    setter.page.begin(BlockKind.HEADING, 1, parent=-1)
    for value in values:
        setter.run_inline(value)
        setter.page.space()
    setter.end_block()


def _print(setter: Setter, name: str) -> None:
    """Do ``\\maketitle`` and its like."""
    setter.stream.optional()
    if setter.page.muted or "@printed" in setter.fields:
        return
    setter.fields["@printed"] = []
    names = _name_parts(setter)
    setter.end_block()
    if names:
        _name_heading(setter, names)
    elif "title" in setter.fields:
        _name_heading(setter, setter.fields["title"])
    for key, values in list(setter.fields.items()):
        if key not in FIELDS or key in _NAMES[:-1] or (key == "title" and not names) or key == "date":
            continue
        setter.page.begin(BlockKind.PARAGRAPH)
        _values(setter, values)
        setter.end_block()


def _name_parts(setter: Setter) -> list[Tokens]:
    """Return the parts of the name that the fields give: the whole name, or what is given and family name."""
    parts = [
        part
        for key in ("givenname", "firstname", "familyname", "lastname", "surname")
        for part in setter.fields.get(key, [])
    ]
    whole = setter.fields.get("name", [])
    words = " ".join(setter.plain(part) for part in whole).split()
    return whole if len(words) > 1 else [*whole, *parts]


def begin_document(setter: Setter) -> None:
    """Print the fields at the start of the body if no command does it later."""
    named = any(key in setter.fields for key in _NAMES)
    if named and not setter.title_commands & set(_PRINTERS):
        _print(setter, "")


def finish(setter: Setter) -> None:
    """Set what waited for a command that never came."""
    from graph_builder.read.latex_blocks import flush_fields

    setter.page.muted = False
    flush_fields(setter)


def metadata(setter: Setter) -> dict[str, str]:
    """Return the name, title and other fields that the document gives about itself."""
    values: dict[str, str] = {}
    name = " ".join(filter(None, (setter.plain(part) for part in _name_parts(setter))))
    author = name or _first(setter, "author") or _first(setter, "pdfauthor") or _first(setter, "cvname")
    has_name = bool(name)
    title = _first(setter, "pdftitle") if has_name else _first(setter, "title") or _first(setter, "pdftitle")
    position = _first(setter, "position") or _first(setter, "tagline") or (_first(setter, "title") if has_name else "")
    for key, value in (("author", author), ("title", title), ("position", position)):
        if value:
            values[key] = value
    running = [
        re.sub(r"\s+", " ", setter.plain(tokens)) for tokens in setter.fields.get("@running", [])[:_MOST_RUNNING]
    ]
    if any(running):
        values["site"] = "\n".join(filter(None, running))
    for key in ("email", "homepage", "affiliation", "institution", "orcid", "github"):
        if value := _first(setter, key):
            values[key] = value
    return values


def _running(setter: Setter, name: str) -> None:
    """Keep what the head or foot of each page has; it is often the name of whose vita it is."""
    setter.stream.optional()
    if setter.stream.has_group():
        setter.fields.setdefault("@running", []).append(setter.stream.argument())


_MOST_RUNNING = 6


def _first(setter: Setter, key: str) -> str:
    values = setter.fields.get(key) or []
    return re.sub(r"\s+", " ", setter.plain(_first_line(values[0]))).strip() if values else ""


def _first_line(tokens: Tokens) -> Tokens:
    end = next(
        (i for i, t in enumerate(tokens) if t.kind == "command" and t.text in ("\\", "and", "thanks")), len(tokens)
    )
    return tokens[:end]


COMMANDS.update(dict.fromkeys(FIELDS, _field))
COMMANDS.update(dict.fromkeys(_PRINTERS, _print))
COMMANDS["header"] = _header
COMMANDS.update(dict.fromkeys("cfoot lfoot rfoot chead lhead rhead fancyhead fancyfoot".split(), _running))
COMMANDS.update(dict.fromkeys(_SIDES, _side_header))
COMMANDS["makeheaders"] = _side_headers
COMMANDS["ecvname"] = lambda setter, _: _field(setter, "name")
