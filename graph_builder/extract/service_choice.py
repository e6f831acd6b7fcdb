"""Which of the venues that a line names are meant: all, one with its parts and towns left out, or one whole name."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.service_duty import SCHOOL
from graph_builder.extract.service_names import is_acronym, is_venue, reads_as_name
from graph_builder.extract.service_pieces import Marks
from graph_builder.extract.service_roles import RoleWord
from graph_builder.extract.service_venues import VenueEntry
from graph_builder.gazetteer import load


def at_one_place(found: list[VenueEntry], role: str, *, listed: bool) -> list[VenueEntry]:
    """Return the venues of a role that is held at one place: its parts and towns are left out.

    Where each venue has years of its own, or the role announces a list, all of them are meant.
    """
    if len(found) <= 1:
        return found
    marked = [f for f in found if f.marked and (is_venue(f.name))] if role == "editor" else []
    known = marked or [f for f in found if f.known and (role != "editor" or is_venue(f.name))]
    if all(f.years and f.named for f in found):
        return found
    if listed and role == "editor":
        kept = found
    elif role == "other":
        kept = (known or found)[:1]
    elif known and all(len(f.name.split()) <= 2 for f in known):
        kept = known
    else:
        kept = (known or found)[:1] if role != "editor" else (known or found)
    if len(kept) == 1:
        kept = [max(known or found, key=_strength)]
    years = tuple(dict.fromkeys(y for f in found for y in f.years))
    begun = tuple(dict.fromkeys(y for f in found for y in f.begun))
    return [replace(k, years=k.years or years, begun=k.begun or begun) for k in kept]


def _strength(venue: VenueEntry) -> int:
    """Return how surely a piece of a line is the venue; of equals, the first is."""
    if venue.known:
        return 2 if venue.marked or not is_acronym(venue.name) or load().venue(venue.name) is not None else 1
    return 1 if SCHOOL.search(venue.name) else 0


def without_parts(found: list[VenueEntry]) -> list[VenueEntry]:
    """Return the venues without the parts that stand behind a dated one: "ICEX 2015, Tool Demos"."""
    if len(found) == 2 and re.search(r"\([A-Z][\w&/-]*[A-Z][\w&/-]*\)$", found[0].name):
        return found if found[1].years or found[1].known else found[:1]
    if len(found) < 2 or not found[0].years or not found[0].known:
        return found
    return [f for f in found if f.years or f.marked]


def without_host(found: list[VenueEntry]) -> list[VenueEntry]:
    """Return a workshop without the meeting that it is a part of: "Workshop on Looms, ICEX"."""
    if len(found) != 2 or not re.search(r"\b[Ww]orkshop\b", found[0].name):
        return found
    return found


def surest(found: list[VenueEntry]) -> VenueEntry:
    """Return the first venue that is known, or the first at all."""
    known = [f for f in found if f.known]
    return (known or found)[0]


def parted(text: str, start: int, found: list[VenueEntry]) -> list[list[VenueEntry]]:
    """Part the venues of a line at semicolons: what stands between two of them is one post."""
    groups: list[list[VenueEntry]] = [[]]
    for index, venue in enumerate(found):
        if index and re.search(r"[;•]", text[found[index - 1].start - start : venue.start - start]):
            groups.append([])
        groups[-1].append(venue)
    return groups


_PERIODICAL = re.compile(r"\b(?:Journal|Transactions|Letters|Annals|Archives|Review|Quarterly|Bulletin)\b")


def at_once(before: str, role: RoleWord, marks: Marks, start: int) -> bool:
    """Tell whether a role stands right behind its venue: "ICEX Area Chair", "Loom Letters reviewer"."""
    name = re.sub(r"^\W*(?:(?:19|20)\d\d\W*)*", "", before).rstrip()
    if role.role == "other":
        return False
    if load().venue(name) is not None:
        return True
    end = start + len(before.rstrip())
    set_off = any(e == end and b >= start for b, e in marks)
    return set_off or (_PERIODICAL.search(name) is not None and reads_as_name(name))
