"""Rounds of comparison: sets of mentions are compared in blocks of names, pairs scored, and what is likely joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from graph_builder.engine.components import components
from graph_builder.engine.evidence import PlacedMention
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, mapped, placed, reference, short

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.candidates import Pairs
    from graph_builder.resolve.evidence import MentionEvidence
    from graph_builder.resolve.features import Commonness
    from graph_builder.resolve.model import Scorer
    from graph_builder.resolve.name_frequency import NameFrequency

_NODES = "ref string, names string, blocks array<string>, keys array<string>, data binary"
_PAIRS = "one string, other string, score double"
_JOINED = "ref string, head string, reason binary"
_PIECE = 50_000  # pairs that are scored at a time: a row of features takes 416 bytes


@dataclass(frozen=True, slots=True)
class Node:
    """Mentions that are one person so far, as one, with what may keep it apart from others.

    *marked* are those of its mentions with identifiers or a profile, *rivals* the groups of authors with similar names
    on one list that they belong to.
    """

    evidence: MentionEvidence
    marked: tuple[MentionEvidence, ...]
    rivals: tuple[int, ...]
    shares: tuple[tuple[str, float], ...]


@dataclass(slots=True)
class RoundResult:
    """After a round: the set that each mention is in (``ref``, ``head``), and why some were joined in it."""

    sets: DataFrame
    reasons: DataFrame


def joined(staging: Staging, seen: DataFrame, sets: DataFrame, number: int) -> RoundResult:
    """Return the sets after round *number* of comparison, the first being 0."""
    import pyspark.sql.functions as f

    from graph_builder.resolve.model import shipped

    mentions = seen.select("ref", "data").join(sets.select("ref", "head"), "ref")
    nodes = staging.store(f"nodes-{number}", grouped(mentions, ["head"], ["ref"], _node, _NODES))
    compared = mapped(placed(_in_blocks(staging, nodes, number), ["block"], ["ref"]), _Scorer(number), _PAIRS)
    # Pairs that stand in several blocks have one score, computed several times.
    pairs = staging.store(f"pairs-{number}", compared.groupBy("one", "other").agg(f.max("score").alias("score")))
    likely = pairs.where(f.col("score") > shipped().least_scores[number])
    found = components(staging, likely, f"likely-{number}")
    rows = _in_components(nodes, pairs, found)
    made = staging.store(f"joined-{number}", bucketed(rows, "component", _Joiner(number), _JOINED))
    heads = made.select(f.col("ref").alias("old"), f.col("head").alias("new")).where("old != new")
    moved = sets.select("ref", "head").join(heads, f.col("head") == f.col("old"), "left")
    after = moved.select("ref", f.coalesce("new", "head").alias("head"))
    reasons = made.where("reason is not null").select("ref", "reason")
    return RoundResult(staging.store(f"sets-{number}", after), reasons)


def _node(_: tuple[Any, ...], rows: Rows) -> Iterator[tuple[Any, ...]]:
    """Yield a set of mentions as one, unless it has no name."""
    from graph_builder.resolve.evidence import together
    from graph_builder.resolve.people import is_marked

    placed_mentions: list[PlacedMention] = [load(row.data) for row in rows]
    group = [one for one in placed_mentions if one.mention.evidence.named]
    if not group:
        return
    every = [one.mention.evidence for one in group]
    evidence = together(every)
    # Of mentions that say the same of who they are, one is enough to keep the set apart.
    marked = {_mark(each): each for each in reversed(every) if is_marked(each)}
    node = Node(
        evidence,
        tuple(_slim(each) for _, each in sorted(marked.items(), key=lambda item: item[1].ref)),
        tuple(sorted({rival for one in group for rival in one.mention.rivals})),
        tuple(sorted({share for one in group for share in one.shares})),
    )
    blocks = [short(block) for block in evidence.blocks]
    names = short(repr([(name.given, name.family) for name in evidence.names]))
    yield reference(*evidence.ref), names, blocks, [short(key) for key in evidence.full_keys], dump(node)


def _mark(evidence: MentionEvidence) -> tuple[Any, ...]:
    own = evidence.ref if evidence.subject and evidence.degrees else ()
    return own, evidence.full_keys, evidence.identifiers


def _slim(evidence: MentionEvidence) -> MentionEvidence:
    """Return what keeps a mention apart: its works and co-authors matter only beside degrees."""
    if evidence.subject and evidence.degrees:
        return evidence
    return replace(evidence, works=(), coauthors=(), peers=(), affiliation=(), around=(), topics=(), venues=())


def _in_blocks(staging: Staging, nodes: DataFrame, number: int) -> DataFrame:
    """Return the nodes once for each block of names, with how common their names are among all of them."""
    import pyspark.sql.functions as f

    exploded = nodes.select("ref", f.explode("blocks").alias("block"))
    in_keys = nodes.select(f.explode("blocks").alias("block"), "keys").select(
        "block", f.explode_outer("keys").alias("key")
    )
    crowd = in_keys.groupBy("block").agg(f.count_distinct("key").alias("crowd"), f.count("*").alias("size"))
    crowds = (
        exploded.join(crowd, "block")
        .groupBy("ref")
        .agg(f.map_from_entries(f.collect_list(f.struct("block", "crowd"))).alias("crowds"))
    )
    same = nodes.groupBy("names").agg(f.count("*").alias("same"))
    counted = nodes.join(same, "names").join(crowds, "ref").select("ref", "blocks", "same", "crowds", "data")
    counted = staging.store(f"counted-{number}", counted)
    return counted.withColumn("block", f.explode("blocks")).select("block", "ref", "same", "crowds", "data")


@dataclass(slots=True)
class _PairBatch:
    """Pairs of some blocks, to be scored together: a table of evidence for each block would take most of the time."""

    found: list[Node] = field(default_factory=list)
    rows: list[Any] = field(default_factory=list)
    pairs: list[Pairs] = field(default_factory=list)
    size: int = 0

    def add(self, found: list[Node], rows: list[Any], pairs: Pairs) -> None:
        """Add the pairs of a block whose nodes are *found*, from *rows*."""
        self.pairs.append(pairs + len(self.found))
        self.found += found
        self.rows += rows
        self.size += len(pairs)

    def scored(self, scorer: Scorer, frequency: NameFrequency) -> Iterator[tuple[str, str, float]]:
        """Yield the pairs with their scores, and forget them."""
        from graph_builder.resolve.features import Table, features

        if not self.size:
            return
        pairs, rows = np.concatenate(self.pairs), self.rows
        nodes, common = [node.evidence for node in self.found], _common(self.found, rows)
        for start in range(0, len(pairs), _PIECE):
            piece = pairs[start : start + _PIECE]
            used, places = np.unique(piece, return_inverse=True)
            table = Table(nodes, frequency, used.tolist(), common)
            scores = scorer.score(features(table, places.reshape(piece.shape)))
            for (one, other), score in zip(piece.tolist(), scores.tolist(), strict=True):
                yield rows[one].ref, rows[other].ref, score
        self.found, self.rows, self.pairs, self.size = [], [], [], 0


@dataclass(frozen=True, slots=True)
class _Scorer:
    """Scores the pairs that are worth a comparison, block of names by block."""

    number: int

    def __call__(self, rows: Rows) -> Iterator[tuple[str, str, float]]:
        from graph_builder.resolve.model import shipped

        model, pile = shipped(), _PairBatch()
        scorer = model.far if self.number else model.near
        for block, each in groupby(rows, key=lambda row: row.block):
            members = list(each)
            if len(members) > 1:
                found: list[Node] = [load(row.data) for row in members]
                pile.add(found, members, self._pairs(block, found, model.frequency))
            if pile.size > _PIECE:
                yield from pile.scored(scorer, model.frequency)
        yield from pile.scored(scorer, model.frequency)

    def _pairs(self, block: str, found: list[Node], frequency: NameFrequency) -> Pairs:
        from graph_builder.resolve.candidates import Compatibility, candidates, neighbours

        names, nodes = Compatibility(), [node.evidence for node in found]
        forms = [names.form(node.names) for node in nodes]
        within = next(each for each in nodes[0].blocks if short(each) == block)
        if self.number == 0:
            return neighbours(nodes, forms, names, frequency, within=within)
        return candidates(nodes, forms, names, within=within)


def _common(nodes: list[Node], rows: list[Any]) -> Commonness:
    from graph_builder.resolve.features import Commonness

    same = {node.evidence.names: row.same for node, row in zip(nodes, rows, strict=True)}
    crowd: dict[str, int] = {}
    shares: dict[str, float] = {}
    for node, row in zip(nodes, rows, strict=True):
        crowds = dict(row.crowds)
        crowd.update((block, crowds[short(block)]) for block in node.evidence.blocks)
        shares.update(node.shares)
    return Commonness(same, crowd, shares)


def _in_components(nodes: DataFrame, pairs: DataFrame, found: DataFrame) -> DataFrame:
    """Return, by component, its nodes (``one`` alone) and the pairs inside it."""
    import pyspark.sql.functions as f

    first = found.select(f.col("node").alias("one"), "component")
    second = found.select(f.col("node").alias("other"), f.col("component").alias("theirs"))
    inside = pairs.join(first, "one").join(second, "other").where("component = theirs")
    members = nodes.select(f.col("ref").alias("one"), "data").join(first, "one")
    nothing = f.lit(None).cast("binary").alias("data")
    return members.select("component", "one", f.lit("").alias("other"), f.lit(0.0).alias("score"), "data").union(
        inside.select("component", "one", "other", "score", nothing)
    )


@dataclass(frozen=True, slots=True)
class _Joiner:
    """Joins the nodes of whole components by average linkage."""

    number: int

    def __call__(self, rows: list[Any]) -> Iterator[tuple[str, str, bytes | None]]:
        from graph_builder.resolve.candidates import Compatibility
        from graph_builder.resolve.comparing import Pairing, join_likely, reasons
        from graph_builder.resolve.model import shipped
        from graph_builder.resolve.people import sets_kept_apart

        members = sorted((row for row in rows if not row.other), key=lambda row: row.one)
        at = {row.one: index for index, row in enumerate(members)}
        scored = sorted((at[row.one], at[row.other], row.score) for row in rows if row.other)
        found: list[Node] = [load(row.data) for row in members]
        names = Compatibility()
        forms = [names.form(node.evidence.names) for node in found]
        pairs = np.array([(one, other) for one, other, _ in scored], dtype=np.int64).reshape(-1, 2)
        scores = np.array([score for _, _, score in scored], dtype=np.float64)
        compared = Pairing([node.evidence for node in found], forms, names, pairs)
        sets = sets_kept_apart((node.evidence, node.marked, node.rivals) for node in found)
        clusters = join_likely(compared, scores, sets, shipped().thresholds[self.number])
        why = reasons(compared, scores, clusters)
        for index, row in enumerate(members):
            ref = found[index].evidence.ref
            yield row.one, members[clusters[index]].one, dump(why[ref]) if ref in why else None
