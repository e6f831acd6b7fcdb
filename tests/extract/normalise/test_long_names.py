"""Names of organizations with small words inside: all of each is found, and nothing of what stands behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.extract.normalise.long_names import name_end
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_LINES = Path(__file__).with_name("long_names.tsv").read_text("utf-8").splitlines()
CASES = [tuple(line.split("\t")) for line in _LINES if not line.startswith("#")]


@pytest.mark.parametrize(("name", "behind"), CASES)
def test_a_name_ends_where_another_thing_begins(name: str, behind: str) -> None:
    text = f"at the {name}{behind}"
    assert text[7 : name_end(text, 7)] == name


@pytest.mark.parametrize(
    "text", ["Universidad de Lanas y Universidad de Hilos", "Google, Facebook and Thread Laboratory", "Ada Weaver", ""]
)
def test_what_is_several_or_short_is_left_alone(text: str) -> None:
    assert name_end(text, 0) == 0


ENTRIES = ("- **{}**, Engineer, 2015 - 2018", "- Engineer, {}, 2015-2018", "- 2015-2018: Engineer at {}")


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("name", sorted({name for name, _ in CASES if not name.startswith("Institute of Wool")}))
def test_an_entry_has_the_whole_name(name: str, entry: str) -> None:
    page = f"# Ada K. Weaver\n\n## Experience\n\n{entry.format(name)}\n"
    facts = extract(read_bytes(page.encode(), "ada.md", "ada.md"))
    names = {mention.id: mention.name for mention in facts.mentions}
    found = [names[c.roles["organization"]] for c in facts.claims if c.relation is Relation.EMPLOYMENT]
    assert found == [name]


@pytest.mark.parametrize("name", ["eLoom", "10x Woollens", "weave.io", "xLoom AI"])
def test_a_brand_need_not_begin_with_a_capital(name: str) -> None:
    page = f"# Ada K. Weaver\n\n## Experience\n\n- Software Engineer, {name}, 2015-2018\n"
    facts = extract(read_bytes(page.encode(), "ada.md", "ada.md"))
    assert name in {mention.name for mention in facts.mentions}
