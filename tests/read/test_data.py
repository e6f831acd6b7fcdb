from __future__ import annotations

import json

import pytest
from outline import check_places, outline

from graph_builder.model import Node, ReadError
from graph_builder.read import read_bytes
from graph_builder.read.data.json import read_json
from graph_builder.read.data.yaml import read_yaml

YAML: dict[str, tuple[str, list[str]]] = {
    "scalars": (
        "a: 1\nb: 'it''s'\nc: \"x\\ty\"\nd: null\ne: ~\nf:\n",
        ["field a: 1", "field b: it's", "field c: x\ty"],
    ),
    "folded": ("a: >\n  one\n  two\nb: |\n  three\n  four\n", ["field a: one two", "field b: three\nfour"]),
    "sequences take the key above": ("a:\n- x\n- [y, z]\n", ["field a: x", "field a: y", "field a: z"]),
    "aliases": ("a: &x {n: Ada}\nb: *x\n", ["field n: Ada", "field n: Ada"]),
    "markup": ("a: <b>Ada</b> &amp; *Mary*", ["field a: Ada & Mary"]),
    "several documents": ("a: x\n---\nb: y\n", ["field a: x", "field b: y"]),
}


def plain(node: Node) -> object:
    if node.kind == "scalar":
        return node.value
    if node.kind == "sequence":
        return [plain(child) for child in node.children]
    return {child.key: plain(child) for child in node.children}


@pytest.mark.parametrize("name", YAML)
def test_yaml(name: str) -> None:
    text, expected = YAML[name]
    document = read_yaml(text.encode(), "a.yml")
    assert outline(document) == expected
    check_places(document, text)


def test_json_resume() -> None:
    text = json.dumps({"basics": {"name": "Zoë", "n": 3}, "work": [{"name": 'A "B"\n'}, None, "", True]}, indent=1)
    document = read_json(text.encode(), "resume.json")
    assert outline(document) == ["field name: Zoë", "field n: 3", 'field name: A "B"', "field work: true"]
    check_places(document, text)
    work = document.data[0].get("WORK")
    assert work is not None
    assert [child.kind for child in work.children] == ["mapping", "scalar", "scalar", "scalar"]
    assert work.children[0].children[0].span.of(document.text) == 'A "B"'


def test_broken_yaml_keeps_what_can_be_read() -> None:
    text = (
        '- title: Jobs\n  contents:\n      - title: Dean\n      institution: "Acme: A"\n    - title: Clerk\n'
        "      tags:\n        - x\n        - y\n- title: Awards\n"
    )
    document = read_yaml(text.encode(), "cv.yml")
    check_places(document, text)

    values = [node.value for node in document.data[0].walk() if node.value]
    assert values == ["Jobs", "Dean", "Acme: A", "Clerk", "x", "y", "Awards"]
    assert "line 4" in document.metadata["problem"]


def test_broken_json_says_where() -> None:
    with pytest.raises(ReadError, match="line 1, column 43: no valid JSON"):
        read_json(b'{"name": "Zoe", "jobs": [{"title": "Dean" "at": "Acme"}]}', "resume.json")


def test_comments_and_last_commas_are_passed_over() -> None:
    text = (
        '{"name": "Zoë // Quist", // "old": "Bo",\n /* "x":\n "y", */ "page": "https://a.example/*b", "n": [1, 2,],\n}'
    )
    document = read_json(text.encode(), "resume.json")
    assert plain(document.data[0]) == {"name": "Zoë // Quist", "page": "https://a.example/*b", "n": ["1", "2"]}


BAD = {
    "bomb.yml": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    "itself.yml": "a: &a\n  - *a\n",
    "deep.yml": "[" * 5000 + "x" + "]" * 5000,
    "deep.json": "[" * 100_000 + "]" * 100_000,
    "words.json": "[1, x y",
    "words.yml": "[x, y\n}",
    "none.json": "{}",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_data_is_refused_with_one_line(name: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_bytes(BAD[name].encode(), name, f"x/{name}")
    message = str(caught.value)
    assert message.startswith(f"x/{name}: ")
    assert ";" in message
    assert "\n" not in message
