# ruff: noqa: E501
"""Lists and sentences of homepages in Markdown, as themes for researchers print them; invented people throughout."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract import extract
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes

_HEAD = "# Ada K. Lovelace\n\n"
_ITEMS = (
    "- **Threads Tell When Looms Will Stop**\n\n  Mary Moor, **Ada K. Lovelace**\n\n  International Conference on Looms (LOOM) 2022\n\n"
    "- **Dyes Without Water for All Mills**\n\n  **Ada K. Lovelace**, Ned Weaver\n\n  International Conference on Dyes (ICOD) 2021, _under review_\n"
)

_CASES: dict[str, tuple[str, set[str]]] = {
    "a linked title that asks, among linked titles": (
        "## Publications\n\n"
        "- **Ada K. Lovelace**, Ned Weaver. [Slow Looms Weave More Cloth](a), *Looms* 2023\n"
        "- Mary Moor, **Ada K. Lovelace**. [Wool and Water in the Old Mills](b), *Looms* 2022\n"
        "- Ned Weaver, **Ada K. Lovelace**. [Threads of Many Colours for Small Towns](c), *Wool Letters* 2021\n"
        "- Mary Moor, **Ada K. Lovelace**. [When Can a Loom Help? Rare Events, Mill Embedding and Best Cloth](d) (alphabetical order) Conference on Looms 2020\n",
        {
            "Slow Looms Weave More Cloth | Ada K. Lovelace; Ned Weaver",
            "Wool and Water in the Old Mills | Mary Moor; Ada K. Lovelace",
            "Threads of Many Colours for Small Towns | Ned Weaver; Ada K. Lovelace",
            "When Can a Loom Help? Rare Events, Mill Embedding and Best Cloth | Mary Moor; Ada K. Lovelace",
        },
    ),
    "a post, its office and its house below the name": (
        "Associate Manager, Woollen Property<br>\n[Loom Center for Weaving and Spinning](https://loom.example.edu)<br>\n<span>Rice University</span>\n\n## Personal\n\nI like wool.\n",
        set(),
    ),
    "talks below a heading with a hyphen": (
        "## Publications\n\n- A. K. Lovelace, N. Weaver. Slow looms weave more cloth. Journal of Looms, 2023.\n\n## Conference-presentations\n\n- Lovelace, A. K. *Why looms stop* (2022). World Congress of Looms, Ottawa.\n",
        {"Slow looms weave more cloth | A. K. Lovelace; N. Weaver"},
    ),
}  # fmt: skip


def _read(text: str) -> SourceFacts:
    return extract(read_bytes(text.encode(), "page.md", "docs/page.md"))


def _authors(text: str) -> set[str]:
    """Return each work with its authors in order."""
    facts = _read(text)
    names = {m.id: m.name for m in facts.mentions}
    works: dict[str, list[str]] = {c.roles["work"]: [] for c in facts.claims if c.relation is Relation.PUBLICATION}
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP:
            works[claim.roles["work"]].append(names[claim.roles["author"]])
    return {f"{names[work]} | {'; '.join(authors)}" for work, authors in works.items()}


def test_a_venue_that_has_not_decided_yet() -> None:
    told = facts_told(_HEAD + "## Publications\n\n" + _ITEMS, "page.md")
    assert not any("ICOD" in x or "on Dyes" in x for x in told)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("---\ntitle: Hello!\n---\n\nI'm Adalind, a PhD student in Looms at Rice University.\n", "Adalind"),
        ("---\ntitle: About me\n---\n\nHi there! My name is Adalind. I weave.\n", "Adalind"),
        ("---\ntitle: Adalind Weaver\n---\n\nI'm Adalind, a PhD student in Looms at Rice University.\n", "Adalind Weaver"),
    ],
)  # fmt: skip
def test_one_name(text: str, name: str) -> None:
    assert _read(text).mentions[0].name == name


def test_a_label_is_no_name() -> None:
    text = "---\nlayout: about\ntitle: about\n---\n\nSpecific Loom Areas:\n\n- Wool\n- Thread\n"
    assert not any(m.name.startswith("Specific") for m in _read(text).mentions)


def test_who_is_bold_among_equals() -> None:
    entry = "<b>[{}](http://example.org)</b> <br>\n{}.\n<i>Journal of Looms</i>. <b>2019</b>.\n\n"
    text = "---\ntitle: Publications\n---\n\n" + "".join(
        entry.format(t, a)
        for t, a in (
            ("Slow Looms Weave More Cloth", "Ned Weaver, Zoe Quist, <b>Ada Lovelace</b>"),
            ("Wool and Water in the Old Mills", "<b>Ada Lovelace</b>, Mary Moor and Ned Weaver"),
            ("Threads of Many Colours for Towns", "Wim Aarts, <b>Ada Lovelace</b>, Ned Weaver"),
        )
    )
    facts = _read(text)
    names = {m.id: m.name for m in facts.mentions}
    assert {names[c.roles["person"]] for c in facts.claims if c.relation is Relation.PROFILE} == {"Ada Lovelace"}


def test_what_a_picture_of_a_paper_shows_is_no_name() -> None:
    text = "---\ntitle: Publications\n---\n\n<div><img src='a.jpg' alt='Cricket Virus'/><div><strong>Crisis in Loomshire cricket farms</strong><br>Quist Z, Moor M (2024)<br><em>Journal of Crickets</em>, 1, 1–12. <a href='https://doi.org/10.1000/j.virusres.2023'>doi</a></div></div>\n"
    assert not any(m.name == "Cricket Virus" for m in _read(text).mentions)


@pytest.mark.parametrize(
    ("item", "fact"),
    [
        ("*2022.10 - 2023.07*, Algorithm Engineer Intern @ [Loom Robotics Co., Ltd.](x), Ghent, Belgium.", "employment | Loom Robotics Co., Ltd. | Algorithm Engineer Intern | 2022-10 | 2023-07"),
        ("*2025.03 - Now*, Research Intern (Wool) @[Loomix Academy](x), Ghent, Belgium.", "employment | Loomix Academy | Research Intern | 2025-03 | present"),
        ("*2018.07 - 2021.08*, [WLX](x), Product Manager (Full-time job), Ghent.", "employment | WLX | Product Manager | 2018-07 | 2021-08"),
    ],
)  # fmt: skip
def test_internships(item: str, fact: str) -> None:
    other = "- *2016.01 - 2017.01*, [Rice University](x), Research Assistant, Ghent.\n"
    assert fact in facts_told(_HEAD + f"# 💻 Internships\n- {item}\n{other}", "page.md")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
                                        ("我喜欢在大学里散步，也喜欢在实验室看书。", set()),
    ],
)  # fmt: skip
def test_sentences_in_chinese(text: str, facts: set[str]) -> None:
    assert facts_told(f"# 林晓雨\n\n{text}\n", "page.md") == facts


def test_a_heading_in_chinese_is_no_name() -> None:
    facts = _read(
        "---\ntitle: ''\n---\n\n# 👋 关于我\n\n你好！我是林晓雨，我喜欢织布。\n\n# 获奖\n\n- 2023年 国家奖学金\n"
    )
    assert facts.mentions[0].name == "林晓雨"


def test_laboratories_are_no_interests() -> None:
    text = "I am a first-year PhD student at Rice University, working in the [DeepWool Lab](x) and the [Loom and Cloth Group](y) under the supervision of Dr. Ned Weaver.\n\nMy research interests focus on **woollen co-design**.\n"
    assert {x for x in facts_told(_HEAD + text, "page.md") if x.startswith("interest")} == {
        "interest | woollen co-design"
    }


def test_projects_for_employers() -> None:
    text = (
        "## Current position\n\n**Research assistant** - Little Weavers project.\n\nI analyze data on looms.\n\n"
        "### Previous position\n\n**Research assistant** - Learning to Weave project.\n\nThis was a study of weavers.\n"
    )
    assert facts_told(_HEAD + text, "page.md") == {
        "employment | Little Weavers project | Research assistant",
        "employment | Learning to Weave project | Research assistant",
    }
