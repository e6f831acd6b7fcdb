"""Bad records cost themselves alone, are told with their place, and take no more memory than a record may."""

from __future__ import annotations

import io
import json
import random
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.model import Identifier, Named, Problem, Profile, ReadError, Record, Work
from graph_builder.read.records import recognise, records_in

GOOD = [{"DOI": f"10.5555/{i}", "title": [f"Toy {i}"], "author": [{"family": f"Holt{i}"}]} for i in range(6)]


def read(data: bytes, name: str) -> tuple[list[Record], list[str]]:
    records, problems = [], []
    for item in records_in(io.BytesIO(data), name, name):
        if isinstance(item, Problem):
            problems.append(str(item))
        else:
            records.append(item)
    return records, problems


def work(data: str, name: str) -> Work:
    records, _ = read(data.encode(), name)
    assert isinstance(records[0].about, Work)
    return records[0].about


def titles(records: list[Record]) -> list[str]:
    return [record.about.title for record in records if isinstance(record.about, Work)]


# --- RIS, BibTeX


@pytest.mark.parametrize(
    "lead", ["1.\n", "\n\n", "Provider: Some Press\nDatabase: Toys\nContent: text/plain\n\n", "\ufeff\n"]
)
@pytest.mark.parametrize("space", [" ", "\r", ""])
def test_exports_may_have_lines_before_an_entry(lead: str, space: str) -> None:
    entry = f"{lead}TY  -{space}\nT1  - A Kite\nA1  - Holt, Una\nER  - \n"
    note = "NL  - Toys Toys\n\nLink to the text: somewhere\n\n"
    records, problems = read((entry + note + entry.replace("Kite", "Drum") + note).encode(), "toys.ris")
    assert titles(records) == ["A Kite", "A Drum"]
    assert not problems


def test_a_volume_may_be_titled_by_the_name_of_its_book() -> None:
    assert work("@Collection{k, booktitle = {Kites}, editor = {Una Holt}}", "a.bib").title == "Kites"


# --- JSON


@pytest.mark.parametrize("broken", ['{"DOI": "10.5555/x", "title": ["x}', '{"DOI": }', "nonsense", "[1, 2", "]", '"'])
def test_a_broken_line_costs_itself(broken: str) -> None:
    lines = [json.dumps(record) for record in GOOD]
    lines[3] = broken
    records, problems = read("\n".join(lines).encode(), "w.jsonl")
    assert len(records) == 5
    assert [problem for problem in problems if "line 4" in problem]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "broken", ['{"DOI": "10.5555/x", "title": [}', '{"DOI": "10.5555/x", "title": ["x]}', "nonsense"]
)
def test_a_broken_element_costs_itself(broken: str, indent: int | None) -> None:
    parts = [json.dumps(record, indent=indent) for record in GOOD]
    parts[2] = broken
    records, problems = read(f"[{', '.join(parts)}]".encode(), "w.json")
    assert [f"Toy {i}" for i in (0, 1, 3, 4, 5)] == titles(records)
    assert len(problems) == (0 if broken == "nonsense" else 1)


def test_an_array_longer_than_what_is_held_is_read_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.read.records.json_stream._WHOLE", 200)
    monkeypatch.setattr("graph_builder.read.records.json_stream._CHUNK", 50)
    page = {"meta": {"note": 'a ] and a "{" in a text'}, "results": GOOD}
    assert read(json.dumps(page).encode(), "w.json")[0] == read(json.dumps(GOOD).encode(), "w.json")[0]
    assert len(read(json.dumps(page).encode(), "w.json")[0]) == 6


@pytest.mark.parametrize(
    ("opening", "again"),
    [(b"[" + json.dumps(GOOD[0]).encode(), b',{"DOI": "10.5555/x", '), (b"<dblp>", b"<article key='a'><title>")],
    ids=["json", "xml"],
)
def test_records_of_which_none_ends(opening: bytes, again: bytes) -> None:
    begun = time.process_time()
    _, problems = read(opening + again * 50_000, "w")
    assert problems
    assert time.process_time() - begun < 10


def test_deep_nesting_costs_itself() -> None:
    lines = [json.dumps(GOOD[0]), '{"a":' * 100_000, json.dumps(GOOD[1])]
    records, problems = read("\n".join(lines).encode(), "w.jsonl")
    assert (len(records), len(problems)) == (2, 1)


@pytest.mark.parametrize("shape", ["lines", "array"])
def test_a_billion_authors(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record without end is passed over: as much of it is held as a record may have, here 100 kB."""
    for module in ("json_stream", "source"):
        monkeypatch.setattr(f"graph_builder.read.records.{module}.MAX_RECORD", 100_000)
    monkeypatch.setattr("graph_builder.read.records.json_stream._WHOLE", 100_000)
    first, last = (json.dumps(record).encode() for record in GOOD[:2])
    author = b'{"family": "Holt"}, '
    parts = (b"\n", b"\n") if shape == "lines" else (b", ", b", ")
    begin, end = (b"", b"") if shape == "lines" else (b"[", b"]")
    huge = b'{"DOI": "10.5555/huge", "title": ["Huge"], "author": [' + author * 1_000_000 + b"{}]}"
    data = begin + first + parts[0] + huge + parts[1] + last + end
    tracemalloc.start()
    records, problems = read(data, "w.json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert titles(records) == ["Toy 0", "Toy 1"]
    assert any("MB" in problem for problem in problems)
    assert peak < 25_000_000


def test_more_authors_than_a_work_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.read.records.reading.MAX_AUTHORS", 3)
    huge = {**GOOD[0], "author": [{"family": f"Holt{i}"} for i in range(9)]}
    records, problems = read(json.dumps(huge).encode(), "w.jsonl")
    assert isinstance(records[0].about, Work)
    assert [author.name for author in records[0].about.authors] == ["Holt0", "Holt1", "Holt2"]
    assert "10.5555/0: 9 authors; those after the first 3 are left out" in problems[0]


def test_many_problems_are_counted() -> None:
    data = "\n".join([json.dumps(GOOD[0])] + ["nonsense"] * 100_000)
    _, problems = read(data.encode(), "w.jsonl")
    assert len(problems) == 21
    assert "99,980 more problems" in problems[-1]


def test_keys_that_stand_twice_are_made_different_and_told() -> None:
    records, problems = read("\n".join(json.dumps(GOOD[0]) for _ in range(3)).encode(), "w.jsonl")
    assert [record.key for record in records] == ["10.5555/0", "10.5555/0#2", "10.5555/0#3"]
    assert problems == [
        "w.jsonl: 2 records have a key that stood before, the first 10.5555/0; all of them are in the graph; correct"
        " the keys"
    ]
    doubled = '{"DOI": "10.5555/a", "DOI": "10.5555/b", "title": ["Twice"]}'
    assert read(doubled.encode(), "w.jsonl")[0][0].key == "10.5555/b"


# --- XML


def test_a_bomb_of_entities_is_not_multiplied() -> None:
    declared = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    data = (
        f'<!DOCTYPE dblp [<!ENTITY l0 "lol">{declared}]><dblp><article key="a"><title>x&l11;y</title></article></dblp>'
    )
    records, problems = read(data.encode(), "d.xml")
    assert titles(records) == ["x\ufffdy"]
    assert "entities of its own, the first &l11;" in problems[0]


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY x SYSTEM "file:///etc/hostname">',
        '<!ENTITY x SYSTEM "http://127.0.0.1:9/x">',
        '<!ENTITY % p SYSTEM "x"> %p;',
    ],
)
def test_nothing_outside_is_read(declared: str) -> None:
    prolog = f'<!DOCTYPE dblp SYSTEM "http://127.0.0.1:9/dblp.dtd" [{declared}]>'
    data = f'{prolog}<dblp><www key="homepages/1/1"><author>A &x;</author></www></dblp>'
    records, _ = read(data.encode(), "d.xml")
    assert isinstance(records[0].about, Profile)
    assert records[0].about.person.name == "A \ufffd"


def test_entities_in_attributes_are_not_followed() -> None:
    data = '<!DOCTYPE dblp [<!ENTITY a "aaaa">]><dblp><article key="&a;&a;"><title>T</title></article></dblp>'
    assert [record.key for record in read(data.encode(), "d.xml")[0]] == ["\ufffd\ufffd"]


BODIES = [
    "<title>Bad & worse</title>",
    "<title>Open <i>tag</title>",
    "<title>Control \x01</title>",
    "<title>Nothing",
    "<title>&#0;</title>",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_broken_element_of_xml_costs_itself(body: str) -> None:
    good = [f'<article key="k{i}"><author>A</author>\n<title>T{i}.</title></article>' for i in range(4)]
    end = "" if body.endswith("Nothing") else "</article>"
    data = f'<dblp>{good[0]}{good[1]}<article key="bad">{body}{end}\n{good[2]}{good[3]}</dblp>'
    records, problems = read(data.encode(), "d.xml")
    assert titles(records) == ["T0", "T1", "T2", "T3"]
    assert len(problems) == 1
    assert "line 3 (bad)" in problems[0]


def test_xml_that_breaks_off() -> None:
    data = '<dblp><article key="a"><title>A.</title></article><article key="b"><title>B'
    records, problems = read(data.encode(), "d.xml")
    assert titles(records) == ["A"]
    assert "(b)" in problems[0]


def test_an_element_without_end_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.read.records.xml_stream.MAX_RECORD", 100_000)
    monkeypatch.setattr("graph_builder.read.records.xml_stream._BATCH", 50_000)
    huge = '<article key="huge">' + "<author>Ash</author>" * 200_000 + "<title>Huge</title></article>"
    good = ['<article key="a"><title>A</title></article>', '<article key="b"><title>B</title></article>']
    tracemalloc.start()
    records, problems = read(f"<dblp>{good[0]}{huge}{good[1]}</dblp>".encode(), "d.xml")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert titles(records) == ["A", "B"]
    assert [problem for problem in problems if "huge" in problem and "without end" in problem]
    assert peak < 15_000_000


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "utf-16"])
def test_encodings_of_xml(encoding: str) -> None:
    name = encoding.removesuffix("-sig")
    data = f'<?xml version="1.0" encoding="{name}"?>\n<dblp><article key="a"><title>Böhm</title></article></dblp>'
    assert titles(read(data.encode(encoding), "d.xml")[0]) == ["Böhm"]


# --- values


@pytest.mark.parametrize(
    "date", ["0000-00-00", "0000", "n.d.", "9999-99-99", "", None, [], {"date-parts": [[0, 0, 0]]}]
)
def test_dates_that_are_none(date: object) -> None:
    assert work(json.dumps({**GOOD[0], "issued": date}), "w.jsonl").year == ""


def test_dates_of_orcid_that_are_none() -> None:
    summary = {"organization": {"name": "Acme"}, "start-date": {"year": {"value": "0000"}, "month": {"value": "00"}}}
    record = {
        "orcid-identifier": {"path": "0000-0002-1825-0097"},
        "person": {"name": {"given-names": {"value": "Mira"}}},
        "activities-summary": {"employments": {"employment-summary": [summary]}},
    }
    about = read(json.dumps(record).encode(), "o.json")[0][0].about
    assert isinstance(about, Profile)
    assert about.person.stays[0].start == ""


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("<i>E. coli</i> in <sub>2</sub>D", "E. coli in 2D"),
        ("Knots &amp; Loops &lt;b&gt;tied&lt;/b&gt;", "Knots & Loops tied"),
        ("if x<y and y>z then", "if x<y and y>z then"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("<jats:italic>Zea</jats:italic> mays", "Zea mays"),
        ("GÃ¶del and the LÃ¡szlÃ³", "Gödel and the László"),
        ("SÃO PAULO and Ã", "SÃO PAULO and Ã"),
        ("{\\O}rsted's \\emph{{Knots}}", "Ørsted's Knots"),
        ("a\u0301 b\ud800", "á b?"),
        ("a\x00b\u200bc\td\n", "abc d"),
    ],
)
def test_titles_are_text(printed: str, meant: str) -> None:
    assert work(json.dumps({**GOOD[0], "title": [printed]}), "w.jsonl").title == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        (r"M{\"u}ller, J{\'o}zsef", "József Müller"),
        (r"\L{}ukasiewicz, Jan", "Jan Łukasiewicz"),
        (r"{\v{S}}af{\'a}r, Ale{\v s}", "Aleš Šafár"),
        (r"N{\'\i}guez, I{\~n}igo", "Iñigo Níguez"),
        ("{The Knot Consortium, Inc. and Friends}", "The Knot Consortium, Inc. and Friends"),
    ],
)
def test_latex_in_names(name: str, meant: str) -> None:
    assert work(f"@misc{{a, title={{T}}, author={{{name}}}}}", "a.bib").authors[0].name == meant


@pytest.mark.parametrize(
    "number", ["0000-0002-1825-0098", "0000-0002-1825", "0000-0000-0000-0000", "https://orcid.org/x"]
)
def test_an_orcid_that_is_none_is_left_out_and_told(number: str) -> None:
    records, problems = read(
        json.dumps({**GOOD[0], "author": [{"family": "Holt", "ORCID": number}]}).encode(), "w.jsonl"
    )
    assert isinstance(records[0].about, Work)
    assert records[0].about.authors[0].identifiers == ()
    assert "ORCID" in problems[0]
    assert "10.5555/0" in problems[0]


def test_an_orcid_that_ends_in_x() -> None:
    data = json.dumps({**GOOD[0], "author": [{"family": "Holt", "ORCID": "0000-0002-1694-233x"}]})
    assert work(data, "w.jsonl").authors[0].identifiers == (Identifier("orcid", "0000-0002-1694-233X"),)


def test_hierarchies_that_lead_in_a_circle_are_read() -> None:
    ends = [("03vek6s52", "05dxps055"), ("05dxps055", "03vek6s52"), ("0abcdef12", "0abcdef12")]
    lines = [
        json.dumps(
            {
                "id": f"https://ror.org/{a}",
                "names": [{"value": a, "types": ["ror_display"]}],
                "relationships": [{"type": "parent", "id": f"https://ror.org/{b}"}],
            }
        )
        for a, b in ends
    ]
    records, problems = read("\n".join(lines).encode(), "ror.jsonl")
    abouts = [record.about for record in records]
    assert all(isinstance(about, Named) for about in abouts)
    assert [[i.value for i in about.parents] for about in abouts if isinstance(about, Named)] == [
        ["05dxps055"],
        ["03vek6s52"],
        [],
    ]
    assert problems == []


@pytest.mark.parametrize(
    "mapping", ["[columns", '[columns]\nnothing = "x"', '[columns]\ntitle = "Elsewhere"', "[columns]\ntitle = 1"]
)
def test_a_mapping_that_is_wrong_says_so(mapping: str) -> None:
    with pytest.raises(ReadError, match="mapping"):
        list(records_in(io.BytesIO(b"a,b\n1,2\n"), "t.csv", "t.csv", mapping))


# --- anything


def seeds() -> Iterator[tuple[bytes, str]]:
    yield json.dumps(GOOD).encode(), "w.json"
    yield "\n".join(map(json.dumps, GOOD)).encode(), "w.jsonl"
    yield b'<dblp><article key="a"><author>A</author><title>T</title></article><www key="homepages/1"/></dblp>', "d.xml"
    yield b'@misc{a, title = {T {x}}, author = "A and B" # c, year = 1999}\n@string{x = {y}}', "a.bib"
    yield b"TY  - JOUR\nTI  - T\nAU  - A, B\nER  - \nTY  - X\n", "a.ris"
    yield b"title,authors\nT,A; B\n", "t.csv"
    volume = b'<volume id="1"><meta><volume>1</volume></meta><paper id="1"><title>T</title></paper></volume>'
    yield b'<collection id="x">' + volume + b"</collection>", "c.xml"


@pytest.mark.parametrize(("data", "name"), list(seeds()), ids=[name for _, name in seeds()])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_damage_never_crashes(data: bytes, name: str, seed: int) -> None:
    rng = random.Random(seed)
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(damaged))
        kind = rng.random()
        if kind < 0.4:
            damaged[at] = rng.randrange(256)
        elif kind < 0.7:
            del damaged[at : at + rng.randint(1, 20)]
        else:
            damaged[at:at] = damaged[: rng.randint(1, 40)]
        damaged = damaged or bytearray(b" ")
    if recognise(bytes(damaged), name) is not None:
        for item in records_in(io.BytesIO(bytes(damaged)), name, name):
            assert isinstance(item, Record | Problem)
