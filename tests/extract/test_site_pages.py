# ruff: noqa: E501
"""Pages of sites as their generators store them, with all facts that are told on them: invented people throughout."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_HEAD = "# Ada K. Lovelace\n\n"


def _facts(text: str, name: str = "page.md") -> set[str]:
    """Return the facts of a page, each as its relation, the names of its parts and its values."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    found = set()
    for claim in facts.claims:
        parts = [names[v] for k, v in claim.roles.items() if k != "person"]
        keys = ("degree", "role", "award", "start", "end", "year")
        values = [claim.values[k] for k in keys if claim.values.get(k)]
        if claim.relation not in {Relation.PROFILE, Relation.AUTHORSHIP}:
            found.add(" | ".join([claim.relation.value, *parts, *values]))
    return found


_CASES: dict[str, tuple[str, set[str]]] = {
    "what a loop prints is a form": (
        "## Publications\n\n{% for p in site.papers %}\n* {{ p.authors }} {{ p.year }}. In {{ p.editors }} (eds.), *{{ p.book }}*, pp. {{ p.pages }}. Manuscript submitted for publication.\n{% endfor %}\n",
        set(),
    ),
    "entries of a date, a bold name and items": (
        "## Employment\n\n`2017–present`\n__Rice University__\n* Research assistant\n* Survey of all the looms in the county.\n\n`2012`\n__Loomworks__\n* Software engineer\n* Ran the mill.\n\n## Education\n\n`2013–2016`\n__University of Leeds__\n* PhD in Looms\n* Supported by the Loom Trust.\n\n`2008–2011`\n__Durham University__\n* BA Textiles\n\n## Awards\n\n`2013`\n__Loom Trust__\n* PhD Studentship\n\n`2012`\n__Wool Board__\n* Award for a thesis\n\n## Professional service\n\n`2014–2016`\n__*[Papers on Looms](https://example.org)*__\n* Senior Editor\n",
        {
            "employment | Rice University | Research assistant | 2017 | present",
            "employment | Loomworks | Software engineer | 2012 | 2012",
            "education | University of Leeds | doctorate | 2013 | 2016",
            "education | Durham University | bachelor | 2008 | 2011",
            "award | PhD Studentship | 2013",
            "award | Award for a thesis | 2012",
            "service | Papers on Looms | editor | 2014",
        },
    ),
    "years in a row before an award": (
        "## Awards\n\n- 2020, 2021, 2022 National Loom Scholarship\n- 2019 & 2020 Wool Fellowship\n",
        {"award | National Loom Scholarship | 2020", "award | Wool Fellowship | 2019"},
    ),
    "a greeting is no paper": (
        "Hello! I'm Ada Lovelace, a student from Rice University, and I'll do my MSc there, supervised by Prof. Zoe Quist and Wim Aarts.\n",
        {"advising | Ada K. Lovelace | Zoe Quist", "advising | Ada K. Lovelace | Wim Aarts"},
    ),
    "a laboratory is no interest": (
        "I am working at [Laboratory for Wool and Learning](https://example.org). My research interests include wool and silk.\n",
        {"interest | wool", "interest | silk", "employment | Laboratory for Wool and Learning | present"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _CASES)
def test_facts(name: str) -> None:
    text, expected = _CASES[name]
    assert _facts(_HEAD + text) == expected
