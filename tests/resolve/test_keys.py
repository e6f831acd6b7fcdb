"""Keys of namesakes: papers that are added seldom give others to those who were there."""

from string import ascii_lowercase

from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import EntityKind, Mention
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.names import parse_name
from graph_builder.resolve.people import base_key, people_of

NAME = "Mira Holt"


def mention(source, year):
    own = Mention(source, "author-1", EntityKind.PERSON, NAME)
    return MentionEvidence(own, (parse_name(NAME),), source, years=(year,))


def key_of(*group):
    """The key of the first of two namesakes, whose mentions these are."""
    return people_of([group], {base_key(group)})[0].key


sources = st.text(ascii_lowercase, min_size=1)
earlier = st.lists(st.tuples(sources, st.integers(1990, 2010)), min_size=1, max_size=6, unique_by=lambda one: one[0])


@given(earlier, sources, st.integers(2011, 2030))
def test_a_later_paper_changes_no_key_whatever_its_source_is_called(known, source, year):
    group = [mention(*one) for one in known]
    assert key_of(*group) == key_of(mention(f"{source}.json", year), *group)


@given(earlier, st.randoms())
def test_the_order_of_mentions_makes_no_other_key(known, random):
    group = [mention(*one) for one in known]
    mixed = random.sample(group, len(group))
    assert key_of(*group) == key_of(*mixed)


def test_of_one_year_an_early_name_of_a_source_decides_for_few():
    changed = 0
    for number in range(200):
        known = [mention(f"m{number}-{each}.bib", 2020) for each in range(9)]
        changed += key_of(*known) != key_of(mention(f"a{number}.bib", 2020), *known)
    assert 5 <= changed <= 40  # one in ten is expected, and all if names decided


def test_namesakes_have_keys_of_their_own():
    assert key_of(mention("one.bib", 1990)) != key_of(mention("two.bib", 1990))
