"""The JSON-LD context, made from the ontology."""

from __future__ import annotations

import json

from graph_builder.graph.terms import Term
from graph_builder.graph.vocabulary import PREFIXES


def context_jsonld(terms: list[Term]) -> str:
    """Return the JSON-LD context that compacts our graphs: bare names for our terms and for those that we reuse.

    Where a term of another vocabulary has the name of one of ours (``schema:award``), it keeps its prefix; so does
    ``gb:type``, which readers would take for ``@type``.
    """
    own = {t.name.split(":")[1] for t in terms if t.own}
    context: dict[str, object] = {"@version": 1.1, **PREFIXES}
    for term in terms:
        bare = term.name.split(":")[1]
        taken = bare == "type" or (not term.own and bare in own)
        context[term.name if taken else bare] = _definition(term)
    return json.dumps({"@context": context}, indent=2, ensure_ascii=False) + "\n"


def _definition(term: Term) -> str | dict[str, str]:
    if term.kind == "object property":
        return {"@id": term.name, "@type": "@id"}
    datatype = term.range[0] if len(term.range) == 1 else ""
    if term.kind == "datatype property" and datatype.startswith("xsd:") and datatype != "xsd:string":
        return {"@id": term.name, "@type": datatype}
    return term.name
