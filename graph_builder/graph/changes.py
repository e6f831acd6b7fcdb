"""Changes: the quads of a source that go and come when some of its mentions lead elsewhere than before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.sources import EntityKeys, SourceInfo, lines_of_link, source_lines
from graph_builder.model import SCHEMA, Link, Relation, SourceFacts

_FIRST = {relation: schema.required[0] for relation, schema in SCHEMA.items()}
"""The role by whose entity claims are found that may say the same, or give the same direct edge."""

Lines = tuple[list[str], list[str]]
"""Lines of N-Quads that go, and those that come."""


class Claims(Protocol):
    """Whom the claims of a source are about.

    *mentions* are the ids of all mentions, *shapes* the relations with names of roles that occur, *shape* the number of
    that of each claim, and *roles*, claim after claim, the places of the mentions that fill them, or -1.
    """

    mentions: Sequence[str]
    shapes: Sequence[tuple[Relation, tuple[str, ...]]]
    shape: Any
    roles: Any


class Leading(Protocol):
    """Where the mentions of a source lead, before a change or after it."""

    def entities(self, mentions: Collection[str]) -> set[str]:
        """Return the entities that some mentions lead to."""

    def mentions(self, entities: Collection[str]) -> Collection[str]:
        """Return the mentions that lead to any of some entities."""


def touched(claims: Claims, changed: Collection[str], leading: Leading) -> list[int]:
    """Return the places of those claims of a source whose quads may differ, or hold up what others' no longer do.

    Args:
        claims: whom all claims of the source are about.
        changed: the mentions whose links lead elsewhere.
        leading: the entities that the mentions of the source referred to before, and those that they refer to now.
    """
    import numpy as np

    sizes = np.array([len(names) for _, names in claims.shapes], dtype=np.int64)[claims.shape]
    where = [names.index(_FIRST[relation]) if _FIRST[relation] in names else -1 for relation, names in claims.shapes]
    at = np.array(where, dtype=np.int64)[claims.shape]
    # The last place, which is also that before the first, stands for no mention.
    roles = np.append(claims.roles, -1)
    first = np.where(at < 0, -1, roles[np.cumsum(sizes) - sizes + at])
    other = np.zeros(len(claims.mentions) + 1, dtype=bool)
    other[:-1] = [mention in changed for mention in claims.mentions]
    hit = np.zeros(len(sizes), dtype=bool)
    hit[np.repeat(np.arange(len(sizes)), sizes)[other[roles[:-1]]]] = True
    around = {claims.mentions[place] for place in set(first[hit].tolist()) - {-1}}
    around.update(leading.mentions(leading.entities(around)))
    other[:-1] = [mention in around for mention in claims.mentions]
    other[-1] = False
    found: list[int] = np.flatnonzero(hit | other[first]).tolist()
    return found


def relinked_lines(links: Iterable[tuple[Link, Link]], base: str = DEFAULT_BASE) -> Lines:
    """Return the lines of N-Quads that a source loses and gains where mentions lead where they did, for another reason.

    *links* are in pairs, each as it was and as it is; both lead to the same.
    """
    minter = Minter(base)
    gone, come = [], []
    for was, now in links:
        lost, won = (dict.fromkeys(lines_of_link(link, minter).split("\n")[:-1]) for link in (was, now))
        gone += [f"{line}\n" for line in lost if line not in won]
        come += [f"{line}\n" for line in won if line not in lost]
    return gone, come


def changed_lines(
    before: tuple[SourceFacts, Mapping[str, Link], SourceInfo],
    after: tuple[SourceFacts, Mapping[str, Link], SourceInfo],
    known: EntityKeys | None,
    base: str = DEFAULT_BASE,
    lines: Callable[..., Iterable[str]] = source_lines,
) -> Lines:
    """Return the lines of N-Quads that a source loses, and those that it gains.

    Args:
        before: the mentions that changed, and the claims that ``touched`` names with their mentions; the links of the
            source, and what was known of it.
        after: the same now, with as many of the mentions and claims as there still are.
        known: kind and key of each entity, of then and of now; None if links lead nowhere else.
        base: the IRI under which all others are made.
        lines: what makes the quads of facts.
    """
    pieces, pieces_now = (dict.fromkeys(lines(some, links, known, base, info)) for some, links, info in (before, after))
    # Each quad is in one piece: those that stay as they are need not be taken apart.
    was, now = (
        dict.fromkeys(line for piece in these if piece not in those for line in piece.split("\n") if line)
        for these, those in ((pieces, pieces_now), (pieces_now, pieces))
    )
    return [f"{line}\n" for line in was if line not in now], [f"{line}\n" for line in now if line not in was]
