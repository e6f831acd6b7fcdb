"""What extraction remembers is what it would find anew: another gazetteer, another place give another answer."""

from dataclasses import replace

import pytest

from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.normalise.person_names import is_name
from graph_builder.gazetteer import using
from graph_builder.gazetteer.gazetteer import built_in


def test_names_of_people_are_told_by_the_gazetteer_in_use():
    unknown = replace(built_in(), organization_entries=())
    assert not is_name("IIT Bombay")
    with using(unknown):
        assert is_name("IIT Bombay")
    assert not is_name("IIT Bombay")


@pytest.mark.parametrize(
    "text",
    [
        "softwareentwickler", "Prüfingenieurin", "RECHTSWISSENSCHAFTLER", "steuerberater", "waldforscher",
        "projektleiterin", "regieassistent", "fachreferent", "privatdozent", "hilfsmitarbeiter", "schulpraktikant",
        "gartenarchitekt",
        "gastprofessorin", "promotionsstipendiat", "Geschäftsführer", "lehrbeauftragte", "webtechniker", "Hydrologist",
        "ethnologue", "Soziologe", "antropólogo", "photographer", "astronomer", "psychiatrist",
    ],
)  # fmt: skip
def test_a_compound_is_looked_for_where_it_may_be(text):
    assert is_role(text)
    assert is_role(f"({text})")


def test_names_that_were_looked_up_are_looked_up_anew_in_another_gazetteer():
    known = built_in()
    assert known.organization("MIT") is known.organization("MIT") is not None
    assert replace(known, organization_entries=()).organization("MIT") is None
    assert known.venue("ICML") is known.venue("ICML") is not None
    assert replace(known, venue_entries=()).venue("ICML") is None
