"""What the sources say around each mention of a person: papers, co-authors, identifiers, degrees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from graph_builder.model import Claim, EntityKind, Identifier, Mention, Relation, SourceFacts
from graph_builder.resolve.entities import Ref, ref
from graph_builder.resolve.names import PersonName, forms_in, parse_name

# Schemes in which one person has one identifier: two different ones mean two people.
STRICT = frozenset({"orcid", "dblp", "openreview", "wikidata", "acl"})
# Schemes that name one person, though one person may have several.
PERSONAL = STRICT | {"openalex", "s2", "email", "homepage", "scholar", "github"}


@dataclass(frozen=True)
class Sighting:
    """A mention of a person with what stands around it."""

    mention: Mention
    names: tuple[PersonName, ...]
    subject: bool
    works: frozenset[str]
    coauthors: frozenset[str]
    degrees: Mapping[str, frozenset[str]]

    @cached_property
    def ref(self) -> Ref:
        """The source and id of the mention."""
        return ref(self.mention)

    @cached_property
    def named(self) -> bool:
        """Whether the mention has a name at all; a placeholder stands in parentheses."""
        return bool(self.names)

    @cached_property
    def full_keys(self) -> tuple[str, ...]:
        """The keys of its names that are written out."""
        return tuple(sorted({n.key for n in self.names if n.full}))

    @cached_property
    def blocks(self) -> tuple[str, ...]:
        """The blocks that its names fall into."""
        return tuple(sorted({b for n in self.names for b in n.blocks}))

    @cached_property
    def identifiers(self) -> tuple[Identifier, ...]:
        """Its identifiers that name one person."""
        return tuple(i for i in self.mention.identifiers if i.scheme in PERSONAL)


def names_of(mention: Mention) -> tuple[PersonName, ...]:
    """Return the names that a mention prints, or nothing for a placeholder such as "(unnamed person of x.md)"."""
    if mention.name.startswith("("):
        return ()
    forms = (f for text in (mention.name, *mention.aliases) for f in forms_in(text))
    return tuple(dict.fromkeys(n for f in forms if (n := parse_name(f)).family))


def sightings(facts: Iterable[SourceFacts], works: Mapping[Ref, str], schools: Mapping[Ref, str]) -> list[Sighting]:
    """Return all mentions of people with their evidence, in the order of source and id."""
    found = [s for source in facts for s in _in_source(source, works, schools)]
    return sorted(found, key=lambda s: s.ref)


def author_lists(facts: SourceFacts) -> dict[str, list[str]]:
    """Return the mentions of authors of each mention of a work, in order of position."""
    lists: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP and {"work", "author"} <= claim.roles.keys():
            position = claim.values.get("position", "")
            lists[claim.roles["work"]].append((int(position) if position.isdecimal() else 0, claim.roles["author"]))
    return {work: [author for _, author in sorted(authors)] for work, authors in lists.items()}


def _in_source(facts: SourceFacts, works: Mapping[Ref, str], schools: Mapping[Ref, str]) -> Iterable[Sighting]:
    people = {m.id: m for m in facts.mentions if m.kind is EntityKind.PERSON}
    names = {key: names_of(m) for key, m in people.items()}
    subjects = {c.roles.get("person") for c in facts.claims if c.relation is Relation.PROFILE}
    own_works: dict[str, set[str]] = defaultdict(set)
    coauthors: dict[str, set[str]] = defaultdict(set)
    for work, authors in author_lists(facts).items():
        keys = {n.key for a in authors for n in names.get(a, ()) if n.full}
        for author in authors:
            own_works[author].add(works.get((facts.source, work), ""))
            coauthors[author] |= keys - {n.key for n in names.get(author, ())}
    degrees = _degrees(facts.claims, schools)
    for key, mention in people.items():
        yield Sighting(
            mention,
            names[key],
            key in subjects,
            frozenset(own_works[key] - {""}),
            frozenset(coauthors[key]),
            degrees.get(key, {}),
        )


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
