"""A thesis is of an organization, where the text names one, and neither of a place nor of a degree."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_file


@pytest.mark.parametrize(
    ("entry", "roles"),
    [
        ("@phdthesis{a, school={University of Oslo}", {"organization"}),
        ("@phdthesis{a, school={Invented School of Looms}", {"organization"}),
        ("@phdthesis{a, school={EPFL, Switzerland}", {"organization"}),
        ("@phdthesis{a, school={ZZTQ}", {"venue"}),
        ("@phdthesis{a, school={Colorado}", set()),
        ("@mastersthesis{a, school={Master in Software Systems}", set()),
        ("@techreport{a, institution={MIT}", {"organization"}),
        ("@article{a, journal={Acta Informatica}", {"venue"}),
    ],
)
def test_theses_and_reports_are_of_an_institution(tmp_path: Path, entry: str, roles: set[str]) -> None:
    (tmp_path / "a.bib").write_text(f"{entry}, title={{Looms without end}}, author={{Ada Lovelace}}, year={{2019}}}}\n")
    facts = extract(read_file(tmp_path / "a.bib", "a.bib"))
    (claim,) = [claim for claim in facts.claims if claim.relation is Relation.PUBLICATION]
    assert claim.roles.keys() & {"venue", "organization"} == roles
    kinds = {mention.id: mention.kind.value for mention in facts.mentions}
    assert {kinds[claim.roles[role]] for role in roles} == roles
    assert set(kinds) == {mention for each in facts.claims for mention in each.roles.values()}
