"""Topics: labels of the scheme and labels of its own, each a concept."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from graph_builder.gazetteer import Entry, Gazetteer, normalize_topic
from graph_builder.model import Entity, EntityKind, LinkStatus, Mention
from graph_builder.resolve.entities import OWN_NAME, Reason, Resolved, best_form, entity, key_for, link

_WITH_ACRONYM = re.compile(r"^(.{3,}?)\s*\(([^()]{2,12})\)$")
_KNOWN = Reason(LinkStatus.INFERRED, "label of the scheme", 0.95)


def resolve_topics(mentions: Iterable[Mention], gazetteer: Gazetteer) -> Resolved:
    """Return the topics that mentions name: by label, acronym in parentheses and number; else concepts of their own."""
    groups: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        known = _known(mention, gazetteer)
        groups[known.id if known else f"\0{normalize_topic(_label(mention.name))}"].append(mention)
    out = Resolved()
    for group, members in sorted(groups.items()):
        known = None if group.startswith("\0") else gazetteer.topic_by_id(group)
        _add(out, known, group, members)
    out.entities.extend(parents(out.entities, gazetteer.topic_by_id, EntityKind.TOPIC))
    return out


def _label(name: str) -> str:
    """The label without the acronym that stands behind it."""
    found = _WITH_ACRONYM.match(name.strip())
    return found[1] if found else name


def _known(mention: Mention, gazetteer: Gazetteer) -> Entry | None:
    found = gazetteer.topic(mention.name) or gazetteer.topic(_label(mention.name))
    return found or next((t for a in mention.aliases if (t := gazetteer.topic(a))), None)


def _add(out: Resolved, known: Entry | None, group: str, members: list[Mention]) -> None:
    forms = [f for m in members for f in (m.name, *m.aliases)]
    identifiers = [i for m in members for i in m.identifiers]
    if known:
        key, name, parent = known.id, known.name, known.parent
        forms.extend(known.aliases)
    else:
        name, parent = best_form(Counter(_label(m.name) for m in members)), ""
        key = key_for(name.casefold(), "topic", group)
    out.entities.append(entity(EntityKind.TOPIC, key, name, forms, identifiers, parent))
    out.links.extend(link(m, key, _KNOWN if known else OWN_NAME) for m in members)


def parents(found: Iterable[Entity], by_id: Callable[[str], Entry], kind: EntityKind) -> list[Entity]:
    """Return the entities above those found that are not among them, up to the top."""
    entities = {e.key: e for e in found}
    above: list[Entity] = []
    waiting = [e.parent for e in entities.values() if e.parent]
    while waiting:
        key = waiting.pop()
        if key not in entities:
            known = by_id(key)
            entities[key] = entity(kind, key, known.name, known.aliases, (), known.parent, known.country)
            above.append(entities[key])
            if known.parent:
                waiting.append(known.parent)
    return sorted(above, key=lambda e: e.key)
