"""Which entries of publication lists are one work: a table of pairs, and what holds for any."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.model import Claim, EntityKind, Evidence, Identifier, Mention, Relation, SourceFacts, Span
from graph_builder.resolve import resolve

CASES = yaml.safe_load(Path(__file__).with_name("works.yaml").read_text(encoding="utf-8"))


def entry(source, title, authors="", year="", venue="", ids="", lister=""):
    """An entry of a list; authors parted by semicolons, ids by spaces."""
    evidence = Evidence(source, Span(0, 1), "x")
    known = tuple(Identifier(*i.split(":", 1)) for i in ids.split())
    work = Mention(source, "w", EntityKind.WORK, title, identifiers=known)
    names = [a.strip() for a in authors.split(";") if a.strip()]
    people = [Mention(source, f"p{n}", EntityKind.PERSON, a) for n, a in enumerate(names, 1)]
    others = [Mention(source, "v", EntityKind.VENUE, venue)] if venue else []
    others += [Mention(source, "l", EntityKind.PERSON, lister)] if lister else []
    roles = {"work": "w"} | ({"venue": "v"} if venue else {}) | ({"person": "l"} if lister else {})
    claims = [Claim(source, Relation.PUBLICATION, roles, evidence, {"year": str(year)} if year else {})]
    for n, person in enumerate(people, 1):
        claims.append(
            Claim(source, Relation.AUTHORSHIP, {"work": "w", "author": person.id}, evidence, {"position": str(n)})
        )
    return SourceFacts(source, (work, *people, *others), tuple(claims))


def works(entries):
    return [e for e in resolve(entries).entities if e.kind is EntityKind.WORK]


def keys(*entries):
    return {x.source: x.entity for x in resolve(entries).links if x.kind is EntityKind.WORK}


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["case"])
def test_pairs(case):
    entries = [entry(f"{n}.md", **e) for n, e in enumerate(case["entries"])]
    assert len(set(keys(*entries).values())) == case["works"]
    assert len(set(keys(*reversed(entries)).values())) == case["works"]


SPARSE = ("Sparse Looms at Scale in Practice", "A. Holt; T. Ash; J. Wei")


@pytest.mark.parametrize(
    ("title", "authors", "count"),
    [
        ("Sparse Looms", "A. Holt; T. Ash", 1),
        ("Sparse Looms at a Larger Scale", "A. Holt", 1),
        ("Which Knots Hold Best When Wet?", "A. Holt; T. Ash", 2),
        ("Which Knots Hold Best When Wet?", "", 2),
        ("Which Knots Hold Best When Wet?", "Tove Ash; Ada Holt; Jun Wei", 1),
        ("Sparse Looms: a Survey of Recent Methods", "A. Holt; O. Quast", 2),  # "extended version of" the other
    ],
)
def test_one_list_with_one_link_for_two_entries(title, authors, count):
    first, second = (
        entry("a.md", *SPARSE, ids="arxiv:2001.00001"),
        entry("b.md", title, authors, ids="arxiv:2001.00001"),
    )
    rename = {m.id: f"{m.id}'" for m in second.mentions}
    mentions = tuple(replace(m, source="a.md", id=rename[m.id]) for m in second.mentions)
    claims = tuple(replace(c, source="a.md", roles={r: rename[m] for r, m in c.roles.items()}) for c in second.claims)
    both = SourceFacts("a.md", (*first.mentions, *mentions), (*first.claims, *claims))
    assert len(works([both])) == count


def test_a_work_keeps_every_printed_title_and_identifier():
    (work,) = works(
        [
            entry("a.md", "Looms at Scale in Practice", "A. Holt", 2020, "arXiv", "arxiv:2001.00001v2"),
            entry("b.md", "Looms At Scale in Practice.", "Ada Holt", 2021, "ICML", "doi:10.1000/looms"),
        ]
    )
    assert {work.name, *work.names} == {"Looms at Scale in Practice", "Looms At Scale in Practice."}
    assert {i.scheme for i in work.identifiers} == {"arxiv", "doi"}


ENTRIES = st.lists(
    st.builds(
        entry,
        st.sampled_from([f"{n}.md" for n in range(6)]),
        st.sampled_from(
            ["Looms at Scale in Practice", "Looms at Scale in Pratice", "Editorial", "Looms", "Looms at Scale: Part II"]
        ),
        st.sampled_from(["", "A. Holt; T. Ash", "Ada Holt", "B. Reed"]),
        st.sampled_from(["", "2020", "2021", "2025"]),
        st.sampled_from(["", "arXiv", "ICML"]),
        st.sampled_from(["", "arxiv:2001.00001v1", "doi:10.48550/arXiv.2001.00001"]),
        st.sampled_from(["", "Ada Holt"]),
    ),
    max_size=6,
    unique_by=lambda f: f.source,
)


@settings(max_examples=40, deadline=None)
@given(ENTRIES, st.randoms())
def test_every_entry_has_one_work_in_whatever_order_they_come(entries, random):
    found = keys(*entries)
    assert keys(*random.sample(entries, len(entries))) == found
    assert len(found) == len(entries)
    assert sorted(set(found.values())) == [e.key for e in works(entries)]
