"""Files that are added: what is told by content, what is refused, what stays."""

import gzip
import json
import os
import sqlite3
import time
import zipfile
from pathlib import Path

import pytest
from registry_world import WORLD, bare, record

from graph_builder.gazetteer import load, load_for_reading, load_with_added, reading_state, using
from graph_builder.gazetteer.added import Kind, default_directory, fingerprint, remove, sources
from graph_builder.model import ReadError
from graph_builder.pipeline import default_stages
from graph_builder.pipeline.lists.adding import add
from graph_builder.resolve import resolve

CSV = 'id,title,acronym,rank\n1,"International Conference on Invented Looms",ICIL,A\n2,Journal of Invented Threads,,B\n'
HEADLESS = "7,International Symposium on Weaving Machines,ISWM,X1\n8,Workshop on Knots in Practice,KNIP,X2\n"
YAML = "- title: ICIL\n  description: International Conference on Invented Looms\n  sub: XX\n"
JSON = json.dumps(
    {"names": {"ICIL": "International Conference on Invented Looms", "TIT": "Transactions on Imaginary Threads"}}
)
TURTLE = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <https://example.org/> .
x:weaving a skos:Concept ; skos:prefLabel "weaving theory"@en, "Webtheorie"@de ; skos:altLabel "loom theory"@en .
x:knots a skos:Concept ; skos:prefLabel "knot weaving"@en ; skos:broader x:weaving .
x:circle a skos:Concept ; skos:prefLabel "circular weaving" ; skos:broader x:circle2 .
x:circle2 a skos:Concept ; skos:prefLabel "weaving in circles" ; skos:broader x:circle .
x:nameless a skos:Concept .
"""
XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:Concept rdf:about="https://example.org/weaving"><skos:prefLabel>weaving theory</skos:prefLabel></skos:Concept>
</rdf:RDF>"""


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def lines(records):
    return "\n".join(json.dumps(r) for r in records)


@pytest.mark.parametrize("form", ["jsonl", "json", "gz", "zip"])
def test_a_dump_in_each_form(tmp_path, form):
    array = json.dumps(list(WORLD), ensure_ascii=False, indent=1)
    path = tmp_path / f"dump.{form}"
    if form == "gz":
        path.write_bytes(gzip.compress(lines(WORLD).encode()))
    elif form == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("v0-ror-data.csv", "id,name\n" * 1000)
            archive.writestr("v0-ror-data.json", '[{"id": "https://ror.org/0aaaaaaaa"}]')
            archive.writestr("v0-ror-data_schema_v2.json", array)
    else:
        path.write_text(array if form == "json" else lines(WORLD), encoding="utf-8")
    added = add(path, tmp_path / "g")
    assert (added.source.kind, added.source.entries, added.withdrawn) == (Kind.ORGANIZATIONS, len(WORLD) - 1, 1)
    assert added.problems == ()
    assert sources(tmp_path / "g") == (added.source,)


def test_broken_records_cost_only_themselves(tmp_path):
    good = json.dumps(WORLD[0])
    nameless = json.dumps({"id": "https://ror.org/0nameless", "names": []})
    names, relations = [{"value": "Odd College of Ends", "types": None}, 7], [None, {"type": "parent", "id": 5}]
    odd = {"id": "https://ror.org/0oddodd00", "names": names, "relationships": relations}
    odd = json.dumps({**odd, "locations": "here", "links": {}})
    text = "\n".join([good, good[:40], "[1]", nameless, '{"id": "x"}', good, odd, ""])
    added = add(write(tmp_path, "broken.jsonl", text), tmp_path / "g")
    assert added.source.entries == 2
    assert [p.what for p in added.problems] == [
        "line 2: no valid JSON",
        "line 4: no name",
        "line 5: no ROR identifier",
        "line 6: a second record of 0norxxxxx; the first counts",
    ]


def test_an_array_that_breaks_off_is_refused_and_the_old_list_stays(tmp_path):
    folder = tmp_path / "g"
    before = add(write(tmp_path, "ror.json", json.dumps([WORLD[0]])), folder).source
    with pytest.raises(ReadError, match="no valid JSON; download it again"):
        add(write(tmp_path, "ror.json", json.dumps(list(WORLD[:3]))[:-900]), folder)
    assert sources(folder) == (before,)
    assert [p.name for p in folder.iterdir()] == ["ror.gazetteer"]


@pytest.mark.parametrize("pack", ["gz", "zip"])
def test_bombs_are_refused(tmp_path, pack):
    data = ('{"id": "https://ror.org/0aaaaaaaa"' + " " * 99_000_000 + "}").encode()
    path = tmp_path / f"bomb.{pack}"
    if pack == "gz":
        path.write_bytes(gzip.compress(data))
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.json", data)
    with pytest.raises(ReadError, match="more than 250 times its size"):
        add(path, tmp_path / "g")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.gz", b"\x1f\x8b\x08\x00" + b"x" * 40, "packed file is damaged"),
        ("x.zip", b"PK\x03\x04" + b"x" * 40, "no archive that can be read"),
        ("empty.json", b"", "no list of"),
        ("binary.dat", bytes(range(256)), "no list of"),
        ("prose.txt", b"Dear all, this is a letter.\nIt has, as such, no venues.\n", "no venue found"),
        ("v1.json", b'[{"id": "https://ror.org/0aaaaaaaa", "name": "Old Form University"}]', "schema version 2"),
        ("page.json", b"<!DOCTYPE html><html>Not found</html>", "a web page"),
        ("ror.csv", b"id,name\nhttps://ror.org/0aaaaaaaa,Old Form University\n", "as CSV; add the zip"),
        ("broken.yml", b"- title: A\n  description: [unclosed\n", "broken YAML"),
        ("bomb.yml", b"a: &a [x, x]\nb: [*a, *a]\n", "broken YAML"),
        ("broken.ttl", b"@prefix x: <https://x/> .\nx:a x:b", "broken turtle"),
        ("entity.rdf", b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><r/>', "declares entities"),
        ("remote.json", b'{"@context": "https://example.org/skos.jsonld", "skos:prefLabel": "x"}', "on the network"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(tmp_path, name, data, message):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ReadError, match=message) as caught:
        add(path, tmp_path / "g")
    assert name in str(caught.value)
    assert sources(tmp_path / "g") == ()


@pytest.mark.parametrize(("name", "text"), [("a.csv", CSV), ("b.yml", YAML), ("c.json", JSON)])
def test_venues_of_a_list_are_found_by_title_and_acronym(tmp_path, name, text):
    added = add(write(tmp_path, name, text), tmp_path / "g")
    assert added.source.kind is Kind.VENUES
    known = load_with_added(tmp_path / "g")
    series = known.venue("Proceedings of the 12th International Conference on Invented Looms")
    assert series is not None
    assert known.venue("ICIL 2019") == series
    assert known.venue("icil") is None
    assert load().venue("ICIL") is None


def test_a_table_without_a_header(tmp_path):
    add(write(tmp_path, "list.csv", HEADLESS), tmp_path / "g")
    known = load_with_added(tmp_path / "g")
    assert known.venue("ISWM").name == "International Symposium on Weaving Machines"
    assert known.venue("KNIP").kind == "workshop"


def test_a_listed_series_that_is_known_gets_more_names(tmp_path):
    text = "title,acronym\nInternational Conference on Machine Learning,ICoMaLe\nConference on Many Threads,ICML\n"
    add(write(tmp_path, "list.csv", text), tmp_path / "g")
    known = load_with_added(tmp_path / "g")
    assert known.venue("ICoMaLe").id == load().venue("ICML").id == known.venue("ICML").id
    assert len(known.venue_entries) == len(load().venue_entries) + 1


@pytest.mark.parametrize(("name", "text"), [("a.ttl", TURTLE), ("b.rdf", XML)])
def test_topics_of_a_scheme(tmp_path, name, text):
    added = add(write(tmp_path, name, text), tmp_path / "g")
    assert added.source.kind is Kind.TOPICS
    assert load_with_added(tmp_path / "g").topic("Weaving Theory").name == "weaving theory"


def test_broader_topics_without_circles(tmp_path):
    add(write(tmp_path, "a.ttl", TURTLE), tmp_path / "g")
    known = load_with_added(tmp_path / "g")
    assert known.topic("knot weaving").parent == known.topic("loom theory").id == known.topic("Webtheorie").id
    circle = [known.topic("circular weaving").parent, known.topic("weaving in circles").parent]
    assert sorted(map(bool, circle)) == [False, True]


def test_a_list_is_replaced_and_removed_by_name(tmp_path):
    folder = tmp_path / "g"
    assert fingerprint(folder) == ""
    add(write(tmp_path, "a.csv", CSV), folder, "mine")
    first = fingerprint(folder)
    add(write(tmp_path, "b.csv", CSV + "3,Conference on More Threads,CMTH,C\n"), folder, "mine")
    second = fingerprint(folder)
    assert len({"", first, second}) == 3
    assert remove("mine", folder).entries == 3
    assert fingerprint(folder) == ""
    with pytest.raises(ReadError, match="no list called 'mine'"):
        remove("mine", folder)


def test_the_settings_of_a_build_know_what_was_added(tmp_path):
    before = default_stages(tmp_path / "g")
    add(write(tmp_path, "a.csv", CSV), tmp_path / "g")
    after = default_stages(tmp_path / "g")
    assert before.resolving != after.resolving
    assert before.reading != after.reading
    add(write(tmp_path, "ror.jsonl", lines(WORLD[:3])), tmp_path / "g")
    registered = default_stages(tmp_path / "g")
    assert registered.resolving != after.resolving
    assert registered.reading == after.reading


CV = """name: Ada Example
publications:
- {title: Sparse Threads, authors: [Ada Example], journal: International Conference on Invented Looms, year: 2021}
- {title: Knots of Threads, authors: [Ada Example], journal: ICIL, year: 2020}
service:
- {role: Reviewer, venue: ICIL, year: 2022}
"""


def test_added_venues_are_known_when_documents_are_read(tmp_path):
    add(write(tmp_path, "a.csv", CSV), tmp_path / "g")
    (tmp_path / "cv.yml").write_text(CV, encoding="utf-8")
    seen = []
    for folder in (tmp_path / "g", tmp_path / "none"):
        stages = default_stages(folder)
        stages.prepare()
        facts = stages.extract(stages.read(tmp_path / "cv.yml", "cv.yml"))
        found = resolve([facts], load_with_added(folder))
        seen.append({e.name for e in found.entities if e.kind == "venue"})
        assert load().venue("International Conference on Invented Looms") is None
    assert "International Conference on Invented Looms" in seen[0]
    assert "ICIL" not in seen[0]
    assert "ICIL" in " ".join(seen[1])


def test_the_gazetteer_in_use_ends_with_its_block(tmp_path):
    add(write(tmp_path, "a.csv", CSV), tmp_path / "g")
    known = load_for_reading(tmp_path / "g", reading_state(tmp_path / "g"))
    with using(known):
        assert load().venue("Journal of Invented Threads") is not None
    assert load().venue("Journal of Invented Threads") is None
    assert reading_state(tmp_path / "none") == ""


def test_a_damaged_list_is_named(tmp_path):
    (tmp_path / "x.gazetteer").write_text("{", encoding="utf-8")
    with pytest.raises(ReadError, match=r"x\.gazetteer: a damaged list"):
        sources(tmp_path)


@pytest.mark.parametrize("shape", ["lines", "array", "items", "pretty"])
def test_records_come_in_many_shapes(tmp_path, shape):
    one = [r for r in WORLD if r["status"] == "active"][: 1 if shape == "pretty" else 5]
    text = {
        "lines": lines(one),
        "array": json.dumps(one),
        "items": json.dumps({"number_of_results": len(one), "items": one}),
        "pretty": json.dumps(one[0], indent=4),
    }[shape]
    assert add(write(tmp_path, "ror.json", text), tmp_path / "g").source.entries == len(one)


def test_problems_are_counted_beyond_those_shown(tmp_path):
    text = lines(WORLD[:3]) + "\n" + "{broken\n" * 50
    found = add(write(tmp_path, "ror.jsonl", text), tmp_path / "g").problems
    assert len(found) == 21
    assert "30 more records" in str(found[-1])


def test_an_index_of_another_version_is_named(tmp_path):
    add(write(tmp_path, "world.jsonl", lines(WORLD)), tmp_path / "g", "world")
    with sqlite3.connect(tmp_path / "g" / "world.gazetteer") as connection:
        connection.execute("UPDATE about SET value = '0' WHERE key = 'format'")
    connection.close()
    with pytest.raises(ReadError, match=r"written by another version of graph-builder; add world\.jsonl again"):
        sources(tmp_path / "g")


def test_the_same_dump_gives_the_same_index_whatever_its_order(tmp_path):
    for name, records in (("a", WORLD), ("b", WORLD[::-1])):
        add(write(tmp_path, f"{name}.jsonl", lines(records)), tmp_path / name)
    one, other = (load_with_added(tmp_path / n).registries._registries[0] for n in "ab")
    assert [one.index.record(n) for n in range(len(one.index))] == [
        other.index.record(n) for n in range(len(other.index))
    ]
    assert one.index.words == other.index.words


def test_a_name_is_no_path(tmp_path):
    added = add(write(tmp_path, "a.csv", CSV), tmp_path / "g", "../../up")
    assert added.source.name == "up"
    assert [p.name for p in (tmp_path / "g").iterdir()] == ["up.gazetteer"]


def test_where_lists_are_kept(monkeypatch):
    assert default_directory({"GRAPH_BUILDER_GAZETTEER": "here"}) == Path("here")
    assert default_directory({"LOCALAPPDATA": "L"}, "win32") == Path("L/graph-builder/gazetteer")
    assert default_directory({}, "darwin").parts[-4:] == (
        "Library",
        "Application Support",
        "graph-builder",
        "gazetteer",
    )
    assert default_directory() == Path(os.devnull), "tests must not see the user's own lists"


def test_opening_is_fast(folder):
    begun = time.process_time()
    load_with_added.__globals__["_combined"].cache_clear()
    assert load_with_added(folder).registries.find("Nordvik University")[0].match.organization.id == bare("nor")
    assert time.process_time() - begun < 1


def test_a_large_array_is_read_whole(tmp_path):
    text = json.dumps([record(f"h{n}", f"School {n} of Long Lists", "GB", "Ambleford") for n in range(3000)])
    assert add(write(tmp_path, "large.json", text), tmp_path / "g").source.entries == 3000
