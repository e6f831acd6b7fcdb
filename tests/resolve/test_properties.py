import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.model import (
    Claim,
    EntityKind,
    Evidence,
    Identifier,
    Mention,
    Relation,
    SourceFacts,
    Span,
    mention_id,
)
from graph_builder.resolve import resolve
from graph_builder.resolve.cluster import DisjointSets

PEOPLE = ("Ada Lovelace", "A. Lovelace", "Alan Turing", "Turing A", "Grace Hopper", "Lovelace, Ada", "Hopper")
TITLES = ("On the numbers of the engine", "Notes", "Computing machinery and its many uses")


def paper(source, title, authors, subject):
    evidence = Evidence(source, Span(0, 1), "x")
    work = Mention(source, mention_id(EntityKind.WORK, title), EntityKind.WORK, title)
    people = [Mention(source, mention_id(EntityKind.PERSON, a), EntityKind.PERSON, a) for a in authors]
    claims = [Claim(source, Relation.PUBLICATION, {"work": work.id}, evidence)]
    for position, person in enumerate(people, 1):
        roles = {"work": work.id, "author": person.id}
        claims.append(Claim(source, Relation.AUTHORSHIP, roles, evidence, {"position": str(position)}))
    if subject and people:
        claims.append(Claim(source, Relation.PROFILE, {"person": people[0].id}, evidence))
    return SourceFacts(source, (work, *people), tuple(claims))


papers = st.builds(
    paper,
    st.sampled_from(["a.md", "b.md", "c.md", "d.md"]),
    st.sampled_from(TITLES),
    st.lists(st.sampled_from(PEOPLE), unique=True, max_size=4),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(papers, max_size=8, unique_by=lambda f: f.source), st.randoms())
def test_order_of_sources_and_mentions_does_not_matter(facts, random):
    turned = [
        SourceFacts(
            f.source, tuple(random.sample(f.mentions, len(f.mentions))), tuple(random.sample(f.claims, len(f.claims)))
        )
        for f in random.sample(facts, len(facts))
    ]
    found = resolve(facts)
    assert resolve(turned) == found == resolve(facts)


@settings(max_examples=60, deadline=None)
@given(st.lists(papers, max_size=8, unique_by=lambda f: f.source))
def test_every_mention_has_one_link_to_an_entity_that_is_there(facts):
    found = resolve(facts)
    keys = [(e.kind, e.key) for e in found.entities]
    assert len(keys) == len(set(keys))
    mentions = sorted((m.source, m.id) for f in facts for m in f.mentions)
    assert sorted((x.source, x.mention) for x in found.links) == mentions
    assert {(x.kind, x.entity) for x in found.links} <= set(keys)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60))
def test_clusters_are_connected_components(edges):
    sets = DisjointSets(range(31))
    for one, other in edges:
        sets.union(one, other)
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(31))
    assert {frozenset(g) for g in sets.groups()} == {frozenset(c) for c in networkx.connected_components(graph)}


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12), st.integers(0, 12)), max_size=60))
def test_sets_that_may_not_join_stay_apart(steps):
    sets, apart = DisjointSets(range(13)), []
    for join, one, other in steps:
        if join:
            sets.union(one, other)
        elif sets.find(one) != sets.find(other):
            sets.keep_apart(one, other)
            apart.append((one, other))
    assert all(sets.find(one) != sets.find(other) for one, other in apart)


def person_keys(facts):
    return {(x.source, x.mention): x.entity for x in resolve(facts).links if x.kind is EntityKind.PERSON}


def test_namesakes_with_different_orcids_stay_apart():
    facts = []
    for source, orcid in (("a.md", "1"), ("b.md", "2")):
        mention = Mention(source, "p", EntityKind.PERSON, "Robin Example", identifiers=(Identifier("orcid", orcid),))
        facts.append(SourceFacts(source, (mention,)))
    assert len(set(person_keys(facts).values())) == 2


def test_an_unrelated_document_changes_no_key():
    first = [paper("a.md", TITLES[0], ["Ada Lovelace", "A. Lovelace", "Turing A"], True)]
    alone = person_keys(first)
    more = person_keys([*first, paper("z.md", TITLES[2], ["Grace Hopper"], True)])
    assert alone.items() <= more.items()


def test_an_unnamed_subject_is_never_merged_by_name():
    facts = [paper(s, TITLES[0], ["(unnamed person)"], True) for s in ("a.md", "b.md")]
    assert len(set(person_keys(facts).values())) == 2
