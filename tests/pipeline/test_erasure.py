"""Erasing a person: nothing of the name stays in the store, nothing else goes, and later builds keep to it."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import graph_builder
from graph_builder.cli import app
from graph_builder.model import Document, EntityKind, Identifier, Mention, SourceFacts, StoreError
from graph_builder.pipeline.redaction import BLACK, Redaction
from graph_builder.store.erased_people import NameFinder, erased_path, erased_person, read_erased
from graph_builder.store.store import Store

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

SALT = "ab" * 32
ADA = """# Ada Byrne

ada.byrne@example.org

## Education

- Ph.D. in Computer Science, University of Oslo, 2012 - 2016. Advisor: Mira Holt

## Publications

- Ada Byrne, Mira Holt. Looms that Think. In NeurIPS 2015.
"""
MIRA = """# Mira Holt

## Experience

- Professor, University of Oslo, 2005 - present

## Students

- Ada Byrne (Ph.D. 2016), now at [her page](https://ada-byrne.example.org/)
- Otto Brandt (Ph.D. 2018)

## Publications

- Ada Byrne, Mira Holt. Looms that Think. In NeurIPS 2015.
- A. Byrne, O. Brandt and M. Holt. Byrne's Test, Revisited. In ICML 2017.
"""
OTTO = "# Otto Brandt\n\n## Experience\n\n- Engineer, Acme Robotics, 2018 - 2020\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, tagger_on: None) -> Path:
    folder = tmp_path_factory.mktemp("erasing")
    (folder / "cvs").mkdir()
    for name, text in (("a.md", ADA), ("mira.md", MIRA), ("otto.md", OTTO)):
        (folder / "cvs" / name).write_text(text, "utf-8")
    graph_builder.build([folder / "cvs"], folder / "kg", workers=0)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into a folder with a store of one's own and its documents, and return it."""
    monkeypatch.chdir(shutil.copytree(built, tmp_path, dirs_exist_ok=True))
    return tmp_path


def type_(*words: str) -> Result:
    done = CliRunner().invoke(app, words, standalone_mode=False)
    if done.exception and not isinstance(done.exception, graph_builder.GraphBuilderError):
        raise done.exception
    return done


def everything(store: Path) -> bytes:
    """Return all bytes of a store, those of packed objects unpacked, its statements, and the files beside it."""
    found = [str(quad).encode() for quad in Store.open(store).snapshot()]
    for path in [*store.rglob("*"), *store.parent.glob(f"{store.name}.*")]:
        if path.is_file():
            content = path.read_bytes()
            found += [os.fsencode(path.name), content]
            if path.suffix == ".gz":
                found.append(gzip.decompress(content))
    return b"\n".join(found).lower()


def test_nothing_of_the_name_stays(folder: Path) -> None:
    type_("rename", "--store", "kg", "Ada Byrne", "Ada Augusta Byrne", "--author", "Mo", "--date", "2026-01-31")
    assert b"byrne" in everything(folder / "kg")
    done = type_("forget", "--store", "kg", "--person", "Ada Augusta Byrne")
    assert "1 sources removed, 1 blacked out" in done.output
    assert "decisions     1 " in done.output
    left = everything(folder / "kg")
    assert b"byrne" not in left
    assert b"ada-" not in left
    graph = graph_builder.open("kg")
    assert {row["name"] for row in graph.query("SELECT ?name { ?p a schema:Person ; rdfs:label ?name }".join(
        ["PREFIX schema: <https://schema.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> ", ""]
    ))} == {"Mira Holt", "Otto Brandt"}  # fmt: skip


def test_what_others_say_of_others_stays_with_its_words(folder: Path) -> None:
    type_("forget", "--store", "kg", "--person", "Ada Byrne")
    graph = graph_builder.open("kg")
    assert [row["studentName"] for row in graph.query("advising")] == ["Otto Brandt"]
    assert {row["title"] for row in graph.query("publications")} >= {"Looms that Think"}
    reasons = graph.why("Mira Holt")
    assert reasons
    assert all(reason.found for reason in reasons), "quotes stand where they stood"
    document = Store.open("kg").document("cvs/mira.md")
    assert len(document.text) == len(document.text.replace(BLACK, "x"))
    assert "███ █████, Mira Holt. Looms that Think" in document.text


def test_erasure_holds_for_later_builds_and_a_new_store(folder: Path) -> None:
    type_("forget", "--store", "kg", "--person", "Ada Byrne")
    before = sorted(map(str, graph_builder.open("kg").pyoxigraph))
    report = graph_builder.build(["cvs"], "kg", workers=0)
    assert report.unchanged == 2, "what was blacked out is not read again"
    assert [problem.source for problem in report.problems] == ["cvs/a.md"]
    assert "erased" in report.problems[0].what
    (folder / "cvs" / "new.md").write_text("# Otto Brandt\n\n## Students\n\n- Byrne, Ada\n", "utf-8")
    graph_builder.build(["cvs"], "kg", workers=0)
    assert b"byrne" not in everything(folder / "kg")
    shutil.rmtree("kg")
    (folder / "cvs" / "new.md").unlink()
    graph_builder.build(["cvs"], "kg", workers=0)
    assert b"byrne" not in everything(folder / "kg")
    assert sorted(map(str, graph_builder.open("kg").pyoxigraph)) == before


def test_without_the_entry_a_build_brings_the_person_back(folder: Path) -> None:
    before = sorted(map(str, graph_builder.open("kg").pyoxigraph))
    type_("forget", "--store", "kg", "--person", "Ada Byrne")
    erased_path("kg").unlink()
    graph_builder.build(["cvs"], "kg", workers=0)
    assert sorted(map(str, graph_builder.open("kg").pyoxigraph)) == before


def test_namesakes_are_asked_about(folder: Path) -> None:
    (folder / "cvs" / "other.md").write_text(
        "---\neducation:\n- {degree: M.D., institution: University of Cape Town, dates: 1980 - 1986}\n"
        "experience:\n- {position: Surgeon, company: Groote Schuur Hospital, dates: 1990 - 2010}\n---\n\n# Ada Byrne\n",
        "utf-8",
    )
    graph_builder.build(["cvs"], "kg", workers=0)
    people = [row["person"] for row in graph_builder.open("kg").query("profiles") if row["name"] == "Ada Byrne"]
    assert len(people) == 2
    done = type_("forget", "--store", "kg", "--person", str(people[0]))
    assert "--with-namesakes" in str(done.exception)
    assert not erased_path("kg").exists()
    type_("forget", "--store", "kg", "--person", str(people[0]), "--with-namesakes")
    assert b"byrne" not in everything(folder / "kg")


def test_a_broken_list_stops_a_build(folder: Path) -> None:
    erased_path("kg").write_text("no entry\n")
    with pytest.raises(StoreError, match="line 1"):
        graph_builder.build(["cvs"], "kg", workers=0)
    assert graph_builder.open("kg").sources()


def test_the_list_holds_no_name_and_no_two_entries_are_alike() -> None:
    one, two = (erased_person(["Ada Byrne"], [Identifier("orcid", "0000-0001")]) for _ in range(2))
    assert not set(one.full) & set(two.full)
    assert "byrne" not in str(one).lower()
    assert NameFinder((one,)).has(Identifier("orcid", "0000-0001"))


@pytest.mark.parametrize(
    ("printed", "text", "found"),
    [
        ("Élodie O'Neil", "with Elodie O’Neil.", ["Elodie O’Neil"]),
        ("王小明", "导师王小明教授", ["王小明"]),
        ("Ada K. Byrne", "Byrne, Ada K., and Ada Byrne", ["Byrne, Ada K", "Ada Byrne"]),
        ("Ada Byrne", "adabyrne@example.org", ["adabyrne"]),
        ("Ada Byrne", "Ada Brown and Carl Byrne", []),
        ("Li Na", "Li, Na wrote; li na", ["Li, Na", "li na"]),
    ],
)
def test_forms(printed: str, text: str, found: list[str]) -> None:
    finder = NameFinder((erased_person([printed], salt=SALT),))
    assert [text[start:end] for (start, end), _ in finder.names(text)] == found


@given(st.text(alphabet="abAB éł王明.,-\n\t", max_size=60))
def test_redaction_keeps_length_and_white_space(text: str) -> None:
    redaction = Redaction((erased_person(["Ab Ba", "王明"], salt=SALT),))
    facts = SourceFacts("a", (Mention("a", "1", EntityKind.PERSON, "Ab Ba"),))
    made = redaction(Document("a", "text/plain", text), facts)
    assert len(made.document.text) == len(text)
    assert [c for c in made.document.text if c.isspace()] == [c for c in text if c.isspace()]
    assert made.facts.mentions == ()
    again = redaction(made.document, made.facts)
    assert again.document.text == made.document.text


def test_read_erased_of_no_store(tmp_path: Path) -> None:
    assert read_erased(tmp_path / "kg") == ()
