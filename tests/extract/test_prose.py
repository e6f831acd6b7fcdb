"""Careers told in running text: each case is a text and the facts that it states."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract import extract
from graph_builder.extract.sentences import flat, sentences
from graph_builder.extract.titles import titles
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_KEYS = {Relation.EDUCATION: "degree", Relation.EMPLOYMENT: "role"}


def _facts(text: str) -> set[tuple[str, ...]]:
    """Return (organisation, degree or role, start, end) of each degree and job of a page about Ada K. Lovelace."""
    facts = extract(read_bytes(f"# Ada K. Lovelace\n\n{text}\n".encode(), "page.md", "docs/page.md"))
    names = {m.id: m.name for m in facts.mentions}
    return {
        (names[c.roles["organization"]], *(c.values.get(k, "") for k in (_KEYS[c.relation], "start", "end")))
        for c in facts.claims
        if c.relation in _KEYS
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I earned my PhD (in looms, with a minor in yarn) at the University of Oslo in 2013, then went for a "
            "stint as a Visiting Scholar at Initech.",
            {("University of Oslo", "doctorate", "", "2013"), ("Initech", "Visiting Scholar", "", "")},
        ),
        (
            "## Education\n\nPhD, University of Oslo\n\n## About\n\nI earned my PhD at the University of Oslo in 2013.",
            {("University of Oslo", "doctorate", "", "2013")},
        ),
        (
            "Postdoctoral Fellow in **looms**\nat the Globex Library.\n\n## Education\n\n### University of Oslo\n\n"
            "PhD, Looms, 2010",
            {
                ("Globex Library", "Postdoctoral Fellow", "", "present"),
                ("University of Oslo", "doctorate", "", "2010"),
            },
        ),
        (
            "I received my PhD in Language Technologies from the University of Oslo in 2019. Earlier I worked as an "
            "officer for Loomers & Co and as an "
            "engineer at Initech.",
            {("University of Oslo", "doctorate", "", "2019"), ("Initech", "engineer", "", "")},
        ),
        ("I'm a postdoc at Initech,\nadvised by Charles B. Engine.", {("Initech", "postdoc", "", "present")}),
        (
            "I'm advised by Charles B. Engine, a Research Intern at Initech under Jo Doe and a fellow at Globex.",
            {("Initech", "Research Intern", "", "present"), ("Globex", "fellow", "", "present")},
        ),
        (
            "Before joining the University of Oslo, she served as a chemist at the National Organization for Dyes "
            "and Wool and as Head of Unit at the Yarn Agency.",
            {
                ("National Organization for Dyes and Wool", "chemist", "", ""),
                ("Yarn Agency", "Head of Unit", "", ""),
            },
        ),
        (
            "He held postdoctoral positions at Yale and Rice Universities.",
            {
                ("Yale University", "postdoctoral researcher", "", ""),
                ("Rice University", "postdoctoral researcher", "", ""),
            },
        ),
        (
            "She has held several teaching positions: at Rice University (US), the Higher Colleges of Weaving (Oman), "
            "and the University of Oslo.",
            {
                ("Rice University", "", "", ""),
                ("Higher Colleges of Weaving", "", "", ""),
                ("University of Oslo", "", "", ""),
            },
        ),
        (
            "I am a Research Fellow at the Institute for the Future of Looms and an Affiliate at the Sampleton Center "
            "for Wool Studies.",
            {
                ("Institute for the Future of Looms", "Research Fellow", "", "present"),
                ("Sampleton Center for Wool Studies", "Affiliate", "", "present"),
            },
        ),
        (
            "I am a Postdoctoral Loom Scientist at Initech working with the network UK WEAVE, and a Fellow at Globex.",
            {("Initech", "Postdoctoral Loom Scientist", "", "present"), ("Globex", "Fellow", "", "present")},
        ),
        (
            "Professor Lovelace taught at Yale University and Rice University before coming to Springfield.",
            {("Yale University", "", "", ""), ("Rice University", "", "", "")},
        ),
        ("I spent the summers of 2019 and 2020 at Google.", {("Google", "", "2019", "2019")}),
        (
            "I have held visiting positions at Yale University and Rice University.",
            {("Yale University", "", "", ""), ("Rice University", "", "", "")},
        ),
        (
            "I have been a visiting scholar at Kyoto University (Spring 2018) and Rice University (Fall 2019).",
            {
                ("Kyoto University", "visiting scholar", "2018", "2018"),
                ("Rice University", "visiting scholar", "2019", "2019"),
            },
        ),
        (
            "I'm Professor and Head of the Department of Looms at Rice University.",
            {("Rice University", "Professor and Head", "", "present")},
        ),
        ("I co-founded the startup Loomify in 2018.", {("Loomify", "Co-founder", "2018", "present")}),
        (
            "She was Senior Lecturer at Monash University and Reader at Rice University.",
            {("Monash University", "Senior Lecturer", "", ""), ("Rice University", "Reader", "", "")},
        ),
        (
            "I work at OpenAI as a Member of Technical Staff.",
            {("OpenAI", "Member of Technical Staff", "", "present")},
        ),
        (
            "I was a Postdoctoral Fellow with Drs. Ada Byron and Jane Roe at Rice University.",
            {("Rice University", "Postdoctoral Fellow", "", "")},
        ),
        (
            "I earned my Ph.D. in Looms from the Yarn Lab at Clemson University and Bachelor's from Rice University.",
            {("Clemson University", "doctorate", "", ""), ("Rice University", "bachelor", "", "")},
        ),
        (
            "I interned at labs including Telefonica Research in Barcelona, Google in Seattle, and Intel in Austin.",
            {("Telefonica Research", "Intern", "", ""), ("Google", "Intern", "", ""), ("Intel", "Intern", "", "")},
        ),
        ("I'm a Senior Biostatistician at Initech.", {("Initech", "Senior Biostatistician", "", "present")}),
        ("I run the Weaving Lab at Duke University.", {("Duke University", "", "", "present")}),
        (
            "She has been on the faculty of Cornell University since 1998.",
            {("Cornell University", "", "1998", "present")},
        ),
        ("After a postdoc at Caltech, I wove.", {("Caltech", "postdoc", "", "")}),
        ("I moved to Rice University in 2016 as a Lecturer.", {("Rice University", "Lecturer", "2016", "present")}),
        ("I am a Google software engineer weaving looms.", {("Google", "software engineer", "", "present")}),
        (
            "In 2024, I obtained my PhD from University of Illinois at Urbana-Champaign.",
            {("University of Illinois at Urbana-Champaign", "doctorate", "", "2024")},
        ),
        (
            "I am an associate professor at the Gran Sasso Science\nInstitute. I joined it late.",
            {("Gran Sasso Science Institute", "associate professor", "", "present")},
        ),
        (
            "I am a lecturer at the Springfield School of Looms and Weaving (SLW), working on yarn.",
            {("Springfield School of Looms and Weaving", "lecturer", "", "present")},
        ),
        (
            "En el 2020 obtuve mi doctorado en la Universidad de Salamanca.",
            {("Universidad de Salamanca", "doctorate", "", "2020")},
        ),
        (
            "I was a visiting researcher at the chair for Looms, Rice University from March 2012 to March 2013.",
            {("Rice University", "visiting researcher", "2012-03", "2013-03")},
        ),
        (
            "I earned an MS at University of Wisconsin -- Milwaukee.",
            {("University of Wisconsin -- Milwaukee", "master", "", "")},
        ),
        (
            "I joined Initech in the role of Loom Engineer.",
            {("Initech", "Loom Engineer", "", "present")},
        ),
        (
            "Before joining Initech in 2019, I was a lecturer at the Looms & Yarn Engineering at Rice University.",
            {("Rice University", "lecturer", "", "")},
        ),
        ("I hold a BSc from Eastern Washington University.", {("Eastern Washington University", "bachelor", "", "")}),
        (
            "PhD student\\\nLoom Laboratory (LL)\\\nRice University\n\nI like looms.",
            {("Rice University", "doctorate", "", "present")},
        ),
        (
            "I did my undergrad at Stanford University and worked at Hooli in the summer of 2014.",
            {("Stanford University", "bachelor", "", ""), ("Hooli", "", "2014", "2014")},
        ),
        (
            "She holds MSc. (2009) and PhD. (2016) degrees from ETH Zurich.",
            {("ETH Zurich", "master", "", "2009"), ("ETH Zurich", "doctorate", "", "2016")},
        ),
        (
            "I have spent summers at Initech (2021), Hooli (2022) and Globex (2023).",
            {("Initech", "", "2021", "2021"), ("Hooli", "", "2022", "2022"), ("Globex", "", "2023", "2023")},
        ),
        ("I work on loom design at Initech.", {("Initech", "", "", "present")}),
        ("I joined Initech as a research engineer in 2019.", {("Initech", "research engineer", "2019", "present")}),
        (
            "Between Fall 2021 and Spring 2022, I was a visiting scholar at Hooli.",
            {("Hooli", "visiting scholar", "2021", "2022")},
        ),
        ("She interned at Initech, Hooli and Globex.", {(n, "Intern", "", "") for n in ("Initech", "Hooli", "Globex")}),
        (
            "I graduated from Stanford University with a B.Sc. in Physics in 2010.",
            {("Stanford University", "bachelor", "", "2010")},
        ),
        (
            "I was a student at Yale University and UC Berkeley.",
            {("Yale University", "", "", ""), ("UC Berkeley", "", "", "")},
        ),
        (
            "I am a research scientist at Initech.\n\nAda K. Lovelace is a research scientist at Initech since 2020.",
            {("Initech", "research scientist", "2020", "present")},
        ),
        (
            "I am a postdoc at Initech.\n\n## News\n\n- Aug 2024: I started my postdoc at Initech!",
            {("Initech", "postdoc", "2024-08", "present")},
        ),
        (
            "Before that, I studied at Yale University, receiving a BA in Physics, and worked at Hooli.",
            {("Yale University", "bachelor", "", ""), ("Hooli", "", "", "")},
        ),
        (
            "I am with the Department of Looms at Yale University, where I am now the Mary F. Somerville Professor.",
            {("Yale University", "Mary F. Somerville Professor", "", "present")},
        ),
        (
            "I did my graduate work at\n[Yale\nUniversity](https://yale.edu) where I worked with [Mary\n"
            "Somerville](https://m.org) and\nfinished my PhD in 2017.",
            {("Yale University", "doctorate", "", "2017")},
        ),
        (
            "I was a postdoc in the group of Rafael Babbage at UCLA.",
            {("UCLA", "postdoc", "", "")},
        ),
        (
            "I am a Ph.D. student at Yale University. I expect to graduate in June 2031.",
            {("Yale University", "doctorate", "", "2031-06")},
        ),
        (
            "Ada received her PhD from Yale University, USA, and Claude Bernard University Lyon 1, France. "
            "Following her doctoral studies, Dr. Lovelace joined Hooli as a chemist.",
            {
                ("Yale University", "doctorate", "", ""),
                ("Claude Bernard University Lyon 1", "doctorate", "", ""),
                ("Hooli", "chemist", "", "present"),
            },
        ),
        (
            "She earned the B.S. and Ph.D. degrees from Yale University, in 2006 and 2011, respectively.",
            {("Yale University", "bachelor", "", "2006"), ("Yale University", "doctorate", "", "2011")},
        ),
        (
            "He was a postdoc at Initech from 2015 to 2018 and at Hooli from 2018 to 2019.",
            {("Initech", "postdoc", "2015", "2018"), ("Hooli", "postdoc", "2018", "2019")},
        ),
        (
            "Before joining Initech, she received her PhD degree from Yale University in 2020.",
            {("Yale University", "doctorate", "", "2020")},
        ),
        (
            "Now she is the Full Professor of Springfield University, and an editor of IEEE Transactions on Looms.",
            {("Springfield University", "Full Professor", "", "present")},
        ),
        (
            "I am an assistant professor in the Loom Hub at the Institute of Weaving in Linz (IWV), Yale University.",
            {("Yale University", "assistant professor", "", "present")},
        ),
        (
            "Before that, I worked at the Loom Section in the Department of Looms, Springfield University.",
            {("Springfield University", "", "", "")},
        ),
        (
            "I received my MS and PhD degrees from Yale University in 2016 and 2018.",
            {("Yale University", "master", "", "2016"), ("Yale University", "doctorate", "", "2018")},
        ),
        (
            "Hi.\n\n## News\n\n- I will be joining the Department of Looms at Yale University as postdoc in Fall 2026.",
            {("Yale University", "postdoc", "2026", "")},
        ),
        (
            "I also spent some time at Initech (2019) and Hooli (2020).",
            {("Initech", "", "2019", "2019"), ("Hooli", "", "2020", "2020")},
        ),
        (
            "Je suis Maître de Conférences en Tissage à l'Université de Lorraine depuis 2013.",
            {("Université de Lorraine", "Maître de Conférences", "2013", "present")},
        ),
        (
            "Après un doctorat à l'Université de Lorraine, je suis chercheuse à l'Université de Montpellier.",
            {
                ("Université de Lorraine", "doctorate", "", ""),
                ("Université de Montpellier", "chercheuse", "", "present"),
            },
        ),
        (
            "Zur Zeit bin ich wissenschaftliche Mitarbeiterin an der Universität Bonn und mag Tee.",
            {("Universität Bonn", "wissenschaftliche Mitarbeiterin", "", "present")},
        ),
        (
            "Soy profesora titular en la Universidad de Sevilla.",
            {("Universidad de Sevilla", "profesora titular", "", "present")},
        ),
        (
            "I worked as an auditor for Deloitte. I hold a Master's degree from Università Politecnica delle Marche.",
            {
                ("Deloitte", "auditor", "", ""),
                ("Università Politecnica delle Marche", "master", "", ""),
            },
        ),
        (
            "I am working at the Department of Wool of the University of Oslo, weaving in cooperation with Initech.",
            {("University of Oslo", "", "", "present")},
        ),
        (
            "I was a postdoc at the Wellcome Trust Centre for Loom Genetics.",
            {("Wellcome Trust Centre for Loom Genetics", "postdoc", "", "")},
        ),
        (
            "I am an M.S. student at the Yale University Department of Looms. I expect to graduate in May 2031.",
            {("Yale University", "master", "", "2031-05")},
        ),
        (
            "He was an engineer with the Loom Authority of Springfield, and a nurse at UPMC Babbage Cancer Center.",
            {
                ("Loom Authority of Springfield", "engineer", "", ""),
                ("UPMC Babbage Cancer Center", "nurse", "", ""),
            },
        ),
        (
            "I am Professor of Physics, Weaving, and Looms and the director of the Loom Institute at Yale University.",
            {("Yale University", "Professor of Physics, Weaving, and Looms and the director", "", "present")},
        ),
        (
            "In the past I worked at the University of Oslo (Lecturer) and Yale University (Analyst). Before that, I "
            "spent a year at Initech as a Research Intern.",
            {
                ("University of Oslo", "Lecturer", "", ""),
                ("Yale University", "Analyst", "", ""),
                ("Initech", "Research Intern", "", ""),
            },
        ),
        (
            "- 🔭 Working on looms\n- 💼 Former Curator at Yale University\n- 🎹 Piano\n- 🧶 Wool\n- 🚲 Bicycles\n"
            "- 📫 Mail\n- 🎓 PhD in Looms, University of Oslo (2013)",
            {("Yale University", "Curator", "", ""), ("University of Oslo", "doctorate", "", "2013")},
        ),
        (
            "He was a lecturer at the University of Illinois at Urbana Champaign.",
            {("University of Illinois at Urbana Champaign", "lecturer", "", "")},
        ),
    ],
)
def test_told(text: str, expected: set[tuple[str, ...]]) -> None:
    assert _facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I am a 2020 Meta Fellow and a 2023 Rising Star.",
        "She is a Fellow of the American Chemical Society and a member of the National Academy of Sciences.",
        "She is a Kavli fellow, a Sony and Amazon research award winner.",
        "She is an associate editor of journals such as IEEE Transactions on Looms.",
        "I received the ACM Doctoral Dissertation Award.",
        "My work has been supported by Google and deployed at Amazon.",
        "I am organizing the Loom Day at Harvard.",
        "I have served on the program committee with researchers from Stanford University.",
        "My office is at 1 Main Street, Cambridge, MA 02134, near MIT.",
        "I advise PhD students at Yale University.",
        "I supervise three PhD students with Professor Charles Engine at Yale University.",
    ],
)
def test_not_told(text: str) -> None:
    assert _facts(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I was a senior machine learning engineer there", ["senior machine learning engineer"]),
        ("She is Assistant Professor and Co-founder of it", ["Assistant Professor and Co-founder"]),
        ("I did an applied scientist internship", ["applied scientist Intern"]),
        ("In his doctoral thesis", []),
        ("with Professor Jane Smith at hand", []),
    ],
)
def test_positions(text: str, expected: list[str]) -> None:
    assert [p.text for p in titles(text) if not p.verb and not p.value] == expected


@given(st.text(alphabet="aA .!?;\n()", max_size=80))
def test_sentences_cover_the_text(text: str) -> None:
    body = flat(text)
    spans = list(sentences(body))
    assert all(a < b for a, b in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    between = zip([0, *(b for _, b in spans)], [*(a for a, _ in spans), len(body)], strict=True)
    assert not "".join(body[a:b] for a, b in between).strip()
