"""NameFrequency: how many people bear a name, and how telling a word is, from a small table of common words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graph_builder.resolve.names import PersonName

# Natural logarithms of shares. An initial is borne by about one person in twelve; a second given name that is written
# out leaves one of twenty, its initial alone one of five.
_INITIAL, _SECOND, _SECOND_INITIAL = -2.5, -3.0, -1.5


@dataclass(frozen=True, slots=True)
class NameFrequency:
    """Logarithms of the shares of common words among family names, given names, affiliations and titles.

    A word that a table does not have is taken to be as rare as *floors* says.

    >>> frequency = NameFrequency(family={"wang": -3.0}, given={"wei": -5.0})
    >>> frequency.name(PersonName(("wei",), "wang")), frequency.name(PersonName(("ada",), "lovelace"))
    (-8.0, -20.0)
    """

    family: Mapping[str, float] = field(default_factory=dict)
    given: Mapping[str, float] = field(default_factory=dict)
    affiliation: Mapping[str, float] = field(default_factory=dict)
    title: Mapping[str, float] = field(default_factory=dict)
    floors: Mapping[str, float] = field(
        default_factory=lambda: {"family": -10.0, "given": -10.0, "affiliation": -8.0, "title": -8.0}
    )

    def name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people who bear *name*, in whichever order it is printed."""
        if not name.given:
            return self.floors["family"] + self.floors["given"]
        first, more = name.given[0], name.given[1:2]
        share = self._family(name.family) + self._given(first)
        if len(first) > 1:
            share = max(share, self._family(first) + self._given(name.family))
        return share + sum(_SECOND if len(word) > 1 else _SECOND_INITIAL for word in more)

    def family_name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people with the family name of *name*."""
        return self._family(name.family)

    def given_name(self, name: PersonName) -> float:
        """Return the logarithm of the share of people with the first given name of *name*, or its initial."""
        return self._given(name.given[0]) if name.given else self.floors["given"]

    def peer(self, peer: str) -> float:
        """Return the logarithm of the share of people with a family name and initial, such as ``wang w``."""
        return self._family(peer.rpartition(" ")[0]) + _INITIAL

    def word(self, table: str, word: str) -> float:
        """Return the weight of a word of *table* (``affiliation`` or ``title``): the rarer, the more it tells."""
        shares = self.affiliation if table == "affiliation" else self.title
        return -shares.get(word, self.floors[table])

    def _family(self, word: str) -> float:
        return self.family.get(word, self.floors["family"])

    def _given(self, word: str) -> float:
        return _INITIAL if len(word) == 1 else self.given.get(word, self.floors["given"])
