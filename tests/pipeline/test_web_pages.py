"""Building from web pages: what is named is fetched, kept, asked again for changes, and forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.cli import main
from graph_builder.http.client import Limits
from graph_builder.pipeline import WebSettings, build, forget
from graph_builder.pipeline.sources import WebPages
from graph_builder.store.store import Store
from tests.web_server import Answer, site

HOME = """<html><head><title>Orla Quillfeather</title></head><body><h1>Orla Quillfeather</h1>
<p>I am an assistant professor at Stanford University.</p>
<a href="cv.html">CV</a> <a href="http://127.0.0.1:9/publications.html">Publications</a></body></html>"""
CV = """<html><body><h1>Orla Quillfeather</h1><h2>Education</h2>
<ul><li>Ph.D. in Weaving, University of Oslo, 2015</li></ul></body></html>"""
WEB = WebSettings(private=True, limits=Limits(seconds=5.0, pause=0.0))
FOLLOW = WebSettings(follow=True, private=True, limits=Limits(seconds=5.0, pause=0.0))


def rows(store: Path, name: str) -> list[str]:
    graph = Store.open(store).snapshot()
    found = graph.query(f"SELECT ?x {{ GRAPH ?g {{ ?f <https://w3id.org/graph-builder/ontology#{name}> ?x }} }}")
    return sorted(str(row[0].value) for row in found)  # type: ignore[union-attr]


def test_a_page_is_a_document_with_its_address_and_date(tmp_path: Path) -> None:
    with site({"/~orla/": Answer(HOME)}) as server:
        report = build([f"{server.url}/~orla/"], tmp_path / "kg", web=WEB, workers=0)
        assert (report.problems, report.added, server.paths()) == ((), 1, ["/~orla/"])
        (record,) = Store.open(tmp_path / "kg").sources()
        assert record.id == f"{server.url.removeprefix('http://')}/~orla/index.html"
        assert record.note.address == f"{server.url}/~orla/"
        assert len(record.note.date) == len("2026-01-31")


def test_links_are_followed_only_when_asked_and_only_on_the_same_site(tmp_path: Path) -> None:
    with site({"/~orla/": Answer(HOME), "/~orla/cv.html": Answer(CV)}) as server:
        report = build([f"{server.url}/~orla/"], tmp_path / "kg", web=FOLLOW, workers=0)
        assert (report.problems, report.documents) == ((), 2)
        assert server.paths() == ["/~orla/", "/~orla/cv.html"]


def test_an_unchanged_page_is_skipped_and_a_changed_one_replaced(tmp_path: Path) -> None:
    changed = Answer(HOME.replace("Stanford", "Princeton"), headers={"ETag": '"2"'})
    first = Answer(HOME, headers={"ETag": '"1"'})
    with site({"/": [first, first, changed]}) as server:
        reports = [build([server.url], tmp_path / "kg", web=WEB, workers=0) for _ in range(3)]
    assert [(r.added, r.unchanged, r.changed) for r in reports] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert server.asked[-1][1]["if-none-match"] == '"1"'


def test_a_page_that_is_gone_is_a_problem_and_its_old_version_stays(tmp_path: Path) -> None:
    with site({"/": [Answer(HOME), Answer("gone", status=410)]}) as server:
        build([server.url], tmp_path / "kg", web=WEB, workers=0)
        report = build([server.url], tmp_path / "kg", web=WEB, workers=0)
    assert report.documents == 1
    assert [problem.what for problem in report.problems] == ["has been removed (status 410)"]


def test_one_broken_page_does_not_cost_the_others(tmp_path: Path) -> None:
    (tmp_path / "ada.md").write_text("# Ada Oakenfield\n\n## Awards\n\n- Turing Award, 2001\n")
    with site({"/": Answer(HOME)}) as server:
        given = [f"{server.url}/missing", server.url, str(tmp_path / "ada.md"), "https://"]
        report = build(given, tmp_path / "kg", web=WEB, workers=0)
    assert (report.documents, len(report.problems)) == (2, 2)


def test_forgetting_a_page_removes_its_file(tmp_path: Path) -> None:
    store = tmp_path / "kg"
    with site({"/": Answer(HOME)}) as server:
        build([server.url], store, web=WEB, workers=0)
        forget(store, "index.html")
    left = [path.read_bytes() for path in store.rglob("*") if path.is_file()]
    assert not any(b"Quillfeather" in content for content in left)


def test_a_page_is_the_same_as_the_file_saved_from_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(HOME)
    with site({"/": Answer(HOME)}) as server:
        build([server.url], tmp_path / "web", web=WEB, workers=0)
    build([tmp_path / "index.html"], tmp_path / "file", workers=0)
    assert rows(tmp_path / "web", "quote") == rows(tmp_path / "file", "quote")


@pytest.mark.parametrize(("flags", "status"), [([], 1), (["--allow-private"], 0)])
def test_the_command_asks_private_addresses_only_with_its_flag(
    tmp_path: Path, flags: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with site({"/": Answer(HOME)}) as server, pytest.raises(SystemExit) as ended:
        main(["build", server.url, "--store", str(tmp_path / "kg"), *flags])
    assert ended.value.code == status
    assert bool(server.asked) is bool(flags)
    assert flags or "--allow-private" in capsys.readouterr().err


def test_an_address_that_leads_elsewhere_now_is_fetched_from_there(tmp_path: Path) -> None:
    mark = {"ETag": '"1"'}
    pages: dict[str, Answer | list[Answer]] = {
        "/me": [Answer(status=302, headers={"Location": place}) for place in ("/old", "/new")],
        "/old": Answer("<p>old</p>", headers=mark),
        "/new": Answer("<p>new</p>", headers=mark),
    }
    with site(pages) as server:
        for expected in (b"old", b"new"):
            fetched = WebPages(tmp_path / "web").fetch([f"{server.url}/me"], WEB)
            assert expected in fetched.found[0].path.read_bytes()
