# ruff: noqa: E501
"""Names of subjects in titles, descriptions, keywords and sentences that say whose page it is."""

from __future__ import annotations

import pytest
from page_facts import subject_of

_REST = "<p>Selected tools</p><p>LOOM, SPINdb</p><p>Linked In</p><p>Contact me if you are interested in weaving.</p>"


def _page(head: str = "", body: str = "") -> str:
    return f"<html><head>{head}</head><body>{_REST}{body}</body></html>"


@pytest.mark.parametrize(
    "title",
    [
        "Irena Sollund 에이다 Astrophysicist @ ISI (Imaginary Space Institute)",
        "Irena Sollund, Astrophysicist at ISI",
        "Irena Sollund (Astrophysicist, ISI)",
        "Irena Sollund at the University of Oslo",
        "Irena Sollund >> Home",
        "Irena Sollund / Home",
        "Irena Sollund • Researcher",
        "Irena Sollund, University of Oslo, Department of Looms",
        "Homepage of Irena Sollund, University of Oslo",
        "Irena Sollund 의 홈페이지",
    ],
)
def test_titles(title: str) -> None:
    assert subject_of(_page(f"<title>{title}</title>"), "index.html") == "Irena Sollund"


@pytest.mark.parametrize("title", ["Machine Learning Researcher | Irena Sollund", "Deep Learning, Irena Sollund"])
def test_what_is_in_front_of_a_name_is_no_name(title: str) -> None:
    assert subject_of(_page(f"<title>{title}</title>", "<h1>Irena Sollund</h1>"), "index.html") == "Irena Sollund"


@pytest.mark.parametrize(
    "description",
    [
        "Academic, professional and personal website of Irena Sollund, BSc, PhD",
        "Personal website of Irena Sollund, lecturer in looms.",
        "Homepage of Dr. Irena Sollund (Oslo)",
    ],
)
def test_descriptions(description: str) -> None:
    head = f'<title>oslo.org</title><meta name="description" content="{description}">'
    assert subject_of(_page(head), "index.html") == "Irena Sollund"


@pytest.mark.parametrize(
    "body",
    [
        "<p>This website contains a <a href='cv.htm'>CV</a> and academic information for Dr. Irena Sollund. Have a look.</p>",
        "<p>You have reached the web page of Irena Sollund.</p>",
        "<p>Welcome to the website of Prof. Irena Sollund.</p>",
        "<p>These are the pages of Irena Sollund.</p>",
        "<p>Here you can find papers and software by Irena Sollund.</p>",
        "<p>Contact: Irena Sollund, Department of Looms, University of Oslo</p>",
        "<p>Irena Sollund<br>Department of Looms<br>University of Oslo<br>Oslo, Norway</p>",
        "<p><b>Irena Sollund</b><br>Room 12<br>Tel. 123</p>",
        "<p>Last modified 2020 by Irena Sollund</p>",
        "<p>I, Irena Sollund, am a lecturer in looms at the University of Oslo.</p>",
        "<p>View Irena Sollund's profile</p>",
    ],
)
def test_sentences(body: str) -> None:
    assert subject_of(_page("<title>oslo.org</title>", body), "index.html") == "Irena Sollund"


def test_others_whom_a_sentence_names() -> None:
    body = "<p>This website was designed by Irena Sollund.</p><p>This is a picture of Irena Sollund.</p>"
    assert "unnamed" in subject_of(_page("<title>oslo.org</title>", body), "index.html")
