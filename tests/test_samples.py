"""The samples, built as a user builds them: the facts of each document, and what joins the documents."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import make_samples
import pytest
from samples_score import GOLD, RELATIONS, Tally, gold_of, one_of, score

import graph_builder
from graph_builder.pipeline import BuildReport

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

SAMPLES = Path(__file__).parent.parent / "graph_builder" / "samples"
DOCUMENTS = sorted(path.name for path in SAMPLES.iterdir() if path.is_file())
LATTICE = "Lattice: Elastic Pipeline Scheduling for Mixture-of-Experts Training"
REPLAY = "Selective Replay for Long-Context Inference"
# F1 over whole facts of all samples that must not be lost again.
FLOORS = {
    "profile": 1.0,
    "education": 0.89,
    "employment": 0.9,
    "advisor": 0.88,
    "student": 0.95,
    "publication": 0.94,
    "authorship": 0.94,
    "topic": 0.93,
    "award": 0.9,
    "service": 0.67,
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[BuildReport, graph_builder.Graph]:
    store = tmp_path_factory.mktemp("samples") / "kg"
    report = graph_builder.build([SAMPLES], store)
    return report, graph_builder.open(store)


@pytest.fixture(scope="module")
def graph(built: tuple[BuildReport, graph_builder.Graph]) -> graph_builder.Graph:
    return built[1]


@pytest.fixture(scope="module")
def tallies(graph: graph_builder.Graph) -> dict[str, Tally]:
    answers = {query: graph.query(query) for query, _, _ in RELATIONS.values()}
    return score(answers, {_iri(graph, name): name for name in DOCUMENTS})


def _iri(graph: graph_builder.Graph, document: str) -> str:
    (found,) = {str(row["source"]) for row in graph.query("sources") if str(row["source"]).endswith(f"/{document}")}
    return found


def _sources(graph: graph_builder.Graph, query: str, column: str, value: str) -> dict[str, set[str]]:
    """Return the documents behind each thing of that name, by the thing."""
    thing = {"title": "paper", "name": "person"}[column]
    found: dict[str, set[str]] = defaultdict(set)
    for row in graph.query(query):
        if row[column] == value:
            found[str(row[thing])].add(str(row["source"]).rsplit("/", 1)[-1])
    return dict(found)


def test_nothing_goes_wrong(built: tuple[BuildReport, graph_builder.Graph]) -> None:
    report, _ = built
    assert report.problems == ()
    assert report.documents == len(DOCUMENTS) >= 14


def test_every_sample_has_gold() -> None:
    assert sorted(path.stem for path in GOLD.iterdir()) == sorted(Path(name).stem for name in DOCUMENTS)
    assert [gold_of(name)["id"] for name in DOCUMENTS] == [Path(name).stem for name in DOCUMENTS]


def test_every_format_has_a_sample() -> None:
    suffixes = {Path(name).suffix for name in DOCUMENTS}
    assert suffixes == {".md", ".html", ".txt", ".tex", ".pdf", ".docx", ".yml", ".yaml", ".json"}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_one_profile_with_the_right_name(graph: graph_builder.Graph, document: str) -> None:
    (row,) = [row for row in graph.query("profiles") if row["source"] == _iri(graph, document)]
    person = gold_of(document)["person"]
    if person.get("optional"):
        assert document in str(row["name"]), "the label says where an unnamed person comes from"
    else:
        assert one_of(row["name"], [person["name"], *person["also"]])


@pytest.mark.parametrize("relation", RELATIONS)
def test_facts(tallies: dict[str, Tally], relation: str) -> None:
    tally = tallies[relation]
    wrong = "\n".join(["missed:", *tally.missed, "made up:", *tally.extra])
    assert tally.f1 >= FLOORS[relation], f"{tally.f1:.3f}\n{wrong}"


@pytest.mark.parametrize(
    ("title", "documents"),
    [
        (LATTICE, {"vantreight.html", "wrenfield.md", "dolverson-cv.tex", "dolverson.html", "luo.md"}),
        # One as a preprint, the others at the conference.
        (REPLAY, {"ostrowick.tex", "thelwell.md", "dolverson-cv.tex", "dolverson.html"}),
        ("Grasping in the Dark: Tactile Policies without Vision", {"abara-voss.md", "morrowen.txt"}),
        ("Provenance-First Knowledge Graphs", {"vantreight.html", "yelverton.md"}),
        ("Quill: Cost-Aware Query Planning over Data Lakes", {"havlund.yml", "kaldero.docx"}),
        ("Sparse Adapters for Low-Resource Machine Translation", {"castellan-nlp.yaml", "ellingsworth.json"}),
    ],
)
def test_a_paper_of_several_documents_is_one(graph: graph_builder.Graph, title: str, documents: set[str]) -> None:
    assert list(_sources(graph, "publications", "title", title).values()) == [documents]


def test_namesakes_are_two(graph: graph_builder.Graph) -> None:
    found = _sources(graph, "profiles", "name", "Mira Castellan")
    assert sorted(map(sorted, found.values())) == [["castellan-biology.pdf"], ["castellan-nlp.yaml"]]


def test_two_documents_of_one_person_meet(graph: graph_builder.Graph) -> None:
    profiles = {str(row["source"]).rsplit("/", 1)[-1]: row["person"] for row in graph.query("profiles")}
    assert profiles["dolverson.html"] == profiles["dolverson-cv.tex"]
    assert len(set(profiles.values())) == len(profiles) - 1


@pytest.mark.parametrize(
    ("employer", "people"),
    [
        ("Alibaba", {"Qinghe Luo", "Tobiasz Wrenfield", "Daiki Morrowen", "(unnamed person of career.txt)"}),
        ("Huawei", {"Ogechi Brandvold", "Qinghe Luo"}),
        ("NVIDIA", {"Tobiasz Wrenfield", "Rafael Ostrowick", "(unnamed person of career.txt)"}),
        ("University of Edinburgh", {"Ingeborg Vantreight", "Cassius Yelverton"}),
        ("EPFL", {"Anneke Dolverson", "Mira Castellan"}),
    ],
)
def test_who_worked_at(graph: graph_builder.Graph, employer: str, people: set[str]) -> None:
    found = {str(row["name"]).replace(" M. ", " ") for row in graph.query("worked_at", organization=employer)}
    assert found == people


def test_advisor_and_student_say_the_same(graph: graph_builder.Graph) -> None:
    pairs: dict[tuple[str | None, str | None], set[str | None]] = defaultdict(set)
    for row in graph.query("advising"):
        pairs[row["student"], row["advisor"]].add(row["source"])
    names = {row["student"]: row["studentName"] for row in graph.query("advising")}
    twice = {str(names[student]).replace(" M. ", " ") for (student, _), sources in pairs.items() if len(sources) > 1}
    assert twice >= {"Anneke Dolverson", "Daiki Morrowen", "Ogechi Brandvold", "Priyanka Thelwell", "Rafael Ostrowick"}


def test_every_fact_leads_to_its_words(graph: graph_builder.Graph) -> None:
    facts = 0
    for record in graph.sources():
        text = graph.store.document(record.id).text
        for claim in graph.store.facts(record.id).claims:
            facts += 1
            assert claim.evidence.quote
            assert claim.evidence.quote in claim.evidence.span.of(text), (record.id, claim)
    assert facts > 400
    rows = graph.query(
        "PREFIX gb: <https://w3id.org/graph-builder/ontology#> SELECT ?source ?start ?end ?quote "
        "{ ?fact gb:source ?source ; gb:evidenceStart ?start ; gb:evidenceEnd ?end ; gb:quote ?quote }"
    )
    texts = {_iri(graph, r.id.rsplit("/", 1)[-1]): graph.store.document(r.id).text for r in graph.sources()}
    assert len(rows) > 300
    for row in rows:
        assert str(row["quote"]) in texts[str(row["source"])][int(row["start"] or 0) : int(row["end"] or 0)], row


def test_the_graph_keeps_to_its_shapes(graph: graph_builder.Graph) -> None:
    from graph_builder.graph.validation import validate

    assert list(validate(graph.pyoxigraph)) == []


@pytest.mark.parametrize(
    ("name", "write"), [("castellan-biology.pdf", make_samples.write_pdf), ("kaldero.docx", make_samples.write_docx)]
)
def test_made_samples_are_up_to_date(name: str, write: object, tmp_path: Path) -> None:
    """What the script makes reads like what lies in the samples (libraries may change bytes, not words)."""
    from graph_builder.read import read_file

    assert callable(write)
    write(tmp_path / name)
    kept, made = (read_file(folder / name, name) for folder in (SAMPLES, tmp_path))
    assert (made.text, made.blocks) == (kept.text, kept.blocks)
