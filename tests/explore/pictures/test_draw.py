"""The file that draw writes: whole, the same each time, and with nothing to fetch."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import explore_world
import pyoxigraph as ox
import pytest

import graph_builder
from graph_builder.explore import Selection, draw, find_thing
from graph_builder.explore.pictures.marks import VERBS, short
from graph_builder.explore.pictures.picture import Edge
from graph_builder.explore.things.fact import ENDS
from graph_builder.model import QueryError, Relation


@pytest.fixture(scope="module")
def text(store: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("draw") / "world.html"
    shown = draw(store, path)
    assert (shown.nodes, shown.left_out) == (12, 0)
    return path.read_text(encoding="utf-8")


def test_no_tag_loads_anything(text: str) -> None:
    tags = re.findall(r"<(?:script|link|img|iframe|object|embed|source|video|audio)\b[^>]*>", text.split("<body>")[0])
    assert tags == ['<link rel="icon" href="data:,">']
    assert "cdn" not in re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL).casefold()
    assert "default-src &#39;none&#39;" in text


def test_hostile_text_cannot_leave_its_place(text: str) -> None:
    assert explore_world.HOSTILE not in text
    assert "</script><script>document" not in text


def test_data_holds_names_dates_and_sentences(text: str) -> None:
    found = re.search(r'<script type="application/json" id="graph">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert explore_world.HOSTILE in {node["name"] for node in data["nodes"]}
    lines = [line for edge in data["edges"] for line in edge["facts"]]
    assert any(line["text"] == "Intern, 2018" and line["quote"] == "Intern at Northwind, 2018." for line in lines)


def test_same_file_each_time(store: ox.Store, text: str, tmp_path: Path) -> None:
    draw(store, tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == text


def test_says_what_was_left_out(store: ox.Store, tmp_path: Path) -> None:
    path = tmp_path / "few.html"
    about = find_thing(store, "Mira Okafor")
    shown = draw(store, path, Selection(about=(about,), hops=2, max_nodes=5), "Mira & friends")
    text = html.unescape(path.read_text(encoding="utf-8"))
    assert (shown.nodes, shown.left_out) == (5, 7)
    assert "<h1>Mira & friends</h1>" in text
    assert re.search(r"Left out, as less closely related: .*\d (papers?|organizations?)", text)


def test_nothing_fits(store: ox.Store, tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="loosen the filters"):
        draw(store, tmp_path / "none.html", Selection(min_confidence=1.01))
    assert not (tmp_path / "none.html").exists()


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Ada", "Ada"),
        ("", "(no name)"),
        ("x" * 60, "x" * 24 + "\n" + "x" * 24 + "…"),
        (" a \n b ", "a b"),
        ("网" * 20, "网" * 12 + "\n" + "网" * 8),
    ],
)
def test_labels_are_short(name: str, label: str) -> None:
    assert short(name) == label


def test_papers_are_drawn_with_their_topics(tmp_path: Path) -> None:
    work = {
        "id": "https://openalex.org/W1",
        "title": "Silt in estuaries",
        "publication_year": 2021,
        "topics": [{"id": "https://openalex.org/T1", "display_name": "Sediment transport", "score": 0.9}],
        "authorships": [{"author": {"id": "https://openalex.org/A1", "display_name": "Ilse Varga"}}],
    }
    (tmp_path / "works.jsonl").write_text(json.dumps(work), encoding="utf-8")
    graph_builder.build([tmp_path / "works.jsonl"], tmp_path / "kg", workers=0)
    shown = graph_builder.open(tmp_path / "kg").draw(tmp_path / "page.html")
    assert shown.nodes == 3
    assert "Sediment transport" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("relation", ENDS)
def test_every_relation_between_things_can_be_drawn(relation: Relation) -> None:
    assert 0 < Edge("a", "b", relation.value).weight <= 1
    assert relation.value in VERBS
