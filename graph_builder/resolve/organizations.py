"""Organizations: employers and schools with their units, known ones and those known only from the documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from graph_builder.gazetteer import Entry, Gazetteer, Registries, normalize_organization
from graph_builder.model import Entity, EntityKind, Identifier, LinkStatus, Mention
from graph_builder.resolve.affiliation import Affiliation, employer, take_apart
from graph_builder.resolve.entities import (
    OWN_NAME,
    Reason,
    Ref,
    Resolved,
    best_form,
    entity,
    key_for,
    link,
    ref,
)
from graph_builder.resolve.identified import by_identifier, with_stated
from graph_builder.resolve.topics import with_above

SCHEMES = frozenset({"ror", "grid", "wikidata", "openalex", "isni", "ringgold"})
"""The schemes in which one identifier names one organization."""

_Place = tuple[Mention, Affiliation]


def resolve_organizations(mentions: Iterable[Mention], gazetteer: Gazetteer) -> Resolved:
    """Return the organizations that mentions name: each mention leads to the employer or school, and to its unit."""
    placed = [(m, locate(m, gazetteer)) for m in mentions]
    groups, why = by_identifier(_groups(placed, gazetteer), SCHEMES, frozenset({"ror"}), _known)
    out = Resolved()
    for key, members in sorted(groups.items()):
        _add(out, key, members, gazetteer, why)
    out.entities = with_stated(out.entities, out.links, (m for m, _ in placed), SCHEMES)
    known = partial(registered, gazetteer.registries)
    out.entities = with_above(out.entities, EntityKind.ORGANIZATION, gazetteer.organization_by_id, known)
    return out


def locate(mention: Mention, gazetteer: Gazetteer) -> Affiliation:
    """Return what a mention's name, or else one of its aliases, says about the employer; its own units come last."""
    found = take_apart(mention.name, gazetteer)
    if found.entry is None:
        known = (take_apart(a, gazetteer) for a in mention.aliases)
        found = next((replace(k, units=found.units) for k in known if k.entry is not None), found)
    if not mention.unit:
        return found
    return _with_units(found, mention.unit, gazetteer)


def _with_units(found: Affiliation, units: Sequence[str], gazetteer: Gazetteer) -> Affiliation:
    """Return an employer with the units that a mention prints beside it.

    What is printed as a unit may be the employer, and what is printed as the employer its unit: "UC Berkeley" on one
    line, "Looms Lab" on the next.
    """
    rest = []
    for name in units:
        known = None if gazetteer.is_ambiguous(name) else gazetteer.organization(name)
        if known is None or known.kind == "unit" or (found.entry is not None and known is not found.entry):
            rest.append(name)
        elif found.entry is None:
            found = Affiliation(known.name, known, None, (found.name, *found.units), "known name beside a unit", 0.9)
    return replace(found, units=tuple(dict.fromkeys((*found.units, *rest))))


def _groups(placed: Iterable[_Place], gazetteer: Gazetteer) -> dict[str, list[_Place]]:
    """Mentions under the key of their employer; one that a document abbreviates goes with the name it abbreviates."""
    placed = list(placed)
    short: dict[tuple[str, str], str] = {}
    for mention, found in placed:
        for alias in mention.aliases:
            short.setdefault((mention.source, normalize_organization(alias)), _key(found))
    groups: dict[str, list[_Place]] = defaultdict(list)
    for mention, found in placed:
        own = _key(found)
        if found.entry is None:
            own = short.get((mention.source, normalize_organization(found.name)), own)
        groups[own].append((mention, found))
    return groups


def _key(found: Affiliation) -> str:
    if found.entry is not None:
        return found.entry.id
    return key_for(found.name.casefold(), "organization", normalize_organization(found.name))


def _known(found: Affiliation) -> str:
    return found.entry.id if found.entry is not None else ""


def _add(out: Resolved, key: str, members: Sequence[_Place], gazetteer: Gazetteer, why: Mapping[Ref, Reason]) -> None:
    known = next((f.entry for _, f in members if f.entry is not None), None)
    plain = [(m, f) for m, f in members if not f.units and f.unit is None]
    forms = [form for m, _ in plain for form in (m.name, *m.aliases)] + [f.name for _, f in members]
    name = known.name if known else best_form(Counter(f.name for _, f in members))
    identifiers = [i for m, _ in plain for i in m.identifiers]
    forms.extend(known.aliases if known else ())
    parent, country = (known.parent, known.country) if known else ("", "")
    year, successors = (known.until, known.successors) if known else ("", ())
    out.entities.append(
        entity(
            EntityKind.ORGANIZATION, key, name, forms, identifiers, parent, country, year=year, successors=successors
        )
    )
    units: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for mention, found in members:
        chain = _unit_chain(key, found, gazetteer)
        for unit_key, unit_name, above in chain:
            units[unit_key].append((unit_name, above))
        reason = why.get(ref(mention)) or _reason(found)
        out.links.append(link(mention, key, reason, chain[-1][0] if chain else ""))
    for unit_key, places in sorted(units.items()):
        printed = Counter(name for name, _ in places)
        out.entities.append(
            entity(EntityKind.ORGANIZATION, unit_key, best_form(printed), printed, (), places[0][1], country)
        )


def _reason(found: Affiliation) -> Reason:
    if found.entry is None:
        return OWN_NAME
    return Reason(LinkStatus.INFERRED, found.rule, found.score, found.reasons)


def registered(registries: Registries | None, one: Entity, entry: Entry) -> Entity:
    """Return an organization with the identifiers, places, parent and successors that registries know."""
    if registries is None:
        return one
    record = registries.record_of(entry)
    parent = one.parent or registries.parent_of(entry)
    successors = one.successors or registries.successors_of(entry)
    year = one.year or (registries.succeeded(record) if record is not None and successors else "")
    one = replace(one, parent=parent, successors=successors, year=year)
    if record is None:
        return one
    return replace(
        one,
        identifiers=tuple(sorted({*one.identifiers, Identifier("ror", record.id)})),
        country=one.country or record.country,
        homepage=one.homepage or record.homepage,
        place=one.place or record.place,
    )


def _unit_chain(key: str, found: Affiliation, gazetteer: Gazetteer) -> list[tuple[str, str, str]]:
    """Key, name and key of what is above, for each unit from the outermost in."""
    chain: list[tuple[str, str, str]] = []
    if found.unit is not None:
        chain.append((found.unit.id, found.unit.name, found.unit.parent))
    for name in found.units:
        above = chain[-1][0] if chain else key
        known = gazetteer.organization(name)
        if known is not None and known.kind == "unit" and known.parent in (key, above):
            step = (known.id, known.name, known.parent)
        else:
            step = (key_for(name.casefold(), "unit", above, normalize_organization(name)), name, above)
        if step[0] not in {k for k, _, _ in chain}:
            chain.append(step)
    return chain


def ties(mention: Mention, gazetteer: Gazetteer) -> set[str]:
    """Return what ties a mention to others: those that share no tie, also not over others, never bear on each other.

    So mentions can be resolved in parts. Ties are the employer with all above and after it, identifiers, also of what a
    record states to be above, and, inside a source, abbreviations.
    """
    found = locate(mention, gazetteer)
    tied = {f"k{_key(found)}", *(f"i{i.scheme}:{i.value}" for i in mention.identifiers if i.scheme in SCHEMES)}
    tied.update(f"i{value}" for kind, value in mention.context if kind == "parent")
    printed = (*mention.aliases, found.name) if found.entry is None else mention.aliases
    tied.update(f"a{mention.source}\x1f{normalize_organization(name)}" for name in printed)
    waiting = [found.entry] if found.entry is not None else []
    while waiting:
        entry = waiting.pop()
        for key in (entry.parent, *entry.successors):
            if key and f"k{key}" not in tied:
                near = gazetteer.organization_by_id(key)
                tied |= {f"k{near.id}", f"k{employer(near, gazetteer).id}"}
                waiting.append(near)
    return tied
