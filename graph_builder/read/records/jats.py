"""JATS: the front matter of articles, with the affiliations that each author points to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import (
    Element,
    child,
    child_text,
    children,
    descendants,
    local,
    text_of,
    xml_elements,
)

_DROPPED = frozenset(("label", "sup", "institution-id", "email", "ext-link", "xref", "fn", "target"))
_DATES = ("epub", "ppub", "pub", "epub-ppub", "collection", "")


def jats(source: Source) -> Iterator[Record]:
    """Yield the articles of a file; an author has the affiliations that the name refers to, and no others."""
    for article in xml_elements(source, ("article",)):
        front = child(article, "front")
        front = front if front is not None else child(article, "front-stub")
        meta = child(front, "article-meta")
        meta = meta if meta is not None else front
        title = v.clean(_without(child(meta, "title-group", "article-title")))
        identifiers = v.distinct(i for e in children(meta, "article-id") for i in _identifier(e))
        identifiers = tuple(sorted(identifiers, key=lambda i: i.scheme != "doi"))
        key = identifiers[0].value if identifiers else f"line {article.sourceline}"
        if not title:
            source.note(key, "an article without title")
            continue
        yield Record(EntityKind.WORK, key, _work(article, front, meta, title, identifiers, source, key))


def _work(
    article: Element,
    front: Element,
    meta: Element,
    title: str,
    identifiers: tuple[Identifier, ...],
    source: Source,
    key: str,
) -> Work:
    topics = [_without(e) for group in children(meta, "kwd-group") for e in descendants(group, "kwd")]
    others = [v.clean(text_of(e)) for e in descendants(child(meta, "title-group"), "trans-title")]
    return Work(
        title,
        tuple(_authors(meta, source, key)),
        identifiers,
        _venue(child(front, "journal-meta")),
        _year(meta),
        v.work_type(article.get("article-type"), "article"),
        "",
        v.named(topics),
        v.others(title, others),
    )


def _without(element: Element | None) -> str:
    """Return the text of an element without what is beside it: labels, notes, identifiers, addresses."""
    if element is None:
        return ""
    parts = [element.text or ""]
    for inner in element:
        if local(inner) == "break":
            parts.append(" ")
        elif local(inner) not in _DROPPED:
            parts.append(_without(inner))
        parts.append(inner.tail or "")
    return "".join(parts)


def _identifier(element: Element) -> tuple[Identifier, ...]:
    kind, value = element.get("pub-id-type"), text_of(element).strip()
    if kind == "doi":
        return v.doi(value)
    if kind == "arxiv":
        return v.arxiv(value)
    return v.plain_id(kind, value) if kind in ("pmid", "pmcid") else ()


def _venue(journal: Element | None) -> Named | None:
    titles = [*descendants(journal, "journal-title"), *descendants(journal, "abbrev-journal-title")]
    names = [name for e in titles if (name := v.clean(text_of(e)))]
    if not names:
        return None
    issns = v.distinct(i for e in descendants(journal, "issn") for i in v.plain_id("issn", (e.text or "").strip()))
    return Named(names[0], issns, tuple(n for n in dict.fromkeys(names[1:]) if n != names[0]))


def _year(meta: Element) -> str:
    dates = {
        d.get("pub-type") or d.get("date-type") or "": v.year_of(child_text(d, "year"))
        for d in children(meta, "pub-date")
    }
    return next((dates[kind] for kind in _DATES if dates.get(kind)), next((y for y in dates.values() if y), ""))


def _authors(meta: Element, source: Source, key: str) -> Iterator[Person]:
    places = {a.get("id"): p for a in descendants(meta, "aff") if a.get("id") and (p := _place(a))}
    for group in children(meta, "contrib-group"):
        shared = [p for a in children(group, "aff") if (p := _place(a))]
        pointing = any(x.get("ref-type") == "aff" for x in descendants(group, "xref"))
        own = shared[0] if len(shared) == 1 and not pointing else None
        for contrib in descendants(group, "contrib"):
            person = _author(contrib, places, own, source, key)
            if contrib.get("contrib-type", "author") == "author" and person is not None:
                yield person


def _author(
    contrib: Element, places: Mapping[str | None, Named], shared: Named | None, source: Source, key: str
) -> Person | None:
    name, aliases = _names(contrib)
    if not name:
        return None
    numbers = (e.text for e in children(contrib, "contrib-id") if "orcid" in (e.get("contrib-id-type") or "").lower())
    refs = [r for x in descendants(contrib, "xref") if x.get("ref-type") == "aff" for r in (x.get("rid") or "").split()]
    found = [places[r] for r in (*refs, *(contrib.get("rid") or "").split()) if r in places]
    found += [p for a in children(contrib, "aff") if not a.get("id") or a.get("id") not in refs if (p := _place(a))]
    found = found or ([shared] if shared else [])
    mails = (
        i
        for e in (*children(contrib, "email"), *descendants(child(contrib, "address"), "email"))
        for i in v.email(e.text)
    )
    identifiers = v.distinct((i for n in numbers for i in v.orcid(n, source, key)), mails)
    return Person(name, identifiers, aliases, tuple(Stay(place) for place in dict.fromkeys(found)))


def _names(contrib: Element) -> tuple[str, tuple[str, ...]]:
    direct = [e for e in contrib if local(e) in ("name", "string-name", "collab")]
    inner = [e for e in descendants(child(contrib, "name-alternatives"), "*") if local(e) in ("name", "string-name")]
    names = [n for e in (*direct, *inner) if (n := _name_of(e))]
    return (names[0], tuple(n for n in dict.fromkeys(names[1:]) if n != names[0])) if names else ("", ())


def _name_of(name: Element) -> str:
    if child(name, "surname") is None:
        return v.natural_order(v.clean(_without(name))) if local(name) != "collab" else v.clean(_without(name))
    parts = (child_text(name, "given-names"), child_text(name, "surname"))
    if name.get("name-style") == "eastern":
        parts = (parts[1], parts[0])
    return v.full_name(*parts, child_text(name, "suffix"))


def _place(aff: Element) -> Named | None:
    """Return an affiliation as it is printed, with the identifiers of its institution."""
    text = v.clean(_without(aff)).strip(" ,;.")
    ids = v.distinct(
        i
        for e in descendants(aff, "institution-id")
        for i in (v.ror((e.text or "").strip()) if e.get("institution-id-type") == "ror" else ())
    )
    country = child(aff, "country")
    code = country.get("country", "") if country is not None else ""
    return Named(text, ids, country=code if len(code) == 2 else "") if text else None
