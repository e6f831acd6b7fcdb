"""A round of comparison over what changed: pairs that come and go, their scores, and the clusters that these touch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph_builder.resolve.candidates import ALL_PAIRS, pairs_between
from graph_builder.resolve.cluster import connected
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.features import Table, features
from graph_builder.resolve.incremental.clusters import Clusters, Pair
from graph_builder.resolve.incremental.mention_cache import MentionCache, Nodes
from graph_builder.resolve.incremental.name_forms import Forms, Names, form_of, stepped
from graph_builder.resolve.incremental.neighbours import Sought, earlier_partners, in_time, sought_by
from graph_builder.resolve.incremental.people import Sets
from graph_builder.resolve.incremental.tables import LOT, Tables, dump, load
from graph_builder.resolve.model import Model

# Pairs that are scored at a time, and nodes that are put in: a row of features takes 416 bytes, a node a few thousand.
_PIECE, _SOME = 6_000, 5_000


@dataclass(slots=True)
class Round:
    """One round in tables; *heads* are those before the change of mentions that are gone or seen otherwise."""

    tables: Tables
    number: int
    model: Model
    forms: Forms
    cache: MentionCache
    heads: Mapping[int, tuple[int, ...]]
    _nodes: Nodes = field(init=False)
    _clusters: Clusters = field(init=False)
    lost: set[int] = field(default_factory=set)
    """The forms that no node of the round has any more."""

    def __post_init__(self) -> None:
        self._nodes = Nodes(self.cache, self.number)
        self._clusters = Clusters(self.tables, self.number, self.model.thresholds[self.number], self._nodes, self.heads)

    def run(self, sets: Sets, recoded: Collection[int]) -> tuple[Sets, set[int]]:
        """Compare what changed; return what is other after the round, and the co-authors whose names are commoner now.

        *recoded* are mentions with co-authors whose names are commoner or rarer than before.
        """
        old = self._remove(sets)
        fresh = self._put(sets)
        self.tables.index("node_form")
        forms = {form for form, _ in old.values()} | set(fresh.values())
        self.lost, stepping, keys = self._counted(old, fresh, forms)
        if self.number == 0:
            pairs = self._near(old, fresh)
            recoded = self._coauthors(keys)
        else:
            pairs = self._agreeing(old, fresh)
        again = self._of_forms(stepping) | self._of_mentions(recoded)
        self._score(pairs | self._pairs_of(again), fresh)
        return self._clusters.run(sets, fresh), set(recoded)

    def _remove(self, sets: Sets) -> dict[int, tuple[int, Sought]]:
        """Take nodes out with their pairs; return the form of each, and by what neighbours were sought."""
        query = "SELECT no, form, sought, why FROM node WHERE no IN {} AND round = ?"
        old: dict[int, tuple[int, Sought]] = {}
        for no, form, sought, why in self.tables.among(query, sets.gone, self.number):
            old[no] = (form, load(sought) if sought else ((), ()))
            if why is not None:  # whether it comes back for the same reason is known where it does
                sets.explained.add(no)
        self._drop_pairs(list(self._among("SELECT one, other FROM pair WHERE round = ? AND one IN {}", old)))
        self.tables.drop("node", "no", sorted(old), f"AND round = {self.number}")
        return old

    def _among(self, query: str, numbers: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        return self.tables.among(query.replace("?", str(self.number), 1), numbers)

    def _drop_pairs(self, pairs: Iterable[Pair]) -> None:
        both = sorted((self.number, *each) for one, other in pairs for each in ((one, other), (other, one)))
        self.tables.db.executemany("DELETE FROM pair WHERE round = ? AND one = ? AND other = ?", both)

    def _put(self, sets: Sets) -> dict[int, int]:
        """Put nodes in; return the form of each. A set of mentions without names is none."""
        forms: dict[int, int] = {}
        again = sets.fresh
        if self.number:
            # What the round before has not joined is named as it was there.
            again = sets.joined
            same = sorted(sets.fresh - sets.joined)
            forms.update(
                self.tables.among("SELECT no, form FROM node WHERE no IN {} AND round = ?", same, self.number - 1)
            )
            self.tables.put("node", [(self.number, no, form, 0, None, None) for no, form in sorted(forms.items())])
        new: set[int] = set()
        every = sorted(again)
        lots = (every[start : start + _SOME] for start in range(0, len(every), _SOME))
        for _, (names, rows) in self.tables.spread(self._rows, lots, LOT):
            new |= self.forms.put(names)
            forms.update((no, form) for _, no, form, *_ in rows)
            self.tables.put("node", rows)
        self.forms.connect(new)
        return forms

    def _rows(self, nos: Sequence[int]) -> tuple[dict[int, Names], list[tuple[Any, ...]]]:
        """Return the forms of nodes with their names, and the rows of the nodes."""
        self._nodes.read(nos)
        nodes = {no: self._nodes[no].evidence for no in nos if no in self._nodes}
        names = {form_of(node.names): node.names for node in nodes.values()}
        return names, [self._row(no, node, form_of(node.names)) for no, node in nodes.items()]

    def _row(self, no: int, node: MentionEvidence, form: int) -> tuple[Any, ...]:
        if self.number:
            return self.number, no, form, 0, None, None
        return self.number, no, form, in_time(node)[0], dump(sought_by(node, self.model.frequency)), None

    def _counted(
        self, old: Mapping[int, tuple[int, Sought]], fresh: Mapping[int, int], forms: Collection[int]
    ) -> tuple[set[int], set[int], set[int]]:
        """Return forms that are lost, forms of which features look otherwise now, and keys of names that do."""
        now = self.forms.counts(self.number, forms)
        before = now.copy()
        before.subtract(fresh.values())
        before.update(form for form, _ in old.values())
        come = {form for form in forms if now[form] and not before[form]}
        lost = {form for form in forms if before[form] and not now[form]}
        both = (form for form in forms if now[form] and before[form])
        stepping = {form for form in both if stepped(now[form]) != stepped(before[form])}
        crowded = self.forms.crowds(self.number, come | lost)
        stepping |= self.forms.in_blocks(self.number, crowded)
        keys = self.forms.shares(come | lost) if self.number == 0 else set()
        return lost, stepping, keys

    # Pairs ----------------------------------------------------------------------------------------------------------

    def _near(self, old: Mapping[int, tuple[int, Sought]], fresh: Mapping[int, int]) -> set[Pair]:
        """Bring the pairs of neighbours up to date; return those that are new."""
        partners = earlier_partners(self.tables, self.forms, fresh, old.values())
        known = self._earlier(partners.keys() - fresh.keys())
        self._lose({(no, other): known[no][other] for no in known for other in known[no].keys() - partners[no]})
        return {_ordered(no, other) for no, others in partners.items() for other in others - known.get(no, {}).keys()}

    def _lose(self, pairs: Mapping[Pair, float]) -> None:
        self._drop_pairs(pairs)
        for pair, score in pairs.items():
            self._clusters.differs(pair, score)

    def _earlier(self, nodes: Collection[int]) -> dict[int, dict[int, float]]:
        """Return the earlier ones with which each of some nodes is compared so far, and the scores."""
        found: dict[int, dict[int, float]] = {no: {} for no in nodes}
        query = (
            "SELECT p.one, p.other, p.score FROM pair p JOIN node a ON a.round = 0 AND a.no = p.one "
            "JOIN node b ON b.round = 0 AND b.no = p.other WHERE p.round = 0 AND (b.year, b.no) < (a.year, a.no) "
            "AND p.one IN {}"
        )
        for no, other, score in self.tables.among(query, sorted(nodes)):
            found[no][other] = score
        return found

    def _agreeing(self, old: Mapping[int, tuple[int, Sought]], fresh: Mapping[int, int]) -> set[Pair]:
        """Bring the pairs of nodes whose names agree up to date; return those that are new."""
        changed = {form for form, _ in old.values()} | set(fresh.values())
        self.forms.read(changed)
        # A name of one word is in no block, and is not compared.
        changed = {form for form in changed if self.forms.blocks(form)}
        agreeing = self.forms.agreeing(changed)
        members: dict[int, list[int]] = defaultdict(list)
        every = changed | {other for others in agreeing.values() for other in others}
        query = "SELECT form, no FROM node WHERE form IN {} AND round = ?"
        for form, no in self.tables.among(query, sorted(every), self.number):
            members[form].append(no)
        groups = {_ordered(form, other) for form in changed for other in (form, *agreeing.get(form, ()))}
        found = {pair for form, other in groups for pair in self._between(form, other, members)}
        query = "SELECT one, other, score FROM pair WHERE round = ? AND one IN {}"
        here = sorted(no for form in changed for no in members[form])
        known = {_ordered(one, other): score for one, other, score in self._among(query, here)}
        self._lose({pair: score for pair, score in known.items() if pair not in found})
        return found - known.keys()

    def _between(self, form: int, other: int, members: Mapping[int, Sequence[int]]) -> Iterator[Pair]:
        """Yield the pairs of nodes of two forms, or inside of one, that are compared."""
        one, two = members[form], members[other] if other != form else ()
        every, nodes = [*one, *two], list[MentionEvidence]()
        if not one or not (two or other == form):
            return
        if len(every) > ALL_PAIRS:
            self._nodes.read(every)
            every.sort(key=lambda no: self._nodes[no].evidence.ref)
            nodes = [self._nodes[no].evidence for no in every]
        place = {no: at for at, no in enumerate(every)}
        pairs = pairs_between(sorted(place[no] for no in one), sorted(place[no] for no in two), nodes)
        yield from (_ordered(every[a], every[b]) for a, b in pairs)

    # Scores ---------------------------------------------------------------------------------------------------------

    def _of_forms(self, forms: Collection[int]) -> set[int]:
        query = "SELECT no FROM node WHERE form IN {} AND round = ?"
        return {row[0] for row in self.tables.among(query, sorted(forms), self.number)}

    def _of_mentions(self, mentions: Collection[int]) -> set[int]:
        query = f"SELECT DISTINCT head{self.number} FROM person WHERE no IN {{}}"  # noqa: S608
        return {row[0] for row in self.tables.among(query, sorted(mentions))}

    def _coauthors(self, keys: Collection[int]) -> set[int]:
        """Return the mentions of people beside whom a name with one of these keys stands on a paper."""
        query = (
            "SELECT DISTINCT beside.person FROM spelt s CROSS JOIN node n ON n.round = 0 AND n.form = s.form "
            "CROSS JOIN person p ON p.head0 = n.no CROSS JOIN listed own ON own.person = p.no "
            "CROSS JOIN listed beside ON beside.work = own.work WHERE s.key IN {}"
        )
        return {row[0] for row in self.tables.among(query, sorted(keys))}

    def _pairs_of(self, nodes: Collection[int]) -> set[Pair]:
        query = "SELECT one, other FROM pair WHERE round = ? AND one IN {}"
        return {_ordered(one, other) for one, other in self._among(query, sorted(nodes))}

    def _score(self, pairs: Collection[Pair], fresh: Collection[int]) -> None:
        """Score pairs; those of nodes that stay lead to the clusters to look at where they score otherwise."""
        for piece, scores in self.tables.spread(self._scores, _together(sorted(pairs)), LOT):
            query = "SELECT one, other, score FROM pair WHERE round = ? AND one IN {}"
            before = {(one, other): score for one, other, score in self._among(query, sorted({p[0] for p in piece}))}
            rows = []
            for pair, score in zip(piece, scores, strict=True):
                known = before.get(pair, score)
                if known != score or pair not in before:
                    if pair[0] not in fresh and pair[1] not in fresh:
                        self._clusters.differs(pair, max(known, score))
                    rows += [(self.number, *pair, score), (self.number, pair[1], pair[0], score)]
            self.tables.put("pair", sorted(rows))

    def _scores(self, pairs: Sequence[Pair]) -> list[float]:
        """Return the scores of pairs."""
        nos = sorted({no for pair in pairs for no in pair})
        self._nodes.read(nos)
        nodes = [self._nodes[no].evidence for no in nos]
        place = {no: at for at, no in enumerate(nos)}
        table = Table(nodes, self.model.frequency, self.forms.common(self.number, nodes))
        places = np.array([(place[one], place[other]) for one, other in pairs], dtype=np.int64)
        scorer = self.model.far if self.number else self.model.near
        scores: list[float] = scorer.score(features(table, places)).tolist()
        return scores


def _ordered(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _together(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Yield pairs in pieces, those together that share a node: so each node is read once as a rule."""
    nos, at = np.unique(np.array(pairs, dtype=np.int64).reshape(-1, 2), return_inverse=True)
    one, other = at.reshape(-1, 2).T
    component = np.empty(len(nos), dtype=np.int64)
    for number, places in enumerate(connected(len(nos), one, other)):
        component[places] = number
    order = np.argsort(component[one], kind="stable").tolist()
    yield from ([pairs[place] for place in order[start : start + _PIECE]] for start in range(0, len(order), _PIECE))
