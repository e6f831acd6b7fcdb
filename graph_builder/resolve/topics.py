"""Topics: labels of the scheme and labels of its own, each a concept."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from graph_builder.gazetteer import Entry, Gazetteer, normalize_topic
from graph_builder.model import Entity, EntityKind, LinkStatus, Mention
from graph_builder.resolve.entities import OWN_NAME, Reason, Resolved, best_form, entity, entity_of_entry, key_for, link

_WITH_ACRONYM = re.compile(r"^(.{3,}?)\s*\(([^()]{2,12})\)$")
_KNOWN = Reason(LinkStatus.INFERRED, "label of the scheme", 0.95)
_UNFOLDED = Reason(LinkStatus.INFERRED, "label of the scheme, acronyms written out", 0.9)
_EXPLAINED = Reason(LinkStatus.INFERRED, "acronym that these documents explain", 0.85)
# A word in front that turns what follows into something else.
_TURNS = frozenset("non un anti post beyond against without quasi no vs versus".split())
_LONGEST = 8


def resolve_topics(mentions: Iterable[Mention], gazetteer: Gazetteer) -> Resolved:
    """Return the topics that mentions name: by label, number, spelling and acronym; else concepts of their own."""
    mentions = list(mentions)
    explained = _explained(mentions, gazetteer)
    groups: dict[str, list[tuple[Mention, Reason]]] = defaultdict(list)
    for mention in mentions:
        group, reason = _group(mention, gazetteer, explained)
        groups[group].append((mention, reason))
    out = Resolved()
    for group, members in sorted(groups.items()):
        known = None if group.startswith("\0") else gazetteer.topic_by_id(group)
        _add(out, known, group, members, gazetteer)
    out.entities = with_above(out.entities, EntityKind.TOPIC, gazetteer.topic_by_id)
    return out


def _group(mention: Mention, gazetteer: Gazetteer, explained: Mapping[str, str]) -> tuple[str, Reason]:
    """The id of the concept that a mention names, or a key of its own words after a zero byte; and why."""
    known = _known(mention, gazetteer)
    if known is not None:
        return known.id, _KNOWN
    label = _label(mention.name)
    unfolded = unfold(label, gazetteer)
    if unfolded != label and (known := gazetteer.topic(unfolded)) is not None:
        return known.id, _UNFOLDED
    if label in explained:
        return explained[label], _EXPLAINED
    return _own(unfolded), OWN_NAME


def _own(label: str) -> str:
    key = normalize_topic(label)
    return "\0" + (key.replace(" ", "") or label)


def unfold(label: str, gazetteer: Gazetteer) -> str:
    """Return a label of several words with the acronyms in it that the scheme knows written out.

    >>> from graph_builder.gazetteer import load
    >>> unfold("LLM reasoning", load()), unfold("reasoning in NLP", load())
    ('large language models reasoning', 'reasoning in natural language processing')
    """
    words = label.split()
    if not 1 < len(words) <= _LONGEST:
        return label
    return " ".join(_unfolded(word, gazetteer) for word in words)


def _unfolded(word: str, gazetteer: Gazetteer) -> str:
    if not 2 <= len(word) <= 6 or sum(c.isupper() for c in word) < 2 or gazetteer.is_ambiguous(word):
        return word
    known = gazetteer.topic(word)
    return known.name if known is not None and not gazetteer.is_ambiguous(word.rstrip("s")) else word


def _explained(mentions: Iterable[Mention], gazetteer: Gazetteer) -> dict[str, str]:
    """Acronyms that stand in parentheses behind labels with their initials, if all agree, with the label's group."""
    found: dict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        match = _WITH_ACRONYM.match(mention.name.strip())
        if match and _stands_for(match[2], match[1]):
            known = _known(mention, gazetteer)
            found[match[2].removesuffix("s")].add(known.id if known else _own(unfold(match[1], gazetteer)))
    single = {acronym: min(groups) for acronym, groups in found.items() if len(groups) == 1}
    return {**{f"{acronym}s": group for acronym, group in single.items()}, **single}


def _stands_for(acronym: str, label: str) -> bool:
    """Return whether an acronym in capitals consists of the first letters of a label's words.

    >>> _stands_for("GFMs", "graph foundation models"), _stands_for("2019", "graphs")
    (True, False)
    """
    short = acronym.removesuffix("s")
    words = [w for w in re.split(r"[\s-]+", label) if w]
    initials = "".join(w[0] for w in words if w.casefold() not in ("of", "and", "in", "for", "the", "on", "with"))
    return short.isupper() and short.casefold() in ("".join(w[0] for w in words).casefold(), initials.casefold())


def _label(name: str) -> str:
    """The label without the acronym that stands behind it."""
    found = _WITH_ACRONYM.match(name.strip())
    return found[1] if found else name.strip()


def _known(mention: Mention, gazetteer: Gazetteer) -> Entry | None:
    found = gazetteer.topic(mention.name) or gazetteer.topic(_label(mention.name))
    return found or next((t for a in mention.aliases if (t := gazetteer.topic(a))), None)


def broader(label: str, gazetteer: Gazetteer) -> Entry | None:
    """Return the concept that the last words of a label name: what goes before them narrows it.

    >>> from graph_builder.gazetteer import load
    >>> broader("medical image segmentation", load()).name, broader("non-convex optimization", load())
    ('image segmentation', None)
    """
    words = re.split(r"[\s-]+", label.strip())
    for at in range(1, min(len(words), _LONGEST)):
        rest = " ".join(words[at:])
        known = gazetteer.topic(rest) if len(words) - at > 1 or len(rest) > 7 else None
        if known is not None and not gazetteer.is_ambiguous(rest):
            return None if words[at - 1].casefold() in _TURNS | {"and", "or", "for", "of", "in", "with"} else known
    return None


def _add(
    out: Resolved, known: Entry | None, group: str, members: list[tuple[Mention, Reason]], gazetteer: Gazetteer
) -> None:
    forms = [f for m, _ in members for f in (m.name, *m.aliases)]
    identifiers = [i for m, _ in members for i in m.identifiers]
    if known:
        key, name, parent = known.id, known.name, known.parent
        forms.extend(known.aliases)
    else:
        labels = Counter(_label(m.name) for m, reason in members if reason is OWN_NAME)
        name = best_form(labels or Counter(_label(m.name) for m, _ in members))
        above = broader(name, gazetteer)
        key, parent = key_for(name.casefold(), "topic", group), above.id if above else ""
    out.entities.append(entity(EntityKind.TOPIC, key, name, forms, identifiers, parent))
    out.links.extend(link(m, key, reason) for m, reason in members)


def with_above(
    found: Iterable[Entity],
    kind: EntityKind,
    by_id: Callable[[str], Entry],
    known: Callable[[Entity, Entry], Entity] = lambda one, _: one,
) -> list[Entity]:
    """Return entities with those above them and those that followed them, in the order of their keys.

    Args:
        found: the entities.
        kind: their kind.
        by_id: gives the entry of the gazetteer with a key; raises KeyError if there is none.
        known: gives an entity that the gazetteer knows as it is to be, by its entry.
    """
    done: dict[str, Entity] = {}
    waiting = {one.key: one for one in found}
    while waiting:
        key, one = waiting.popitem()
        with suppress(KeyError):
            one = known(one, by_id(key))
        done[key] = one
        for other in (one.parent, *one.successors):
            if other and other not in done and other not in waiting:
                waiting[other] = entity_of_entry(kind, by_id(other))
    return [done[key] for key in sorted(done)]


def ties(mention: Mention, gazetteer: Gazetteer) -> set[str]:
    """Return what ties a mention to others, as in ``organizations``: its concept, and acronyms that one explains."""
    tied = {f"k{_group(mention, gazetteer, {})[0]}", f"a{_label(mention.name)}"}
    for acronym, group in _explained([mention], gazetteer).items():
        tied |= {f"a{acronym}", f"k{group}"}
    return tied
