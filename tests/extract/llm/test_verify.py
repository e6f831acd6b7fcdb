"""Of what a language model answers, the lines that it cites decide what stands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_toy import checked, mira, one

from graph_builder.extract.llm.quotes import CitedText
from graph_builder.model import (
    Span,
)

# Quotes


def found(text: str, value: str) -> str | None:
    span = CitedText(text, [Span(0, len(text))]).find(value)
    return None if span is None else span.of(text)


@pytest.mark.parametrize(
    ("text", "value", "printed"),
    [
        ("by Ada  Byron,\n London", "Ada Byron, London", "Ada  Byron,\n London"),
        ("by Ada Byron", "Ada\nByron", "Ada Byron"),
        ("on “Looms” – ‘that’ dream", "\"Looms\" - 'that' dream", "“Looms” – ‘that’ dream"),
        ('a "Loom" - 2', "„Loom“ — 2", '"Loom" - 2'),
        ("a com-\nputing loom", "computing loom", "com-\nputing loom"),
        ("a computing loom", "com-\nputing loom", "computing loom"),
        ("a self-\nreading loom", "self-reading loom", "self-\nreading loom"),
        ("a state-of-\nthe-art loom", "state-of-the-art loom", "state-of-\nthe-art loom"),
        ("2015 -\n2019", "2015 - 2019", "2015 -\n2019"),
        ("Mi\u200bra Ho\u00adlt", "Mira Holt", "Mi\u200bra Ho\u00adlt"),
        ("SMITH of MIT", "MIT", "MIT"),
        ("SMITH", "MIT", None),
        ("looms", "loom", None),
        ("12019", "2019", None),
        ("in 2019a", "2019", "2019"),
        ("at WEAVE21", "WEAVE", "WEAVE"),
        ("WeaverQuillmark", "Quillmark", "Quillmark"),
        ("Golden Shuttle", "golden shuttle", None),
        ("Golden Shuttle", "Silver Shuttle", None),
        ("織機大学准教授(2021年)", "織機大学", "織機大学"),
        ("織機大学准教授(2021年)", "准教授", "准教授"),
        ("織機大学（2021年）", "織機大学(2021年)", "織機大学（2021年）"),
        ("Looms that\t2019\ndream of yarn", "Looms that dream of yarn", "Looms that\t2019\ndream of yarn"),
        ("Looms that\t2019\ndream of yarn", "2019", "2019"),
        ("Looms", "", None),
        ("Looms", " \u200b ", None),
    ],
)
def test_a_copied_value_is_found_as_it_is_printed(text: str, value: str, printed: str | None) -> None:
    assert found(text, value) == printed


def test_a_value_does_not_run_over_a_line_that_is_not_cited() -> None:
    text = "Looms that\nsleep and\ndream"
    lines = [Span(0, 10), Span(11, 20), Span(21, 26)]
    assert CitedText(text, lines).find("that sleep and dream") == Span(6, 26)
    assert CitedText(text, [lines[0], lines[2]]).find("that dream") is None
    assert CitedText(text, [lines[0]]).find("sleep") is None


def test_a_value_behind_a_place_goes_before_the_first() -> None:
    text = "2019, then 2019"
    cited = CitedText(text, [Span(0, len(text))])
    assert (cited.find("2019"), cited.find("2019", 3), cited.find("2019", 14)) == (Span(0, 4), Span(11, 15), Span(0, 4))


WORDS = st.lists(st.text("abÉ7織", min_size=1, max_size=5), min_size=1, max_size=12)
GAPS = st.lists(st.sampled_from([" ", "  ", "\n", "\t", " \n  ", "\u00a0"]), min_size=12, max_size=12)


@given(WORDS, GAPS, st.data())
def test_any_words_of_the_lines_are_found(words: list[str], gaps: list[str], data: st.DataObject) -> None:
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=False))
    start = data.draw(st.integers(0, len(words) - 1))
    value = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
    printed = found(text, value)
    assert printed is not None
    assert " ".join(printed.split()) == value


# What the lines bear out


@pytest.mark.parametrize(
    ("dates", "start", "end", "expected"),
    [
        ("2001 - 2003", "2001", "2003", ("2001", "2003")),
        ("2015-19", "2015", "19", ("2015", "2019")),
        ("2015–19", "2015", "19", ("2015", "2019")),
        ("1998/02", "1998", "02", ("1998", "2002")),
        ("Sept. 2019 bis heute", "Sept. 2019", "heute", ("2019-09", "present")),
        ("seit 2018", "2018", "present", ("2018", "present")),
        ("2018 -", "2018", None, ("2018", "present")),
        ("bis 2018", None, "2018", ("", "2018")),
        ("07 - 08.2008", "07", "08.2008", ("2008-07", "2008-08")),
        ("Jan. - Feb. 1977", "Jan.", "Feb. 1977", ("1977-01", "1977-02")),
        ("2016年3月〜現在", "2016年3月", "現在", ("2016-03", "present")),
        ("03/2011 - 10/2012", "03/2011", "10/2012", ("2011-03", "2012-10")),
    ],
)
def test_dates_are_read_from_what_is_printed(
    dates: str, start: str | None, end: str | None, expected: tuple[str, str]
) -> None:
    text = f"# Mira Holt\n\n- Weaver, Quillmark AG, {dates}\n"
    verified = checked(text, "employment", lines=[2], organization="Quillmark AG", start=start, end=end)
    values = one(verified).values
    assert (values.get("start", ""), values.get("end", "")) == expected
    assert verified.dropped == 0


JOB = {
    "lines": [2],
    "organization": "Quillmark AG",
    "unit": "Loom Lab",
    "role": "Weaver",
    "start": "2015",
    "end": "2019",
}
JOBS = "# Mira Holt\n\n- Weaver, Loom Lab, Quillmark AG, 2015 - 2019\n"


def test_a_job_stands_with_the_place_of_each_value() -> None:
    verified = checked(JOBS, "employment", **JOB)
    fact = one(verified)
    assert verified.dropped == 0
    assert fact.unit is not None
    assert fact.values == {"role": "Weaver", "start": "2015", "end": "2019"}
    places = {**fact.places, "organization": fact.name.span, "unit": fact.unit.span}
    text = mira(JOBS).text
    assert {key: span.of(text) for key, span in places.items()} == {key: JOB[key] for key in JOB if key != "lines"}
    assert fact.evidence.of(text) == "Weaver, Loom Lab, Quillmark AG, 2015 - 2019"


@pytest.mark.parametrize(
    ("key", "value"),
    [("role", "Professor"), ("role", "weaver"), ("end", "soon"), ("end", "2024"), ("unit", "Dye Lab")],
)
def test_a_value_that_is_not_printed_is_left_out_and_counted(key: str, value: str) -> None:
    verified = checked(JOBS, "employment", **{**JOB, key: value})
    fact = one(verified)
    assert key not in fact.values
    assert key not in fact.places
    assert value not in str(fact)
    assert verified.dropped == 1


def test_a_start_that_is_not_printed_is_not_taken() -> None:
    for text, start in (("since 2015", "2012"), ("2015", "soon")):
        lines = f"# Mira Holt\n\n- Weaver, Quillmark AG, {text}\n"
        verified = checked(lines, "employment", lines=[2], organization="Quillmark AG", start=start)
        assert one(verified).values == {}
        assert verified.dropped == 1


@pytest.mark.parametrize(
    "change",
    [
        {"organization": "Loud Machines"},
        {"organization": "Quillmark"[:-1]},
        {"organization": None},
        {"organization": ["Quillmark AG"]},
        {"organization": "  "},
        {"lines": []},
        {"lines": [99]},
        {"lines": "2"},
    ],
    ids=str,
)
def test_a_fact_whose_name_is_not_printed_is_dropped_and_counted(change: dict[str, Any]) -> None:
    verified = checked(JOBS, "employment", **{**JOB, **change})
    assert verified.facts == []
    assert verified.dropped == 1


def test_a_model_may_miscount_by_two_lines() -> None:
    text = "# Mira Holt\n\n- Golden Shuttle\n- one\n- two\n- three\n"
    for line, count in ((3, 1), (4, 1), (5, 0)):
        assert len(checked(text, "awards", lines=[line], award="Golden Shuttle").facts) == count


def test_a_value_is_taken_from_the_cited_line_before_those_near_it() -> None:
    text = "# Mira Holt\n\n- Golden Shuttle, 2014\n- Silver Shuttle, 2014\n- Iron Shuttle\n- in 2016\n"
    for line, award, year, place in (
        (2, "Golden Shuttle", "2014", text.index("2014")),
        (3, "Silver Shuttle", "2014", text.rindex("2014")),
        (4, "Iron Shuttle", "2016", text.rindex("2016")),
    ):
        fact = one(checked(text, "awards", lines=[line], award=award, year=year))
        document = mira(text)
        assert fact.values == {"year": year}
        assert fact.places["year"].of(document.text) == year
        before = text[:place].count(year)
        assert document.text[: fact.places["year"].start].count(year) == before


def test_characters_that_are_not_visible_do_not_come_into_a_fact() -> None:
    values = {**JOB, "organization": "Quill\ud800mark\x00 AG", "role": "Wea\u200bver", "unit": "Loom\x07 Lab"}
    fact = one(checked(JOBS, "employment", **values))
    assert fact.unit is not None
    assert (fact.name.text, fact.values["role"], fact.unit.text) == ("Quillmark AG", "Weaver", "Loom Lab")
    verified = checked("# Mira Holt\n", subject={"name": "Mira \udc00Holt", "also": ["Holt\u200b"], "line": 1})
    assert verified.subject is not None
    assert (verified.subject.text, verified.also) == ("Mira Holt", ("Holt",))


@pytest.mark.parametrize(
    ("printed", "degree", "level", "expected"),
    [
        ("Dr.-Ing.", "Dr.-Ing.", "bachelor", "doctorate"),
        ("M.Sc.", "M.Sc.", "other", "master"),
        ("Bachelor of Science", "Bachelor of Science", "doctorate", "bachelor"),
        ("Cand. Weav.", "Cand. Weav.", "master", "master"),
        ("Cand. Weav.", "Cand. Weav.", "king", "other"),
        ("studies", None, "doctorate", "doctorate"),
    ],
)
def test_the_level_of_a_known_degree_is_ours(printed: str, degree: str | None, level: str, expected: str) -> None:
    text = f"# Mira Holt\n\n- {printed}, University of Nettle\n"
    fact = one(checked(text, "education", lines=[2], organization="University of Nettle", degree=degree, level=level))
    assert fact.values == {"degree": expected}


def test_a_degree_that_is_not_printed_is_counted() -> None:
    text = "# Mira Holt\n\n- University of Nettle\n"
    verified = checked(
        text, "education", lines=[2], organization="University of Nettle", degree="PhD", level="doctorate"
    )
    assert verified.dropped == 1
    assert "degree" not in one(verified).places


def test_a_year_of_a_heading_and_an_entry_are_two_places() -> None:
    text = "# Mira Holt\n\n## 2015-19\n\nBack home.\n\n- Scientist, Tarnau University\n"
    fact = one(
        checked(
            text,
            "employment",
            lines=[2, 4],
            organization="Tarnau University",
            role="Scientist",
            start="2015",
            end="19",
        )
    )
    document = mira(text)
    assert fact.values == {"role": "Scientist", "start": "2015", "end": "2019"}
    assert fact.evidence.of(document.text) == "Scientist, Tarnau University"
    assert fact.places["start"] == Span(document.text.index("2015"), document.text.index("2015") + 4)
    assert fact.places["end"].of(document.text) == "19"


def test_lines_that_follow_one_another_are_one_evidence() -> None:
    text = "# Mira Holt\n\n## 2015 - 2019\n\n- Scientist\n- Tarnau University\n- Dyer\n"
    fact = one(checked(text, "employment", lines=[4, 2, 3], organization="Tarnau University", role="Scientist"))
    assert fact.evidence.of(mira(text).text).split() == "2015 - 2019 Scientist Tarnau University".split()


SERVICE = "# Mira Holt\n\n- PC: WEAVE 2020, 2021; reviewer for J. Yarn (2018-) and KNIT'07\n"


@pytest.mark.parametrize(
    ("venue", "role", "years", "expected"),
    [
        (
            "WEAVE",
            "program committee",
            ["2020", "2021"],
            [("program committee", "2020"), ("program committee", "2021")],
        ),
        ("J. Yarn", "reviewer", ["2018"], [("reviewer", "2018")]),
        ("KNIT", "knight", ["07"], [("other", "2007")]),
        ("WEAVE", "program committee", [], [("program committee", None)]),
        ("WEAVE", "program committee", ["1999"], [("program committee", None)]),
    ],
)
def test_a_duty_is_a_fact_for_each_year(venue: str, role: str, years: list[str], expected: list[Any]) -> None:
    verified = checked(SERVICE, "service", lines=[2], venue=venue, role=role, years=years)
    assert [(fact.values["role"], fact.values.get("year")) for fact in verified.facts] == expected
    assert {fact.name.text for fact in verified.facts} == {venue}
    text = mira(SERVICE).text
    assert [fact.places["year"].of(text) for fact in verified.facts if fact.places] == [y for y in years if y != "1999"]
    assert verified.dropped == ("1999" in years)


def test_authors_stand_in_order_without_those_that_are_not_printed() -> None:
    text = "# Mira Holt\n\n- K. Oak, M. Holt, K. Oak Jr.: Looms that dream. WEAVE, 2021\n"
    verified = checked(
        text,
        "publications",
        lines=[2],
        title="Looms that dream",
        authors=["K. Oak", "Eve Nobody", "M. Holt", "K. Oak Jr."],
        venue="WEAVE",
        year="2021",
    )
    fact = one(verified)
    assert [author.text for author in fact.authors] == ["K. Oak", "M. Holt", "K. Oak Jr."]
    spans = [author.span for author in fact.authors]
    assert spans == sorted(spans)
    assert fact.venue is not None
    assert fact.venue.text == "WEAVE"
    assert fact.values == {"year": "2021"}
    assert verified.dropped == 1


def test_two_authors_of_one_name_are_two() -> None:
    text = "# Mira Holt\n\n- Y. Oak, M. Holt, Y. Oak: Looms that dream\n"
    names = ["Y. Oak", "M. Holt", "Y. Oak"]
    fact = one(checked(text, "publications", lines=[2], title="Looms that dream", authors=names))
    assert [author.text for author in fact.authors] == names
    assert len({author.span for author in fact.authors}) == 3


@pytest.mark.parametrize(("is_", "advisor"), [("advisor", True), ("student", False)])
def test_advising_has_a_direction(is_: str, advisor: bool) -> None:
    text = "# Mira Holt\n\nWorked with Odo Brandt.\n"
    fact = one(checked(text, "advising", lines=[2], name="Odo Brandt", **{"is": is_}))
    assert (fact.name.text, fact.is_advisor) == ("Odo Brandt", advisor)


def test_the_subject_stands_with_the_other_forms_that_are_printed() -> None:
    text = "# Dr. Mira Holt\n\nIn print also M. Holt\n"
    verified = checked(text, subject={"name": "Mira Holt", "also": ["M. Holt", "Holt, Mira", 3], "line": 1})
    assert verified.subject is not None
    assert verified.subject.text == "Mira Holt"
    assert verified.subject.span.of(mira(text).text) == "Mira Holt"
    assert verified.also == ("M. Holt",)
    assert verified.dropped == 0


@pytest.mark.parametrize("line", [0, 1, 2, 99, None, "1"])
def test_the_line_of_a_subject_may_be_wrong(line: Any) -> None:
    verified = checked("# Mira Holt\n\nWeaver\n", subject={"name": "Mira Holt", "also": None, "line": line})
    assert verified.subject is not None
    assert verified.subject.text == "Mira Holt"


def test_a_subject_may_stand_in_the_title_alone() -> None:
    page = "<html><head><title>Home of Mira Holt</title></head><body><p>Weaver</p></body></html>"
    verified = checked(page, file="mira.html", subject={"name": "Mira Holt", "also": [], "line": 0})
    assert verified.subject is not None
    assert verified.subject.text == "Mira Holt"
    wrong = checked(page, file="mira.html", subject={"name": "Mira Quill", "also": [], "line": 0})
    assert (wrong.subject, wrong.dropped) == (None, 1)


@pytest.mark.parametrize("subject", [None, {}, {"name": None}, {"name": " "}, {"name": ["Mira Holt"]}, "Mira Holt"])
def test_nobody_may_be_named(subject: Any) -> None:
    verified = checked("# Mira Holt\n", subject=subject)
    assert (verified.subject, verified.dropped) == (None, 0)
