"""One career in many layouts: whole documents, whose facts are the same however they are set.

Each file in ``layouts/`` is a document of one of two invented people, in a layout that people use; a new layout is a
new file. The first letters of its name say whose.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_file

_FOLDER = Path(__file__).parent / "layouts"
_CAREERS = {
    "castagnoli": (
        "Mirela Castagnoli",
        {("University of Leeds", "doctorate", "2016"), ("Lund University", "master", "2012"),
         ("Uppsala University", "bachelor", "2010")},
        {("Aalto University", "Associate Professor", "present"), ("University of Bristol", "Research Fellow", "2021"),
         ("Brightloom Analytics", "Software Engineer", "2018"), ("Nokia Bell Labs", "Research Intern", "2015")},
    ),
    "valdemarsen": (
        "Jorun Valdemarsen",
        {("University of Tasmania", "doctorate", "2013"), ("University of Oslo", "master", "2008"),
         ("University of Bergen", "bachelor", "2006")},
        {("University of Otago", "Senior Lecturer", "present"), ("University of Otago", "Lecturer", "2019"),
         ("Stockholm University", "Postdoctoral Fellow", "2016"), ("Havlund Seafarms", "Field Technician", "2009")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(path.name for path in _FOLDER.iterdir()))
def test_layout(name: str) -> None:
    subject, degrees, posts = _CAREERS[name.split("-")[0]]
    facts = extract(read_file(_FOLDER / name, f"layouts/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    (profile,) = [c for c in facts.claims if c.relation is Relation.PROFILE]
    assert names[profile.roles["person"]] == subject
    found: dict[Relation, set[tuple[str, str, str]]] = {Relation.EDUCATION: set(), Relation.EMPLOYMENT: set()}
    for claim in facts.claims:
        if claim.relation in found:
            title = claim.values.get("degree") or claim.values.get("role", "")
            end = claim.values.get("end", "")[:7].split("-")[0]
            employer = names[claim.roles["organization"]]
            found[claim.relation].add(
                (employer.title().replace(" Of ", " of ") if employer.isupper() else employer, title, end)
            )
    assert found[Relation.EDUCATION] == degrees
    assert found[Relation.EMPLOYMENT] == posts
