"""People by evidence: records of papers, comparisons one by one, and what a later document joins."""

from collections import Counter
from dataclasses import replace
from time import process_time

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.gazetteer.trees import Trees
from graph_builder.model import (
    Claim,
    EntityKind,
    Evidence,
    Identifier,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
    mention_id,
)
from graph_builder.resolve import resolve
from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.comparing import Pairing, join_likely, link_average
from graph_builder.resolve.evidence import MentionEvidence, gather_evidence
from graph_builder.resolve.features import FEATURES, Commonness, Table, features
from graph_builder.resolve.model import Mean, RoundedTrees, Threshold, from_json, shipped
from graph_builder.resolve.names import parse_name


def record(source, key, authors, affiliation="", year="2020", venue="Example Conference", orcid=""):
    evidence = Evidence(source, Span(0, 1), "x")
    title = f"A title of work {key}"
    work = Mention(source, mention_id(EntityKind.WORK, title), EntityKind.WORK, title)
    place = Mention(source, mention_id(EntityKind.VENUE, venue), EntityKind.VENUE, venue)
    people = [
        Mention(
            source,
            mention_id(EntityKind.PERSON, name, f"{key} {position}"),
            EntityKind.PERSON,
            name,
            identifiers=(Identifier("orcid", orcid),) if orcid and position == 1 else (),
            context=(("record", key), *((("affiliation", affiliation),) if affiliation else ())),
        )
        for position, name in enumerate(authors, 1)
    ]
    claims = [Claim(source, Relation.PUBLICATION, {"work": work.id, "venue": place.id}, evidence, {"year": year})]
    for position, person in enumerate(people, 1):
        roles = {"work": work.id, "author": person.id}
        claims.append(Claim(source, Relation.AUTHORSHIP, roles, evidence, {"position": str(position)}))
    return SourceFacts(source, (work, place, *people), tuple(claims))


def people_of(facts):
    """The person of each author of each record, by record and name."""
    names = {(m.source, m.id): (dict(m.context)["record"], m.name) for f in facts for m in f.mentions if m.context}
    links = [x for x in resolve(facts).links if x.kind is EntityKind.PERSON]
    return {names[x.source, x.mention]: x.entity for x in links}


LAB = "Department of Invented Engineering, Example University, Oslo"
# Two records, each with the authors and the affiliation of all; whether the first authors are one person.
CASES = {
    "initials and co-authors": (("M. Holt", "Jun Wei", "T. Ek"), LAB, ("Mira Holt", "Jun Wei", "T. Ek"), LAB, True),
    "turned order": (("Xiaoming Zhu", "Mira Holt"), LAB, ("Zhu Xiao-Ming", "Mira Holt"), LAB, True),
    "rare name": (("Brunhilde Quastenflosser",), "", ("Brunhilde Quastenflosser",), "", True),
    "common name, nothing else": (("Wei Wang", "Mira Holt"), "", ("Wei Wang", "Otto Quast"), "", False),
    "common name, same group": (("Wei Wang", "Mira Holt", "T. Ek"), LAB, ("Wei Wang", "Mira Holt", "T. Ek"), LAB, True),
    "names that differ": (("Ada Holt", "Jun Wei", "T. Ek"), LAB, ("Mira Holt", "Jun Wei", "T. Ek"), LAB, False),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_two_records(case):
    first, here, second, there, same = case
    found = people_of([record("a.jsonl", "1", first, here), record("b.jsonl", "2", second, there)])
    assert (found["1", first[0]] == found["2", second[0]]) is same


def test_two_authors_of_one_record_are_never_one_person():
    found = resolve([record("a.jsonl", "1", ["Mira Holt", "Mira Holt", "M. Holt"], LAB)])
    assert len({x.entity for x in found.links if x.kind is EntityKind.PERSON}) == 3


def test_an_initial_makes_no_one_person_of_two_full_names():
    peers = ["Jun Wei", "Tomas Ek", "Otto Quast"]
    facts = [record("a.jsonl", str(i), [name, *peers], LAB) for i, name in enumerate(("Y. Zhu", "Yan Zhu", "Yue Zhu"))]
    merged = [SourceFacts("a.jsonl", sum((f.mentions for f in facts), ()), sum((f.claims for f in facts), ()))]
    found = people_of(merged)
    assert found["1", "Yan Zhu"] != found["2", "Yue Zhu"]


def test_a_document_added_later_joins_who_is_there():
    first = [record("a.jsonl", "1", ["Mira Holt", "Jun Wei"], LAB), record("b.jsonl", "2", ["Otto Quast", "T. Ek"])]
    before = people_of(first)
    after = people_of([*first, record("c.jsonl", "3", ["Mira Holt", "Jun Wei"], LAB, "2021")])
    assert before.items() <= after.items()
    assert after["3", "Mira Holt"] == before["1", "Mira Holt"]


def test_links_that_were_compared_say_why():
    facts = [record("a.jsonl", "1", ["Mira Holt", "Jun Wei"], LAB), record("b.jsonl", "2", ["M. Holt", "Jun Wei"], LAB)]
    found = [x for x in resolve(facts).links if x.rule == "compared"]
    assert {x.reasons for x in found if x.score > 0.5} >= {
        ("names agree", "1 shared co-author", "similar affiliation", "same venue")
    }
    assert {x.status for x in found} == {LinkStatus.INFERRED}


def test_what_stands_around_a_mention_is_where_all_authors_of_its_papers_are():
    here = record("a.jsonl", "1", ["Mira Holt"], LAB).mentions
    facts = record("a.jsonl", "1", ["Wei Wang", "Mira Holt"])
    placed = {m.id: replace(m, context=(*m.context, ("affiliation", LAB))) for m in facts.mentions if "Mira" in m.name}
    facts = replace(facts, mentions=tuple(placed.get(m.id, m) for m in facts.mentions))
    found = {s.mention.name: s for s in gather_evidence(facts, {}, {})}
    (alone,) = gather_evidence(replace(facts, mentions=here), {}, {})
    assert found["Wei Wang"].affiliation == ()
    assert found["Wei Wang"].around == found["Mira Holt"].around == found["Mira Holt"].affiliation == alone.affiliation


def test_of_a_long_list_of_authors_nothing_stands_around_one():
    facts = record("a.jsonl", "1", [f"Mira{chr(97 + i // 26)}{chr(97 + i % 26)} Holt" for i in range(201)], LAB)
    assert {s.around for s in gather_evidence(facts, {}, {})} == {()}


def test_co_authors_of_one_place_speak_for_an_author_without_affiliation():
    def scored(*around):
        nodes = [
            evidence("Wei Wang", p, years=(2020,), around=tuple(sorted(a.split())))
            for p, a in zip("12", around, strict=True)
        ]
        return float(shipped().far.score(np.array([list(row(*nodes).values())]))[0])

    assert scored("example university oslo", "other institute lund") < scored(
        "example university oslo", "example university oslo"
    )


def evidence(name, place, **more):
    parsed = parse_name(name)
    mention = Mention("s", place, EntityKind.PERSON, name)
    return MentionEvidence(mention, (parsed,), place, printed=frozenset({parsed.letters}), **more)


def row(one, other):
    """The features of a pair by name."""
    nodes = (one, other)
    crowd = {b: len({key for n in nodes if b in n.blocks for key in n.full_keys}) for n in nodes for b in n.blocks}
    common = Commonness(Counter(node.names for node in nodes), crowd, {})
    table = Table([one, other], shipped().frequency, common)
    return dict(zip(FEATURES, features(table, np.array([[0, 1]]))[0].tolist(), strict=True))


def m(name="Mira Holt", **said):
    """One side of a pair: a printed name, and what is known beside it."""
    return name, said


PEER = shipped().frequency.peer("wei j")
MOST_ALONE = "most mentions, no shared peer"
AMONG, BOTH = "affiliation among those on papers", "both affiliations among those on papers"


@pytest.mark.parametrize(
    ("one", "other", "feature", "value"),
    [
        (m(), m("Holt, Mira"), "same full name", 1),
        (m(), m("Mira K. Holt"), "full names differ", 1),
        (m(), m("M. Holt"), "one initial", 1),
        (m("M. Holt"), m("M. Holt"), "both initials", 1),
        (m(), m(), "same order of names", 1),
        (m(), m("Holt Mira"), "same order of names", 0),
        (m(peers={"wei j"}), m(peers={"wei j", "ek t"}), "any shared peer", 1),
        (m(peers={"wei j"}), m(peers={"ek t"}), "any shared peer", 0),
        (m(affiliation={"acme"}), m(affiliation={"acme"}), "affiliation", 1),
        (m(affiliation={"acme"}), m(), "affiliation unknown", 1),
        (m(affiliation={"acme"}), m(affiliation={"b"}), "affiliation differs", 1),
        (m(around={"acme"}), m(around={"acme"}), "affiliations on papers", 1),
        (m(around={"acme"}), m(around={"b"}), "affiliations on papers", 0),
        (m(around={"acme"}), m(), "affiliations on papers unknown", 1),
        (m(affiliation={"acme"}), m(around={"acme"}), AMONG, 1),
        (m(affiliation={"acme"}), m(around={"acme"}), BOTH, 0),
        (m(around={"acme"}), m(around={"acme", "x"}), "affiliations on papers contained", 1),
        (m(venues={"v"}), m(venues={"v", "w"}), "same venue", 1),
        (m(topics={"knots"}), m(topics={"knots"}), "topics", 1),
        (m(affiliation={"acme"}), m(affiliation={"acme", "x"}), "affiliation contained", 1),
        (m(affiliation={"acme"}), m(affiliation={"x"}), "affiliation contained", 0),
        (m(peers={"wei j"}), m(peers={"ek t"}), "rarest shared peer", 0),
        (m(peers={"wei j"}), m(peers={"wei j"}), "rarest shared peer", -PEER),
        (m(topics={"a"}), m(topics={"knots"}), "rarest shared word of title", 0),
        (m(), m("M. Holt"), "commonness of given name", shipped().frequency.given_name(parse_name("M. Holt"))),
        (m(size=2), m(size=9), "fewest mentions", np.log(2)),
        (m(size=2), m(size=9), "most mentions", np.log(9)),
        (m(size=9, peers={"ek t"}), m(peers={"ek t"}), MOST_ALONE, 0),
        (m(size=9, peers={"ek t"}), m(), MOST_ALONE, np.log(9)),
        (m(years=(2000, 2009)), m(years=(2020,)), "longest span of years", np.log(10)),
        (m(years=(2000, 2009)), m(years=(2020,)), "fewest years", np.log(2)),
    ],
)
def test_comparison(one, other, feature, value):
    def made(side, place):
        said = {name: frozenset(value) if isinstance(value, set) else value for name, value in side[1].items()}
        return evidence(side[0], place, **said)

    a, b = made(one, "1"), made(other, "2")
    assert row(a, b)[feature] == pytest.approx(value)
    assert row(a, b) == pytest.approx(row(b, a))


@pytest.mark.parametrize(
    ("one", "other", "gap"), [((2000, 2005), (2003, 2010), 0), ((2000, 2001), (2011,), 10), ((), (2000,), 3)]
)
def test_years_apart(one, other, gap):
    found = row(evidence("Mira Holt", "1", years=one), evidence("Mira Holt", "2", years=other))
    assert found["years apart"] == pytest.approx(np.log1p(gap))


def test_more_evidence_scores_higher():
    def scored(**more):
        a, b = (evidence("Wei Wang", p, years=(2020,), **more) for p in "12")
        return float(shipped().far.score(np.array([list(row(a, b).values())]))[0])

    lab = frozenset("example university oslo".split())
    peers = {"peers": frozenset({"holt m", "ek t"}), "coauthors": frozenset({"holtmira"})}
    assert scored() < scored(affiliation=lab) < scored(affiliation=lab, **peers)


def test_trees_equal_a_walk_from_the_root():
    random = np.random.default_rng(1)
    columns, limits, leaves = random.integers(0, 4, (5, 7)), random.normal(size=(5, 7)), random.normal(size=(5, 8))
    rows = random.normal(size=(50, 4)).round(6)

    def walk(tree, row):
        at = 0
        while at < 7:
            at = 2 * at + (2 if row[columns[tree, at]] > limits[tree, at] else 1)
        return leaves[tree, at - 7]

    slowly = [sum(walk(tree, row) for tree in range(5)) for row in rows]
    trees = RoundedTrees(Trees(columns, limits, leaves))
    assert trees.score(rows) == pytest.approx(slowly, abs=1e-5)
    assert Mean((trees, trees)).score(rows) == pytest.approx(slowly, abs=1e-5)
    # The order in which a processor adds numbers changes their last digits, and no score.
    assert (trees.score(rows + 1e-9) == trees.score(rows)).all()


def test_a_model_for_other_features_is_refused():
    with pytest.raises(ValueError, match="training script"):
        from_json({"features": ["other"]})


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (("Y. Zhu",), ("Yan Zhu",), True),
        (("Y. Zhu", "Yan Zhu"), ("Yue Zhu",), False),
        (("Y. Zhu", "Yan Zhu"), ("Y. Zhu",), True),
        (("Yi Chen", "Robin Chen"), ("Robin Chen",), True),
    ],
)
def test_names_of_clusters(one, other, agree):
    names = Compatibility()
    forms = [names.form(tuple(map(parse_name, side))) for side in (one, other)]
    assert names.agree(*forms) is names.agree(*reversed(forms)) is agree


scores = st.dictionaries(
    st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda p: p[0] < p[1]),
    st.integers(-8, 8).map(lambda n: n / 2),
    max_size=30,
)


@settings(max_examples=200, deadline=None)
@given(scores, st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4), st.sampled_from([0, 2, 4]))
def test_average_linkage_equals_contraction_of_a_graph(pairs, apart, few):
    clusters = {i: {i} for i in range(10)}

    def may_join(one, other):
        return not any((a, b) in apart or (b, a) in apart for a in clusters[one] for b in clusters[other])

    def join(one, other):
        clusters[one] |= clusters.pop(other)
        return few > 0

    def threshold(one, other):
        return few / len(clusters[one] | clusters[other])

    link_average(10, [(a, b, s) for (a, b), s in pairs.items()], may_join, join, threshold)
    assert {frozenset(c) for c in clusters.values()} == contracted(pairs, apart, few)


@pytest.mark.parametrize(
    ("here", "there", "higher"),
    [
        ((1, 1, 0), (1, 2, 0), True),
        ((1, 3, 0), (2, 2, 0), True),
        ((1, 1, 5), (1, 1, 0), True),
        ((1, 1, 5), (4, 5, 0), True),
        ((60, 70, 20), (90, 80, 40), False),
        ((1, 1, 20), (1, 1, 30), False),
    ],
)
def test_thresholds_are_high_for_few_mentions_far_apart(here, there, higher):
    threshold = Threshold(0.5, 1.0, 20.0)
    one, other = threshold.height(*here), threshold.height(*there)
    assert one >= other > threshold.least
    assert (one > other) is higher


def test_a_single_paper_years_later_is_left_alone_where_one_of_the_same_years_is_not():
    lab = frozenset("example university oslo".split())

    def joined(*years):
        nodes = [evidence("Wei Wang", str(i), years=(year,), affiliation=lab) for i, year in enumerate(years)]
        names, sets = Compatibility(), DisjointSets(node.ref for node in nodes)
        forms = [names.form(node.names) for node in nodes]
        compared = Pairing(nodes, forms, names, np.array([[0, 1]]))
        return join_likely(compared, np.array([1.5]), sets, Threshold(0.0, 1.0, 20.0)) == [0, 0]

    assert joined(2020, 2020)
    assert not joined(2010, 2020)


def contracted(pairs, apart, few):
    """The same, slowly: contract the best edge of a graph whose edges hold all scores between two clusters."""
    graph = networkx.Graph()
    graph.add_nodes_from((i, {"members": {i}}) for i in range(10))
    graph.add_edges_from((a, b, {"scores": [s]}) for (a, b), s in pairs.items())

    def members(node):
        return graph.nodes[node]["members"]

    while True:
        edges = sorted(
            (few / len(members(a) | members(b)) - sum(d["scores"]) / len(d["scores"]), *sorted((a, b)))
            for a, b, d in graph.edges(data=True)
        )
        edges = [(s, a, b) for s, a, b in edges if s < 0]
        if not edges:
            return {frozenset(members(n)) for n in graph}
        _, one, other = edges[0]
        if any((a, b) in apart or (b, a) in apart for a in members(one) for b in members(other)):
            graph.remove_edge(one, other)
            continue
        for third in list(graph[other]):
            if third != one:
                old = graph.edges[one, third]["scores"] if graph.has_edge(one, third) else []
                graph.add_edge(one, third, scores=old + graph.edges[other, third]["scores"])
        graph.nodes[one]["members"] |= members(other)
        graph.remove_node(other)


RECORDS = st.builds(
    record,
    st.sampled_from(["a.jsonl", "b.jsonl"]),
    st.integers(0, 10**6).map(str),
    st.lists(st.sampled_from(["Mira Holt", "M. Holt", "Wei Wang", "W. Wang", "Wang Wei", "Jun Wei"]), max_size=4),
    st.sampled_from(["", LAB, "Acme Labs"]),
    st.sampled_from(["2001", "2020"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(RECORDS, max_size=8, unique_by=lambda f: f.mentions[0].name), st.randoms())
def test_order_of_records_does_not_matter(facts, random):
    found = resolve(facts)
    assert resolve(random.sample(facts, len(facts))) == found


def test_a_list_with_one_name_very_often_takes_bounded_time():
    long = record("a.jsonl", "1", ["Mira Holt", "M. Holt"] * 1000)
    began = process_time()
    found = resolve([long])
    took = process_time() - began
    assert len([e for e in found.entities if e.kind is EntityKind.PERSON]) == 2000
    # It takes half a second; when each was held against each, a hundred times that.
    assert took < 10
