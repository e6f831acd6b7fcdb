"""Clusters after a change: whatever comes, goes or scores otherwise, they are those that all pairs at once lead to."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_builder.model import EntityKind, Identifier, Mention
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.clusters import Clusters
from graph_builder.resolve.incremental.mention_cache import MentionCache, Nodes
from graph_builder.resolve.incremental.people import Sets
from graph_builder.resolve.incremental.rows import encode_person
from graph_builder.resolve.incremental.tables import Tables, dump
from graph_builder.resolve.model import Threshold
from graph_builder.resolve.names import parse_name

SOURCE, ROUND = "looms.jsonl", 1
NAMES = ("Yan Wang", "Yan Wang", "Y. Wang", "Yue Wang")
THRESHOLD = Threshold(0.5, 1.0, 4.0)


@dataclass(frozen=True)
class World:
    """Mentions by number, each with a name, a year, a group of rivals and an ORCID or none; and scores of pairs."""

    mentions: Mapping[int, tuple[int, int, int, int]] = field(default_factory=dict)
    scores: Mapping[tuple[int, int], float] = field(default_factory=dict)

    def pairs(self) -> dict[tuple[int, int], float]:
        here = self.scores.items()
        return {pair: score for pair, score in here if pair[0] < pair[1] and self.mentions.keys() >= set(pair)}


# Many rather than few at a time: what one draws one by one seldom meets.
SEEDS = st.integers(0, 10**9)


def world(seed: int) -> World:
    chance = random.Random(seed)
    mentions = {
        number: (chance.randrange(4), chance.randint(2019, 2021), chance.randrange(6), chance.randrange(9))
        for number in chance.sample(range(12), chance.randint(4, 12))
    }
    scores = {pair: chance.randint(-6, 8) / 2 for pair in combinations(range(12), 2) if chance.random() < 0.3}
    return World(mentions, scores)


def no_of(mention: int) -> int:
    return number(SOURCE, f"m{mention:02}")


def person_from_row(mention: int, said: tuple[int, int, int, int]) -> MentionEvidence:
    name, year, rivals, orcid = said
    identifiers = (Identifier("orcid", f"0000-{orcid}"),) if orcid in (1, 2) else ()
    printed = Mention(SOURCE, f"m{mention:02}", EntityKind.PERSON, NAMES[name], identifiers=identifiers)
    names = (parse_name(NAMES[name]),)
    apart = (rivals,) if rivals < 2 else ()
    return MentionEvidence(printed, names, f"{SOURCE}\x1f{mention}", years=(year,), rivals=apart)


def put(tables: Tables, world: World, mentions: set[int], pairs: set[tuple[int, int]]) -> None:
    for mention in mentions:
        no = no_of(mention)
        data = encode_person(person_from_row(mention, world.mentions[mention]))
        tables.put("person", [(no, number(SOURCE), 0, data, dump(()), None, no, no, no, no, None)])
        tables.put("node", [(ROUND, no, 0, 0, None, None)])
    for one, other in pairs:
        score, nos = world.scores[one, other], (no_of(one), no_of(other))
        tables.put("pair", [(ROUND, *nos, score), (ROUND, *reversed(nos), score)])


def joined(tables: Tables, sets: Sets, fresh: set[int], heads: dict[int, tuple[int, ...]], other: World) -> Sets:
    clusters = Clusters(
        tables, ROUND, THRESHOLD, Nodes(MentionCache(tables.among, {number(SOURCE): SOURCE}), ROUND), heads
    )
    for (one, two), score in other.scores.items():
        clusters.differs((no_of(one), no_of(two)), score)
    return clusters.run(sets, fresh)


def first(path: Path, world: World) -> Tables:
    tables = Tables(path, new=True)
    put(tables, world, set(world.mentions), set(world.pairs()))
    fresh = set(map(no_of, world.mentions))
    joined(tables, Sets(set(), fresh), fresh, {}, World())
    return tables


def change(tables: Tables, was: World, now: World) -> Sets:
    """Do to tables what a round does before it comes to clusters."""
    gone = {m for m in was.mentions if was.mentions[m] != now.mentions.get(m)}
    come = {m for m in now.mentions if was.mentions.get(m) != now.mentions[m]}
    staying = was.mentions.keys() - gone
    old, new = was.pairs(), now.pairs()
    differ = {pair for pair in old.keys() | new.keys() if old.get(pair) != new.get(pair) and staying >= set(pair)}
    lost = {pair for pair in old if pair in differ or not staying >= set(pair)}
    heads = {}
    for no in map(no_of, gone):
        heads[no] = tables.db.execute("SELECT head0, head1, head2, head3 FROM person WHERE no = ?", (no,)).fetchone()
        tables.drop("person", "no", [no])
        tables.drop("node", "no", [no])
    for one, other in lost:
        for pair in ((one, other), (other, one)):
            tables.db.execute("DELETE FROM pair WHERE one = ? AND other = ?", tuple(map(no_of, pair)))
    put(tables, now, come, {pair for pair in new if pair in differ or not staying >= set(pair)})
    differing = World(scores={pair: max(old.get(pair, -9.0), new.get(pair, -9.0)) for pair in differ})
    fresh = set(map(no_of, come))
    return joined(tables, Sets(set(map(no_of, gone)), fresh), fresh, heads, differing)


def outcome(tables: Tables) -> list[tuple[Any, ...]]:
    query = "SELECT p.no, p.head2, n.why FROM person p JOIN node n ON n.no = p.no ORDER BY p.no"
    return tables.db.execute(query).fetchall()


def mixed(was: World, other: World, kept: int, moved: int) -> World:
    """Return a world in which a mention may be gone, others and some scores are those of another."""
    mentions = {m: said for m, said in was.mentions.items() if m != kept}
    mentions |= {m: said for m, said in other.mentions.items() if m in (kept, kept + 1) and m % 2}
    scores = {pair: score for pair, score in was.scores.items() if sum(pair) != moved}
    return World(mentions, scores | dict(list(other.scores.items())[moved::9]))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SEEDS, st.lists(st.tuples(SEEDS, st.integers(0, 12), st.integers(0, 9)), min_size=1, max_size=3))
def test_after_changes_clusters_are_those_of_all_pairs(seed: int, steps: list[tuple[int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        was = world(seed)
        tables = first(Path(folder, "kept"), was)
        for place, (other, kept, moved) in enumerate(steps):
            now = mixed(was, world(other), kept, moved)
            before = {(no, head) for no, head, _ in outcome(tables)}
            sets = change(tables, was, now)
            clean = first(Path(folder, f"clean{place}"), now)
            assert outcome(tables) == outcome(clean)
            other_heads = {head for _, head in before ^ {(no, head) for no, head, _ in outcome(tables)}}
            assert other_heads <= sets.gone | sets.fresh
            clean.close()
            was = now
        tables.close()


def test_a_pair_below_the_threshold_counts_where_another_connects_two_clusters(tmp_path: Path) -> None:
    mentions = dict.fromkeys(range(3), (0, 2020, 5, 0))
    apart = World(mentions, {(0, 1): 3.0, (0, 2): -6.0, (1, 2): 5.0})
    tables = first(tmp_path / "kept", apart)
    assert heads_of(tables) == [0, 1, 1]
    for score, heads in ((0.0, [0, 0, 0]), (-3.0, [0, 1, 1])):
        now = World(mentions, {**apart.scores, (0, 2): score})
        change(tables, apart, now)
        assert heads_of(tables) == heads
        apart = now


def heads_of(tables: Tables) -> list[int]:
    mentions = {no_of(mention): mention for mention in range(12)}
    return [mentions[head] for _, head, _ in sorted(outcome(tables), key=lambda row: mentions[row[0]])]
