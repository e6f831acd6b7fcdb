"""Lists beside a list of authors: what is said in another order is nobody's."""

from __future__ import annotations

import io
import json

import pytest

from graph_builder.model import Record, Work
from graph_builder.read.records import records_in

PAPER = {
    "id": "loom1",
    "title": "Woven policies",
    "author": "Mira Holt;Otto Quast;Jun Wei",
    "authorids": "~Mira_Holt1;~Otto_Quast1;~Jun_Wei2",
    "aff": "Acme Labs;Loom House;Weft College",
    "position": "Researcher;Full Professor;PhD student",
    "homepage": "https://example.org/~mholt;;",
    "dblp": "191/7;q/OttoQuast;",
}


@pytest.mark.parametrize(
    ("columns", "aligned"),
    [
        ({}, True),
        ({"dblp": "q/OttoQuast;191/7;"}, False),
        ({"homepage": ";https://example.org/people/holt/;"}, False),
        ({"homepage": "https://quastlab.example.org/mira;;"}, True),  # her own page, at his group
        ({"homepage": "https://example.org/a;https://example.org/b;"}, True),
        ({"homepage": "", "dblp": ""}, True),
    ],
)
def test_what_stands_in_another_order_is_given_to_nobody(columns: dict[str, str], aligned: bool) -> None:
    (record,) = records_in(io.BytesIO(json.dumps([PAPER | columns]).encode()), "loom2021.json", "loom2021.json")
    assert isinstance(record, Record)
    found = record.about
    assert isinstance(found, Work)
    first, second, third = found.authors
    assert [i.value for i in third.identifiers] == ["~Jun_Wei2"]  # profiles are listed with the authors
    assert [bool(person.stays) for person in (first, second, third)] == [aligned] * 3
    schemes = {i.scheme for person in found.authors for i in person.identifiers}
    assert schemes <= {"openreview", "dblp", "homepage"} if aligned else schemes == {"openreview"}


@pytest.mark.parametrize(
    ("printed", "places"),
    [
        ("Acme Labs + Weft College", ["Acme Labs", "Weft College"]),
        ("Acme+Loom House, Ghent+Weft College", ["Acme", "Loom House, Ghent", "Weft College"]),
        ("Weft College+2", ["Weft College+2"]),
        ("R+D Centre (Yarn++)", ["R+D Centre (Yarn++)"]),
    ],
)
def test_a_plus_sign_divides_places_of_one_author(printed: str, places: list[str]) -> None:
    paper = json.dumps([PAPER | {"aff": f"{printed};Loom House;"}]).encode()
    (record,) = records_in(io.BytesIO(paper), "loom2021.json", "loom2021.json")
    assert isinstance(record, Record)
    assert isinstance(record.about, Work)
    assert [stay.organization.name for stay in record.about.authors[0].stays] == places
