"""The SPARQL 1.1 Protocol, case by case as the recommendation has it, over a real socket."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlencode, urlsplit

import pyoxigraph as ox
import pytest
import requests

JSON, XML = "application/sparql-results+json", "application/sparql-results+xml"
FORM = "application/x-www-form-urlencoded"
SELECT = "SELECT ?name { ?s <http://example.org/name> ?name } ORDER BY ?name"
G, H = "http://example.org/g", "http://example.org/h"


def names(answer: requests.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [row["name"]["value"] for row in answer.json()["results"]["bindings"]]


ALL = ["Ada", 'Bob "<img onerror=1>" ; DROP', "only in h"]


@pytest.mark.parametrize("way", ["get", "form", "direct"])
def test_the_three_ways_to_send_a_query(endpoint: str, way: str) -> None:
    if way == "get":
        answer = requests.get(endpoint, {"query": SELECT}, timeout=20)
    elif way == "form":
        answer = requests.post(endpoint, {"query": SELECT}, timeout=20)
    else:
        answer = requests.post(endpoint, SELECT, headers={"Content-Type": "application/sparql-query"}, timeout=20)
    assert answer.headers["Content-Type"] == JSON
    assert names(answer) == ALL


@pytest.mark.parametrize("way", ["get", "form", "direct"])
@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        ([("default-graph-uri", G)], ALL[:2]),
        ([("default-graph-uri", H)], ALL[2:]),
        ([("default-graph-uri", G), ("default-graph-uri", H)], ALL),
        ([("named-graph-uri", G)], []),
        ([("default-graph-uri", "http://example.org/none")], []),
    ],
)
def test_the_dataset_of_the_protocol(
    endpoint: str, way: str, dataset: list[tuple[str, str]], expected: list[str]
) -> None:
    query = [("query", SELECT)]
    if way == "get":
        answer = requests.get(endpoint, [*query, *dataset], timeout=20)
    elif way == "form":
        answer = requests.post(endpoint, [*query, *dataset], timeout=20)
    else:
        kind = {"Content-Type": "application/sparql-query"}
        answer = requests.post(endpoint, SELECT, params=dataset, headers=kind, timeout=20)
    assert names(answer) == expected


def test_the_dataset_of_the_protocol_wins_over_that_of_the_query(endpoint: str) -> None:
    query = f"SELECT ?name FROM <{H}> {{ ?s <http://example.org/name> ?name }} ORDER BY ?name"
    assert names(requests.get(endpoint, {"query": query}, timeout=20)) == ALL[2:]
    assert names(requests.get(endpoint, {"query": query, "default-graph-uri": G}, timeout=20)) == ALL[:2]


def test_named_graphs_are_those_that_were_named(endpoint: str) -> None:
    query = "SELECT ?name { GRAPH ?g { ?s <http://example.org/name> ?name } }"
    assert names(requests.get(endpoint, {"query": query, "named-graph-uri": H}, timeout=20)) == ALL[2:]


@pytest.mark.parametrize(
    ("accept", "type_"),
    [
        (JSON, JSON),
        (XML, XML),
        ("application/json", JSON),
        ("text/csv", "text/csv; charset=utf-8"),
        ("text/tab-separated-values", "text/tab-separated-values; charset=utf-8"),
        ("*/*", JSON),
        ("", JSON),
        (f"{XML};q=0.9, text/csv;q=0.8", XML),
        (f"image/png, {XML};q=0.1", XML),
        (f"{JSON};q=0, */*;q=0.5", XML),
    ],
)
def test_formats_of_rows(endpoint: str, accept: str, type_: str) -> None:
    answer = requests.get(endpoint, {"query": SELECT}, headers={"Accept": accept}, timeout=20)
    assert answer.headers["Content-Type"] == type_
    media = type_.split(";")[0]
    format_ = ox.QueryResultsFormat.from_media_type(media)
    assert format_
    if media != "text/csv":  # which has no types, so that nothing reads it back
        read = ox.parse_query_results(answer.content, format=format_)
        assert [solution["name"].value for solution in read] == ALL  # type: ignore[union-attr]
    else:
        assert answer.content == b'name\r\nAda\r\n"Bob ""<img onerror=1>"" ; DROP"\r\nonly in h\r\n'
    assert answer.headers["Vary"].startswith("Accept")


@pytest.mark.parametrize(
    ("accept", "type_"),
    [
        ("text/turtle", "text/turtle; charset=utf-8"),
        ("application/n-triples", "application/n-triples"),
        ("application/rdf+xml", "application/rdf+xml"),
        ("application/ld+json", "application/ld+json"),
        ("*/*", "text/turtle; charset=utf-8"),
    ],
)
def test_formats_of_triples(endpoint: str, accept: str, type_: str) -> None:
    query = "CONSTRUCT { ?s <http://example.org/n> ?name } WHERE { ?s <http://example.org/name> ?name }"
    answer = requests.get(endpoint, {"query": query}, headers={"Accept": accept}, timeout=20)
    assert answer.headers["Content-Type"] == type_
    format_ = ox.RdfFormat.from_media_type(type_.split(";")[0])
    assert sorted(q.object.value for q in ox.parse(answer.content, format=format_)) == ALL  # type: ignore[union-attr]


@pytest.mark.parametrize("accept", [JSON, XML])
def test_ask(endpoint: str, accept: str) -> None:
    answer = requests.get(endpoint, {"query": "ASK { ?s ?p 1 }"}, headers={"Accept": accept}, timeout=20)
    assert bool(ox.parse_query_results(answer.content, format=ox.QueryResultsFormat.from_media_type(accept)))


@pytest.mark.parametrize(
    ("method", "parameters", "body", "type_", "status"),
    [
        ("GET", [("query", SELECT), ("query", SELECT)], "", "", 400),
        ("GET", [("update", "CLEAR ALL")], "", "", 403),
        ("GET", [("query", "SELECT")], "", "", 400),
        ("GET", [("query", SELECT), ("default-graph-uri", "no iri")], "", "", 400),
        ("PUT", [("query", SELECT)], "", "", 405),
        ("DELETE", [], "", "", 405),
        ("POST", [], SELECT, "", 415),
        ("POST", [], SELECT, "text/plain", 415),
        ("POST", [], "", FORM, 400),
        ("POST", [], urlencode([("query", SELECT), ("query", SELECT)]), FORM, 400),
        ("POST", [], urlencode([("query", SELECT), ("update", "CLEAR ALL")]), FORM, 403),
        ("POST", [("query", SELECT)], SELECT, "application/sparql-query", 400),
        ("POST", [], "SELECT * { ?s ?p \xff }", "application/sparql-query", 400),
        ("POST", [], "INSERT DATA { <http://a> <http://b> 1 }", "application/sparql-update", 403),
        ("POST", [], urlencode([("update", "CLEAR ALL")]), FORM, 403),
        ("GET", [("query", "CLEAR ALL")], "", "", 400),
        ("GET", [("query", "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }")], "", "", 400),
        ("GET", [("query", "SELECT * { S\\u0045RVICE <http://127.0.0.1:1/> { ?s ?p ?o } }")], "", "", 400),
        ("POST", [], "x" * 200_000, "application/sparql-query", 413),
        ("GET", [("query", "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }")], "", "", 413),
    ],
)
def test_what_is_refused(
    endpoint: str, method: str, parameters: list[tuple[str, str]], body: str, type_: str, status: int
) -> None:
    answer = requests.request(
        method, endpoint, params=parameters, data=body.encode("latin-1"), headers={"Content-Type": type_}, timeout=20
    )
    assert answer.status_code == status, answer.text
    assert status == 405 or len(answer.text) > 10, "no word on what to do"


def test_an_error_has_line_and_column(endpoint: str) -> None:
    query = "SELECT * {\n  ?s ?p }"
    answer = requests.get(endpoint, {"query": query}, headers={"Accept": JSON}, timeout=20)
    assert answer.status_code == 400
    assert (answer.json()["line"], answer.json()["column"]) == (2, 3)


def test_what_no_format_fits_is_not_acceptable(endpoint: str) -> None:
    assert requests.get(endpoint, {"query": SELECT}, headers={"Accept": "image/png"}, timeout=20).status_code == 406


def test_a_head_request_has_no_body(endpoint: str) -> None:
    answer = requests.head(endpoint, params={"query": SELECT}, timeout=20)
    assert (answer.status_code, answer.content) == (200, b"")


def test_the_service_describes_itself(endpoint: str) -> None:
    answer = requests.get(endpoint, headers={"Accept": "application/n-triples"}, timeout=20)
    assert f"<{endpoint}> <http://www.w3.org/ns/sparql-service-description#endpoint> <{endpoint}>" in answer.text
    assert "SPARQL11Update" not in answer.text


@pytest.mark.parametrize(
    ("parameters", "status", "count"),
    [({"graph": G}, 200, 8), ({"graph": H}, 200, 1), ({"default": ""}, 200, 9), ({"graph": "http://no.org"}, 404, 0)],
)
def test_graphs_can_be_read(endpoint: str, parameters: dict[str, str], status: int, count: int) -> None:
    address = endpoint.replace("/sparql", "/graphs")
    answer = requests.get(address, parameters, headers={"Accept": "application/n-triples"}, timeout=20)
    assert answer.status_code == status
    if count:
        assert len(answer.text.splitlines()) == count


@pytest.mark.parametrize("parameters", [{}, {"graph": G, "default": ""}, {"graph": [G, H]}])
def test_which_graph_has_to_be_said(endpoint: str, parameters: dict[str, str]) -> None:
    assert requests.get(endpoint.replace("/sparql", "/graphs"), parameters, timeout=20).status_code == 400


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "PATCH"])
def test_graphs_cannot_be_written(endpoint: str, method: str) -> None:
    address = endpoint.replace("/sparql", "/graphs")
    assert requests.request(method, address, params={"graph": G}, timeout=20).status_code == 405


@pytest.mark.parametrize(
    "path", ["/../etc/passwd", "/sparql/../../x", "/%2e%2e/%2e%2e/etc/passwd", "/graphs/../kg/CURRENT"]
)
def test_no_path_leads_to_a_file(endpoint: str, path: str) -> None:
    parts = urlsplit(endpoint)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


@pytest.mark.parametrize(
    ("headers", "method", "status"),
    [
        ({"Host": "attacker.example"}, "GET", 421),
        ({"Host": "attacker.example:7700"}, "GET", 421),
        ({"Host": ""}, "GET", 421),
        ({"Origin": "http://attacker.example"}, "POST", 403),
        ({"Origin": "null"}, "POST", 403),
        ({"Origin": "http://attacker.example"}, "GET", 200),
    ],
)
def test_pages_of_other_sites_get_nowhere(endpoint: str, headers: dict[str, str], method: str, status: int) -> None:
    answer = requests.request(method, endpoint, params={"query": "ASK {}"}, headers=headers, timeout=20)
    assert answer.status_code == status
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_labels_stay_text(endpoint: str) -> None:
    answer = requests.get(endpoint, {"query": SELECT}, headers={"Accept": XML}, timeout=20)
    assert "<img" not in answer.text
    assert json.loads(requests.get(endpoint, {"query": SELECT}, timeout=20).text)


def test_long_answers_come_packed_to_who_takes_that(endpoint: str) -> None:
    asked = {"query": "SELECT ?a { VALUES ?a { " + " ".join(f"'name number {n}'" for n in range(200)) + " } }"}
    plain = requests.get(endpoint, asked, headers={"Accept-Encoding": "identity"}, timeout=20)
    packed = requests.get(endpoint, asked, headers={"Accept-Encoding": "gzip"}, timeout=20)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 3
    assert packed.content == plain.content


@pytest.mark.parametrize(("origin", "status"), [("https://friend.example", 200), ("https://other.example", 403)])
def test_scripts_of_sites_that_are_named_may_ask(endpoint: str, origin: str, status: int) -> None:
    wanted = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    preflight = requests.options(endpoint, headers=wanted, timeout=20)
    asked = requests.post(endpoint, {"query": "ASK {}"}, headers={"Origin": origin}, timeout=20)
    decided = requests.post(endpoint.replace("sparql", "api/decide"), json={}, headers={"Origin": origin}, timeout=20)
    assert (asked.status_code, decided.status_code) == (status, 403)
    allowed = origin if status == 200 else None
    assert [each.headers.get("Access-Control-Allow-Origin") for each in (preflight, asked)] == [allowed, allowed]
