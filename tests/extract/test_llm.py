"""A language model is asked about numbered lines; of what it answers the lines decide what stands, and how."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract import extract
from graph_builder.extract.llm import (
    BadAnswer,
    ModelReading,
    Question,
    content_of,
    part_size,
    questions,
    read_with_model,
    unread,
)
from graph_builder.extract.llm.answer import RELATIONS, parse
from graph_builder.extract.llm.question import SCHEMA, system_prompt
from graph_builder.extract.llm.quotes import CitedText
from graph_builder.extract.llm.verify import Verified, VerifiedFact, verify
from graph_builder.model import (
    Block,
    BlockKind,
    Claim,
    Document,
    GraphBuilderError,
    Identifier,
    Relation,
    SourceFacts,
    Span,
)
from graph_builder.read import read_bytes

CV = """# Mira Holt

## Experience

### 2019 - today

- Senior Weaver, Loom Lab, Quillmark AG

### 2015-19

- Scientist, Tarnau University

## Education

- PhD in Physics, University of Nettle, 2012 - 2015

## Publications

- M. Holt, K. Oak: Looms that dream. Proceedings of the Weavers Forum, 2021. doi:10.1234/abc.5

## Awards

- Golden Shuttle, 2018
"""


def mira(text: str, name: str = "mira.md") -> Document:
    return read_bytes(text.encode(), name, f"x/{name}")


DOCUMENT = mira(CV)
RULES = extract(DOCUMENT)

Fact = tuple[str, dict[str, Any]]  # the list that it stands in, and its values; its lines are told by words in them

WEAVER: Fact = (
    "employment",
    {
        "lines": ["2019 - today", "Quillmark AG"],
        "organization": "Quillmark AG",
        "unit": "Loom Lab",
        "role": "Senior Weaver",
        "start": "2019",
        "end": "today",
    },
)
SCIENTIST: Fact = (
    "employment",
    {
        "lines": ["2015-19", "Tarnau University"],
        "organization": "Tarnau University",
        "unit": None,
        "role": "Scientist",
        "start": "2015",
        "end": "19",
    },
)
DOCTOR: Fact = (
    "education",
    {
        "lines": ["University of Nettle"],
        "organization": "University of Nettle",
        "degree": "PhD",
        "level": "doctorate",
        "field": "Physics",
        "start": "2012",
        "end": "2015",
    },
)
PAPER: Fact = (
    "publications",
    {
        "lines": ["Looms that dream"],
        "title": "Looms that dream",
        "authors": ["M. Holt", "K. Oak"],
        "venue": "Weavers Forum",
        "year": "2021",
    },
)
AWARD: Fact = ("awards", {"lines": ["Golden Shuttle"], "award": "Golden Shuttle", "year": "2018"})
ALL = (WEAVER, SCIENTIST, DOCTOR, PAPER, AWARD)


def model(*facts: Fact, subject: str = "Mira Holt") -> Callable[[Question], str]:
    """Return a model that gives facts where it is asked about the last of their lines."""

    def answer_of(question: Question) -> str:
        found: dict[str, Any] = {"subject": {"name": subject, "also": [], "line": 1} if subject else None}
        seen = [*question.context, *question.lines]
        for relation, values in facts:
            if any(values["lines"][-1] in line.shown for line in question.lines):
                cited = [line.number for words in values["lines"] for line in seen if words in line.shown]
                found.setdefault(relation, []).append({**values, "lines": cited})
        return json.dumps(found)

    return answer_of


def reading(*facts: Fact, document: Document = DOCUMENT, add: bool = False, size: int = 16_000) -> ModelReading:
    return read_with_model(document, extract(document), "toy", model(*facts), size=size, add=add)


def of(facts: SourceFacts, relation: Relation) -> list[Claim]:
    return [claim for claim in facts.claims if claim.relation is relation]


def only(facts: SourceFacts, relation: Relation) -> Claim:
    (claim,) = of(facts, relation)
    return claim


def named(facts: SourceFacts, claim: Claim) -> dict[str, str]:
    names = {mention.id: mention.name for mention in facts.mentions}
    return {role: names[mention] for role, mention in claim.roles.items()}


def checked(text: str, relation: str = "", *, file: str = "mira.md", subject: Any = None, **values: Any) -> Verified:
    """Return what the lines of a document bear out of one fact, or of a subject."""
    document = mira(text, file)
    (question,) = questions(document)
    answer = {"subject": subject} | ({relation: [values]} if relation else {})
    return verify(parse(json.dumps(answer)), question, document.text)


def one(verified: Verified) -> VerifiedFact:
    (fact,) = verified.facts
    return fact


# Questions


def test_lines_are_numbered_and_marked() -> None:
    assert questions(DOCUMENT)[0].text.splitlines() == [
        "Read",
        "1| # Mira Holt",
        "2| ## Experience",
        "3| ### 2019 - today",
        "4| - Senior Weaver, Loom Lab, Quillmark AG",
        "5| ### 2015-19",
        "6| - Scientist, Tarnau University",
        "7| ## Education",
        "8| - PhD in Physics, University of Nettle, 2012 - 2015",
        "9| ## Publications",
        "10| - M. Holt, K. Oak: Looms that dream. Proceedings of the Weavers Forum, 2021. doi:10.1234/abc.5",
        "11| ## Awards",
        "12| - Golden Shuttle, 2018",
    ]


def test_a_later_question_shows_the_head_the_headings_above_and_the_lines_before() -> None:
    jobs = "".join(f"- Weaver of pattern {n}, Quillmark AG\n" for n in range(20))
    document = mira(
        f"# Mira Holt\n\nWeaver and dyer\n\n## Experience\n\n### Abroad\n\n{jobs}\n## Awards\n\n- A Shuttle\n"
    )
    first, second, *_ = questions(document, 500)
    assert first.context == ()
    last = first.lines[-1].number
    assert [line.number for line in second.context] == [1, 2, 3, 4, last - 2, last - 1, last]
    assert [line.shown for line in second.context[:4]] == [
        "# Mira Holt",
        "Weaver and dyer",
        "## Experience",
        "### Abroad",
    ]
    assert second.text.index("Context\n1| # Mira Holt") < second.text.index(f"Read\n{last + 1}| - Weaver")
    under_awards = questions(document, 60)[-1]
    assert "### Abroad" not in [line.shown for line in under_awards.context[:-3]]


def test_a_question_ends_before_a_heading_where_it_can() -> None:
    asked = questions(DOCUMENT, 200)
    assert [question.lines[0].shown for question in asked] == ["# Mira Holt", "## Education", "## Awards"]


def test_long_lines_of_the_context_are_cut() -> None:
    document = mira(f"# Mira Holt\n\n{'yarn ' * 300}\n\n- Weaver\n")
    *_, last = questions(document, 20)
    assert [len(line.shown) for line in last.context] == [len("# Mira Holt"), 300]


def test_the_title_goes_before_the_lines() -> None:
    page = "<html><head><title>Home of Mira Holt</title></head><body><p>Weaver</p></body></html>"
    assert questions(mira(page, "mira.html"))[0].text == "Title: Home of Mira Holt\nRead\n1| Weaver"


def test_what_is_not_visible_and_marks_of_a_chat_are_not_shown() -> None:
    shown = questions(mira("# Mira\u200b Holt\n\nWeaver <|dye and\u2060 so on|>\n"))[0].text
    assert shown == "Read\n1| # Mira Holt\n2| Weaver < |dye and so on| >"


KINDS = st.sampled_from([BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM])
BLOCKS = st.lists(st.tuples(KINDS, st.integers(0, 4), st.text("ab é織\t\n", max_size=60)), max_size=12)


def built(blocks: list[tuple[BlockKind, int, str]]) -> Document:
    text, found = "", []
    for kind, level, inner in blocks:
        found.append(Block(kind, Span(len(text), len(text) + len(inner)), level))
        text += inner + "\n"
    return Document("a.txt", "text/plain", text, tuple(found))


@given(BLOCKS, st.integers(1, 300))
def test_every_line_is_read_once_whatever_the_size(blocks: list[tuple[BlockKind, int, str]], size: int) -> None:
    document = built(blocks)
    read = [line for question in questions(document, size) for line in question.lines]
    assert [line.number for line in read] == list(range(1, len(read) + 1))
    assert "".join("".join(line.span.of(document.text).split()) for line in read) == "".join(document.text.split())
    assert all(len(q.lines) == 1 or sum(len(line.shown) for line in q.lines) <= size for q in questions(document, size))


@given(BLOCKS, st.integers(1, 300))
def test_halves_have_each_line_once(blocks: list[tuple[BlockKind, int, str]], size: int) -> None:
    for question in questions(built(blocks), size):
        halves = question.halves()
        assert bool(halves) == (len(question.lines) > 1)
        if halves:
            first, second = halves
            assert first.lines + second.lines == question.lines
            assert first.lines
            assert second.lines
            assert first.context == question.context
            known = [line.number for line in second.context]
            assert set(known) >= {line.number for line in (*question.context, *first.lines[-3:])}
            assert known == sorted(known)


@pytest.mark.parametrize("word", ["yarn ", "yarnyarn"])
def test_a_long_line_is_cut_and_nothing_is_lost(word: str) -> None:
    text = (word * 1_200).strip()
    document = Document("a.txt", "text/plain", text, (Block(BlockKind.LIST_ITEM, Span(0, len(text)), 1),))
    lines = [line for question in questions(document) for line in question.lines]
    assert len(lines) > 2
    assert all(len(line.span) <= 2_000 for line in lines)
    assert "".join(line.span.of(text) for line in lines) == text
    assert [line.shown.startswith("- ") for line in lines] == [True] + [False] * (len(lines) - 1)
    if " " in text:
        assert all(line.shown.endswith("yarn") for line in lines)


def test_an_answer_is_stored_under_model_and_text() -> None:
    (question,) = questions(DOCUMENT)
    (other,) = questions(mira(CV.replace("2018", "2017")))
    keys = {question.key("toy"), question.key("toy-2"), other.key("toy"), *(h.key("toy") for h in question.halves())}
    assert len(keys) == 5
    assert question.key("toy") == questions(mira(CV))[0].key("toy")


def test_the_body_has_prompt_lines_and_schema() -> None:
    (question,) = questions(DOCUMENT)
    body = question.body("toy")
    assert body["model"] == "toy"
    assert [message["content"] for message in body["messages"]] == [system_prompt(), question.text]
    assert body["response_format"]["json_schema"]["schema"] is SCHEMA


def test_the_schema_asks_for_every_key_as_strict_servers_want_it() -> None:
    lists = [SCHEMA["properties"][key]["items"] for key in RELATIONS]
    for each in (SCHEMA, *lists):
        assert set(each["required"]) == set(each["properties"])
        assert each["additionalProperties"] is False


def test_a_part_grows_with_the_window_up_to_a_bound() -> None:
    sizes = [part_size(window) for window in (1_000, 8_192, 12_000, 1_000_000)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1_000
    assert sizes[-1] == 16_000


# Answers

SHUTTLE = '{"awards": [{"lines": [3], "award": "Golden Shuttle", "year": null}]}'


@pytest.mark.parametrize(
    "text",
    [
        SHUTTLE,
        f"```json\n{SHUTTLE}\n```",
        f"\n```\n{SHUTTLE}```\n",
        f"<think>Is it {{an}} award?\nYes.</think>\n{SHUTTLE}",
        f"<think>\n</think>```json\n{SHUTTLE}\n```",
        '{"subject": 3, "awards": [null, "x", 4, ["y"], {"lines": 3, "award": " Golden Shuttle "}], "service": {}}',
    ],
)
def test_an_answer_is_read(text: str) -> None:
    answer = parse(text)
    (fact,) = answer.facts
    assert (fact.relation, fact.lines, fact.text("award"), fact.text("year")) == (
        Relation.AWARD,
        (3,),
        "Golden Shuttle",
        "",
    )
    assert answer.subject == {}


@pytest.mark.parametrize(
    "text", ["", "I am sorry", "[]", "3", "null", "{}", '{"facts": []}', '{"awards": [', "[" * 100_000, SHUTTLE + "."]
)
def test_an_answer_of_another_form_is_bad(text: str) -> None:
    with pytest.raises(BadAnswer):
        parse(text)


def test_lines_that_are_no_numbers_and_texts_that_are_no_texts_are_passed_over() -> None:
    told = '{"publications": [{"lines": [true, "2", 4, null, 5.5], "title": 7, "authors": ["A", 3, " ", "B "]}]}'
    (fact,) = parse(told).facts
    assert (fact.lines, fact.text("title"), fact.texts("authors"), fact.texts("title")) == ((4,), "", ("A", "B"), ())


@pytest.mark.parametrize(
    "completion",
    [
        None,
        [],
        {},
        "x",
        {"choices": []},
        {"choices": [{}]},
        {"choices": [3]},
        {"choices": [{"message": {"content": 1}}]},
    ],
    ids=str,
)
def test_what_is_no_chat_completion_is_bad(completion: Any) -> None:
    with pytest.raises(BadAnswer):
        content_of(completion)


def test_an_answer_that_was_cut_says_so() -> None:
    choice = {"message": {"content": SHUTTLE}, "finish_reason": "stop"}
    assert content_of({"choices": [choice]}) == SHUTTLE
    with pytest.raises(BadAnswer, match="cut short"):
        content_of({"choices": [{**choice, "finish_reason": "length"}]})


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
        ("2018 -", "2018", None, ("2018", "")),
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


# One reading from two


def test_a_fact_that_a_rule_has_too_names_the_rule() -> None:
    facts = reading(*ALL).facts
    by_rule = {claim.relation: claim.extractor for claim in RULES.claims}
    for relation in (Relation.EDUCATION, Relation.PUBLICATION, Relation.AWARD):
        claim = only(facts, relation)
        assert claim.extractor == f"llm/toy+{by_rule[relation]}"
    alone = reading(("interests", {"lines": ["Looms that dream"], "topic": "Looms"})).facts
    assert only(alone, Relation.INTEREST).extractor == "llm/toy"


def test_who_agrees_with_a_rule_is_believed_more() -> None:
    stranger: Fact = ("awards", {"lines": ["Looms that dream"], "award": "Weavers Forum", "year": "2021"})
    both, alone = sorted(of(reading(*ALL, stranger).facts, Relation.AWARD), key=lambda claim: -claim.confidence)
    assert (both.values["award"], alone.values["award"]) == ("Golden Shuttle", "Weavers Forum")
    assert both.confidence > alone.confidence


def test_the_model_corrects_what_a_rule_read_at_its_place() -> None:
    facts = reading(*ALL).facts
    (claim,) = (c for c in of(facts, Relation.EMPLOYMENT) if c.values["role"] == "Scientist")
    assert claim.values == {"role": "Scientist", "start": "2015", "end": "2019"}
    assert claim.extractor == "llm/toy+sections/employment"
    (weaver,) = (c for c in of(facts, Relation.EMPLOYMENT) if c.values["role"] == "Senior Weaver")
    (mention,) = (m for m in facts.mentions if m.id == weaver.roles["organization"])
    assert (mention.name, mention.unit) == ("Quillmark AG", ("Loom Lab",))


def test_what_a_careful_model_passes_over_goes_or_stays_in_doubt() -> None:
    others = [fact for fact in ALL if fact is not AWARD]
    assert of(reading(*others).facts, Relation.AWARD) == []
    kept = only(reading(*others, add=True).facts, Relation.AWARD)
    old = only(RULES, Relation.AWARD)
    assert kept.confidence < 0.5 < old.confidence
    assert (kept.extractor, kept.values, kept.evidence) == (old.extractor, old.values, old.evidence)


def test_what_a_careless_model_passes_over_stays() -> None:
    invented: list[Fact] = [("awards", {"lines": ["Golden Shuttle"], "award": f"Prize {n}"}) for n in range(9)]
    result = reading(*(fact for fact in ALL if fact is not AWARD), *invented)
    assert result.dropped == len(invented)
    assert only(result.facts, Relation.AWARD).values["award"] == "Golden Shuttle"


def test_rules_stay_where_no_question_was_answered() -> None:
    others = model(*(fact for fact in ALL if fact is not AWARD))

    def answer_of(question: Question) -> str:
        return "no" if "Golden Shuttle" in question.text else others(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    kept, old = only(result.facts, Relation.AWARD), only(RULES, Relation.AWARD)
    assert (kept.extractor, kept.confidence, kept.evidence) == (old.extractor, old.confidence, old.evidence)
    assert only(result.facts, Relation.EDUCATION).extractor.startswith("llm/toy")
    assert named(result.facts, kept) == {"person": "Mira Holt"}


def test_a_document_has_one_subject() -> None:
    def answer_of(question: Question) -> str:
        subject = {"name": "M. Holt", "also": ["Mira Holt"], "line": 8}
        return json.dumps({"subject": subject} | {k: [] for k in RELATIONS})

    facts = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=16_000, add=True).facts
    person = only(facts, Relation.PROFILE).roles["person"]
    (mention,) = (m for m in facts.mentions if m.id == person)
    assert {mention.name, *mention.aliases} == {"Mira Holt", "M. Holt"}
    assert {claim.roles["person"] for claim in facts.claims if "person" in claim.roles} == {person}


def test_a_model_that_names_nobody_leaves_the_subject_of_the_rules() -> None:
    result = read_with_model(DOCUMENT, RULES, "toy", model(*ALL, subject=""), size=16_000)
    assert only(result.facts, Relation.PROFILE) == only(RULES, Relation.PROFILE)
    assert named(result.facts, only(result.facts, Relation.AWARD)) == {"person": "Mira Holt"}


AUTHOR_PAGE = """---
title: Mira Holt
role: Weaver
organizations:
- name: Quillmark AG
education:
  courses:
  - course: PhD in Physics
    institution: Tarnau University
    year: 2012
---

## Experience

- Dyer, Loom Hall, 2001 - 2003
"""
DYER: Fact = (
    "employment",
    {"lines": ["Loom Hall"], "organization": "Loom Hall", "role": "Dyer", "start": "2001", "end": "2003"},
)


def test_structured_data_stays_though_the_model_passes_it_over() -> None:
    document = mira(AUTHOR_PAGE, "_index.md")
    rules = extract(document)
    facts = reading(DYER, document=document).facts
    structured = [claim for claim in rules.claims if claim.extractor.startswith("data/")]
    assert {claim.relation for claim in structured} == {Relation.EMPLOYMENT, Relation.EDUCATION}
    assert {claim.id: claim for claim in structured}.items() <= {claim.id: claim for claim in facts.claims}.items()
    jobs = of(facts, Relation.EMPLOYMENT)
    assert {named(facts, claim)["organization"] for claim in jobs} == {"Quillmark AG", "Loom Hall"}
    assert only(facts, Relation.PROFILE).extractor == "subject/data"


def test_structured_data_goes_where_a_careful_model_reads_its_characters_otherwise() -> None:
    document = mira(AUTHOR_PAGE, "_index.md")
    doctor: Fact = (
        "education",
        {
            "lines": ["PhD", "Tarnau University", "2012"],
            "organization": "Tarnau University",
            "degree": "PhD",
            "level": "doctorate",
            "field": "Physics",
            "end": "2012",
        },
    )
    other: Fact = ("employment", {"lines": ["Quillmark AG", "Weaver"], "organization": "Weaver"})
    facts = reading(DYER, doctor, other, document=document).facts
    jobs = of(facts, Relation.EMPLOYMENT)
    assert {named(facts, claim)["organization"] for claim in jobs} == {"Weaver", "Loom Hall"}
    assert only(facts, Relation.EDUCATION).extractor == "llm/toy+data/education"
    facts = reading(DYER, doctor, document=document).facts
    assert "Quillmark AG" in {named(facts, claim)["organization"] for claim in of(facts, Relation.EMPLOYMENT)}


def test_what_a_rule_knows_besides_comes_along() -> None:
    facts = reading(*ALL).facts
    claim = only(facts, Relation.PUBLICATION)
    (work,) = (m for m in facts.mentions if m.id == claim.roles["work"])
    assert work.identifiers == (Identifier("doi", "10.1234/abc.5"),)
    assert claim.values == {"year": "2021", "type": "paper"}
    assert named(facts, claim) == {"person": "Mira Holt", "work": "Looms that dream", "venue": "Weavers Forum"}
    authors = {c.values["position"]: named(facts, c)["author"] for c in of(facts, Relation.AUTHORSHIP)}
    assert authors == {"1": "M. Holt", "2": "K. Oak"}


def test_advising_of_the_model_has_both_people() -> None:
    document = mira("# Mira Holt\n\nTaught by Odo Brandt. Teacher of Ivo Reed.\n")
    facts = reading(
        ("advising", {"lines": ["Odo Brandt"], "name": "Odo Brandt", "is": "advisor"}),
        ("advising", {"lines": ["Ivo Reed"], "name": "Ivo Reed", "is": "student"}),
        document=document,
    ).facts
    pairs = [named(facts, claim) for claim in of(facts, Relation.ADVISING)]
    assert sorted((pair["student"], pair["advisor"]) for pair in pairs) == [
        ("Ivo Reed", "Mira Holt"),
        ("Mira Holt", "Odo Brandt"),
    ]


def test_each_name_and_value_has_the_characters_that_print_it() -> None:
    facts = reading(*ALL).facts
    seen = set()
    for claim in facts.claims:
        said = {**named(facts, claim), **claim.values}
        for key, evidence in claim.value_evidence.items():
            seen.add(key)
            assert evidence.quote == evidence.span.of(DOCUMENT.text)
            if key in ("start", "end"):
                assert evidence.quote in ("today", said[key], said[key][-2:])
            elif key != "degree":
                assert evidence.quote == said[key]
    assert seen == {"organization", "role", "start", "end", "degree", "field", "work", "venue", "year", "award"}


def test_evidence_is_what_stands_in_the_document() -> None:
    for text, name in ((CV, "mira.md"), (AUTHOR_PAGE, "_index.md")):
        document = mira(text, name)
        facts = reading(*ALL, DYER, document=document, add=True).facts
        assert len(facts.claims) > 4
        for claim in facts.claims:
            assert claim.evidence.quote == claim.evidence.span.of(document.text)
        assert {m.id for m in facts.mentions} >= {m for claim in facts.claims for m in claim.roles.values()}


@given(st.sets(st.sampled_from(range(len(ALL)))), st.integers(20, 400), st.booleans())
def test_what_the_model_gives_is_there_once_whatever_the_size(chosen: set[int], size: int, add: bool) -> None:
    given_ = [ALL[at] for at in sorted(chosen)]
    result = read_with_model(DOCUMENT, RULES, "toy", model(*given_), size=size, add=add)
    assert result.whole
    assert result.problems == ()
    model_claims = [c for c in result.facts.claims if c.extractor.startswith("llm/toy")]
    lists = [RELATIONS[relation] for relation, _ in given_]
    by = [c.relation for c in model_claims if c.relation not in (Relation.PROFILE, Relation.AUTHORSHIP)]
    assert sorted(by) == sorted(lists)
    assert len(of(result.facts, Relation.PROFILE)) == 1


# Asking


def test_an_answer_that_cannot_be_read_is_asked_for_in_halves() -> None:
    asked: list[list[int]] = []
    good = model(*ALL)

    def answer_of(question: Question) -> str:
        asked.append([line.number for line in question.lines])
        return "I am sorry" if any("Golden Shuttle" in line.shown for line in question.lines) else good(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=16_000)
    assert asked == [
        list(range(1, 13)),
        list(range(1, 7)),
        list(range(7, 13)),
        list(range(7, 10)),
        list(range(10, 13)),
    ]
    assert result.whole
    (problem,) = result.problems
    assert "lines 10 to 12 is no JSON" in problem.what
    assert only(result.facts, Relation.EDUCATION).extractor == "llm/toy+sections/education"
    assert {c.extractor for c in of(result.facts, Relation.EMPLOYMENT)} == {"llm/toy+sections/employment"}
    assert only(result.facts, Relation.AWARD).extractor == "sections/awards"
    assert only(result.facts, Relation.PUBLICATION).extractor == "references"


@pytest.mark.parametrize("text", ["I am sorry", "[]", "{}", "[" * 10_000])
def test_answers_of_another_form_lose_nothing(text: str) -> None:
    result = read_with_model(DOCUMENT, RULES, "toy", lambda question: text, size=16_000)
    assert result.facts == RULES
    assert result.whole
    (problem,) = result.problems
    assert "about lines 1 to 12 is no" in problem.what


def test_a_model_that_cannot_be_asked_leaves_the_facts_of_the_rules() -> None:
    def answer_of(question: Question) -> str:
        raise GraphBuilderError("the server is asleep")

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    assert result.facts == RULES
    assert not result.whole
    assert [problem.what for problem in result.problems] == [
        "the language model was not asked to the end: the server is asleep"
    ]


def test_a_model_that_falls_asleep_is_believed_as_far_as_it_came() -> None:
    good = model(*ALL)

    def answer_of(question: Question) -> str:
        if "Golden Shuttle" in question.text:
            raise GraphBuilderError("the server is asleep")
        return good(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    assert not result.whole
    assert only(result.facts, Relation.AWARD).extractor == "sections/awards"
    assert only(result.facts, Relation.EDUCATION).extractor.startswith("llm/toy")


@pytest.mark.parametrize("size", [60, 200, 16_000])
def test_side_by_side_is_as_one_after_the_other(size: int) -> None:
    one_by_one = read_with_model(DOCUMENT, RULES, "toy", model(*ALL), size=size)
    assert read_with_model(DOCUMENT, RULES, "toy", model(*ALL), size=size, parallel=5) == one_by_one


def test_a_document_without_lines_is_not_asked_about() -> None:
    document = Document("a.txt", "text/plain", "")
    rules = extract(document)
    result = read_with_model(document, rules, "toy", lambda question: pytest.fail("asked"), size=16_000)
    assert result == ModelReading(rules)


def test_what_is_left_to_ask() -> None:
    (question,) = questions(DOCUMENT)
    first, second = question.halves()
    assert list(unread(question, lambda q: None)) == [question]
    assert list(unread(question, lambda q: SHUTTLE)) == []
    stored = {question.key("toy"): "no", first.key("toy"): SHUTTLE}
    assert list(unread(question, lambda q: stored.get(q.key("toy")))) == [second]
    assert list(unread(question, lambda q: "no")) == []
