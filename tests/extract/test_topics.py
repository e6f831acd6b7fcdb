"""Statements of interest, and what in them is a topic; the people and their fields are invented."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.extract.topic_leads import find_leads
from graph_builder.extract.topic_lists import topic_items
from graph_builder.model import Relation
from graph_builder.read import read_bytes

LEADS = [
    ("My interests lie broadly at the intersection of topology and dynamics.", ["topology and dynamics."]),
    ("I have a broad interest in soils and in rivers.", ["soils and in rivers."]),
    ("We are broadly interested in the growth of towns.", ["the growth of towns."]),
    ("I am interested on lake ice, and on the use of old maps.", ["lake ice, and on the use of old maps."]),
    ("Her academic interests include trade, and she is on leave.", ["trade"]),
    ("His research focus is on problems at the intersection of logic and games.", ["logic and games."]),
    ("My research interests are broad, encompassing aspects of reading.", ["aspects of reading."]),
    ("I work with Ada Byron on problems in tropical geometry.", ["tropical geometry."]),
    ("I am a professor of economics at Example University, specializing in migration and health.",
     ["migration and health."]),
    ("I am a chemist who works on the ageing of paper.", ["the ageing of paper."]),
    ("I sort my interests into three themes: rocks, ice, and snow.", ["rocks, ice, and snow."]),
    ("Research areas: optics; acoustics", ["optics; acoustics"]),
    # What one studies can come first.
    ("Students are at the heart of my research.", []),
    ("Collaboration with gardeners is central to my research.", []),
    ("I study: the drift of dunes and the sound of sand.", ["the drift of dunes and the sound of sand."]),
    ("My research has crossed many fields, including robotics and control.", ["robotics and control."]),
    ("I am fascinated by the patience of oaks and eager to study methods for slow gardens.", ["the patience of oaks"]),
    ("I am a student whose interests span heat, light, and sound.", ["heat, light, and sound."]),
    ("One strand of my research examines the tolls of small harbours.", ["the tolls of small harbours."]),
    ("I am a historian of tolls, with a focus on harbours.", ["tolls, ", "harbours."]),
    ("I am a sociologist studying harbours and tolls.", ["harbours and tolls."]),
    ("I study the sound of sand using drums, maps, and kites.", ["the sound of sand"]),
    ("I investigate the tides of lakes and develop cheap gauges.", ["the tides of lakes"]),
    ("My fields are trade and law, with a regional focus on two valleys.", ["trade and law"]),
    ("I am an applied microeconomist with a research focus on tolls.", ["tolls."]),
    ("My research focuses on tides, with an emphasis on shallow lakes.", ["tides, with an emphasis on shallow lakes."]),
    # No interest is stated here.
    ("I am passionate about using my skills to solve hard problems.", []),
    ("I am currently working on a manuscript that argues for slow boats.", []),
    ("My research is funded by the council.", []),
    ("Her work has been implemented in mills such as the old one.", []),
    ("I will be working on the Slow Boats project.", []),
    ("I am writing a book on sails, and I work on a book about ropes.", []),
    ("I work in the optics group of Example University.", []),
    ("I am looking for students; if you are interested in snow, write to me.", []),
    ("Before that I was a student working on sails at Example University.", []),
]  # fmt: skip

ITEMS = [
    ("looms, yarn and wool, and dyes", ["looms", "yarn and wool", "dyes"]),
    ("trade history and text mining", ["trade history", "text mining"]),
    ("knowledge management and text mining", ["knowledge management", "text mining"]),
    ("ecology and evolutionary biology", ["ecology", "evolutionary biology"]),
    ("rural and urban sociology", ["rural and urban sociology"]),
    ("design and analysis of gardens", ["design and analysis of gardens"]),
    ("speech production and comprehension", ["speech production and comprehension"]),
    ("links between sleep and memory", ["links between sleep and memory"]),
    ("hybrid, scalable, and integrated kitchens", ["hybrid, scalable, and integrated kitchens"]),
    ("how people choose shoes, ranging from boots to sandals", []),
    ("trees, rivers and a variety of other topics", ["trees", "rivers"]),
    (
        "(1) growth of herbs; (2) hay storage and barn design in valleys; (3) ponds",
        ["growth of herbs", "hay storage and barn design in valleys", "ponds"],
    ),
    ("soil physics to understand floods", ["soil physics"]),
    ("theory of games, cryptography, and logic", ["theory of games", "cryptography", "logic"]),
    ("new roofs and walls to understand floods from storms, tides and snow", ["new roofs", "walls"]),
    ("urban politics and parks, rivers, and ponds", ["urban politics and parks", "rivers", "ponds"]),
    ("interdisciplinary research at the intersection of ferns, soil and wind", ["ferns", "soil", "wind"]),
    ("roof models (of straw and of reed), floods, and other matters of rain", ["roof models", "floods"]),
    ("moss biology and the search for spores that lead to growth and decay", ["moss biology", "search for spores"]),
    ("Moss Theory, and Finite and Algorithmic Moss Models", ["Moss Theory", "Finite and Algorithmic Moss Models"]),
    ("making meaningful contributions to the field of moss biology", ["moss biology"]),
    ("mosses and ferns to decode walls during storms", ["mosses", "ferns"]),
    ("control, and design of barns", ["control", "design of barns"]),
]


@pytest.mark.parametrize(("sentence", "said"), LEADS)
def test_leads(sentence: str, said: list[str]) -> None:
    assert [sentence[x.begin : x.end] for x in find_leads(sentence)] == said


@pytest.mark.parametrize(("text", "names"), ITEMS)
def test_items_of_sentences(text: str, names: list[str]) -> None:
    assert [name for _, _, name in topic_items(text, prose=True)] == names


def test_two_plain_words_in_a_list_are_one_topic() -> None:
    assert [n for _, _, n in topic_items("Trade Theory, Hunger and Plenty")] == ["Trade Theory", "Hunger and Plenty"]


def _topics(text: str, name: str = "a.md") -> set[str]:
    facts = extract(read_bytes(text.encode(), name, f"x/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    return {names[c.roles["topic"]] for c in facts.claims if c.relation is Relation.INTEREST}


DOCUMENTS = [
    ("---\ntitle: Ada Byron\nintro: |\n  I am a physicist, specializing in snow, ice, and hail.\n---\n",
     {"snow", "ice", "hail"}),
    ("# Ada Byron\n\nMy program of research exists at the intersection of sea ice, polar law, and hail.\n",
     {"sea ice", "polar law", "hail"}),
    ("# Ada Byron\n\n## Education\n\n- University of Oulu\n  - PhD (2020-)\n  - Research: sea ice, polar law.\n",
     {"sea ice", "polar law"}),
    ("# Ada Byron\n\n## Publications\n\nMy research focuses on sea ice.\n\n- A. Byron. On ice. Ex. Letters, 2020.\n",
     {"sea ice"}),
    ("# Ada Byron\n\n## Research Interests\n\n- Ice:\n    - sea ice\n    - glaciers\n- Polar law\n",
     {"Ice", "sea ice", "glaciers", "Polar law"}),
    ("# Ada Byron\n\n## Research Interests\n\n- Sea ice\n    - We measure how it breaks, each spring.\n- Polar law\n",
     {"Sea ice", "Polar law"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "topics"), DOCUMENTS)
def test_documents(text: str, topics: set[str]) -> None:
    assert _topics(text) == topics
