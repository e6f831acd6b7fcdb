"""Queries that run too long or eat memory are stopped, and the others do not notice; rebuilding while serving."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyoxigraph as ox
import pytest
import requests
from rdflib import URIRef
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from SPARQLWrapper import JSON, SPARQLWrapper

from graph_builder.store.draft import ErasureSettings, edit
from tests.serve.conftest import TURTLE, make_store, server

ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " . ".join(f"?a{n} ?b{n} ?c{n}" for n in range(9)) + " }"
HUNGRY = "SELECT DISTINCT * { " + " . ".join(f"?a{n} ?b{n} ?c{n}" for n in range(7)) + " } ORDER BY ?a1"
SMALL = "SELECT ?name { <http://example.org/ada> <http://example.org/name> ?name }"


def ask(endpoint: str, query: str) -> requests.Response:
    return requests.get(endpoint, {"query": query}, timeout=60)


def test_an_endless_query_is_stopped_with_a_clean_error(endpoint: str) -> None:
    answer = ask(endpoint, ENDLESS)
    assert answer.status_code == 503
    assert "stopped after 3 seconds" in answer.text
    assert ask(endpoint, SMALL).status_code == 200


def test_a_query_that_eats_memory_is_stopped(endpoint: str) -> None:
    answer = ask(endpoint, HUNGRY)
    assert answer.status_code == 503
    assert "memory" in answer.text or "seconds" in answer.text
    assert ask(endpoint, SMALL).status_code == 200


def test_others_are_answered_while_endless_queries_run(endpoint: str) -> None:
    answers: list[requests.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(ask(endpoint, ENDLESS))) for _ in range(8)]
    for thread in threads:
        thread.start()
    small = [ask(endpoint, SMALL) for _ in range(30)]
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in small} == {200}
    assert {answer.status_code for answer in answers} == {503}


def test_a_client_that_leaves_ends_its_query(tmp_path: Path) -> None:
    with server(make_store(tmp_path / "kg", TURTLE), "--timeout", "300", "--workers", "1") as address:
        mine = next(pid for pid in descendants(os.getpid()) if str(tmp_path / "kg") in command_of(pid))
        assert ask(f"{address}/sparql", SMALL).status_code == 200
        before = set(descendants(mine))
        with pytest.raises(requests.Timeout):
            requests.get(f"{address}/sparql", {"query": ENDLESS}, timeout=3)
        assert ask(f"{address}/sparql", SMALL).status_code == 200
        for _ in range(100):
            if before - set(descendants(mine)):
                return
            time.sleep(0.1)
        raise AssertionError("the worker with the query is still there")


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    children = [child for child, parent in parents.items() if parent == process]
    return [*children, *(further for child in children for further in descendants(child))]


def test_a_killed_server_leaves_no_worker(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", TURTLE)
    command = [sys.executable, "-m", "graph_builder", "serve", "--store", str(store), "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert "serving" in process.stdout.readline()
        left = descendants(process.pid)
        assert len(left) >= 3, "two workers and what starts them"
        process.send_signal(signal.SIGKILL)
        process.wait()
    for _ in range(600):  # a worker that makes what the overview needs ends when it has
        left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
        if not left:
            break
        time.sleep(0.1)
    assert left == []


def test_readers_move_to_the_new_snapshot_without_an_error(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", TURTLE)
    with server(store, "--workers", "2") as address:
        statuses: list[int] = []
        done = threading.Event()

        def reader() -> None:
            while not done.is_set():
                statuses.append(ask(f"{address}/sparql", SMALL).status_code)

        thread = threading.Thread(target=reader)
        thread.start()
        for number in range(5):
            make_store(
                store, f"<http://example.org/s> <http://example.org/p> {number} .", f"http://example.org/{number}"
            )
        done.set()
        thread.join()
        count = "SELECT (COUNT(*) AS ?n) { ?s <http://example.org/p> ?o }"
        answer = ask(f"{address}/sparql", count).json()
    assert set(statuses) == {200}
    assert answer["results"]["bindings"][0]["n"]["value"] == "5"


def test_other_addresses_than_loopback_need_a_token(store: Path) -> None:
    env = {**os.environ, "TOKEN": "secret"}
    refused = subprocess.run(
        [sys.executable, "-m", "graph_builder", "serve", "--store", str(store), "--host", "0.0.0.0", "--port", "0"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert refused.returncode == 1
    assert "token" in refused.stderr
    with server(store, "--host", "0.0.0.0", "--token-env", "TOKEN", env=env) as address:
        endpoint = address.replace("0.0.0.0", "127.0.0.1") + "/sparql"
        assert requests.get(endpoint, {"query": SMALL}, timeout=20).status_code == 401
        wrong = {"Authorization": "Bearer wrong"}
        assert requests.get(endpoint, {"query": SMALL}, headers=wrong, timeout=20).status_code == 401
        right = {"Authorization": "Bearer secret"}
        assert requests.get(endpoint, {"query": SMALL}, headers=right, timeout=20).status_code == 200
        browser_signs_in(endpoint.removesuffix("/sparql"))


def browser_signs_in(address: str) -> None:
    browser = requests.Session()
    browser.headers["Accept"] = "text/html"
    assert browser.get(f"{address}/", timeout=20).url == f"{address}/login"
    assert browser.post(f"{address}/login", {"token": "guess"}, timeout=20).status_code == 403
    assert not browser.cookies
    foreign = {"Origin": "http://attacker.example"}
    assert browser.post(f"{address}/login", {"token": "secret"}, headers=foreign, timeout=20).status_code == 403
    answer = browser.post(f"{address}/login", {"token": "secret"}, allow_redirects=False, timeout=20)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=strict" in answer.headers["Set-Cookie"]
    assert "secret" not in answer.headers["Set-Cookie"]
    assert browser.get(f"{address}/api/info", timeout=20).status_code == 200
    assert requests.get(f"{address}/api/info", cookies={"graph_builder_session": "x"}, timeout=20).status_code == 401


def test_sparqlwrapper(endpoint: str) -> None:
    client = SPARQLWrapper(endpoint, returnFormat=JSON)
    for method in ("GET", "POST"):
        client.setMethod(method)
        client.setQuery(SMALL)
        assert client.queryAndConvert()["results"]["bindings"][0]["name"]["value"] == "Ada"  # type: ignore[index,call-overload,union-attr]


def test_rdflib_as_a_client(endpoint: str) -> None:
    client = SPARQLStore(endpoint)
    found = client.query(SMALL)
    assert [str(row[0]) for row in found] == ["Ada"]  # type: ignore[index]
    assert len(list(client.triples((URIRef("http://example.org/n"), None, None)))) == 3


def test_curl(endpoint: str) -> None:
    command = ["curl", "--silent", "--fail", endpoint, "--data-urlencode", f"query={SMALL}", "-H", "Accept: text/csv"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout == b"name\r\nAda\r\n"


def test_a_missing_store_and_a_taken_port_say_so(tmp_path: Path, endpoint: str, store: Path) -> None:
    port = endpoint.rsplit(":", 1)[1].split("/")[0]
    for path, given, what in ((tmp_path / "none", "0", "does not exist"), (store, port, "choose another")):
        command = [sys.executable, "-m", "graph_builder", "serve", "--store", str(path), "--port", given]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1
        assert what in done.stderr


def test_what_is_forgotten_while_the_server_runs_leaves_the_disk(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", TURTLE)
    with server(store, "--workers", "3") as address:
        assert ask(f"{address}/sparql", SMALL).status_code == 200
        with edit(store) as draft:
            draft.drop(ox.NamedNode("http://example.org/g"))
            draft.commit(draft.previous, ErasureSettings())
        for _ in range(600):  # a worker may still be making what search and overview need
            left = sorted(path.name for path in (store / "snapshots").iterdir())
            if left == ["2"]:
                break
            time.sleep(0.2)
        assert left == ["2"]
        assert ask(f"{address}/sparql", SMALL).json()["results"]["bindings"] == []


def test_questions_to_the_whole_graph_wait_for_the_index(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", TURTLE)
    with server(store) as address:
        answer = requests.get(f"{address}/api/ask", {"name": "headcount", "param.year": "2019"}, timeout=60)
        assert answer.status_code == 200
        assert list(store.glob("snapshots/*/index-*.sqlite"))
