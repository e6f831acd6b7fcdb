"""Interests and the concepts that they lead to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.gazetteer import load
from graph_builder.model import EntityKind, Mention
from graph_builder.resolve.topics import broader, resolve_topics


def topics(*labels):
    mentions = [Mention("a.md", f"t{n}", EntityKind.TOPIC, label) for n, label in enumerate(labels)]
    found = resolve_topics(mentions, load())
    entities = {e.key: e for e in found.entities}
    return [entities[x.entity] for x in sorted(found.links, key=lambda x: x.mention)], entities


@pytest.mark.parametrize(
    ("printed", "concept"),
    [
        ("LLM", "large language models"),
        ("LLMs", "large language models"),
        ("Large Language Models (LLMs)", "large language models"),
        ("large-language model", "large language models"),
        ("Multi-modal Learning", "multimodal learning"),
        ("multimodal learning", "multimodal learning"),
        ("Data Visualisation", "data visualization"),
        ("generative modelling", "generative models"),
        ("recommender system", "recommender systems"),
        ("ML for databases", "machine learning for databases"),
        ("NLP", "natural language processing"),
        ("Program Synthesis", "program synthesis"),
        ("dependency parsing", "dependency parsing"),
        ("机器学习", "machine learning"),
        ("history of invented looms", "history of invented looms"),
        ("AR", "augmented reality"),
        ("ar", "ar"),
    ],
)
def test_labels(printed, concept):
    ((found,), _) = topics(printed)
    assert found.name == concept


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("LLM reasoning chains", "large language model reasoning chains", True),
        ("loom weaving", "Loom-Weaving", True),
        ("loom modelling", "loom modeling", True),
        ("loom weaving", "knot weaving", False),
        ("Invented Loom Theory (ILT)", "ILT", True),
        ("Invented Loom Theory (ILT)", "ILTs", True),
        ("Invented Loom Theory (XYZ)", "XYZ", False),
        ("CV for looms", "computer vision for looms", False),
    ],
)
def test_free_interests(one, other, same):
    (first, second), _ = topics(one, other)
    assert (first.key == second.key) is same


def test_an_acronym_that_stands_for_two_things_joins_neither():
    found, _ = topics("Invented Loom Theory (ILT)", "Idle Loom Testing (ILT)", "ILT")
    assert len({t.key for t in found}) == 3


@pytest.mark.parametrize(
    ("label", "above"),
    [
        ("medical image segmentation", "image segmentation"),
        ("social robotics", "robotics"),
        ("efficient large language models", "large language models"),
        ("non-convex optimization", None),
        ("looms for machine learning", None),
        ("looms and machine learning", None),
        ("loom art", None),
        ("AI", None),
    ],
)
def test_what_stands_above_a_free_interest(label, above):
    found = broader(label, load())
    assert (found.name if found else None) == above


def test_concepts_come_with_all_that_is_above_them():
    (found,), entities = topics("medical image segmentation")
    chain = []
    while found.parent:
        found = entities[found.parent]
        chain.append(found.name)
    assert chain == ["image segmentation", "computer vision", "artificial intelligence", "computer science"]


LABELS = ["LLM", "LLM looms", "large language model looms", "ILT", "Invented Loom Theory (ILT)", "looms", "Looms"]


@given(st.lists(st.sampled_from(LABELS), min_size=1, unique=True), st.randoms())
def test_order_does_not_matter(labels, random):
    marked = [Mention("a.md", label, EntityKind.TOPIC, label) for label in labels]
    mixed = random.sample(marked, len(marked))
    key = lambda e: e.key  # noqa: E731
    assert sorted(resolve_topics(mixed, load()).entities, key=key) == sorted(
        resolve_topics(marked, load()).entities, key=key
    )
