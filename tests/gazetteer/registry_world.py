"""A small registry of invented organizations, in the shape of ROR's data dump (schema 2)."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

COUNTRIES = {
    "NO": "Norway",
    "DE": "Germany",
    "CN": "China",
    "US": "United States",
    "GB": "United Kingdom",
    "ES": "Spain",
}


def record(
    key: str,
    name: str,
    country: str,
    city: str,
    *,
    aliases: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
    acronyms: tuple[str, ...] = (),
    types: tuple[str, ...] = ("education", "funder"),
    status: str = "active",
    relations: tuple[tuple[str, str], ...] = (),
    domains: tuple[str, ...] = (),
    established: int | None = None,
) -> dict[str, Any]:
    names = [{"value": name, "types": ["label", "ror_display"], "lang": "en"}]
    names += [{"value": v, "types": ["alias"], "lang": None} for v in aliases]
    names += [{"value": v, "types": ["label"], "lang": "xx"} for v in labels]
    names += [{"value": v, "types": ["acronym"], "lang": None} for v in acronyms]
    place = {
        "country_code": country,
        "country_name": COUNTRIES[country],
        "name": city,
        "country_subdivision_name": None,
    }
    return {
        "id": address(key),
        "names": names,
        "types": list(types),
        "status": status,
        "domains": list(domains),
        "links": [],
        "locations": [{"geonames_id": 1, "geonames_details": place}],
        "relationships": [{"type": t, "id": address(other), "label": other} for t, other in relations],
        "external_ids": [],
        "established": established,
        "admin": {},
    }


def address(key: str) -> str:
    """The address of the record that the tests call *key*, four letters or fewer."""
    return f"https://ror.org/{bare(key)}"


def bare(key: str) -> str:
    return f"0{key:x<8}"


WORLD = (
    record("nor", "Nordvik University", "NO", "Nordvik", labels=("Universitetet i Nordvik",), acronyms=("NVU",),
           domains=("nordvik.example",), relations=(("child", "nhos"),)),
    record("nhos", "Nordvik University Hospital", "NO", "Nordvik", types=("healthcare",),
           relations=(("parent", "nor"),)),
    record("gott", "University of Göllingen", "DE", "Göllingen", labels=("Georg-Ludwig-Universität Göllingen",)),
    record("twus", "Westbrook University", "US", "Westbrook"),
    record("twgb", "Westbrook University", "GB", "Ambleford"),
    record("cnu", "Qinglan University", "CN", "Qinglan", labels=("青蓝大学",), acronyms=("QLU",)),
    record("acad", "Chandran Academy of Sciences", "DE", "Karlsfurt", types=("government",), acronyms=("CHAS",),
           relations=(("child", "inst"),)),
    record("inst", "Institute of Molecular Weaving, Chandran Academy of Sciences", "DE", "Karlsfurt",
           aliases=("Institute of Molecular Weaving",), types=("facility",), relations=(("parent", "acad"),)),
    record("koen", "Könermann Robotics (Germany)", "DE", "Karlsfurt", types=("company",)),
    record("kous", "Könermann Robotics (United States)", "US", "Westbrook", types=("company",)),
    record("olda", "Polytechnic College of Ambleford", "GB", "Ambleford", status="inactive",
           relations=(("successor", "newa"),), established=1901),
    record("newa", "Ambleford Technical University", "GB", "Ambleford", relations=(("predecessor", "olda"),),
           established=1992),
    record("gone", "Withdrawn Institute of Nothing", "GB", "Ambleford", status="withdrawn"),
    record("cya", "Ouroboros Foundation", "ES", "Villarosa", types=("nonprofit",), relations=(("parent", "cyb"),)),
    record("cyb", "Ouroboros Institute", "ES", "Villarosa", types=("facility",), relations=(("parent", "cyc"),)),
    record("cyc", "Ouroboros Society", "ES", "Villarosa", types=("nonprofit",), relations=(("parent", "cya"),)),
    record("tala", "Talavera University in Westbrook", "US", "Westbrook", types=("education", "funder")),
    record("lund", "Kalmunds universitet", "NO", "Kalmund"),
    record("hosp", "Karlsfurt University Hospital", "DE", "Karlsfurt", types=("healthcare",)),
    record("jrs", "K J Somarval Medical College", "GB", "Ambleford"),
    record("lost", "Orphaned Observatory of Villarosa", "ES", "Villarosa", types=("facility",),
           relations=(("parent", "nowh"),)),
)  # fmt: skip

_FIRST = ("Bar", "Cor", "Dun", "Fel", "Gar", "Hol", "Jas", "Lim", "Mor", "Pel", "Rin", "Sal", "Tor", "Vel", "Wen")
_SECOND = ("bury", "combe", "dale", "ford", "gate", "ham", "ley", "mere", "stead", "wick")


def filler() -> list[dict[str, Any]]:
    """Two hundred more records, so that "university" is as common a word as in a real registry."""
    towns = ["".join(parts) for parts in itertools.product(_FIRST, _SECOND)]
    schools = [record(f"f{n}", f"University of {town}", "GB", town) for n, town in enumerate(towns)]
    others = [
        record(f"g{n}", f"{town} Institute of Technology and Science", "US", town, types=("facility",))
        for n, town in enumerate(towns[:50])
    ]
    return schools + others


def write_dump(path: Path) -> Path:
    """Write the world as JSON lines."""
    lines = [json.dumps(r, ensure_ascii=False) for r in (*WORLD, *filler())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
