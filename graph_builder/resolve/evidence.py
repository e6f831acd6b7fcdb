"""What the sources say around each mention of a person: papers, co-authors, identifiers, degrees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple

from graph_builder.gazetteer import normalize, normalize_venue
from graph_builder.model import Claim, EntityKind, Identifier, Mention, Relation, SourceFacts
from graph_builder.resolve.entities import Ref, number, ref
from graph_builder.resolve.names import PersonName, forms_in, parse_name

# Schemes in which one person has one identifier: two different ones mean two people.
STRICT = frozenset({"orcid", "dblp", "openreview", "wikidata", "acl"})
# Schemes that name one person, though one person may have several.
PERSONAL = STRICT | {"openalex", "s2", "email", "homepage", "scholar", "github", "ieee", "dblp-name"}


# On a list of more authors it says little of one that another is there too, and 5,000 times 5,000 names take gigabytes.
COLLABORATION = 200

# Lists of papers of one source whose authors are remembered together: those of one paper stand beside each other.
_REMEMBERED = 1_000

Words = tuple[str, ...]
"""Words or keys, sorted and each once: of half a million mentions, sets would take ten times the memory."""


_NO_DEGREES: Mapping[str, frozenset[str]] = {}


@dataclass(frozen=True, slots=True)
class MentionEvidence:
    """A mention of a person, or several that are surely one, with what stands around it.

    *place* is what names inside it are taken to mean one person: the document, or one record of a file of records.
    *works* are keys of works, *coauthors* keys of full names, *peers* family names with initials of co-authors;
    *affiliation* and *topics* are words of affiliations and titles, *around* those of the affiliations of all authors
    of its papers, *printed* the letters of names in their order, *size* how many mentions it is. *stated* is the name
    that the user gave it, *rivals* are numbers of the groups of authors with similar names on one list that it belongs
    to, *shared* those of its works that stand in other documents or records, too.

    What is made of these: *ref* is the source and id of the mention, *full_keys* are the keys of its names that are
    written out, *blocks* those that its names fall into, and *identifiers* those that name one person.
    """

    mention: Mention
    names: tuple[PersonName, ...]
    place: str
    subject: bool = False
    works: Words = ()
    coauthors: Words = ()
    peers: Words = ()
    degrees: Mapping[str, frozenset[str]] = field(default_factory=dict)
    affiliation: Words = ()
    topics: Words = ()
    years: tuple[int, ...] = ()
    venues: Words = ()
    printed: Words = ()
    size: int = 1
    around: Words = ()
    stated: str = ""
    rivals: tuple[int, ...] = ()
    shared: Words = ()
    ref: Ref = field(init=False, repr=False, compare=False)
    full_keys: Words = field(init=False, repr=False, compare=False)
    blocks: Words = field(init=False, repr=False, compare=False)
    identifiers: tuple[Identifier, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        full_keys, blocks = keys_of(self.names)
        identifiers = self.mention.identifiers
        personal = tuple([i for i in identifiers if i.scheme in PERSONAL]) if identifiers else identifiers
        put = object.__setattr__
        put(self, "ref", ref(self.mention))
        put(self, "full_keys", full_keys)
        put(self, "blocks", blocks)
        put(self, "identifiers", identifiers if len(personal) == len(identifiers) else personal)

    @property
    def in_record(self) -> bool:
        """Whether it stands in a record of a file of records."""
        return self.place != self.mention.source

    @property
    def named(self) -> bool:
        """Whether the mention has a name at all; a placeholder stands in parentheses."""
        return bool(self.names)


@lru_cache(maxsize=250_000)
def keys_of(names: tuple[PersonName, ...]) -> tuple[Words, Words]:
    """Return the keys of names that are written out, and the blocks: mentions of one name share them."""
    full = tuple(sorted({n.key for n in names if n.full}))
    return full, tuple(sorted({b for n in names for b in n.blocks}))


def names_of(mention: Mention) -> tuple[PersonName, ...]:
    """Return the names that a mention prints, or nothing for a placeholder such as "(unnamed person of x.md)"."""
    return () if mention.name.startswith("(") else _names(mention.name, mention.aliases)


@lru_cache(maxsize=60_000)
def _names(name: str, aliases: tuple[str, ...]) -> tuple[PersonName, ...]:
    forms = (f for text in (name, *aliases) for f in forms_in(text))
    return tuple(dict.fromkeys(n for f in forms if (n := parse_name(f)).family))


def author_lists(facts: SourceFacts) -> dict[str, list[str]]:
    """Return the mentions of authors of each mention of a work, in order of position."""
    lists: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP and {"work", "author"} <= claim.roles.keys():
            position = claim.values.get("position", "")
            lists[claim.roles["work"]].append((int(position) if position.isdecimal() else 0, claim.roles["author"]))
    return {work: [author for _, author in sorted(authors)] for work, authors in lists.items()}


def together(group: Sequence[MentionEvidence]) -> MentionEvidence:
    """Return evidence that are one person as one: the first of them with the evidence of all."""
    if len(group) == 1:
        return group[0]
    return MentionEvidence(
        group[0].mention,
        tuple(dict.fromkeys(n for s in group for n in s.names)),
        group[0].place,
        any(s.subject for s in group),
        _union(s.works for s in group),
        _union(s.coauthors for s in group),
        _union(s.peers for s in group),
        _NO_DEGREES,
        _union(s.affiliation for s in group),
        _union(s.topics for s in group),
        tuple(sorted({y for s in group for y in s.years})),
        _union(s.venues for s in group),
        _union(s.printed for s in group),
        sum(s.size for s in group),
        _union(s.around for s in group),
    )


def _union(sets: Iterable[Iterable[str]]) -> Words:
    return tuple(sorted(set().union(*sets)))


def gather_evidence(
    facts: SourceFacts, works: Mapping[Ref, str], schools: Mapping[Ref, str], several: Collection[str] = ()
) -> list[MentionEvidence]:
    """Return all mentions of people in a source with their evidence, in the order of their ids.

    Args:
        facts: those of the source.
        works: the entities of its works, by mention.
        schools: those of its organizations.
        several: the works that stand in several documents or records.
    """
    people = {m.id: m for m in facts.mentions if m.kind is EntityKind.PERSON}
    names = {key: names_of(m) for key, m in people.items()}
    subjects = {c.roles.get("person") for c in facts.claims if c.relation is Relation.PROFILE}
    stated = {
        claim.roles.get("person", "")
        for claim in facts.claims
        if claim.relation is Relation.PROFILE and claim.extractor == "subject/stated"
    }
    lists = author_lists(facts)
    rivals = _rivals(facts.source, lists, names)
    own = _papers_of(lists, names)
    papers = _papers(facts)
    degrees = _degrees(facts.claims, schools)
    affiliation = _words_of_affiliations(facts, people.values())
    around = _around(lists, affiliation)
    shared: dict[Any, Any] = {}
    share = shared.setdefault
    # Authors of the same papers, such as all of one, have the same around them but for their own names.
    known: dict[tuple[str, ...], _Listed] = {}
    found = []
    for key, mention in sorted(people.items()):
        listed = own.get(key, ())
        by = tuple([work for work, _, _ in listed])
        same = known.get(by)
        if same is None:
            if len(known) == _REMEMBERED:
                known.clear()
            about = [papers[work] for work in by if work in papers]
            keys = tuple(sorted({works.get((facts.source, work), "") for work in by} - {""}))
            years = tuple(sorted({year for _, year, _ in about if year}))
            venues = tuple(sorted({venue for _, _, venue in about if venue}))
            same = known[by] = _Listed(
                share(keys, keys),
                _union([full for _, full, _ in listed]),
                _union([peers for _, _, peers in listed]),
                _words(tuple([title for title, _, _ in about])),
                share(years, years),
                share(venues, venues),
                _all(tuple([around[work] for work in by])),
            )
        forms = names[key]
        full, peers = {n.key for n in forms}, {n.peer for n in forms}
        place, printed = place_of(mention), tuple(sorted({n.letters for n in forms}))
        found.append(
            MentionEvidence(
                mention,
                forms,
                share(place, place),
                key in subjects,
                same.works,
                tuple([name for name in same.full if name not in full]),
                tuple([peer for peer in same.peers if peer not in peers]),
                degrees.get(key, _NO_DEGREES),
                affiliation[key],
                same.topics,
                same.years,
                same.venues,
                share(printed, printed),
                around=same.around,
                stated=" ".join(mention.name.casefold().split()) if key in stated else "",
                rivals=tuple(rivals.get(key, ())),
                shared=tuple([work for work in same.works if work in several]) if several else (),
            )
        )
    return found


def _rivals(
    source: str, lists: Mapping[str, list[str]], names: Mapping[str, tuple[PersonName, ...]]
) -> dict[str, list[int]]:
    """Return, by author, numbers of groups of authors on one list with similar names: they are as many people."""
    found: dict[str, list[int]] = defaultdict(list)
    count = 0
    for authors in lists.values():
        alike: dict[str, set[str]] = defaultdict(set)
        for author in authors:
            full, blocks = keys_of(names.get(author, ()))
            for block in (*blocks, *full):
                alike[block].add(author)
        for group in (group for group in alike.values() if len(group) > 1):
            for author in group:
                found[author].append(number(source, "rivals", str(count)))
            count += 1
    return found


class _Listed(NamedTuple):
    """What some papers say of each of their authors; *full* and *peers* are the names of all authors."""

    works: Words
    full: Words
    peers: Words
    topics: Words
    years: tuple[int, ...]
    venues: Words
    around: Words


def place_of(mention: Mention) -> str:
    """Return what names beside a mention are taken to mean one person: its source, or its record of a file of them."""
    record = next((value for name, value in mention.context if name == "record"), "")
    return f"{mention.source}\x1f{record}" if record else mention.source


@lru_cache(maxsize=50_000)
def _words(texts: tuple[str, ...]) -> Words:
    return tuple(sorted({intern(word) for text in texts for word in _normal_words(text)}))


@lru_cache(maxsize=50_000)
def _normal_words(text: str) -> tuple[str, ...]:
    return tuple(normalize(text).split())


def _papers_of(
    lists: Mapping[str, list[str]], names: Mapping[str, tuple[PersonName, ...]]
) -> dict[str, list[tuple[str, frozenset[str], frozenset[str]]]]:
    """Return, for each author, the works that list it, each with keys of all full names there and all peers."""
    found: dict[str, list[tuple[str, frozenset[str], frozenset[str]]]] = defaultdict(list)
    for work, authors in lists.items():
        listed = [n for a in authors for n in names.get(a, ())]
        if len(authors) > COLLABORATION:
            listed = []
        full, peers = frozenset(n.key for n in listed if n.full), frozenset(n.peer for n in listed)
        for author in authors:
            found[author].append((work, full, peers))
    return found


def _papers(facts: SourceFacts) -> dict[str, tuple[str, int, str]]:
    """Return title, year (0 if unknown) and venue of each mention of a work."""
    printed = {m.id: m.name for m in facts.mentions if m.kind in (EntityKind.WORK, EntityKind.VENUE)}
    found = {m.id: (m.name, 0, "") for m in facts.mentions if m.kind is EntityKind.WORK}
    for claim in facts.claims:
        work = claim.roles.get("work", "")
        if claim.relation is Relation.PUBLICATION and work in found:
            year = claim.values.get("year", "")[:4]
            venue = normalize_venue(printed.get(claim.roles.get("venue", ""), ""))
            found[work] = (found[work][0], int(year) if year.isdecimal() else 0, venue)
    return found


def _words_of_affiliations(facts: SourceFacts, people: Iterable[Mention]) -> dict[str, Words]:
    """Return the words of the affiliations of each person, those of employers and schools among them."""
    printed = {m.id: m.name for m in facts.mentions if m.kind is EntityKind.ORGANIZATION}
    places: dict[str, list[str]] = defaultdict(list)
    for claim in facts.claims:
        name = printed.get(claim.roles.get("organization", ""))
        if name and claim.relation in (Relation.EMPLOYMENT, Relation.EDUCATION):
            places[claim.roles.get("person", "")].append(name)
    stated = {m.id: [text for name, text in m.context if name == "affiliation"] for m in people}
    return {person: _words((*texts, *places.get(person, ()))) for person, texts in stated.items()}


def _around(lists: Mapping[str, list[str]], affiliation: Mapping[str, Words]) -> dict[str, Words]:
    """Return, for each work, the words of the affiliations of all its authors."""
    return {
        work: _all(tuple(affiliation.get(a, ()) for a in authors)) if len(authors) <= COLLABORATION else ()
        for work, authors in lists.items()
    }


@lru_cache(maxsize=50_000)
def _all(sets: tuple[Words, ...]) -> Words:
    return sets[0] if len(set(sets)) == 1 else _union(sets)


def _degrees(claims: Iterable[Claim], schools: Mapping[Ref, str]) -> dict[str, dict[str, frozenset[str]]]:
    """Return, for each person, the schools of each level of degree."""
    found: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for claim in claims:
        level = claim.values.get("degree", "")
        if claim.relation is Relation.EDUCATION and level in {"doctorate", "master", "bachelor"}:
            school = schools.get((claim.source, claim.roles.get("organization", "")), "")
            person = found[claim.roles.get("person", "")]
            person[level] = person.get(level, frozenset()) | {school}
    return found
