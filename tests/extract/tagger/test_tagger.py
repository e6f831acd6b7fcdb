# ruff: noqa: E501 - a case is a line
"""The tagger: what it sees of a document, the best sequence of tags, records, and what it adds to the rules."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract.draft import Draft
from graph_builder.extract.pipeline import raw_facts
from graph_builder.extract.tagger.encoder import Tagged, best_path, tagger_of, windows
from graph_builder.extract.tagger.judge import FEATURES, features, shipped_fact_judge
from graph_builder.extract.tagger.labels import NUMBER, TAGS
from graph_builder.extract.tagger.merge import believed, is_tagged, merge, not_in_data, subject_of, with_tagger
from graph_builder.extract.tagger.records import read_records
from graph_builder.extract.tagger.words import Units, units_of
from graph_builder.model import Block, BlockKind, Document, EntityKind, Relation, SourceFacts, Span
from graph_builder.read import read_bytes

_LABEL = re.compile(r"\[([A-Z-]+(?::[a-z ]+)?)(\*?)\|([^\]]*)\]")


def _document(text: str) -> Document:
    blocks = [Block(BlockKind.PARAGRAPH, Span(m.start(), m.end())) for m in re.finditer(r"[^\n]+", text)]
    return Document("a.md", "text/markdown", text, tuple(blocks))


def _pieces(word: str) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
    return [7], [(0, len(word))]


def _tagged(marked: str) -> tuple[str, Tagged]:
    """Return a text and its tags: ``[LABEL|words]``, with a star where a record begins."""
    text, spans = "", []
    at = 0
    for match in _LABEL.finditer(marked):
        text += marked[at : match.start()]
        spans.append((match[1], bool(match[2]), len(text), len(text) + len(match[3])))
        text += match[3]
        at = match.end()
    text += marked[at:]
    units = units_of(_document(text), _pieces, 2)
    count = len(units.starts)
    tags, begins = ["O"] * count, np.zeros(count, np.float32)
    for label, begin, start, end in spans:
        inside = np.flatnonzero((units.starts >= start) & (units.ends <= end))
        for number, unit in enumerate(inside):
            tags[unit] = ("I-" if number else "B-") + label
        begins[inside[0]] = begin
    shares = np.zeros((count, len(TAGS)), np.float32)
    shares[np.arange(count), [NUMBER[tag] for tag in tags]] = 1
    return text, Tagged(units, tags, np.ones(count, np.float32), begins, shares)


@pytest.mark.parametrize(
    ("marked", "facts"),
    [
        (
            "[EMPLOYER*|Wool University]\n[POST|Weaver], [POST-START|2019]-[POST-END|21]\n[POST*|Dyer], since [POST-OPEN|2022]",
            ["employment Wool University end=2021 role=Weaver start=2019", "employment Wool University end=present role=Dyer start=2022"],
        ),
        (
            "[DEGREE:master*|M.Sc.] in [FIELD|Yarn], [SCHOOL|Loom College], [SCHOOL-END|June 2014]",
            ["education Loom College degree=master end=2014-06 field=Yarn"],
        ),
        (
            "[DEGREE:doctorate*|PhD]\n[SCHOOL*|Loom College], [SCHOOL-END|2014]\n[DEGREE:master*|MSc]\n[SCHOOL*|Wool University], [SCHOOL-END|2009]",
            ["education Loom College degree=doctorate end=2014", "education Wool University degree=master end=2009"],
        ),
        (
            "[POST-START*|2014] [POST*|Weaver], [EMPLOYER|Wool University]\n[POST-START*|2011]-[POST-END|12]\n[POST*|Dyer]",
            ["employment Wool University end=2014 role=Weaver start=2014", "employment Wool University end=2012 role=Dyer start=2011"],
        ),
        (
            "[YEAR|2021]\n[AUTHOR*|A. Dyer], [AUTHOR|B. Weaver]. [TITLE|Looms that dream]. [VENUE|J. Wool]\n[AUTHOR*|B. Weaver]. [TITLE|Yarn]. [VENUE|J. Wool] [YEAR|2019].\n"
            "[YEAR|2018]\n[AUTHOR*|A. Dyer]. [TITLE|Wool].\n[AUTHOR*|A. Dyer]. [TITLE|Silk].\n[YEAR|2017] [AUTHOR*|A. Dyer]. [TITLE|Felt].",
            ["publication Looms that dream year=2021 by A. Dyer; B. Weaver in J. Wool", "publication Yarn year=2019 by B. Weaver in J. Wool", "publication Wool year=2018 by A. Dyer", "publication Silk year=2018 by A. Dyer", "publication Felt year=2017 by A. Dyer"],
        ),
        (
            "[AUTHOR*|A. Dyer]. [TITLE|Looms that dream]. [VENUE|J. Wool]. [VENUE|Loom Press]\n[AUTHOR*|A. Dyer]. [TITLE|Yarn]. [VENUE|Berlin, Germany], [VENUE|Knots] - [VENUE|and Looms]\n"
            "[AUTHOR*|A. Dyer]. [TITLE|Silk]. Under review at [VENUE|J. Wool]\n[AUTHOR*|A. Dyer]. [TITLE|Felt]. Submitted to [VENUE|J. Wool], [VENUE|arXiv preprint]",
            ["publication Looms that dream by A. Dyer in J. Wool", "publication Yarn by A. Dyer in Knots - and Looms", "publication Silk by A. Dyer", "publication Felt by A. Dyer in arXiv preprint"],
        ),
        (
            "[AUTHOR*|Ada Dyer, Bo Weaver]. [TITLE|Looms that dream].\n[AUTHOR*|Dyer Weaver, Ada]. [TITLE|Yarn].",
            ["publication Looms that dream by Ada Dyer; Bo Weaver", "publication Yarn by Dyer Weaver, Ada"],
        ),
        (
            "Reviewer: [DUTY:reviewer*|J. Wool] ([DUTY-YEAR|2018], [DUTY-YEAR|2020]), [DUTY:reviewer*|Knots]",
            ["service J. Wool role=reviewer year=2018", "service J. Wool role=reviewer year=2020", "service Knots role=reviewer"],
        ),
        (
            "[DUTY:editor*|J. Wool] ([DUTY-YEAR|2018]-[DUTY-YEAR|2020]), [DUTY:reviewer*|Meeting on Knots] ([DUTY:reviewer*|MOK]) [DUTY-YEAR|2021]",
            ["service J. Wool role=editor year=2018", "service Meeting on Knots role=reviewer year=2021"],
        ),
        (
            "I am a [POST*|Weaver] at [EMPLOYER|Loom Lab] and [POST*|Reader] at [EMPLOYER|Wool University]. Before, I was a [POST*|Dyer] at [EMPLOYER|Yarn Inc].",
            ["employment Loom Lab end=present role=Weaver", "employment Wool University end=present role=Reader", "employment Yarn Inc role=Dyer"],
        ),
        (
            "[DEGREE:master*|M.Sc.], [SCHOOL|Loom College , Warsaw, Poland], [SCHOOL-END|2014]\n[DEGREE:master*|M.Sc.], [SCHOOL|Paris, France]\n[POST*|Dyer], [EMPLOYER|University of California, Irvine], [POST-END|2015]",
            ["education Loom College degree=master end=2014", "education Loom College degree=master end=2014", "employment University of California, Irvine end=2015 role=Dyer"],
        ),
        (
            "[DEGREE:bachelor*|BSc] and [DEGREE:master*|MSc], [SCHOOL|Loom College]\n[DEGREE:bachelor*|BSc]\n[DEGREE:master*|MSc], [SCHOOL|Wool University]",
            ["education Loom College degree=bachelor", "education Loom College degree=master", "education Loom College degree=bachelor", "education Wool University degree=master"],
        ),
        (
            "[SCHOOL*|Loom College], [DEGREE:master|MSc], [SCHOOL-START|2003] - [SCHOOL-END|2008]\n[DEGREE:bachelor*|BSc]\n[SCHOOL*|Wool University], [DEGREE:doctorate|PhD], [SCHOOL-START|2020]",
            ["education Loom College degree=master end=2008 start=2003", "education Loom College degree=bachelor end=2008 start=2003", "education Wool University degree=doctorate end=present start=2020"],
        ),
        (
            "[DEGREE:master*|M.S.] & [DEGREE:doctorate|Ph.D.], [SCHOOL|Loom College], from [SCHOOL-START|2019] to [SCHOOL-END|2015]",
            ["education Loom College degree=doctorate end=2015", "education Loom College degree=master end=2015"],
        ),
        (
            "Reviewer of [DUTY:editor*|Centre for] [DUTY:editor|Looms], [DUTY-YEAR|May 2018] - [DUTY-YEAR|June 2020], [DUTY-YEAR|each year]",
            ["service Centre for Looms role=reviewer year=2018"],
        ),
        ("[TOPIC*|weaving] [TOPIC|looms], [TOPIC*|knots and] [TOPIC*|felt (]\n[AWARD*|Prize of Wool] ([AWARD|Best Loom])", ["interest weaving looms", "interest knots", "interest felt", "award Prize of Wool (Best Loom)"]),
        ("Born in [SCHOOL*|Poland]", []),
        (
            "[POST*|Weaver] in [POST-END|2016] at [EMPLOYER|Loom Lab], [EMPLOYER*|Yarn Inc] and at [EMPLOYER*|Wool University]. [EMPLOYER*|Knot College]",
            [f"employment {name} end=2016 role=Weaver" for name in ("Loom Lab", "Yarn Inc", "Wool University")] + ["employment Knot College"],
        ),
        (
            "[POST*|Weaver], [UNIT|School of Looms], since [POST-START|2019]\n[POST*|Dyer], since [POST-START|2012], [EMPLOYER|Yarn Inc]",
            ["employment School of Looms end=present role=Weaver start=2019", "employment Yarn Inc end=present role=Dyer start=2012"],
        ),
        (
            "[POST-START*|2014]-[POST-END|2016]\n[POST*|Weaver]\n[EMPLOYER*|Wool University]\n[POST*|Dyer], [EMPLOYER|Yarn Inc], [POST-END|2008], [POST-END|09]",
            ["employment Wool University end=2016 role=Weaver start=2014", "employment Yarn Inc end=2009 role=Dyer"],
        ),
        ("[AWARD*|Loom Prize] [AWARD-YEAR|2011]\n[ADVISOR*|Ada Dyer]", ["award Loom Prize year=2011", "advising Ada Dyer"]),
    ],
)  # fmt: skip
def test_records_are_assembled(marked: str, facts: list[str]) -> None:
    text, tagged = _tagged(marked)
    found = []
    for fact in read_records(tagged, text).facts:
        parts = [fact.relation.value, fact.name.text, *(f"{k}={v}" for k, v in sorted(fact.values.items()))]
        parts += ["by " + "; ".join(author.text for author in fact.authors)] if fact.authors else []
        parts += [f"in {fact.venue.text}"] if fact.venue else []
        found.append(" ".join(parts))
        assert fact.name.span.of(text) == fact.name.text
    assert found == facts


@given(st.text(alphabet="aé 1,\t\n織機학교-_.(", max_size=120))
def test_units_are_words_in_order(text: str) -> None:
    units = units_of(_document(text), _pieces, 2)
    assert (units.starts < units.ends).all()
    assert (units.ends[:-1] <= units.starts[1:]).all()
    assert sorted(units.unit[units.unit >= 0].tolist()) == list(range(len(units.starts)))
    assert "".join(text[a:b] for a, b in zip(units.starts, units.ends, strict=True)) == re.sub(r"\s", "", text)


@given(st.integers(0, 3000), st.integers(0, 200))
def test_windows_cover_all_pieces(count: int, first: int) -> None:
    empty = np.zeros(0, np.int64)
    pieces = np.zeros(count, np.int64)
    found = list(windows(Units(pieces, pieces, pieces, [], [], empty, empty, empty, empty), first))
    assert found[0][0] == 0
    assert found[-1][1] == count
    assert all(b >= c for (_, b), (c, _) in pairwise(found))


@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_every_inside_follows_its_beginning(seed: int, count: int) -> None:
    shares = np.random.default_rng(seed).dirichlet(np.ones(len(TAGS)), count).astype(np.float32)
    before = "O"
    for tag in (TAGS[number] for number in best_path(shares)):
        assert not tag.startswith("I-") or before[2:] == tag[2:]
        before = tag


_PAGE = b"""# Irena Sollund

Associate Professor, Department of Weaving, Tarnow University (2019 - present)

## Education
- PhD in Textile Engineering, Quillmark Institute of Technology, 2014

## Publications
1. I. Sollund, J. Moor. "Nonlinear response of twisted looms." Journal of Wool, 2020.
2. J. Moor and I. Sollund. "Thermal noise in woollen sensors." Yarn Letters, 2019.
"""


def test_the_tagger_of_reads_a_page_without_rules() -> None:
    document = read_bytes(_PAGE, "page.md", "page.md")
    facts = with_tagger(document, SourceFacts(document.source))
    titles = {mention.name for mention in facts.mentions}
    assert {"Nonlinear response of twisted looms", "Thermal noise in woollen sensors"} <= titles
    assert {claim.relation for claim in facts.claims} >= {Relation.PUBLICATION, Relation.AUTHORSHIP}
    assert all(0 < claim.confidence < 1 for claim in facts.claims)
    assert all(c.evidence.span.of(document.text) for c in facts.claims)


def test_the_tagger_is_the_same_each_time() -> None:
    document = read_bytes(_PAGE, "page.md", "page.md")
    assert with_tagger(document, SourceFacts(document.source)) == with_tagger(document, SourceFacts(document.source))


def test_long_documents_are_tagged_whole_and_what_repeats_itself_is_read_once() -> None:
    document = _document("weaver, " * 40_000)
    began = time.process_time()
    units = tagger_of().tag(document).units
    assert units.end == len(document.text) - 1
    assert time.process_time() - began < 9


def test_what_is_no_language_is_not_tagged_behind_the_first_pages() -> None:
    noise = "".join(np.random.default_rng(1).choice(list("[](){}=;+*!?"), 100_000))
    units = units_of(_document(f"Ada Dyer\n{noise}\nAda Weaver\n"), _pieces, 2)
    assert units.end > len(noise)
    assert len(units.pieces) < 20


def test_when_documents_are_tagged(monkeypatch: pytest.MonkeyPatch) -> None:
    page, data = read_bytes(_PAGE, "page.md", "page.md"), read_bytes(b'{"name": "Irena Sollund"}', "me.json", "me.json")
    assert not is_tagged(page)  # tests switch it off
    monkeypatch.delenv("GRAPH_BUILDER_TAGGER")
    assert is_tagged(page)
    assert not is_tagged(data)
    cited = b'{"publications": ["Irena Sollund, Jon Moor. Nonlinear response of twisted looms. Yarn Letters, 2020."]}'
    assert is_tagged(read_bytes(cited, "me.json", "me.json"))


@pytest.mark.parametrize("part", ["encoder.Tagger.tag", "merge.read_records", "merge.features"])
def test_what_fails_is_a_problem_and_rules_stand(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = read_bytes(_PAGE, "page.md", "page.md")
    rules = SourceFacts(document.source)

    def fails(*_: object) -> None:
        raise RuntimeError("no memory")

    monkeypatch.setattr(f"graph_builder.extract.tagger.{part}", fails)
    assert with_tagger(document, rules).problems == ("words could not be tagged (RuntimeError: no memory)",)


def test_the_judge_believes_a_paper_rather_than_an_award_of_its_title() -> None:
    document = read_bytes(_PAGE, "page.md", "page.md")
    tagged = tagger_of().tag(document)
    fact = next(f for f in read_records(tagged, document.text).facts if f.relation is Relation.PUBLICATION)
    found = [fact, replace(fact, relation=Relation.AWARD)]
    rows = features(found, tagged, document.text)
    assert rows.shape == (2, len(FEATURES))
    (right, _), (wrong, _) = shipped_fact_judge().judge(rows)
    assert 0 < wrong < right < 1
    assert shipped_fact_judge().judge(features([], tagged, document.text)) == []


def test_a_study_described_again_further_on_is_one() -> None:
    again = "[DEGREE:doctorate*|PhD], {}, [SCHOOL-END|2019]"
    text, tagged = _tagged(
        f"{again.format('[FIELD|Looms], [SCHOOL|University of Vienna]')}\n{'She weaves wool. ' * 20}\n"
        f"{again.format('[FIELD|Yarn], [SCHOOL|Universität Wien]')}\n{again.format('[SCHOOL|Technische Universität Wien]')}"
    )
    facts = read_records(tagged, text).facts
    kept = believed(facts, [(0.9, 0.9)] * len(facts))
    assert [fact.name.text for fact, _ in kept] == ["University of Vienna", "Technische Universität Wien"]


def test_a_study_of_data_has_the_level_and_the_dates_that_the_tagger_reads_in_its_words() -> None:
    text, tagged = _tagged("[DEGREE:doctorate*|PhD], [SCHOOL|Loom College], [SCHOOL-END|2019]")
    document = _document(text)
    stated = Draft(document)
    person, school = (
        stated.mention(kind, "Loom College", Span(0, 9)) for kind in (EntityKind.PERSON, EntityKind.ORGANIZATION)
    )
    stated.claim(
        Relation.EDUCATION, {"person": person, "organization": school}, Span(0, 9), "data", 0.9, {"degree": "other"}
    )
    draft, found = Draft(document), read_records(tagged, text)
    subject = subject_of(draft, found)
    assert list(not_in_data(found, document, stated.facts(), subject)) == []
    merge(draft, subject, stated.facts(), found, [])
    assert [claim.values for claim in draft.of(Relation.EDUCATION)] == [{"degree": "doctorate", "end": "2019"}]


def test_a_post_listed_again_with_less_is_one() -> None:
    text, tagged = _tagged(
        "[SUBJECT*|Ada Knot]\n\n[POST*|Weaver], [EMPLOYER|Wool University]\n\n"
        "[POST*|Head Weaver], [EMPLOYER|University of Wool], [POST-START|2014]-[POST-END|present]\n"
        "[POST*|Dyer], [EMPLOYER|Wool University]"
    )
    facts = read_records(tagged, text).facts
    kept = believed(facts, [(0.9, 0.9)] * len(facts))
    assert sorted(fact.values["role"] for fact, _ in kept) == ["Dyer", "Head Weaver"]


def test_a_current_post_without_a_start_is_the_one_there_that_has_one() -> None:
    text, tagged = _tagged(
        "I am a [POST*|Weaver] at [EMPLOYER|Wool University].\n\n"
        "[POST*|Head Weaver], [EMPLOYER|University of Wool], [POST-START|2014]-[POST-END|present]"
    )
    facts = read_records(tagged, text).facts
    assert [fact.values["role"] for fact, _ in believed(facts, [(0.9, 0.9)] * len(facts))] == ["Head Weaver"]


@pytest.mark.parametrize(("printed", "aliases"), [("Ада Узелова", ("Ada Knot",)), ("Bo Weaver", ())])
def test_of_another_sure_name_the_tagger_is_believed_and_two_scripts_are_one_person(
    printed: str, aliases: tuple[str, ...]
) -> None:
    text, tagged = _tagged(f"[SUBJECT*|{printed}]\n\nweaves wool.")
    document = replace(_document(text), metadata={"author": "Ada Knot"})
    draft = Draft(document)
    found = read_records(tagged, text)
    merge(draft, subject_of(draft, found), raw_facts(document), found, [])
    assert [(m.name, m.aliases) for m in draft.facts().mentions] == [(printed, aliases)]
