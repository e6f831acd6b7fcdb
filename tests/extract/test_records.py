import json

from graph_builder.extract import extract
from graph_builder.model import EntityKind, Identifier, Relation
from graph_builder.read import read_bytes

RECORDS = [
    {
        "DOI": "10.5/A",
        "type": "journal-article",
        "title": ['Knots & Loops: "tied" ü'],
        "author": [
            {"family": "Holt", "given": "Mira", "ORCID": "http://orcid.org/0000-0002-1825-0097"},
            {"given": "Jun", "family": "Wei", "affiliation": [{"name": "Example University"}, {"name": "Acme"}]},
            {"name": "The Knot Consortium"},
            {},
            {"family": "Holt"},
        ],
        "container-title": ["Journal of Knots"],
        "issued": {"date-parts": [[None]]},
        "published-print": {"date-parts": [[2021, 5]]},
    },
    {"title": "No DOI", "author": [{"given": "Mira", "family": "Holt"}], "issued": {"date-parts": [[1999]]}},
    {"author": "nonsense", "title": [], "container-title": 7},
    {"DOI": "10.5/b", "author": [7, {"family": 3, "affiliation": [None, {"name": None}]}], "issued": "2020"},
]


def facts(escaped: bool = True):
    text = "\n".join(json.dumps(record, ensure_ascii=escaped) for record in RECORDS)
    return extract(read_bytes(text.encode(), "works.jsonl", "w.jsonl"))


def test_authors_in_order_with_their_place_in_the_line():
    for escaped in (True, False):
        found = facts(escaped)
        names = {m.id: m for m in found.mentions}
        authors = [
            (names[c.roles["work"]].name, c.values["position"], names[c.roles["author"]].name, c.evidence.quote)
            for c in found.claims
            if c.relation is Relation.AUTHORSHIP
        ]
        assert sorted(authors) == [
            (RECORDS[0]["title"][0], "1", "Mira Holt", 'Holt", "given": "Mira'),
            (RECORDS[0]["title"][0], "2", "Jun Wei", 'Jun", "family": "Wei'),
            (RECORDS[0]["title"][0], "3", "The Knot Consortium", "The Knot Consortium"),
            (RECORDS[0]["title"][0], "5", "Holt", "Holt"),
            ("No DOI", "1", "Mira Holt", 'Mira", "family": "Holt'),
        ]


def test_each_author_of_each_record_is_a_mention_of_its_own():
    people = [m for m in facts().mentions if m.kind is EntityKind.PERSON]
    assert len({m.id for m in people}) == 5
    wei = next(m for m in people if m.name == "Jun Wei")
    assert wei.context == (("record", "10.5/a"), ("affiliation", "Example University"), ("affiliation", "Acme"))
    assert people[0].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)


def test_publications_have_year_venue_and_doi():
    found = facts()
    names = {m.id: m for m in found.mentions}
    papers = [
        (names[c.roles["work"]].name, c.values.get("year"), names[c.roles["venue"]].name if "venue" in c.roles else "")
        for c in found.claims
        if c.relation is Relation.PUBLICATION
    ]
    assert papers == [
        (RECORDS[0]["title"][0], "2021", "Journal of Knots"),
        ("No DOI", "1999", ""),
        ("10.5/b", None, ""),
    ]
    assert next(m.identifiers for m in found.mentions if m.kind is EntityKind.WORK) == (Identifier("doi", "10.5/a"),)
    assert not [c for c in found.claims if c.relation is Relation.PROFILE]
