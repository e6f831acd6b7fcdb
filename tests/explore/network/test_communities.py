"""Islands: communities are found, lie apart, and what hangs together with nothing lies outside."""

from __future__ import annotations

import numpy as np

from graph_builder.explore.network.communities import communities, islands


def teams(count: int, size: int) -> np.ndarray:
    """Return the lines of teams in which all are tied to all, each team tied to the next by one line."""
    lines = [
        (team * size + one, team * size + other)
        for team in range(count)
        for one in range(size)
        for other in range(one + 1, size)
    ]
    lines += [(team * size, (team + 1) * size) for team in range(count - 1)]
    return np.array(lines)


def test_teams_are_communities_though_a_venue_holds_all_of_them() -> None:
    lines = np.concatenate([teams(600, 6), [(node, 3600) for node in range(0, 3600, 3)]])
    loose = np.arange(3601) == 3600
    groups = communities(3601, lines, loose)
    assert all(len(set(groups[team * 6 : team * 6 + 6])) == 1 for team in range(600))
    assert len(set(groups)) > 20
    assert groups[3600] in groups[:3600]


def test_islands_lie_apart() -> None:
    lines = teams(40, 30)
    groups = communities(1200, lines, np.zeros(1200, bool))
    at = islands(1200, lines, np.zeros(1200, bool))
    middles = np.array([at[groups == group].mean(axis=0) for group in sorted(set(groups))])
    reach = np.array(
        [np.linalg.norm(at[groups == group] - middle, axis=1).max() for group, middle in enumerate(middles)]
    )
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2) - reach[:, None] - reach[None]
    assert (gaps[~np.eye(len(middles), dtype=bool)] > 0).all()


def test_the_same_network_gets_the_same_places() -> None:
    lines = teams(50, 8)
    loose = np.zeros(400, bool)
    assert (islands(400, lines, loose) == islands(400, lines[::-1], loose)).all()


def test_nothing_and_things_without_ties() -> None:
    none = np.zeros((0, 2), np.int64)
    assert islands(0, none, np.zeros(0, bool)).shape == (0, 2)
    assert np.isfinite(islands(7, none, np.zeros(7, bool))).all()
