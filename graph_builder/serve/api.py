"""What the explorer asks a store: each call a function from a snapshot and its arguments to what is sent as JSON."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pyoxigraph as ox

from graph_builder.explore import Card, card, why
from graph_builder.explore.listing import count_named, list_things
from graph_builder.explore.network.collaboration import coauthors
from graph_builder.explore.network.comparison import Related, compare, years_of
from graph_builder.explore.network.neighbours import Tie, neighbours, statements_about, ties_between
from graph_builder.explore.network.paths import EDGES, disjoint_paths
from graph_builder.explore.passages import Passage, build_passages, excerpt, find_passages
from graph_builder.explore.profiles.cards import Section
from graph_builder.explore.profiles.entries import Entry
from graph_builder.explore.profiles.evidence import DocumentFact, facts_in, mentions_of_thing, say
from graph_builder.explore.profiles.figures import Rank, figures
from graph_builder.explore.search import build_index, forms, search
from graph_builder.explore.things.fact import Fact, source_name
from graph_builder.explore.things.reader import IndexedReader, Reader
from graph_builder.export.formats import FIELD_FORMATS, TABLE_FORMATS
from graph_builder.export.write import write_about, write_table
from graph_builder.graph.files import context_terms
from graph_builder.graph.iris import Minter
from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import (
    SCHEMA,
    Block,
    Claim,
    Decision,
    DecisionKind,
    EntityKind,
    GraphBuilderError,
    QueryError,
    Relation,
    StoreError,
    accepted_documents,
)
from graph_builder.query.catalogue import NamedQuery, catalogue
from graph_builder.query.engine import Table, Triples, run, with_values
from graph_builder.query.index import Index, derived_file, index_path, place_of, try_index
from graph_builder.query.index.schema import GB, RDF_TYPE
from graph_builder.query.lookup import bind, current
from graph_builder.serve.answer import Limits, within
from graph_builder.store.decisions import read_decisions
from graph_builder.store.journal import carried, drop_carried
from graph_builder.store.layout import SourceRecord
from graph_builder.store.store import Store

Arguments = Mapping[str, Sequence[str]]
Call = Callable[[Store, Arguments], Any]

SEARCH = "search-2.sqlite"
_CHANGED = 20_000
"""Nodes that changed from which on a search index is made anew, which takes less time then."""

OVERVIEW = "overview-2.json"
PASSAGES = "passages-1.sqlite"
_LINES = 400
"""Lines of one section that a page gets at a time; it says how many there are."""

_ROWS = 5000
_MOST_PEOPLE, _NEIGHBOURS = 100, 5000
_LOOK = 10_000
"""Quads that are looked at for words of other vocabularies."""
_MENTIONS, _FORMS = 2000, 60
_SHOWN_VALUES = ("degree", "field", "role", "award", "type", "status", "basis")
_WINDOW, _FACTS = 200_000, 3000
"""Characters of a document, and facts in them, that a page gets."""

_RELATIONS = {
    relation.value: {
        "roles": [
            {"name": role, "kind": kind.value, "required": role in schema.required} for role, kind in schema.roles
        ],
        "values": list(schema.values),
    }
    for relation, schema in SCHEMA.items()
    if relation is not Relation.PROFILE
}
"""What a fact of each relation may have; what a document is about is no fact to add."""


def one(arguments: Arguments, name: str, default: str | None = None) -> str:
    """Return the one value of an argument.

    Raises:
        QueryError: it is missing, or there are several.
    """
    values = arguments.get(name, [])
    if len(values) != 1:
        if default is not None and not values:
            return default
        raise QueryError(f"the parameter {name} is {'missing' if not values else 'given twice'}; give it once")
    return values[0]


def number(arguments: Arguments, name: str, default: int, most: int) -> int:
    """Return an argument that is a number, at most *most*."""
    given = one(arguments, name, str(default))
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise QueryError(f"the parameter {name} is no number; write one such as {default}")
    return min(int(given), most)


def _info(store: Store, arguments: Arguments) -> Any:
    return {"snapshot": store.number, "totals": dict(store.manifest.totals), "base": store.manifest.base}


def _search(store: Store, arguments: Arguments) -> Any:
    kinds = frozenset(map(kind_of, arguments.get("kind", []))) or frozenset(EntityKind)
    path = index_of(store)
    asked = path, one(arguments, "q")[:200], kinds, number(arguments, "limit", 12, 100)
    found = search(*asked)
    hits = found or search(*asked, with_typos=True)
    return {
        "hits": [{**_fields(hit.thing), "form": hit.form, "facts": hit.facts} for hit in hits],
        "near": bool(hits) and not found,
    }


def _list(store: Store, arguments: Arguments) -> Any:
    """Return things of a kind, or documents, with what narrows the list further, and how many other kinds have.

    Values of facets come as ``facet.NAME``; documents are found by all words of their text.
    """
    kind, text = one(arguments, "kind"), one(arguments, "q", "")[:200]
    start, size = number(arguments, "start", 0, 10**9), number(arguments, "size", 25, 100)
    chosen = {name.removeprefix("facet."): v for name, v in arguments.items() if name.startswith("facet.")}
    passages = find_passages(passages_of(store), text) if text.strip() else []
    counts = {each.value: count for each, count in count_named(index_of(store), text).items()}
    if text.strip():
        counts["document"] = len(passages)
    if kind == "document":
        found = _documents(store, text, passages, chosen, start, size)
    else:
        listing = list_things(index_path(store), index_of(store), kind_of(kind), text, chosen, start, size)
        found = {
            "total": listing.total,
            "items": [{**_fields(item), "kind": kind} for item in listing.items],
            "facets": [_facet(each.facet.name, each.facet.title, each.values) for each in listing.narrowings],
        }
    return {**found, "counts": counts}


def _documents(
    store: Store, text: str, passages: Sequence[Passage], chosen: Mapping[str, Sequence[str]], start: int, size: int
) -> dict[str, Any]:
    places = {passage.source: passage for passage in passages}
    records = {record.id: record for record in store.manifest.sources}
    wanted = list(places) if text.strip() else list(records)
    kinds = {source: Path(source).suffix.lower().lstrip(".") or "other" for source in wanted if source in records}
    rows = [source for source, kind in kinds.items() if all(kind in values for values in chosen.values())]
    items = []
    for source in rows[start : start + size]:
        record, place = records[source], places.get(source)
        document = store.try_document(source) if place else None
        shown = excerpt(document.text[place.start : place.end], text) if document and place else ()
        about = {"id": source, "title": record.title, "facts": record.claims}
        items.append({**about, "excerpt": shown, "at": [place.start, place.end] if place else None})
    values = [(kind, kind, count) for kind, count in Counter(kinds[source] for source in rows).most_common()]
    return {"total": len(rows), "items": items, "facets": [_facet("type", "Kind of file", values)]}


def _facet(name: str, title: str, values: Iterable[tuple[str, str, int]]) -> dict[str, Any]:
    return {"name": name, "title": title, "values": [{"value": v, "name": n, "count": c} for v, n, c in values]}


def _thing_card(store: Store, arguments: Arguments) -> Any:
    """Return what is known of a thing: the beginning of each section, or the part of one section from a line on."""
    found = card(store.snapshot(), one(arguments, "iri"), reader_of(store))
    title, start = one(arguments, "section", ""), number(arguments, "start", 0, 10**9)
    sections = [_section(s, start) for s in found.sections if title in ("", s.title)]
    return {
        **_fields(found.thing),
        "names": list(found.names),
        "forms": _forms(store, found),
        "identifiers": list(found.identifiers),
        "sections": sections,
        "sources": list(found.sources[:200]),
    }


def _section(section: Section, start: int) -> dict[str, Any]:
    years = Counter(int(entry.dates[:4]) for entry in section.entries if entry.dates[:4].isdecimal())
    return {
        "title": section.title,
        "count": len(section.entries),
        "things": len({entry.thing.iri for entry in section.entries if entry.thing}),
        "years": sorted(years.items()),
        "entries": [_entry(entry) for entry in section.entries[start : start + _LINES]],
    }


def _figures(store: Store, arguments: Arguments) -> Any:
    index_path(store)
    thing, index = reader_of(store).thing(one(arguments, "iri")), opened_index(store)
    charts, ranks = figures(store.snapshot(), thing, index) if thing and index else ((), ())
    return {"charts": charts, "sections": [_rank(rank) for rank in ranks]}


def _forms(store: Store, found: Card) -> list[str]:
    """Return the forms in which sources print a name, other than the names themselves, the most frequent first."""
    own = {found.thing.name, *found.names}
    path = place_of(store, SEARCH)
    if path.exists():
        return [form for form in forms(path, found.thing.iri, _FORMS + len(own)) if form not in own][:_FORMS]
    reader = Reader(store.snapshot())
    mentions = reader.subjects(GB + "refersTo", found.thing.iri, _MENTIONS)
    counts = Counter(form for mention in mentions for form in reader.values(mention, GB + "printedForm"))
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [form for form, _ in ranked if form not in own][:_FORMS]


def _evidence(store: Store, arguments: Arguments) -> Any:
    reasons = why(store.snapshot(), one(arguments, "fact"), document=store.try_document)
    shown = ("statement", "source", "before", "quote", "after", "found", "mentions")
    return {"reasons": [{"fact": _fact(reason.fact), **_fields(reason, *shown)} for reason in reasons[:20]]}


def _document(store: Store, arguments: Arguments) -> Any:
    """Return a source as it was read, and its facts; of a long one the part about a fact, or the beginning."""
    record = source_of(store, one(arguments, "id"))
    document = store.try_document(record.id)
    facts = facts_in(Reader(store.snapshot()), Minter(store.manifest.base).source(record.id).value, document)
    asked = one(arguments, "fact", "")
    middle = next((each.fact.start or 0 for each in facts if asked in (each.fact.iri, each.fact.id)), 0)
    text = document.text if document else ""
    start = max(0, middle - _WINDOW // 2) if middle > _WINDOW * 3 // 4 else 0
    end = min(len(text), start + _WINDOW)
    shown = [each for each in facts if not each.found or start <= (each.fact.start or 0) < end]
    judged_facts = _judged(store, record.id)
    return {
        "id": record.id,
        "media_type": document.media_type if document else "",
        "stored": document is not None,
        "text": text[start:end],
        "start": start,
        "length": len(text),
        "blocks": [_block(block) for block in (document.blocks if document else ()) if start <= block.span.start < end],
        "facts": [_document_fact(each, judged_facts) for each in shown[:_FACTS]],
        "count": len(facts),
        "relations": _RELATIONS,
        "accepted": accepted_documents(read_decisions(store.path).all).get((record.id, record.content[:16]), ""),
        "rejected": [_rejected(*each) for each in judged_facts if each[0].kind is DecisionKind.REJECT],
    }


def _judged(store: Store, source: str) -> list[tuple[Decision, Claim]]:
    """Return the claims of a source that people have accepted or rejected."""
    decisions = read_decisions(store.path).all
    if not any(key.source == source for decision in decisions for key in decision.claims):
        return []
    from graph_builder.pipeline.curation import judged  # it takes a while to import

    return judged(decisions, store.facts(source))


def _block(block: Block) -> dict[str, Any]:
    return {
        **_fields(block, "kind", "level", "label"),
        **_fields(block.span),
        "cells": [[cell.start, cell.end] for cell in block.cells],
    }


def _document_fact(each: DocumentFact, judged_facts: Sequence[tuple[Decision, Claim]]) -> dict[str, Any]:
    names = {mention.printed for mention in each.mentions}
    accepted = next(
        (
            decision.id
            for decision, claim in judged_facts
            if decision.kind is DecisionKind.ACCEPT
            and claim.relation is each.fact.relation
            and (claim.evidence.span.start, claim.evidence.span.end) == (each.fact.start, each.fact.end)
            and all(name in names for key in decision.claims for name in key.roles.values())
        ),
        "",
    )
    return {
        **_fact(each.fact),
        **_fields(each, "statement", "names", "mentions"),
        **_fields(each.fact, "dates", "quote"),
        "values": {name: value for name, value in each.fact.values.items() if name in _SHOWN_VALUES},
        "start": each.fact.start if each.found else None,
        "end": each.fact.end if each.found else None,
        "accepted": accepted,
        "fields": _correctable(each),
    }


def _correctable(each: DocumentFact) -> list[dict[str, str]]:
    """Return what can be put right of a fact: names by role, as printed, and the values that its relation may have."""
    schema = SCHEMA[each.fact.relation]
    printed = {mention.thing.iri: mention.printed for mention in reversed(each.mentions) if mention.thing}
    roles = [
        (role, printed[thing]) for role, thing in each.fact.roles if thing in printed and role in dict(schema.roles)
    ]
    now = {**each.fact.values, **({"end": "present"} if each.fact.values.get("ongoing") == "true" else {})}
    values = [(name, now.get(name, "")) for name in schema.values]
    return [
        {"name": name, "text": text, "kind": kind}
        for kind, found in (("roles", roles), ("values", values))
        for name, text in found
    ]


def _rejected(decision: Decision, claim: Claim) -> dict[str, Any]:
    return {
        "decision": decision.id,
        "relation": claim.relation.value,
        "statement": ", ".join(name for key in decision.claims for name in key.roles.values()),
        **_fields(claim.evidence.span),
        "quote": claim.evidence.quote,
        "by": decision.in_words,
    }


def _compare(store: Store, arguments: Arguments) -> Any:
    """Return what two things have in common, or some mentions of the one with the rest of it."""
    graph = store.snapshot()
    one_, other = (current(graph, one(arguments, name)) for name in ("one", "other"))
    reader, plain = reader_of(store), Reader(graph)
    things = [reader.thing(iri) for iri in (one_, other)]
    if not things[0] or not things[1]:
        raise QueryError("one of the two is not in this graph; search for it by name")
    first, second = reader.facts_of(one_, reader.limit), reader.facts_of(other, reader.limit)
    if mentions := arguments.get("mention", []):
        apart = {fact for mention in mentions[:_MENTIONS] for fact in plain.subjects(GB + "mention", mention)}
        first = [fact for iri in sorted(apart) if (fact := plain.fact(iri))]
        second = [fact for fact in second if fact.iri not in apart]
    return {
        "one": {**_fields(things[0]), "years": years_of(reader, first), "facts": len(first)},
        "other": {**_fields(things[1]), "years": years_of(reader, second), "facts": len(second)},
        "aspects": [
            {"title": aspect.title, **{side: _related(getattr(aspect, side)) for side in ("both", "one", "other")}}
            for aspect in compare(reader, first, second, (one_, other))
        ],
    }


def _related(found: Sequence[Related]) -> dict[str, Any]:
    shown = [{**_fields(each.thing), "years": [each.one, each.other]} for each in found[:_FORMS]]
    return {"count": len(found), "things": shown}


def _mentions(store: Store, arguments: Arguments) -> Any:
    """Return mentions of a thing with where each stands, for who wants to split some off."""
    reader = Reader(store.snapshot())
    found = mentions_of_thing(reader, one(arguments, "iri"), _LINES)
    return {
        "mentions": [
            {**_fields(mention), "source": source_name(fact.source), "fact": fact.iri, "statement": say(reader, fact)}
            for mention, fact in found
        ]
    }


def _neighbours(store: Store, arguments: Arguments) -> Any:
    ways = [(name, side != "in") for name, _, side in (way.partition(":") for way in arguments.get("way", []))]
    limit = number(arguments, "limit", 60, _NEIGHBOURS)
    found = neighbours(reader_of(store), one(arguments, "iri"), ways or None, limit)
    return {
        "thing": found.thing,
        "ways": found.directions,
        "things": found.things,
        "ties": [_tie(tie) for tie in found.ties],
    }


def _ties(store: Store, arguments: Arguments) -> Any:
    things = arguments.get("iri", [])
    if len(things) > 600:
        raise QueryError("ties are read between 600 things at most; ask for fewer")
    return {"ties": [_tie(tie) for tie in ties_between(reader_of(store), things)]}


def _coauthors(store: Store, arguments: Arguments) -> Any:
    people = arguments.get("iri", [])
    if not 0 < len(people) <= _MOST_PEOPLE:
        raise QueryError(f"give the addresses of 1 to {_MOST_PEOPLE} people as iri")
    things, ties = coauthors(
        reader_of(store), people, number(arguments, "depth", 2, 4), number(arguments, "limit", 80, 500)
    )
    return {"things": things, "ties": [_tie(tie) for tie in ties]}


def _path(store: Store, arguments: Arguments) -> Any:
    """Return ways between two things that share nothing between: by some edges or all, not through some things."""
    graph = store.snapshot()
    start, end = (current(graph, one(arguments, name)) for name in ("from", "to"))
    names = arguments.get("by", []) or list(EDGES.values())
    if unknown := [name for name in names if name not in EDGES.values()]:
        raise QueryError(f"{unknown[0]!r} is no edge of a path; take some of {', '.join(EDGES.values())}")
    edges = {iri: name for iri, name in EDGES.items() if name in names}
    found = disjoint_paths(graph, start, end, edges, arguments.get("without", []), number(arguments, "count", 1, 5))
    reader = Reader(graph)
    return {"paths": [[{**_fields(t), "by": by} for iri, by in path if (t := reader.thing(iri))] for path in found]}


def _queries(store: Store, arguments: Arguments) -> Any:
    return {"queries": catalogue()}


def _ask(store: Store, arguments: Arguments) -> Any:
    """Return the answer to a named query, whose parameters come as ``param.NAME``, and its text with them."""
    query, given = _named(arguments)
    answer = _table(store, query, given)
    rows = list(islice(answer.rows, _ROWS + 1))
    return {
        "columns": list(answer.columns),
        "rows": [[_term(term) for term in row] for row in rows[:_ROWS]],
        "more": len(rows) > _ROWS,
        "text": with_values(query.text, bind(store.snapshot(), query, given)),
    }


def answer_as(store: Store, arguments: Arguments, limits: Limits) -> tuple[str, bytes]:
    """Return media type and bytes of the whole answer to a named query, in the format that is asked for."""
    query, given = _named(arguments)
    format_ = one(arguments, "format")
    if format_ not in ("csv", "tsv", "json", "xml"):
        raise QueryError(f"{format_!r} is no format of tables here; take csv, tsv, json or xml")
    answer = _table(store, query, given)
    return TABLE_FORMATS[format_].media_type, within(limits, lambda out: write_table(answer, out, format_))


def export_of(store: Store, arguments: Arguments, limits: Limits) -> tuple[str, bytes]:
    """Return media type and bytes of what is known of one thing in a format of the field, or of several as Turtle."""
    iris, format_ = arguments.get("iri", []), one(arguments, "format")
    reader = reader_of(store)
    if unknown := [iri for iri in iris if reader.thing(iri) is None]:
        raise QueryError(f"{unknown[0]} is not in this graph; search for it by name")
    if format_ == "turtle":
        prefixes = {name: str(base) for name, base in PREFIXES.items()}
        said = dict.fromkeys(triple for iri in iris for triple in statements_about(store.snapshot(), reader, iri))
        form = ox.RdfFormat.TURTLE
        return form.media_type, within(limits, lambda out: ox.serialize(said, out, form, prefixes=prefixes))
    iri = one(arguments, "iri")
    if format_ not in FIELD_FORMATS:
        raise QueryError(f"{format_!r} is no format of one thing; take turtle, {', '.join(FIELD_FORMATS)}")
    try:
        content = within(limits, lambda out: write_about(store.snapshot(), iri, out, format_))
    except GraphBuilderError as error:
        raise QueryError(str(error)) from error
    return FIELD_FORMATS[format_].media_type, content


def _named(arguments: Arguments) -> tuple[NamedQuery, dict[str, str]]:
    """Return the query that is asked, and what is given for its parameters."""
    name = one(arguments, "name")
    query = next((query for query in catalogue() if query.name == name), None)
    if query is None:  # a name that is not looked up there could be the path of any file
        raise QueryError(f"no query is called {name!r}; /api/queries lists them, and /sparql takes others")
    return query, {
        name.removeprefix("param."): values[0]
        for name, values in arguments.items()
        if name.startswith("param.") and values and values[0].strip()
    }


def _table(store: Store, query: NamedQuery, given: dict[str, str]) -> Table:
    answer = run(store.snapshot(), query, given, opened_index(store))
    if isinstance(answer, Triples):
        raise QueryError("this query gives triples; ask it at /sparql")
    return answer


def _moved(store: Store, arguments: Arguments) -> Any:
    """Return where the page of a thing is, if decisions made it one with another: both parts below ``/thing/``."""
    base, path = store.manifest.base, one(arguments, "path")
    now = current(store.snapshot(), base + path)
    return {"now": now.removeprefix(base) if now not in (base + path, "") and now.startswith(base) else ""}


def _vocabulary(store: Store, arguments: Arguments) -> Any:
    """Return the classes and properties that the graph uses, for completion: ours, and those of its first quads."""
    graph, rdf_type = store.snapshot(), ox.NamedNode(RDF_TYPE)
    terms = [ox.NamedNode(iri) for iri in context_terms()]
    classes = {term for term in terms if any(True for _ in graph.quads_for_pattern(None, rdf_type, term, None))}
    properties = {term for term in terms if any(True for _ in graph.quads_for_pattern(None, term, None, None))}
    for quad in islice(graph.quads_for_pattern(None, None, None, None), _LOOK):
        properties.add(quad.predicate)
        if quad.predicate == rdf_type and isinstance(quad.object, ox.NamedNode):
            classes.add(quad.object)
    return {"classes": sorted(c.value for c in classes), "properties": sorted(p.value for p in properties)}


def index_of(store: Store) -> Path:
    """Return the search index of a snapshot, made if it is not there."""
    return derived_file(store, SEARCH, partial(_make_search, store.folder))


def _make_search(folder: Path, graph: ox.Store, path: Path) -> None:
    """Make a search index by that of an earlier snapshot, if there is one and little changed since."""
    before, changes = carried(folder, SEARCH) or (None, None)
    nodes = changes.nodes | changes.named if changes is not None else frozenset()
    try:
        build_index(graph, path, before if len(nodes) < _CHANGED else None, nodes)
    except sqlite3.Error:
        if before is None:
            raise
        build_index(graph, path)
    drop_carried(folder, SEARCH)


def overview_of(store: Store) -> Path:
    """Return the overview of a snapshot, made if it is not there."""
    from graph_builder.explore.network.overview import write_overview

    return derived_file(store, OVERVIEW, lambda _, path: write_overview(Index(index_path(store)), path))


def passages_of(store: Store) -> Path:
    """Return the index of the text of a snapshot's documents, made if it is not there."""
    ids = (record.id for record in store.manifest.sources)
    return derived_file(
        store, PASSAGES, lambda _, path: build_passages((d for id_ in ids if (d := store.try_document(id_))), path)
    )


PREPARED: Mapping[str, Callable[[Store], Path]] = {
    "search": index_of,
    "index": index_path,
    "overview": overview_of,
    "passages": passages_of,
}
"""What search, answers, overview and pages read: files of a snapshot that are made once, in this order."""


def reader_of(store: Store) -> Reader:
    """Return what reads a snapshot: its index, or the graph itself as long as there is none."""
    index = opened_index(store)
    return IndexedReader(store.snapshot(), index) if index else Reader(store.snapshot())


def opened_index(store: Store) -> Index | None:
    """Return the index of a snapshot, once it is there; it stays open as long as the snapshot."""
    if store not in _INDEXES and (found := try_index(store)):
        _INDEXES[store] = found
    return _INDEXES.get(store)


_INDEXES: WeakKeyDictionary[Store, Index] = WeakKeyDictionary()


def source_of(store: Store, name: str) -> SourceRecord:
    """Return the record of the source that a name means, or raise ``QueryError``."""
    try:
        return store.find(name)
    except StoreError as error:
        raise QueryError(str(error)) from error


def kind_of(name: str) -> EntityKind:
    """Return the kind of things that a name stands for, or raise ``QueryError``."""
    try:
        return EntityKind(name)
    except ValueError as error:
        raise QueryError(f"{name!r} is no kind of things; take one of {', '.join(EntityKind)}") from error


def to_json(found: Any) -> bytes:
    """Return what a call answers as JSON; a dataclass becomes an object with its fields."""
    return json.dumps(found, ensure_ascii=False, default=_fields).encode("utf-8", "replace")


def _fields(value: Any, *names: str) -> dict[str, Any]:
    """Return the fields of a dataclass, all or some, by name."""
    return {name: getattr(value, name) for name in names or [field.name for field in dataclasses.fields(value)]}


def _fact(fact: Fact) -> dict[str, Any]:
    return {**_fields(fact, "iri", "relation", "confidence", "extractor"), "source": source_name(fact.source)}


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        **_fields(entry, "text", "thing", "dates", "years"),
        "confidence": max((fact.confidence for fact in entry.facts), default=1.0),
        "facts": [fact.iri for fact in entry.facts[:10]],
        "sources": list(entry.sources[:5]),
    }


def _rank(rank: Rank) -> dict[str, Any]:
    nothing: dict[str, Any] = {"dates": "", "years": None, "confidence": 1.0, "facts": [], "sources": []}
    entries = [
        {**nothing, "text": f"{count} {'paper' if count == 1 else 'papers'}", "thing": thing, "count": count}
        for thing, count in rank.things
    ]
    return {"title": rank.title, "count": rank.total, "things": rank.total, "entries": entries}


def _tie(tie: Tie) -> dict[str, Any]:
    return {
        **_fields(tie, "start", "end", "relation", "years", "confidence"),
        "facts": list(tie.facts[:20]),
        "count": tie.weight,
    }


def _term(term: Any) -> Any:
    if term is None:
        return None
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    return {"type": "literal", "value": term.value if isinstance(term, ox.Literal) else str(term)}


CALLS: dict[str, Call] = {
    "info": _info,
    "search": _search,
    "list": _list,
    "thing": _thing_card,
    "figures": _figures,
    "evidence": _evidence,
    "document": _document,
    "compare": _compare,
    "mentions": _mentions,
    "neighbours": _neighbours,
    "ties": _ties,
    "coauthors": _coauthors,
    "path": _path,
    "queries": _queries,
    "ask": _ask,
    "vocabulary": _vocabulary,
    "moved": _moved,
}
"""The calls by name: each is ``GET /api/<name>``."""


def answer(store: Store, name: str, arguments: Arguments) -> Any:
    """Return what a call answers.

    Addresses of things that decisions made one with others lead to these; ``redirected`` then says which to which.
    """
    given = arguments.get("iri", [])
    moved = {iri: now for iri in given if (now := current(store.snapshot(), iri)) != iri}
    if not moved:
        return CALLS[name](store, arguments)
    found = CALLS[name](store, {**arguments, "iri": list(dict.fromkeys(moved.get(iri, iri) for iri in given))})
    return {**found, "redirected": moved}
