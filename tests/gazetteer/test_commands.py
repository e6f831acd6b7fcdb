import pytest
from click.testing import CliRunner
from registry_world import write_dump

from graph_builder.cli import app, main

CV = """name: Ada Example
experience:
  - {position: Professor, organization: "Department of Looms, Nordvik University, Norway", dates: 2019 - present}
"""


def run(*arguments):
    done = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False, standalone_mode=False)
    return done.output


def test_add_list_build_remove(tmp_path):
    dump, folder, cv = write_dump(tmp_path / "invented.jsonl"), tmp_path / "g", tmp_path / "ada.yml"
    cv.write_text(CV, encoding="utf-8")
    assert run("gazetteer", "add", dump, "--gazetteer", folder) == (
        "invented\torganizations\t220 entries, 1 withdrawn left out\n"
    )
    assert run("gazetteer", "list", "--gazetteer", folder) == "invented\torganizations\t220\tinvented.jsonl\n"
    store = tmp_path / "kg"
    question = (
        "PREFIX dcterms: <http://purl.org/dc/terms/> SELECT DISTINCT ?i WHERE "
        '{ GRAPH ?g { ?o dcterms:identifier ?i . FILTER(STRSTARTS(?i, "ror:")) } }'
    )
    run("build", cv, "--store", store, "--workers", "0", "--gazetteer", folder)
    assert "ror:0norxxxxx" in run("query", "--store", store, question)
    assert (
        run("gazetteer", "remove", "invented", "--gazetteer", folder)
        == "invented\torganizations\t220 entries removed\n"
    )
    run("build", cv, "--store", store, "--workers", "0", "--gazetteer", folder)
    assert "ror:" not in run("query", "--store", store, question)


def test_problems_are_shown_and_strict_minds_them(tmp_path, capsys):
    file = write_dump(tmp_path / "invented.jsonl")
    file.write_text('{"id": "https://ror.org/0bro\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SystemExit) as status:
        main(["gazetteer", "add", str(file), "--gazetteer", str(tmp_path / "g"), "--strict"])
    assert status.value.code == 3
    shown = capsys.readouterr()
    assert "problem: invented.jsonl: line 1: no valid JSON; it was left out" in shown.err
    assert "220 entries" in shown.out


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["add", "missing.json"], 1, "missing.json: cannot be opened"),
        (["remove", "ror"], 1, "no list called 'ror'"),
        (["add", "a", "b", "--name", "x"], 2, "--name is for one file"),
    ],
)
def test_errors_are_one_line(tmp_path, capsys, arguments, status, message):
    with pytest.raises(SystemExit) as left:
        main(["gazetteer", *arguments, "--gazetteer", str(tmp_path / "g")])
    assert left.value.code == status
    assert message in capsys.readouterr().err


def test_an_empty_list_says_so(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["gazetteer", "list", "--gazetteer", str(tmp_path / "g")])
    assert "nothing was added yet" in capsys.readouterr().err
