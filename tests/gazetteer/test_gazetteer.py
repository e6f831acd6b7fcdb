import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from graph_builder.gazetteer import load, normalize_organization, normalize_topic, normalize_venue
from graph_builder.gazetteer.gazetteer import Gazetteer, built_in

KINDS = (
    ("organization_entries", normalize_organization),
    ("venue_entries", normalize_venue),
    ("topic_entries", normalize_topic),
)


@pytest.mark.parametrize(("attribute", "key"), KINDS)
def test_ids_are_unique_and_parents_are_there(attribute, key):
    entries = getattr(load(), attribute)
    counts = Counter(e.id for e in entries)
    assert [k for k, n in counts.items() if n > 1] == []
    assert {e.parent for e in entries if e.parent} <= counts.keys()
    assert all(e.id and e.name == e.name.strip() for e in entries)


@pytest.mark.parametrize(("attribute", "key"), KINDS)
def test_a_name_that_two_entries_share_is_marked_or_known_by_its_capitals(attribute, key):
    holders = defaultdict(set)
    for entry in getattr(load(), attribute):
        for form in entry.names:
            if form not in entry.ambiguous:
                holders[form].add(entry.id)
    assert {form: ids for form, ids in holders.items() if len(ids) > 1} == {}


def test_every_preferred_name_finds_its_own_entry():
    known = load()
    assert [e.name for e in known.organization_entries if known.organization(e.name) != e] == []
    assert [e.name for e in known.topic_entries if known.topic(e.name) != e] == []
    clear = [e for e in known.venue_entries if not e.ambiguous]
    assert [e.name for e in clear if known.venue(e.name) != e] == []


def test_sizes():
    known = load()
    counts = Counter(e.kind for e in known.organization_entries)
    assert counts["university"] >= 500
    assert counts["company"] >= 150
    assert len(known.venue_entries) >= 400


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Ph.D. in Computer Science", "doctorate"),
        ("Dr. rer. nat.", "doctorate"),
        ("M.Sc., Physics", "master"),
        ("Master of Odd Studies", "master"),
        ("B.Tech. (Hons.) in Mining", "bachelor"),
        ("工学学士", "bachelor"),
        ("Exchange student", "other"),
        ("Physics", None),
    ],
)
def test_degrees(text, level):
    assert load().degree(text) == level


@pytest.mark.parametrize(
    ("acronym", "common"), [("DATE", "date"), ("SC", "sc"), ("MM", "mm"), ("FAST", "fast"), ("CASES", "cases")]
)
def test_acronyms_that_are_words_need_their_capitals(acronym, common):
    known = load()
    assert known.is_ambiguous(acronym)
    assert known.venue(acronym) is not None
    assert known.venue(common) is None


def test_loading_is_fast():
    best = min(_timed() for _ in range(3))
    assert best < 0.4


def _timed():
    built_in.cache_clear()
    start = time.process_time()
    known: Gazetteer = load()
    known.organization("x")
    known.venue("x y")
    return time.process_time() - start


def _abbreviations():
    lines = Path(__file__).with_name("abbreviations.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("printed", "venue"), _abbreviations())
def test_abbreviated_titles(printed, venue):
    found = load().venue(printed)
    assert (found.name if found else "") == venue
