"""The subject of a document: where its name stands, and names that are none."""

from __future__ import annotations

import pytest
from page_facts import subject_of

from graph_builder.extract import extract
from graph_builder.extract.normalise.person_names import clean_name, is_name
from graph_builder.read import read_bytes


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Ada K. Lovelace\n\nEngineer\n", "page.md"),
        ("# Lovelace, Ada K.\n\n## Education\n\nBSc, Some College, 1835\n", "page.md"),
        ('---\ntitle: "About"\nauthor: Ada K. Lovelace\n---\nHello.\n', "page.md"),
        ("Hello, I am Ada K. Lovelace, a researcher at Initech.\n", "page.md"),
        ("Research focus\n======\n\nEarth Surface Processes\n\nHow rivers dig. I am Ada K. Lovelace.\n", "page.md"),
        ("ADA K. LOVELACE\n\nEducation\n\nBSc, Some College, 1835\n", "cv.txt"),
        ("Curriculum Vitae\n\nAda K. Lovelace, Ph.D.\n\n12 Loom Street\n", "cv.txt"),
        ("# Curriculum Vitae: Ada K. Lovelace\n\n12 Loom Street\n", "cv.md"),
        ("CV | Ada K. Lovelace\n\n12 Loom Street\n", "cv.md"),
        ("Currículo de Ada K. Lovelace\n\n12 Loom Street\n", "cv.txt"),
        ("Europass\n\nSurname(s) / First name(s)\tLovelace, Ada K.\n\n12 Loom Street\n", "cv.txt"),
        ("Europass\n\nName / Surname  Ada K. Lovelace\n\n12 Loom Street\n", "cv.txt"),
        ("Lebenslauf\n\nNachname: Lovelace\nVorname: Ada K.\n\n12 Loom Street\n", "cv.txt"),
        ("Curriculum vitae\n\n| | |\n|---|---|\n| Naam | Ada K. Lovelace, PhD |\n| Adres | PO Box 3 |\n", "cv.md"),
        ("CV\n\nPersonal Information\n\n  Name\tAda K. Lovelace\n  Email\ta@b.edu\n", "cv.txt"),
        ("Nombre:             Prof. Dr. Ada K. Lovelace\nDirección:          12 Loom Street\n", "cv.txt"),
        ("<html><head><title>Ada K. Lovelace | Home</title></head><body><p>Welcome.</p></body></html>", "page.html"),
        ("cv:\n  name: Ada K. Lovelace\n  sections: {}\n", "cv.yml"),
        ('{"basics": {"name": "Ada K. Lovelace"}}', "resume.json"),
        (
            "\\documentclass{moderncv}\\firstname{Ada K.}\\familyname{Lovelace}"
            "\\begin{document}\\makecvtitle Hello\\end{document}",
            "cv.tex",
        ),
        ("\\begin{document}\\header{ada k.}{lovelace}{}\\section{Education}\nBSc, 1835\\end{document}", "cv.tex"),
        ("My name is Ada K. Lovelace. I weave at Initech, and like looms.\n", "page.md"),
        ("I weave at Initech.\n\nI like looms.\n\n© 2019-2024 Ada K. Lovelace. All rights reserved.\n", "page.md"),
        (
            "<p>Ada K. Lovelace</p><h2>Papers</h2><ol>"
            + 5 * "<li><b>A. K. Lovelace</b>, C. Babbage. Looms of a kind. <i>Looms</i> 3, 2001.</li>"
            + "</ol>",
            "page.html",
        ),
        ("<p>I weave.</p><p>Looms.</p><p>Copyright 2021 Ada K. Lovelace @ University of Lund</p>", "page.html"),
        ('<nav><a class="navbar-brand" href="/">Ada K. Lovelace</a> <a>Papers</a></nav><p>I weave.</p>', "page.html"),
        (
            "<h2>Ada K. Lovelace</h2><p>I weave.</p><h2>I like</h2><ul>"
            + "".join(f"<li><a href='https://loomcheese{n}.example'>Loom Cheese</a></li>" for n in range(9)) + "</ul>",
            "page.html",
        ),
    ],
)  # fmt: skip
def test_found(text: str, name: str) -> None:
    assert subject_of(text, name) == "Ada K. Lovelace"


def test_not_one_of_the_students() -> None:
    text = (
        "---\ntitle: Students | Ada Lovelace\n---\n\n**PhD students**\n1. Mary Somerville\n- Fall 2023 -- present\n"
        "\n2. Grace Hopper\n- Fall 2021 -- present\n- [Website](https://gracehopper.example/)\n"
    )
    assert subject_of(text) == "Ada Lovelace"


def test_not_named() -> None:
    assert subject_of("Experience\n\n2019-2020 Initech, Engineer\n", "cv.txt").startswith("(unnamed person of cv.txt)")


def test_family_name_written_with_its_particle() -> None:
    papers = [f"Weaver A, **deQuist MT** (202{i}) A study of looms, part {i}. *Loom Review*. 3: {i}" for i in range(4)]
    text = "\n\n".join(['---\ntitle: ""\npermalink: /publications/\n---', *papers, ""])
    assert subject_of(text) == "M. T. deQuist"


@pytest.mark.parametrize(
    "text",
    [
        "Machine Learning",
        "Peking University",
        "Research Interests",
        "San Francisco",
        "PyTorch Distributed",
        "About Me",
        "Associate Dean",
        "Earth Surface Processes",
        "Multi-Modal Generation",
        "Fluid Mechanics",
    ],
)
def test_no_name(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lovelace",
        "José María García",
        "Ludwig van Beethoven",
        "J. R. R. Tolkien",
        "Li Wei",
        "Ada M. Dean",
        "Phil Loom",
    ],
)
def test_name(text: str) -> None:
    assert is_name(text)


def test_titles_and_degrees_are_no_part() -> None:
    assert clean_name("Prof. Dr. Ada Lovelace, Ph.D., FRS") == "Ada Lovelace"
    assert clean_name("ADA LOVELACE") == "Ada Lovelace"
    assert clean_name("ADAM LOVELACE III") == "Adam Lovelace III"
    assert clean_name("Pr. Ada Lovelace") == clean_name("Pr Ada Lovelace") == "Ada Lovelace"


@pytest.mark.parametrize(("text", "named"), [('{"basics": {"name": "Adalia"}}', True), ('{"name": "Adalia"}', False)])
def test_a_person_of_one_name_is_named_where_data_keep_a_place_for_it(text: str, named: bool) -> None:
    facts = extract(read_bytes(text.encode(), "a.json", "docs/a.json"))
    assert any(m.name == "Adalia" for m in facts.mentions) is named


def test_name_in_another_script_is_an_alias() -> None:
    facts = extract(read_bytes("# Yan Ming (严明)\n\nHello.\n".encode(), "a.md", "docs/a.md"))
    person = next(m for m in facts.mentions if m.name == "Yan Ming")
    assert "严明" in person.aliases


@pytest.mark.parametrize("text", ["I am Ada (Addie) Lovelace, and I weave.", 'I\'m Ada "Addie" Lovelace, a weaver.'])
def test_name_with_a_nickname_in_running_text(text: str) -> None:
    assert subject_of(f"👋 Hi there! {text}\n") == "Ada Lovelace"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Reverend Dr. Ada Lovelace", "Ada Lovelace"),
        ("Rabbi Ada Lovelace, PhD", "Ada Lovelace"),
        ("Hon. Ada Lovelace", "Ada Lovelace"),
        ("PD Dr. Ada Lovelace", "Ada Lovelace"),
        ("Dott.ssa Ada Lovelace", "Ada Lovelace"),
        ("Associate Professor Ada Lovelace", "Ada Lovelace"),
        ("Ada Lovelace, MD MPH", "Ada Lovelace"),
        ("Lovelace JR", "Lovelace JR"),
    ],
)
def test_titles_and_degrees_are_no_part_of_a_name(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert is_name(text)


@pytest.mark.parametrize("text", ["Associate Professor", "Distinguished Professor"])
def test_titles_alone_are_no_name(text: str) -> None:
    assert not is_name(text)
