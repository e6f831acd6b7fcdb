"""Lists of accepted papers with their authors' ids, affiliations and positions, and notes of OpenReview's API.

The lists of one paper (``author``, ``authorids``, ``aff``, ``position`` ...) are texts divided by semicolons. They do
not always align: an entry is given to an author only where a list has as many as there are authors, and no address in
it is by its words another author's.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source

_FILE = re.compile(r"([A-Za-z][A-Za-z-]*?)[\s_-]?((?:19|20)\d\d)(?:\D.*)?$")
_PROFILE = re.compile(r"~[^\s~;]{2,80}\d$")
_ANTHOLOGY = re.compile(r"/([a-z0-9])/(\1[a-z0-9-]*)/?$")
_SCHOLAR = re.compile(r"[\w-]{12}(?![\w-])")
_BOOK = re.compile(r"(?i)\b(?:booktitle|journal)\s*=\s*")
_YEAR_FIELD = re.compile(r"(?i)\byear\s*=\s*[{\"\s]{0,3}(\d{4})")
_UNPUBLISHED = {"reject": "rejected", "desk reject": "rejected", "withdraw": "withdrawn", "withdrawn": "withdrawn",
                "desk rejected withdrawn": "withdrawn", "active": "submitted"}  # fmt: skip
_NAMES = re.compile(r"(?:\S+ )+\S+")
_NO_NAME = re.compile(r"(?i)(?:anonymous|unknown|n/?a|none|et al\.?)?")


def openreview(source: Source) -> Iterator[Record]:
    """Yield the papers of a list; its venue and year are those of its file's name where no field has them."""
    listed = _FILE.match(PurePath(source.file_name).name.rsplit(".", 1)[0])
    venue, year = (listed[1].upper(), listed[2]) if listed else ("", "")
    for where, record in json_objects(source):
        content = record.get("content")
        fields = _note(record, content) if isinstance(content, dict) else record
        title = v.clean(fields.get("title"))
        if not title:
            source.note(v.clean(record.get("id")) or where, "a paper without title")
            continue
        key = v.text(fields, "id") or next((i.value for i in v.doi(fields.get("doi"))), "") or v.text(fields, "site")
        key = key or where
        yield Record(EntityKind.WORK, key, _paper(fields, title, venue, year, source, key))


def _note(record: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an API's note, version 1 or 2, under the names that the lists have."""
    fields: dict[str, Any] = {
        key: v.get(value, "value") if isinstance(value, dict) else value for key, value in content.items()
    }
    fields.update(id=record.get("id"), author=fields.get("authors"), openreview=record.get("forum") or record.get("id"))
    fields["year"] = fields.get("year") or v.year_of(fields.get("venueid")) or v.year_of(fields.get("venue"))
    return fields


def _paper(fields: Mapping[str, Any], title: str, venue: str, year: str, source: Source, key: str) -> Work:
    status = v.clean(fields.get("status"))
    outcome = _UNPUBLISHED.get(status.lower(), "")
    bibtex = fields.get("bibtex") if isinstance(fields.get("bibtex"), str) else ""
    stated = v.year_of(fields.get("year")) or year
    if not stated and (found := _YEAR_FIELD.search(str(bibtex)[:5000])):
        stated = v.year_of(found[1])
    place = v.clean(fields.get("venue")) or _book_title(str(bibtex)) or venue
    # What was submitted and not accepted did not appear there.
    where = Named(place, aliases=(venue,) if venue and venue != place else ()) if place and not outcome else None
    return Work(
        title,
        tuple(_authors(fields, source, key)),
        _work_ids(fields),
        where,
        stated,
        "paper" if place else "",
        outcome,
        v.named(_keywords(fields.get("keywords"))),
    )


def _keywords(value: object) -> list[Any]:
    return value if isinstance(value, list) else re.split(r"[;\n]", value) if isinstance(value, str) else []


def _book_title(bibtex: str) -> str:
    found = _BOOK.search(bibtex)
    if not found:
        return ""
    rest = bibtex[found.end() : found.end() + 400]
    return v.clean(rest[1:].split("}" if rest[:1] == "{" else '"')[0]) if rest[:1] in ("{", '"') else ""


def _work_ids(fields: Mapping[str, Any]) -> tuple[Identifier, ...]:
    site, forum = (value if isinstance(value := fields.get(key), str) else "" for key in ("site", "openreview"))
    found = [*v.doi(fields.get("doi")), *v.arxiv(fields.get("arxiv"))]
    for scheme, pattern, address in (
        ("openreview", r"openreview\.net/forum\?id=([\w-]{6,20})", site),
        ("openreview", r"(?:.*openreview\.net/forum\?id=|^)([\w-]{6,20})$", forum),
        ("acl", r"aclanthology\.org/([\w.-]{5,60}?)/?$", site),
        ("ieee", r"ieeexplore\.ieee\.org/document/(\d{3,12})", site),
    ):
        if match := re.search(pattern, address):
            found.append(Identifier(scheme, match[1]))
    return v.distinct(found or v.web("url", site))


def _authors(fields: Mapping[str, Any], source: Source, key: str) -> Iterator[Person]:
    names, ids = without_repetition(_list(fields.get("author"), names=True), _list(fields.get("authorids")))
    count = len(names)
    ids = ids if len(ids) == count else [""] * count
    places, roles, domains = (_aligned(fields.get(column), count) for column in ("aff", "position", "aff_domain"))
    columns = {column: values for column in _IDENTIFYING if (values := _aligned(fields.get(column), count))}
    if columns and not in_order(names, [columns[column] for column in _NAMING if column in columns]):
        places, roles, domains, columns = [], [], [], {}  # they are those of the same people in another order
    for at, name in enumerate(names):
        if not name or _NO_NAME.fullmatch(name):
            continue
        identifiers, context = _author_ids(name, ids[at]) if ids[at] else ((), ())
        if columns:
            named = ((_IDENTIFYING[column], values[at]) for column, values in columns.items() if values[at])
            more = (i for identify, value in named for i in identify(value, source, key))
            identifiers = tuple(dict.fromkeys((*identifiers, *more)))
        if domains and domains[at]:
            context = (*context, ("domain", domains[at].lower()))
        stays = _stays(places[at], roles[at] if roles else "") if places else ()
        yield Person(name, identifiers, (), stays, context)


_Identify = Callable[[str, Source, str], tuple[Identifier, ...]]


def _scholar(value: str, source: Source, key: str) -> tuple[Identifier, ...]:
    if "user=" in value:
        value = value[value.index("user=") + 5 :]
    elif "/" in value or "=" in value:
        return ()
    match = _SCHOLAR.match(value)
    return (Identifier("scholar", match[0]),) if match else ()


_NAMING = ("dblp", "homepage")
"""What may have a person's name in it."""

_IDENTIFYING: Mapping[str, _Identify] = {
    "orcid": v.orcid,
    "dblp": lambda value, source, key: v.plain_id("dblp", value, "https://dblp.org/pid/"),
    "homepage": lambda value, source, key: v.web("homepage", value),
    "google_scholar": _scholar,
}


def without_repetition(names: list[str], ids: list[str]) -> tuple[list[str], list[str]]:
    """Return a list of authors and of their ids without its second half, if that is the first once more.

    >>> without_repetition(["A", "B", "A", "B"], ["/1", "/2", "/1", "/2"])
    (['A', 'B'], ['/1', '/2'])
    >>> without_repetition(["Wei Li", "Wei Li"], ["~Wei_Li1", "~Wei_Li2"])[0]
    ['Wei Li', 'Wei Li']
    """
    while (half := len(names) // 2) and len(names) % 2 == 0 and names[:half] == names[half:]:
        aligned = len(ids) == len(names)
        # Two namesakes have two ids; that a whole list of namesakes follows in the same order does not happen.
        if aligned and half == 1 and ids[0] != ids[1]:
            break
        names, ids = names[:half], ids[:half] if aligned else ids
    return names, ids


def _aligned(value: object, count: int) -> list[str]:
    """Return a list with an entry for each author, or none: never an entry that may be another's."""
    values = _list(value)
    half = len(values) // 2
    if len(values) == 2 * count and values[:half] == values[half:]:
        values = values[:half]
    return values if len(values) == count and any(values) else []


def _list(value: object, *, names: bool = False) -> list[str]:
    if isinstance(value, list):
        return [v.clean(item) for item in value]
    if not isinstance(value, str) or not value.strip():
        return []
    if v.is_plain(value):  # most are: nothing to clean but the blanks around
        parts = [part.strip() for part in value.split(";")]
    else:
        # The names of characters have semicolons of their own.
        text = html.unescape(value) if "&" in value else value
        parts = [v.clean(part) for part in text.split(";")]
    if names and len(parts) == 1 and "," in value:
        commas = [v.clean(part) for part in re.split(r",\s+(?:and\s+)?", value)]
        if all(_NAMES.fullmatch(part) for part in commas):
            return commas
    return parts


# "Weaver Institute+Loom University", and not "R+D Centre" or "Yarn++"
_AND = re.compile(r"\s\+\s|(?<=[^\s+]{3})\+(?=[^\s+]{3})")


@lru_cache(maxsize=65_536)
def _stays(value: str, role: str) -> tuple[Stay, ...]:
    """Return the affiliations of one author: several are divided by a plus sign. Colleagues share one tuple."""
    places = dict.fromkeys(p for part in _AND.split(value) if (p := part.strip(" ,;/&#")) and len(p) > 1)
    return tuple(Stay(Named(place), role=role) for place in places)


def _author_ids(name: str, ident: str) -> tuple[tuple[Identifier, ...], tuple[tuple[str, str], ...]]:
    """Return what an entry of ``authorids`` is: an OpenReview profile, an IEEE number, an ACL slug or an address.

    A slug that is only the name written otherwise names nobody: it is a hint, as is what else stands there.
    """
    if not ident:
        return (), ()
    if ident[0] == "~":
        return ((Identifier("openreview", ident),), ()) if _PROFILE.match(ident) else ((), ())
    if "@" in ident:
        return v.email(ident), ()
    if ident[0] == "/":
        if ident[1:].isdigit():
            return (Identifier("ieee", ident[1:]),), ()
        slug = _ANTHOLOGY.match(ident)
        if slug and slug[2] != v.slug_of(name):
            return (Identifier("acl", slug[2]),), ()
        return (), (("slug", slug[2]),) if slug else ()
    return (), ()


# -- whether lists beside a list of authors are in its order, by the names that stand in addresses of people

_WORD = re.compile(r"[A-Za-z]{3,60}")
_SHORT = 3
"""Letters of the shortest family name that is looked for: "li" stands in too many addresses."""


def in_order(names: Sequence[str], lists: Iterable[Sequence[str]]) -> bool:
    """Return whether the addresses can be in the order of the authors: none names another author and not its own.

    Authors change their order after a paper was submitted, and what was listed beside them stays as it was: so it
    shows in one of nine papers of the lists that give addresses. Only those in which names stand can tell.

    Args:
        names: the authors.
        lists: for each kind of address (homepages, keys of dblp) one for each author, empty where there is none.

    >>> names = ["Ada Lovelace", "Charles Babbage"]
    >>> in_order(names, [["https://example.org/~lovelace", ""]]), in_order(names, [["b/CharlesBabbage", "191/7"]])
    (True, False)
    """
    written = [_address_forms(name) for name in names]
    for values in lists:
        for at, value in enumerate(values):
            words = {word.casefold() for word in _WORD.findall(value)} if value else set()
            if not words or any(part in word for word in words for part in written[at][1]):
                continue
            if any(words & forms for place, (forms, _) in enumerate(written) if place != at):
                return False
    return True


def _address_forms(name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the forms of a name in addresses, and the words that show that an address may be that person's."""
    words = [word for word in v.slug_of(name).split("-") if word]
    if not words:
        return frozenset(), ()
    given, family = words[0], words[-1]
    forms = {given + family, family + given, given[0] + family, family + given[0]}
    if len(family) > _SHORT:
        forms.add(family)
    return frozenset(f for f in forms if len(f) > _SHORT), tuple(w for w in words if len(w) >= _SHORT) or (family,)
