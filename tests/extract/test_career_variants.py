# ruff: noqa: E501
"""Careers in the layouts and languages that many people use: a section each, of an invented person."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.extract.fields.read import FieldKind, analyze
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_KEYS = {Relation.EDUCATION: "degree", Relation.EMPLOYMENT: "role"}
_LADA = "# Ada K. Lovelace\n\n"


def _facts(text: str, name: str = "page.md") -> list[tuple[str, ...]]:
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    return [
        (names[c.roles["organization"]], *(c.values.get(k, "") for k in (_KEYS[c.relation], "start", "end")))
        for c in facts.claims
        if c.relation in _KEYS
    ]


_CASES = {
    "labels of each entry, the first one too": (
        "ADA K. LOVELACE\n\nEDUCATION\n\nDegree: PhD (Looms)\nInstitution: Rice University\nYear: 2007--2011\n\nDegree: BSc Wool\nInstitution: University of Leeds\nYear: 2004--2007\n",
        [("Rice University", "doctorate", "2007", "2011"), ("University of Leeds", "bachelor", "2004", "2007")],
    ),
    "breaks written twice, a post that sounds like a heading": (
        "## Employment\n\n**Rice University**  \\\\\nHouston, TX  \\\\\n*Weaver (2018-2021)*  \n\n**University of Leeds**  \\\\\n*Research and Teaching Assistant (2012-2018)*  \\\\\n",
        [("Rice University", "Weaver", "2018", "2021"), ("University of Leeds", "Research and Teaching Assistant", "2012", "2018")],
    ),
    "a doctorate by its thesis": (
        "## Formation\n\n- Thèse de doctorat en physique, Rice University, 2005-2009\n- Licence de physique, University of Leeds, 2002\n",
        [("Rice University", "doctorate", "2005", "2009"), ("University of Leeds", "bachelor", "", "2002")],
    ),
    "labels in another language": (
        "## Parcours professionnel\n\n- **Poste :** Professeure des universités\n- **Employeur :** Rice University\n- **Dates :** 2013–présent\n\n- **Poste :** Ingénieure d'études\n- **Employeur :** University of Leeds\n- **Dates :** 2010–2013\n",
        [("Rice University", "Professeure des universités", "2013", "present"), ("University of Leeds", "Ingénieure d'études", "2010", "2013")],
    ),
    "organisations above their dated posts": (
        "## Appointments\n\n*Springfield College*\n\n2011--Present. Lecturer.\n\n2009--2011. Research Fellow, Looms in Towns project.\n\n*Institute of Weaving, University of Leeds*\n\nOctober 2010. Visiting Fellow.\n",
        [("Springfield College", "Lecturer", "2011", "present"), ("Springfield College", "Research Fellow", "2009", "2011"), ("University of Leeds", "Visiting Fellow", "2010-10", "2010-10")],
    ),
    "a department that lists its fields": (
        "## Employment\n\n- **Analyst**, 2015-2019\\\n    Ministry of Looms, Wool, Natural Fibres and Village Trades\\\n    Leeds\n",
        [("Ministry of Looms, Wool, Natural Fibres and Village Trades", "Analyst", "2015", "2019")],
    ),
    "a page that is a table without a head": (
        "| 10/2016 - present   | **Lecturer** <br> [Chair for Looms](x) <br> Rice University |\n| 10/2011 - 10/2016  | **Developer** <br> Philotex GmbH |\n| 10/2009 - 10/2011  | **M.Sc. Looms** <br> Rice University |\n",
        [("Rice University", "Lecturer", "2016-10", "present"), ("Philotex GmbH", "Developer", "2011-10", "2016-10"), ("Rice University", "master", "2009-10", "2011-10")],
    ),
    "institutes below their university": (
        "## Work experience\n\nsince 01/2014\n: Rice University, USA\n: Researcher at the Institute of Yarn\n\n04/2011 -- 12/2013\n: University of Leeds, UK\n: Researcher at the Institute of Looms, Weaving Group\n",
        [("Rice University", "Researcher", "2014-01", "present"), ("University of Leeds", "Researcher", "2011-04", "2013-12")],
    ),
    "an unknown name behind at": (
        "## Work experience\n\n- Chief Developer at 4yarn, 2016-2018\n- Lecturer at Rice University, 2010-2016\n",
        [("4yarn", "Chief Developer", "2016", "2018"), ("Rice University", "Lecturer", "2010", "2016")],
    ),
    "what goes on at the time": (
        "## Education\n\n**PhD in Looms**, Rice University - _(current)_\n\n**MSc in Wool**, Escola Tècnica de Filatura de Leeds - _2016_\n",
        [("Rice University", "doctorate", "", "present"), ("Escola Tècnica de Filatura de Leeds", "master", "", "2016")],
    ),
    "years with one digit, a college of a university": (
        "## Experience\n\n* Deputy Officer, Rice University, 2006–7\n\n## Education\n\n* *Bachelor of Arts*, History, The University of Virginia’s College at Wise (2001)\n* *ABD*, History, Rice University\n",
        [("The University of Virginia’s College", "bachelor", "", "2001"), ("Rice University", "doctorate", "", ""), ("Rice University", "Deputy Officer", "2006", "2007")],
    ),
    "a degree that its second line restates": (
        "## Education\n\n**Doctoral Candidate in Weaving**, Rice University, since 10/2016,  \nDoctoral program at the DFG Research Training Group “Looms”\n",
        [("Rice University", "doctorate", "2016-10", "present")],
    ),
        "German prepositions": (
        "## Werdegang\n\n- 2019 - 2022: Gastdozentin an der Universität Stuttgart\n- 2016 - 2019: Entwicklungsleiterin bei Weberei Muster GmbH\n- 2006 - 2007: Wissenschaftliche Mitarbeiterin am Institut für Weberei an der Universität Stuttgart\n",
        [("Universität Stuttgart", "Gastdozentin", "2019", "2022"), ("Weberei Muster GmbH", "Entwicklungsleiterin", "2016", "2019"), ("Universität Stuttgart", "Wissenschaftliche Mitarbeiterin", "2006", "2007")],
    ),
    "French prepositions": (
        "## Expérience\n\n- Maître de conférences à l'Université de Strasbourg (1992 - 2009)\n- Stagiaire de recherche au CNRS (avril-juin 1987)\n",
        [("Université de Strasbourg", "Maître de conférences", "1992", "2009"), ("CNRS", "Stagiaire de recherche", "1987-04", "1987-06")],
    ),
    "a title and its employer without a comma": (
        "## Work experience\n\n- 2018-2021: Associate Professor Université de Strasbourg\n- 2012-2014: Dean of the Graduate College, Rice University\n",
        [("Université de Strasbourg", "Associate Professor", "2018", "2021"), ("Rice University", "Dean of the Graduate College", "2012", "2014")],
    ),
    "an employer inside the title": (
        "## Work experience\n\n- 2010-2015: Lecturer, Rice University\n- 2004-2009: Junior CNRS Researcher\n",
        [("Rice University", "Lecturer", "2010", "2015"), ("CNRS", "Junior CNRS Researcher", "2004", "2009")],
    ),
    "organisations inside the item of their post": (
        "## Work experience\n\n* since 2022: Professor for Weaving\n  * Rice University\n\n* Nov 2002 - April 2005: Manager of Looms\n  * Initech GmbH\n  * Duties included: leading a team\n",
        [("Rice University", "Professor for Weaving", "2022", "present"), ("Initech GmbH", "Manager of Looms", "2002-11", "2005-04")],
    ),
    "posts inside the item of their dates": (
        "## Work experience\n\n* September 2016 -- present\n  * Postdoctoral Fellow\n  * Dept. of Looms, Rice University\n  * Supervisor: Mary Somerville\n",
        [("Rice University", "Postdoctoral Fellow", "2016-09", "present")],
    ),
    "degrees inside the item of their school": (
        "## Education\n\n* Rice University\n  * PhD in Weaving\n    * GPA: 4.0 Aug 2021 - Present\n",
        [("Rice University", "doctorate", "2021-08", "present")],
    ),
    "an organisation and a title that no list knows": (
        "## Work experience\n\n- **April 2022 – April 2023:** University of Leeds (Career Position)\n",
        [("University of Leeds", "Career Position", "2022-04", "2023-04")],
    ),
    "a degree named twice": (
        "## Education\n\n- Habilitation (Dr. rer. nat. habil.) in Weaving, University of Leeds, 2017\n- B.S. -- Diplôme d'Ingénieur in Weaving, Rice University, 1993\n",
        [("University of Leeds", "other", "", "2017"), ("Rice University", "bachelor", "", "1993")],
    ),
    "a school that no list knows": (
        "## Education\n\n- MEng in Weaving, ENSX de Loomville, 2004\n",
        [("ENSX de Loomville", "master", "", "2004")],
    ),
    "one of several universities of a name": (
        "## Education\n\n- M.A. University of California, Los Angeles, 2008\n- B.A., Philosophy, California State University Loomville (2006)\n",
        [("University of California, Los Angeles", "master", "", "2008"), ("California State University Loomville", "bachelor", "", "2006")],
    ),
    "theses that name institutions": (
        "## Education\n\n- **MSc Weaving**, Rice University, 2019. Bachelor thesis: Institutions of Leeds University towns\n",
        [("Rice University", "master", "", "2019")],
    ),
    "two languages, line by line": (
        "## Education\n\n- **2018-2022**  \n  Nanjing University, Physics, Ph.D.  \n  南京大学，物理学，博士\n",
        [("Nanjing University", "doctorate", "2018", "2022")],
    ),
    "names over two lines": (
        "## Experience\n\nAugust 2014 - May 2016 **Research Assistant**,\n*Department of Looms, University of\nCalifornia, Berkeley*\n",
        [("University of California, Berkeley", "Research Assistant", "2014-08", "2016-05")],
    ),
    "an acronym inside a name": (
        "## Education\n\n- B.Tech. in Looms, Indian Institute of Technology (IIT) Kharagpur, 2012-2016\n",
        [("Indian Institute of Technology Kharagpur", "bachelor", "2012", "2016")],
    ),
    "Portuguese posts": (
        "## Experiência\n\n* Pós-doutorado\n  * Universidade Estadual Paulista (UNESP)\n  * 2022 : 2023\n",
        [("Universidade Estadual Paulista", "Pós-doutorado", "2022", "2023")],
    ),
    "a stay that is no degree": (
        "## Visiting Positions\n\n- 2018-2019: Visiting PhD student, University of Leeds, UK\n",
        [("University of Leeds", "Visiting PhD student", "2018", "2019")],
    ),
    "posts under the name alone": (
        "**Visiting Research Associate** - [University of Leeds](https://example.org) - [2023.03 ~ 2025.03]\n\n**Lecturer** - [Rice University](https://example.org) - [2019.09 ~ 2022.06]\n",
        [("University of Leeds", "Visiting Research Associate", "2023-03", "2025-03"), ("Rice University", "Lecturer", "2019-09", "2022-06")],
    ),
    "entries without headers do not share employers": (
        "## Work experience\n\n- 2017-2019: Part-time Professor, Rice University\n- 2005-2014: Various posts as engineer in the industry\n",
        [("Rice University", "Part-time Professor", "2017", "2019")],
    ),
    "a university called after another's place": (
        "## Education\n\n- **PhD Candidate**, 2017-Present\\\n    University of Northern British Columbia\\\n    Prince George, British Columbia\n",
        [("University of Northern British Columbia", "doctorate", "2017", "present")],
    ),
    "posts of one line with their employer last": (
        "## Positions\n\n- Assistant Professor (2014–2019), Associate Professor (2019–present), University of Leeds\n",
        [("University of Leeds", "Assistant Professor", "2014", "2019"), ("University of Leeds", "Associate Professor", "2019", "present")],
    ),
    "employers of one line with their title first": (
        "## Positions\n\n- Visiting Researcher: Rice University (2015), University of Leeds (2017–2018)\n",
        [("Rice University", "Visiting Researcher", "2015", "2015"), ("University of Leeds", "Visiting Researcher", "2017", "2018")],
    ),
    "items do not share what they lack": (
        "## Positions\n\n- Lecturer, University of Leeds (2015-2019)\n- Rice University (2012-2014)\n- Engineer, Loomworks (2009-2011)\n",
        [("University of Leeds", "Lecturer", "2015", "2019"), ("Rice University", "", "2012", "2014"), ("Loomworks", "Engineer", "2009", "2011")],
    ),
    "months with short years": (
        "## Education\n\n* Oct 11 - Jun 14: PhD in Weaving, Rice University\n* Jan 05 - Oct 11: Bachelor of Electrical Engineer, University of Leeds\n",
        [("Rice University", "doctorate", "2011-10", "2014-06"), ("University of Leeds", "bachelor", "2005-01", "2011-10")],
    ),
    "studies without a degree": (
        "## Education\n\n- 2006-2012 Studies in English and Weaving at the University of Leeds\n",
        [("University of Leeds", "other", "2006", "2012")],
    ),
    "a heading is no employer": (
        "## Selected experiences\n\n**Lecturer, course coordinator**, 2015\n  * LING1005 Introduction to looms\n",
        [],
    ),
    "ranks of one line, sentence by sentence": (
        "## Positions\n\n- Professor of Weaving, Rice University, 2006–present. Associate Professor, 1998–2006.\n",
        [("Rice University", "Professor of Weaving", "2006", "present"), ("Rice University", "Associate Professor", "1998", "2006")],
    ),
    "an institute right behind the degree": (
        "## Education\n\n- Ph.D. Massachusetts Institute of Technology, 1992 (Weaving).\n",
        [("Massachusetts Institute of Technology", "doctorate", "", "1992")],
    ),
    "Italian posts": (
        "## Posizione attuale\n\nProfessoressa associata, Dipartimento di Fisica, Università di Pisa (dal 2018)\n",
        [("Università di Pisa", "Professoressa associata", "2018", "present")],
    ),
    "years in bold above the posts of each": (
        "## Experience\n\n**2021**\n\n- Senior Weaver, Rice University\n- Consultant, University of Leeds\n\n**2018**\n\n- Research Intern, University of Leeds\n\n*Site made by hand.*\n",
        [("Rice University", "Senior Weaver", "2021", "2021"), ("University of Leeds", "Consultant", "2021", "2021"), ("University of Leeds", "Research Intern", "2018", "2018")],
    ),
    "pictures and an arrow between the parts": (
        "## Experience\n\n- 🏫 Rice University ➜ Lecturer 🗓️ 2018 - present\n- 🏢 Philotex GmbH ➜ Research Intern 🗓️ Feb 2015 – Jul 2015\n",
        [("Rice University", "Lecturer", "2018", "present"), ("Philotex GmbH", "Research Intern", "2015-02", "2015-07")],
    ),
    "a column for each of two dates": (
        "## Experience\n\n| From | To | Employer | Title |\n|---|---|---|---|\n| 2020 | present | Rice University | Lecturer |\n| Oct 2017 | 2020 | University of Leeds | Postdoctoral Fellow |\n",
        [("Rice University", "Lecturer", "2020", "present"), ("University of Leeds", "Postdoctoral Fellow", "2017-10", "2020")],
    ),
    "a dash between a year and its town": (
        "## Experience\n\n### Lecturer, Rice University\n*2019 - present* — Houston, TX\n\n- Taught weaving\n\n### Weaver, University of Leeds\n*2013* — Leeds, UK\n\n- Wove\n",
        [("Rice University", "Lecturer", "2019", "present"), ("University of Leeds", "Weaver", "2013", "2013")],
    ),
    "posts in bold with words of headings": (
        "## Experience\n\n**Technical Project Manager**  \nRice University, Houston, TX  \n*2017 - 2019*\n\n**Course Lecturer/Coordinator**  \nUniversity of Leeds  \n*2016*\n\n**Analyst**  \nUniversity of Leeds  \n*2014 - 2015*\n",
        [("Rice University", "Technical Project Manager", "2017", "2019"), ("University of Leeds", "Course Lecturer/Coordinator", "2016", "2016"), ("University of Leeds", "Analyst", "2014", "2015")],
    ),
    "an unknown employer in bold above its post": (
        "## Experience\n\n**Rice University**\n\n- Lecturer (2018 - 2021)\n\n**Philotex Looms**\n\n- Data Analyst (2016 - 2018)\n",
        [("Rice University", "Lecturer", "2018", "2021"), ("Philotex Looms", "Data Analyst", "2016", "2018")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), _CASES.values(), ids=_CASES)
def test_variants(text: str, expected: list[tuple[str, ...]]) -> None:
    assert sorted(_facts(_LADA + text)) == sorted(expected)


def test_entries_of_curve() -> None:
    text = r"""\documentclass{curve}\begin{document}
\begin{rubric}{Education}
\entry*[2010 -- 2014] \textbf{PhD in Looms}, Rice University.
\entry*[2006] BSc in Yarn, University of Leeds.
\end{rubric}\end{document}"""
    assert _facts(text, "cv.tex") == [
        ("Rice University", "doctorate", "2010", "2014"),
        ("University of Leeds", "bachelor", "", "2006"),
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2010/2011", "2010", "2011"),
        ("Aug. 1975 Dec. 1979", "1975-08", "1979-12"),
        ("Oct./Nov. 1991", "1991-10", "1991-11"),
        ("2023 : Presente", "2023", "present"),
        ("2018-Atual", "2018", "present"),
        ("avril-juin 1987", "1987-04", "1987-06"),
        ("Oct 11 - Jun 14", "2011-10", "2014-06"),
        ("Sep 21 – Present", "2021-09", "present"),
        ("dal 2018", "2018", "present"),
        ("2015.9 – 2018.8", "2015-09", "2018-08"),
        ("2015. 9. ~ 2018. 8.", "2015-09", "2018-08"),
        ("2015.9.1-2018.8.31", "2015-09", "2018-08"),
        ("2015/9 - 2018/8", "2015-09", "2018-08"),
        ("2015-9 to 2018-8", "2015-09", "2018-08"),
        ("2019.9—至今", "2019-09", "present"),
        ("2015 – 2018. 5 papers", "2015", "2018"),
        ("2016-dato", "2016", "present"),
        ("marzo de 2016–hoy", "2016-03", "present"),
        ("set. 2017-giu. 2021", "2017-09", "2021-06"),
        ("lug. 2010 – mag. 2012", "2010-07", "2012-05"),
        ("Mag., 2012", "2012", ""),
        ("mrt. 2012 – mei 2014", "2012-03", "2014-05"),
        ("2012 til 2014", "2012", "2014"),
        ("September 2012 onwards", "2012-09", "present"),
        ("sinds 2012", "2012", "present"),
    ],
)
def test_ranges(text: str, start: str, end: str) -> None:
    assert [(d.start, d.end) for d in find_dates(text)] == [(start, end)]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("M.Sci. (Physical)", "master"),
        ("B.E (Hons.) in Looms", "bachelor"),
        ("H.BSc. in Looms", "bachelor"),
        ("Maitrise de physique", "master"),
        ("Maestro", "master"),
        ("Licenciado", "bachelor"),
        ("Habilitation", "other"),
        ("MEcon", "master"),
        ("Doutoramento em Teares", "doctorate"),
        ("Doctoraat in Weven", "doctorate"),
        ("Mestre em Teares", "master"),
        ("Graduado en Telares", "bachelor"),
        ("бакалавр", "bachelor"),
        ("석사", "master"),
    ],
)
def test_degrees(text: str, level: str) -> None:
    found = degree_in(text)
    assert found is not None
    assert found[2] == level


@pytest.mark.parametrize("text", ["Pós-doutorado", "Post-doctorate", "Looms"])
def test_no_degrees(text: str) -> None:
    assert degree_in(text) is None


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Faculty of Letters", [FieldKind.UNIT]),
        ("Initech Looms, Inc.", [FieldKind.ORGANIZATION]),
        ("Paris, U.S.A.", [FieldKind.PLACE, FieldKind.PLACE]),
        ("Thesis: Institute of Looms", [FieldKind.NOTE, FieldKind.NOTE]),
        ("Lecturer in the Department of Looms", [FieldKind.ROLE, FieldKind.UNIT]),
        ("University Intern, Initech Looms, Inc.", [FieldKind.ROLE, FieldKind.ORGANIZATION]),
    ],
)
def test_kinds(text: str, kinds: list[FieldKind]) -> None:
    assert [f.kind for f in analyze(text, 0)] == kinds
