"""Builds with a language model: a real server on loopback, good and bad, and documents that are never lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from chat_server import Reply, chat, serving

from graph_builder import BuildReport, LanguageModel, build
from graph_builder import open as open_graph
from graph_builder.cli import main
from graph_builder.export.annotations import annotate
from graph_builder.model import ReadError
from graph_builder.pipeline import forget, forget_person

CV = """# Mira Holt

I spend my summers at Quiet Machines, where I mend looms.

## Research Interests

- Weaving engines
"""
DATA = "---\ninterests:\n- Weaving engines\n---\n"  # what is read without the model too
LINE = "2| I spend my summers at Quiet Machines, where I mend looms."
JOB = {"lines": [2], "organization": "Quiet Machines", "role": None, "start": None, "end": None}
INTEREST = {"lines": [4], "topic": "Weaving engines"}
ANSWER = {"employment": [JOB], "interests": [INTEREST]}
INVENTED = {"employment": [JOB, {**JOB, "organization": "Loud Machines"}], "interests": [INTEREST]}
EMPLOYERS = (
    "SELECT ?n ?x ?c { ?f a gb:Employment ; gb:organization [ rdfs:label ?n ] ; gb:extractor ?x ; gb:confidence ?c }"
)
HEAD = "PREFIX gb: <https://w3id.org/graph-builder/ontology#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "


@pytest.fixture
def cv(tmp_path: Path) -> Path:
    path = tmp_path / "cvs" / "mira.md"
    path.parent.mkdir()
    path.write_text(CV)
    return path


def run(cv: Path, url: str, key: str = "", timeout: float = 20.0, **options: object) -> BuildReport:
    llm = LanguageModel(url, "toy-1", key, timeout=timeout)
    return build([cv], cv.parent.parent / "kg", llm=llm, workers=0, **options)  # type: ignore[arg-type]


def employers(cv: Path) -> list[tuple[str | None, str | None]]:
    rows = open_graph(cv.parent.parent / "kg").query(HEAD + EMPLOYERS)
    return [(row["n"], row["x"]) for row in rows]


def topics(cv: Path) -> list[str | None]:
    return [row["topic"] for row in open_graph(cv.parent.parent / "kg").query("topics")]


def test_a_good_answer_is_added_under_the_models_name(cv: Path) -> None:
    with serving(chat(ANSWER)) as server:
        report = run(cv, server.url)
        assert report.problems == ()
        assert employers(cv) == [("Quiet Machines", "llm/toy-1")]
        assert topics(cv) == ["Weaving engines"]
        assert server.paths == ["/v1/models", "/v1/chat/completions"]
        assert server.asked[0]["model"] == "toy-1"
        assert LINE in server.asked[0]["messages"][1]["content"]


def test_without_a_model_nothing_is_asked_and_no_trace_stays(cv: Path) -> None:
    with serving(chat(ANSWER)) as server:
        run(cv, server.url)
        assert run(cv, server.url).unchanged == 1
        assert len(server.asked) == 1
        assert build([cv], cv.parent.parent / "kg", workers=0).changed == 1
        assert len(server.asked) == 1
    assert employers(cv) == []


def test_invented_names_are_dropped_and_counted(cv: Path) -> None:
    with serving(chat(INVENTED)) as server:
        report = run(cv, server.url)
    assert (report.dropped, report.problems) == (1, ())
    assert employers(cv) == [("Quiet Machines", "llm/toy-1")]


BAD = {
    "no JSON": [chat("these are the facts: none")],
    "no completion": [Reply(b'{"hello": 1}')],
    "refused": [Reply(b'{"error": {"message": "bad key"}}', status=401)],
    "late": [Reply(b"{}", wait=1)],
}


@pytest.mark.parametrize("replies", BAD.values(), ids=BAD)
def test_a_failing_endpoint_loses_no_document(cv: Path, replies: list[Reply]) -> None:
    cv.write_text(DATA + CV)
    with serving(*replies) as server:
        report = run(cv, server.url, timeout=0.5 if replies[0].wait else 20.0, time_limit=5.0)
    (problem,) = report.problems
    assert problem.source == "cvs/mira.md"
    assert "the language model" in problem.what
    assert (report.documents, report.added) == (1, 1)
    assert topics(cv) == ["Weaving engines"]


def test_a_document_that_the_endpoint_failed_is_asked_about_again(cv: Path) -> None:
    with serving(Reply(status=401), chat(ANSWER)) as server:
        assert run(cv, server.url).problems
        assert employers(cv) == []
        assert run(cv, server.url).changed == 1
        assert employers(cv) == [("Quiet Machines", "llm/toy-1")]
        assert run(cv, server.url).unchanged == 1


def test_a_server_without_schemas_is_asked_in_words(cv: Path) -> None:
    with serving(Reply(b'{"error": "no json_schema"}', status=400), chat(ANSWER)) as server:
        assert run(cv, server.url).problems == ()
        assert [asked["response_format"]["type"] for asked in server.asked] == ["json_schema", "json_object"]


def test_the_key_is_sent_and_stored_nowhere(cv: Path) -> None:
    with serving(chat(ANSWER)) as server:
        run(cv, server.url, "open-sesame-42")
        assert server.keys == ["Bearer open-sesame-42"]
    files = [p for p in (cv.parent.parent / "kg").rglob("*") if p.is_file()]
    assert files
    assert not [p for p in files if b"open-sesame-42" in p.read_bytes()]
    assert "open-sesame-42" not in repr(LanguageModel("https://a.example/v1", "m", "open-sesame-42"))


def test_an_address_that_is_none_stops_the_build(cv: Path) -> None:
    with pytest.raises(ReadError, match="no web address"):
        run(cv, "localhost:8000")
    assert not (cv.parent.parent / "kg").exists()


def test_the_command_line(cv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TOY_KEY", "sesame")
    kg = str(cv.parent.parent / "kg")
    with serving(chat(INVENTED)) as server:
        arguments = ["build", str(cv), "--store", kg, "--llm-url", server.url, "--llm-model", "toy-1"]
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--llm-key-env", "TOY_KEY"])
        assert (ended.value.code, server.keys) == (0, ["Bearer sesame"])
    assert re.search(r"dropped +1 ", capsys.readouterr().out)
    for wrong in (["--llm-url", "http://localhost:1/v1"], ["--llm-model", "m"], ["--llm-key-env", "TOY_KEY"]):
        with pytest.raises(SystemExit) as ended:
            main(["build", str(cv), "--store", kg, *wrong])
        assert ended.value.code == 2
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--llm-key-env", "NO_SUCH_VARIABLE"])
    assert ended.value.code == 2
    assert json.dumps("sesame") not in capsys.readouterr().err


def stored_answers(store: Path) -> list[Path]:
    return sorted((store / "llm").glob("*/*.json"))


def test_a_renamed_document_is_not_asked_about_again(cv: Path) -> None:
    with serving(chat(ANSWER)) as server:
        run(cv, server.url)
        assert run(cv.rename(cv.with_name("holt.md")), server.url).added == 1
        assert len(server.asked) == 1
    assert employers(cv) == [("Quiet Machines", "llm/toy-1")] * 2


def test_the_same_answers_give_the_same_graph(cv: Path) -> None:
    store = cv.parent.parent / "kg"
    with serving(chat(ANSWER)) as server:
        run(cv, server.url)
        before = graph_lines(store)
        cv.write_text(CV + "\nA line more.\n")
        run(cv, server.url)
        cv.write_text(CV)
        run(cv, server.url)
        assert len(server.asked) == 2
    assert graph_lines(store) == before


def graph_lines(store: Path) -> list[str]:
    return sorted(str(quad) for quad in open_graph(store).store.snapshot())


def test_forgetting_takes_the_answers_along(cv: Path) -> None:
    store = cv.parent.parent / "kg"
    other = cv.with_name("ada.md")
    other.write_text(CV.replace("Mira Holt", "Ada Byron Fell"))
    with serving(chat(ANSWER)) as server:
        build([cv, other], store, llm=LanguageModel(server.url, "toy-1"), workers=0)
    assert len(stored_answers(store)) == 2
    forget(store, "mira.md")
    assert len(stored_answers(store)) == 1
    assert not [p for p in (store / "llm").rglob("*") if p.is_file() and b"Mira" in p.read_bytes()]


def test_erasing_a_person_takes_answers_along_that_name_them(cv: Path) -> None:
    store = cv.parent.parent / "kg"
    cv.write_text(CV + "\nI studied with my advisor Orla Quince, a weaver.\n")
    advisor = {"lines": [5], "name": "Orla Quince", "is": "advisor"}
    with serving(chat({**ANSWER, "advising": [advisor]})) as server:
        run(cv, server.url)
    (person,) = [row["advisor"] for row in open_graph(store).query("advising")]
    assert person is not None
    forget_person(store, person)
    assert stored_answers(store) == []


def test_a_budget_that_is_spent_stops_asking(cv: Path) -> None:
    cv.with_name("two.md").write_text(CV + "\nA second one.\n")
    with serving(chat(ANSWER)) as server:
        llm = LanguageModel(server.url, "toy-1", budget=100)
        report = build([cv.parent], cv.parent.parent / "kg", llm=llm, workers=0)
        assert len(server.asked) == 1
    assert report.tokens > 100
    assert ["budget of 100 tokens" in str(problem) for problem in report.problems] == [True]


def test_the_window_is_asked_for_once_and_sets_the_size_of_questions(cv: Path) -> None:
    cv.write_text(CV + "\n".join(f"\nParagraph {n} of a long story about looms and their menders." for n in range(150)))
    with serving(chat(ANSWER)) as server:
        server.window = 4_096
        run(cv, server.url)
        small = len(server.asked)
        run(cv, server.url)
        assert server.paths.count("/v1/models") == 1
    with serving(chat(ANSWER)) as server:
        build([cv], cv.parent.parent / "other", llm=LanguageModel(server.url, "toy-1", window=32_000), workers=0)
        assert 1 == len(server.asked) < small


def test_a_batch_is_written_and_its_answers_are_read(cv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, questions, answers = (cv.parent.parent / name for name in ("kg", "questions.jsonl", "answers.jsonl"))
    model = ["build", str(cv), "--store", str(store), "--llm-model", "toy-1"]
    status = []
    for arguments in (
        [*model, "--dry-run", "--llm-price", "1000", "1000"],
        [*model, "--llm-questions", str(questions)],
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        status.append(ended.value.code)
    out = capsys.readouterr().out
    assert (status, store.exists()) == ([0, 0], False)
    assert re.search(r"questions +1 ", out)
    assert re.search(r"price +\d\.\d\d ", out)
    (question,) = map(json.loads, questions.read_text().splitlines())
    assert question["url"] == "/v1/chat/completions"
    completion = json.loads(chat(ANSWER).body)
    line = {"custom_id": question["custom_id"], "response": {"status_code": 200, "body": completion}}
    outside = {**line, "custom_id": "../../x/y"}
    answers.write_text(f"{json.dumps(line)}\n{json.dumps(outside)}\nno JSON\n")
    with pytest.raises(SystemExit):
        main([*model, "--llm-answers", str(answers)])
    assert "answers.jsonl:2" in (problems := capsys.readouterr().err)
    assert "answers.jsonl:3" in problems
    assert employers(cv) == [("Quiet Machines", "llm/toy-1")]
    assert list(store.parent.glob("x")) == []


def test_what_a_batch_did_not_answer_is_a_problem_and_read_without_it(cv: Path) -> None:
    cv.write_text(DATA + CV)
    report = build([cv], cv.parent.parent / "kg", llm=LanguageModel("", "toy-1"), workers=0)
    assert ["no answer in the store yet" in str(problem) for problem in report.problems] == [True]
    assert topics(cv) == ["Weaving engines"]


def test_why_shows_model_prompt_time_and_the_place_of_each_value(cv: Path) -> None:
    with serving(chat({"employment": [{**JOB, "role": "mend looms"}]})) as server:
        run(cv, server.url)
    graph = open_graph(cv.parent.parent / "kg")
    (reason,) = [r for r in graph.why("Quiet Machines") if r.fact.relation.value == "employment"]
    assert re.fullmatch(r"toy-1, prompt \d+, \d{4}-\d\d-\d\dT.*", reason.language_model)
    assert {(value.name, value.quote) for value in reason.values} == {
        ("organization", "Quiet Machines"),
        ("role", "mend looms"),
    }


def test_annotations_hold_offsets_and_no_text(cv: Path) -> None:
    store, out = cv.parent.parent / "kg", cv.parent.parent / "annotations"
    with serving(chat(ANSWER)) as server:
        run(cv, server.url)
    assert annotate(store, out) == 1
    (file,) = out.iterdir()
    found = json.loads(file.read_text())
    text = open_graph(store).store.document("cvs/mira.md").text
    places = [fact["places"]["organization"] for fact in found["facts"] if fact["relation"] == "employment"]
    assert [text[start:end] for start, end in places] == ["Quiet Machines"]
    assert not re.search("Mira|Holt|Quiet|Weaving", file.read_text() + file.name)


@pytest.mark.slow
def test_a_killed_build_goes_on_without_asking_again(cv: Path) -> None:
    for number in range(6):
        cv.with_name(f"{number}.md").write_text(f"{CV}\nVersion {number}.\n")
    store = cv.parent.parent / "kg"
    with serving(chat(ANSWER, wait=0.2)) as server:
        command = [sys.executable, "-m", "graph_builder", "build", str(cv.parent), "--store", str(store)]
        command += ["--llm-url", server.url, "--llm-model", "toy-1", "--llm-parallel", "1", "--llm-window", "16000"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while len(server.asked) < 4 and process.poll() is None:
            time.sleep(0.05)
        process.kill()
        process.wait()
        assert 3 <= len(stored_answers(store)) < 7
        report = build([cv.parent], store, llm=LanguageModel(server.url, "toy-1", window=16_000), workers=0)
        assert report.added == 7
        assert len(server.asked) <= 8  # each once, and the one again that was under way
    assert len(employers(cv)) == 7
