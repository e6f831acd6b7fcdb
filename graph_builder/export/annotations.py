"""Annotations: what a language model read in the documents of a store, as offsets and labels to train a tagger on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graph_builder.model import Claim, Document, Mention, Relation, SourceFacts, Span, digest
from graph_builder.store.files import write_atomically
from graph_builder.store.store import Store

_LABELS = {Relation.EDUCATION: "degree", Relation.SERVICE: "role", Relation.AUTHORSHIP: "position"}
"""The value of a relation that is one of a few, or a number, and so tells nothing of the document's text."""


def annotate(store: Path | str, folder: Path | str) -> int:
    """Write the facts of each document that a language model has read into a file; return how many files there are.

    A file has the digest of the document's text, and of each fact the relation, the offsets of its evidence, names and
    values, and its label; no text and no names. See ``annotation``.

    Args:
        store: the store's folder.
        folder: where the files go; made if there is none.

    Raises:
        StoreError: there is no such store.
    """
    opened, place, count = Store.open(store), Path(folder), 0
    place.mkdir(parents=True, exist_ok=True)
    for record in opened.sources():
        if record.asked:
            found = annotation(opened.document(record.id), opened.facts(record.id))
            name = f"{digest(record.id)[:16]}.json"
            write_atomically(place / name, (json.dumps({"model": record.asked, **found}) + "\n").encode())
            count += 1
    return count


def annotation(document: Document, facts: SourceFacts) -> dict[str, Any]:
    """Return what is annotated of a document.

    >>> from graph_builder.model import EntityKind, Evidence
    >>> where = Evidence("a.md", Span(0, 7), "weaving")
    >>> topic = Mention("a.md", "t", EntityKind.TOPIC, "weaving", where)
    >>> claim = Claim("a.md", Relation.INTEREST, {"topic": "t"}, where)
    >>> annotation(Document("a.md", "text/plain", "weaving"), SourceFacts("a.md", (topic,), (claim,)))["facts"]
    [{'relation': 'interest', 'evidence': [0, 7], 'places': {'topic': [0, 7]}, 'confidence': 1.0}]
    """
    mentions = {mention.id: mention for mention in facts.mentions}
    text = document.text.encode("utf-8", "surrogatepass")
    return {
        "sha256": hashlib.sha256(text).hexdigest(),
        "characters": len(document.text),
        "facts": [_fact(claim, mentions) for claim in facts.claims],
    }


def _fact(claim: Claim, mentions: Mapping[str, Mention]) -> dict[str, Any]:
    places = dict(claim.value_evidence)
    for role, name in claim.roles.items():
        mention = mentions.get(name)
        known = mention.evidence if mention and (role != "person" or claim.relation is Relation.PROFILE) else None
        if known is not None:
            places.setdefault(role, known)
    found: dict[str, Any] = {"relation": claim.relation.value, "evidence": _offsets(claim.evidence.span)}
    found["places"] = {key: _offsets(place.span) for key, place in sorted(places.items())}
    label = claim.values.get(_LABELS.get(claim.relation, ""))
    return found | ({"label": label} if label else {}) | {"confidence": claim.confidence}


def _offsets(span: Span) -> list[int]:
    return [span.start, span.end]
