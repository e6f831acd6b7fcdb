# ruff: noqa: E501
"""Fields that nothing but their letters, a dash or a label parts; invented people and titles throughout."""

from __future__ import annotations

import pytest
from told import facts_told

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_ONE, _TWO = (
    "Valid Looms for Woollen Networks with Applications to Dyeing",
    "Assessing wool polarisation in small landscapes",
)

# How a page may print a title, its authors, and a venue with its year in one line.


def _works(text: str) -> set[str]:
    """Return each work with its authors in order, its venue and year."""
    facts = extract(read_bytes(text.encode(), "page.md", "docs/page.md"))
    assert not facts.problems
    names = {m.id: m.name for m in facts.mentions}
    authors: dict[str, list[str]] = {}
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP:
            authors.setdefault(claim.roles["work"], []).append(names[claim.roles["author"]])
    return {
        " | ".join(
            [names[w], "; ".join(authors.get(w, [])), names.get(c.roles.get("venue", ""), ""), c.values.get("year", "")]
        )
        for c in facts.claims
        if c.relation is Relation.PUBLICATION
        for w in [c.roles["work"]]
    }


@pytest.mark.parametrize(
    "entry",
    [
        "- 2018–2020 **PhD in Weaving** *Loom University*",
        "- PhD in Weaving **Loom University** (2018–2020)",
        "- **Loom University** *PhD in Weaving* 2018–2020",
        "- **PhD in Weaving** Loom University, 2018–2020",
        "- [Loom University](x) PhD in Weaving, 2018–2020",
    ],
)
def test_letters_part_degree_and_school(entry: str) -> None:
    assert "education | Loom University | doctorate | 2018 | 2020" in facts_told(
        f"# Ada Lovelace\n\n## Education\n\n{entry}\n", "page.md"
    )


_HEAD = "# Ada K. Lovelace\n\n"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
                                                                                                ("I know many people at Wool University as a member of the Loom Society.", set()),
                ],
)  # fmt: skip
def test_prose(text: str, facts: set[str]) -> None:
    told = facts_told(_HEAD + text + "\n", "page.md")
    assert {x for x in told if not x.startswith("interest")} == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("## Education\n\n- Ph.D. MIT, 2005\n- MS EE Caltech, 2003\n- PhD Physics Stanford University 2001\n", {"education | MIT | doctorate | 2005", "education | Caltech | master | 2003", "education | Stanford University | doctorate | 2001"}),
        ("## Education\n\n- B.S M.S. in Physics, Wool College, 2013-2018\n- BS–MS, Loom College, 2001-2006\n", {"education | Wool College | bachelor | 2013 | 2018", "education | Wool College | master | 2013 | 2018", "education | Loom College | bachelor | 2001 | 2006", "education | Loom College | master | 2001 | 2006"}),
        ("## Parcours\n\n- 2018-2020 : Post-doctorante au CNRS\n- 2015-2018 : Doctorante, Université de Laine\n", {"employment | CNRS | Post-doctorante | 2018 | 2020", "education | Université de Laine | doctorate | 2015 | 2018"}),
        ("## Industry\n\n- Google Research, Student Researcher, 2022\n- Wool Inc., Research Intern, Summer 2021\n", {"employment | Google Research | Student Researcher | 2022 | 2022", "employment | Wool Inc. | Research Intern | 2021 | 2021"}),
        ("## Students\n\n- Amy Felton (co-supervised with Ned Weaver)\n- Zoe Quist: PhD, 2020-2023, co-supervisor: Jon Felt\n- Bo Loom, co-advised with Mary Moor\n", {"advising | Amy Felton", "advising | Zoe Quist", "advising | Bo Loom"}),
        ("## Academic Service\n\n- TPC Co-Chair, IEEE GLOBECOM 2019\n- PC Chair, POPL 2017\n", {"service | IEEE GLOBECOM | chair | 2019", "service | POPL | chair | 2017"}),
        ("## Education\n\n- 2022 - now, Undergraduate, Computer Science and Technology College, Woolton University, Ghent.\n- 2010 - 2012, MSc, School of Weaving, Felt Univeristy\n", {"education | Woolton University | bachelor | 2022 | present", "education | Felt Univeristy | master | 2010 | 2012"}),
        ("## Academic posts\n\nResearch fellow at the Loom Institute. Project: the impact of looms in Italy, 1945-1963 (Oct 05 – Oct 06)\n", {"employment | Loom Institute | Research fellow | 2005-10 | 2006-10"}),
        ("## Experience\n\nResearcher at Wool Inc. (2001-2002)\n\nMellon – LoomCamp Support Grant (Mar 2011)\n", {"employment | Wool Inc. | Researcher | 2001 | 2002"}),
                ],
)  # fmt: skip
def test_short_forms(text: str, facts: set[str]) -> None:
    assert {x.replace(" | Ada K. Lovelace", "") for x in facts_told(_HEAD + text, "page.md")} == facts
