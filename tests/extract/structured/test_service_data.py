"""Service in JSON and YAML: items with keys, lists under roles, lists of strings."""

from __future__ import annotations

import json

import pytest
import yaml

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

EXPECTED = {("reviewer", "ICML", "2020"), ("reviewer", "ICML", "2021"), ("reviewer", "Loom Letters", ""),
            ("program committee", "KDX", "2021"), ("editor", "Thread Letters", "2018")}  # fmt: skip

PROFILES: list[tuple[str, object]] = [
    ("resume.json", {"basics": {"name": "Ada Lovelace"}, "volunteer": [
        {"organization": "ICML", "position": "Reviewer", "startDate": "2020", "endDate": "2021"},
        {"organization": "Loom Letters", "position": "Reviewer"},
        {"organization": "KDX", "position": "Program Committee Member", "startDate": "2021", "endDate": "2021"},
        {"organization": "Thread Letters", "position": "Associate Editor", "startDate": "2018"},
        {"organization": "Sampleton Library", "position": "Volunteer"}]}),
    ("dates.json", {"basics": {"name": "Ada Lovelace"}, "volunteer": [
        {"organization": "ICML", "position": "Reviewer for the main track", "date": "2020-09-24"},
        {"organization": "ICML", "position": "Reviewer", "date": "2021-09"},
        {"organization": "Loom Letters", "position": "Reviewer"},
        {"organization": "KDX", "position": "Program Committee Member", "date": "2021-05"},
        {"organization": "Thread Letters", "position": "Associate Editor", "startDate": "2018"}]}),
    ("lists.json", {"basics": {"name": "Ada Lovelace"}, "volunteer": [
        {"position": "Reviewer", "highlights": ["ICML 2020, 2021", "Loom Letters"]},
        {"role": "Program Committee Member", "highlights": ["KDX 2021"]},
        {"position": "Associate Editor", "summary": "Thread Letters 2018"}]}),
    ("own.json", {"name": "Ada Lovelace", "service": [
        {"role": "Reviewer", "venue": "ICML", "years": [2020, 2021]}, {"role": "Reviewer", "journal": "Loom Letters"},
        {"role": "PC member", "event": "KDX", "date": "2021"},
        {"role": "Associate editor", "venue": "Thread Letters", "start": "2018"}]}),
    ("keys.json", {"name": "Ada Lovelace", "professional_service": {
        "reviewer": ["ICML 2020", "ICML 2021", "Loom Letters"], "program_committee": ["KDX 2021"],
        "editor": ["Associate Editor, Thread Letters (2018-present)"]}}),
    ("reviewing.json", {"name": "Ada Lovelace", "reviewing": [
        {"venue": "ICML", "year": "2020, 2021"}, {"venue": "Loom Letters"}],
        "programCommittees": [{"conference": "KDX", "year": 2021}],
        "editorships": [{"role": "Associate editor", "journal": "Thread Letters", "year": "2018 - present"}]}),
    ("cv.yml", [{"title": "General Information", "contents": [{"name": "Full Name", "value": "Ada Lovelace"}]},
                {"title": "Academic Service", "type": "time_table", "contents": [
                    {"title": "Reviewer", "institution": "ICML", "year": "2020, 2021"},
                    {"title": "Reviewer", "year": "2015 - present", "description": ["Loom Letters"]},
                    {"title": "Program Committee", "institution": "KDX", "year": 2021},
                    {"title": "Associate Editor", "institution": "Thread Letters", "year": "2018 - present"}]}]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data"), PROFILES, ids=[name for name, _ in PROFILES])
def test_service_in_data(name: str, data: object) -> None:
    text = json.dumps(data) if name.endswith("json") else yaml.safe_dump(data, sort_keys=False)
    facts = extract(read_bytes(text.encode(), name, f"x/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    found = {
        (c.values["role"], names[c.roles["venue"]], c.values.get("year", ""))
        for c in facts.claims
        if c.relation is Relation.SERVICE
    }
    assert found == EXPECTED
