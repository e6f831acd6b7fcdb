"""Web services: what is asked, what is taken for an answer, and how patient and polite the asking is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_builder.http.client import HttpError
from graph_builder.model import Identifier, Person, Work
from graph_builder.read.services import (
    SERVICES,
    ServiceClient,
    Wanted,
    WantedOrganization,
    WantedPerson,
    WantedWork,
)
from graph_builder.read.services.table import records_of
from graph_builder.read.services.wanted import is_work, title_key
from tests.services_server import AUTHORS, DOI, ORCID, OTHER, TITLE, addresses, services
from tests.web_server import Answer, Site, site

PAPER = WantedWork(TITLE, AUTHORS, "2021")
PAPER_BY_DOI = WantedWork(TITLE, AUTHORS, "2021", (Identifier("doi", DOI),))
WHO = WantedPerson((AUTHORS[0],), ("University of Oldmere",))
WHO_BY_ORCID = WantedPerson((AUTHORS[0],), (), (Identifier("orcid", ORCID),))
PLACE = WantedOrganization(("University of Oldmere",))


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    with site(services) as running:
        yield running


def client(name: str, server: Site, memory: Path, **settings: object) -> ServiceClient:
    sleep = settings.pop("sleep", lambda seconds: None)
    address = dict(addresses(server.url))[name]
    settings = {"timeout": 5.0, **settings}
    return ServiceClient(name, address, memory, rate=1000.0, sleep=sleep, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "wanted", "keys"),
    [
        ("openalex", PAPER, ["W1"]),
        ("openalex", PAPER_BY_DOI, ["W1"]),
        ("openalex", WantedWork("Something Nobody Wrote", AUTHORS), []),
        ("openalex", WHO_BY_ORCID, ["A1", "W1", "W3"]),
        ("openalex", WHO, []),
        ("openalex", PLACE, ["I1"]),
        ("crossref", PAPER, [DOI]),
        ("crossref", PAPER_BY_DOI, [DOI]),
        ("crossref", WHO_BY_ORCID, [f"10.5555/c{n}" for n in range(130)]),
        ("dblp", PAPER, ["journals/jsp/QuillfeatherB21"]),
        ("dblp", WantedWork(TITLE, AUTHORS, "2001"), []),
        ("orcid", WHO_BY_ORCID, [ORCID]),
        ("orcid", WHO, [ORCID]),
        ("orcid", WantedPerson((AUTHORS[0],), ("Unheard Of Institute",)), []),
        ("orcid", WantedPerson((AUTHORS[0],)), []),
        ("semanticscholar", PAPER, [f"{1:040x}"]),
        ("semanticscholar", PAPER_BY_DOI, [f"{1:040x}"]),
        ("semanticscholar", WantedWork(TITLE, ("Somebody Else",)), []),
        ("arxiv", PAPER, ["2101.00002"]),
        ("arxiv", WantedWork("x", identifiers=(Identifier("arxiv", "2101.00007"),)), ["2101.00007"]),
        ("openreview", PAPER, ["Abc123xyz_"]),
        ("openreview", WantedPerson(("O",), (), (Identifier("openreview", "~Orla_Quillfeather1"),)), ["Abc123xyz_"]),
        ("ror", PLACE, ["05abc1234"]),
        ("ror", WantedOrganization(("Nowhere",)), []),
    ],
)
def test_what_is_found(name: str, wanted: Wanted, keys: list[str], server: Site, tmp_path: Path) -> None:
    found = list(SERVICES[name].look_up(client(name, server, tmp_path), wanted))
    assert [
        answer.key.removeprefix("https://openalex.org/").removeprefix("https://ror.org/") for answer in found
    ] == keys
    for answer in found:
        assert records_of(answer.content, answer.suffix), "no connector reads it"


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize("wanted", [PAPER, WHO, PLACE])
def test_a_service_that_has_nothing_gives_nothing(name: str, wanted: Wanted, tmp_path: Path) -> None:
    with site({}) as empty:
        assert list(SERVICES[name].look_up(client(name, empty, tmp_path), wanted)) == []


def test_nothing_is_asked_twice(server: Site, tmp_path: Path) -> None:
    first = client("openalex", server, tmp_path)
    one = list(SERVICES["openalex"].look_up(first, WHO_BY_ORCID))
    again = client("openalex", server, tmp_path)
    assert list(SERVICES["openalex"].look_up(again, WHO_BY_ORCID)) == one
    assert (first.asked, again.asked) == (3, 0)
    old = client("openalex", server, tmp_path, days=0.0)
    list(SERVICES["openalex"].look_up(old, WHO_BY_ORCID))
    assert old.asked == 3


def test_that_there_is_nothing_is_remembered_too(tmp_path: Path) -> None:
    with site({}) as empty:
        for asked in (1, 0):
            one = client("crossref", empty, tmp_path)
            assert one.json("/works/none") is None
            assert one.asked == asked


FINE = Answer('{"a": 1}', "application/json")


@pytest.mark.parametrize(
    "bad",
    [
        Answer("slow down", status=429, headers={"Retry-After": "3"}),
        Answer("oops", status=500),
        Answer("busy", status=503),
        Answer('{"a": ', "application/json"),
        Answer("<html>maintenance</html>", "text/html"),
        Answer('{"a": 1}', "application/json", headers={"Content-Length": "5000"}),
    ],
    ids=["429", "500", "503", "truncated", "no json", "broken off"],
)
def test_what_goes_wrong_for_a_while_is_asked_again(bad: Answer, tmp_path: Path) -> None:
    waits: list[float] = []
    with site({"/dblp/x": [bad, bad, FINE]}) as server:
        assert client("dblp", server, tmp_path, sleep=waits.append).json("/x") == {"a": 1}
    assert [wait for wait in waits if wait >= 1] == ([3.0, 3.0] if bad.status == 429 else [1.0, 2.0])


@pytest.mark.parametrize(
    ("answer", "tries", "what"),
    [
        (Answer("no", status=401), 1, "give a key"),
        (Answer("no", status=400), 1, "status 400"),
        (Answer("later", status=429, headers={"Retry-After": "86400"}), 1, "status 429"),
        (Answer("oops", status=500), 5, "status 500"),
        (Answer("{", "application/json"), 5, "no whole answer"),
        (Answer("x" * 20_000, drip=0.5), 5, "within"),
        (Answer(status=302, headers={"Location": "http://127.0.0.1:9/elsewhere"}), 1, "another host"),
    ],
)
def test_what_stays_wrong_is_an_error(answer: Answer, tries: int, what: str, tmp_path: Path) -> None:
    with site({"/dblp/x": answer}) as server:
        one = client("dblp", server, tmp_path, timeout=1.0)
        with pytest.raises(HttpError, match=what):
            one.json("/x")
        assert len(server.asked) == tries
        assert not list(tmp_path.rglob("*.part"))


def test_requests_keep_their_distance(tmp_path: Path) -> None:
    waits: list[float] = []
    with site({"/dblp/a": FINE, "/dblp/b": FINE}) as server:
        one = ServiceClient("dblp", f"{server.url}/dblp", tmp_path, rate=0.5, sleep=waits.append)
        one.json("/a")
        one.json("/b")
    assert [round(wait) for wait in waits] == [2]


def test_who_asks_says_so_and_the_key_goes_to_the_service_alone(tmp_path: Path) -> None:
    with site(lambda path: FINE) as server:
        for name, settings in (
            ("crossref", {"mailto": "me@example.org"}),
            ("dblp", {"key": "k1", "key_header": "X-Key"}),
        ):
            client(name, server, tmp_path, **settings).json("/x")
        client("orcid", server, tmp_path, key="k2", key_header="Authorization").json("/y")
        client("openalex", server, tmp_path, key="k3").json("/z", page="1")
    (first, one), (_, two), (_, three), (last, four) = server.asked
    assert first == "/crossref/x?mailto=me%40example.org"
    assert "mailto:me@example.org" in one["user-agent"]
    assert (two["x-key"], three["authorization"]) == ("k1", "Bearer k2")
    assert last == "/openalex/z?page=1&api_key=k3"
    remembered = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not any(secret in remembered for secret in (b"k1", b"k2", b"k3"))
    assert "authorization" not in four


@pytest.mark.parametrize("address", ["", "ftp://example.org", "example.org", "https://u:p@example.org"])
def test_what_is_no_address_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(HttpError, match="address"):
        ServiceClient("dblp", address, tmp_path)


def test_a_key_is_not_sent_in_the_clear(tmp_path: Path) -> None:
    with pytest.raises(HttpError, match="unencrypted"):
        ServiceClient("dblp", "http://example.org", tmp_path, key="k")


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        (PAPER, Work(TITLE, (Person("O. Quillfeather"),), year="2022"), True),
        (PAPER, Work(TITLE.upper() + ".", (Person("Brackwater, Tamsin"),)), True),
        (PAPER, Work("Quenched Lattice of Slow Clocks", (Person("Quillfeather"),), year="2021"), True),
        (PAPER, Work(TITLE, (Person("Somebody Else"),), year="2021"), False),
        (PAPER, Work(TITLE, (Person("Orla Quillfeather"),), year="2015"), False),
        (PAPER, Work(OTHER, (Person("Orla Quillfeather"),), year="2021"), False),
        (WantedWork("Clocks", AUTHORS), Work("Clock", (Person("Orla Quillfeather"),)), False),
        (WantedWork("Clocks"), Work("Clocks"), True),
        (PAPER_BY_DOI, Work("Another Title", identifiers=(Identifier("doi", DOI),)), True),
        (WantedWork(""), Work(""), False),
    ],
)
def test_which_record_is_the_work(wanted: WantedWork, found: Work, same: bool) -> None:
    assert is_work(wanted, found) is same


def test_titles_of_other_scripts_have_keys() -> None:
    assert title_key("知识图谱：综述") == "知识图谱综述"


def test_the_table_is_whole() -> None:
    wanted = {"openalex", "crossref", "dblp", "orcid", "semanticscholar", "arxiv", "openreview", "ror"}
    assert set(SERVICES) == wanted
    assert all(service.base.startswith("https://") and service.rate > 0 for service in SERVICES.values())
    assert json.dumps({name: service.knows for name, service in SERVICES.items()})
