from pathlib import Path

import pytest

from graph_builder.gazetteer import load
from graph_builder.model import EntityKind, Mention
from graph_builder.resolve.affiliation import take_apart
from graph_builder.resolve.names import compatible, parse_name
from graph_builder.resolve.organizations import locate
from graph_builder.resolve.venues import locate_venue


def rows(name):
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("printed", "employer", "unit"), rows("organizations.tsv"))
def test_organization(printed, employer, unit):
    found = take_apart(printed, load())
    units = (*((found.unit.name,) if found.unit else ()), *found.units)
    assert found.name == employer
    assert (units[-1] if units else "-") == unit or unit in units


@pytest.mark.parametrize(
    ("printed", "units", "employer", "found"),
    [
        ("Looms Lab", ("UC Berkeley",), "University of California, Berkeley", ("Looms Lab",)),
        ("AMPLab", ("UC Berkeley",), "University of California, Berkeley", ("RISELab",)),
        ("UC Berkeley", ("UC Berkeley", "Looms Lab"), "University of California, Berkeley", ("Looms Lab",)),
        ("Example University", ("Looms Lab",), "Example University", ("Looms Lab",)),
    ],
)
def test_employer_and_unit_that_change_places(printed, units, employer, found):
    place = locate(Mention("a.md", "o", EntityKind.ORGANIZATION, printed, unit=units), load())
    assert place.name == employer
    assert (*((place.unit.name,) if place.unit else ()), *place.units) == found


@pytest.mark.parametrize(("printed", "venue"), rows("venues.tsv"))
def test_venue(printed, venue):
    assert locate_venue((printed,), load()).name == venue


@pytest.mark.parametrize(("one", "other", "verdict"), rows("names.tsv"))
def test_names(one, other, verdict):
    a, b = parse_name(one), parse_name(other)
    found = "same" if a.key == b.key else "fits" if compatible(a, b) else "differs"
    assert found == verdict
    assert compatible(a, b) == compatible(b, a)
