"""People: which mentions of names are one person, decided from name, document, papers and co-authors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from operator import attrgetter

from rapidfuzz import fuzz

from graph_builder.model import Entity, EntityKind, LinkStatus
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import (
    Reason,
    Ref,
    best_form,
    entity,
    key_for,
    number,
    shouted,
)
from graph_builder.resolve.evidence import STRICT, MentionEvidence
from graph_builder.resolve.names import PersonName, compatible, display_name, forms_in, parse_name

# Estimates of how often two equal full names with this in common are one person.
_SAME_DOCUMENT = Reason(LinkStatus.INFERRED, "same full name", 0.97, ("same name in one document",))
_SHARED_PAPER = Reason(LinkStatus.INFERRED, "same full name and paper", 0.95, ("same name", "shared paper"))
_SAME_SHORT = Reason(LinkStatus.INFERRED, "same abbreviated name", 0.9, ("same document or paper",))


def join_by_rules(mentions: Sequence[MentionEvidence]) -> tuple[DisjointSets[Ref], dict[Ref, Reason]]:
    """Return sets of mentions as far as rules make them, which may not be joined further, and why those were joined.

    Rules decide what identifiers, one document or one paper settle; the rest is left to comparison. *mentions* are in
    the order of source and id.
    """
    sets: DisjointSets[Ref] = DisjointSets(s.ref for s in mentions)
    why: dict[Ref, Reason] = {}
    _join_identifiers(mentions, sets, why)
    _join_stated(mentions, sets, why)
    _keep_rivals_apart(((s.ref, s.rivals) for s in mentions), sets)
    keep_contradictions_apart(mentions, sets)
    _join_same_names(mentions, sets, why, lambda e: ((key, e.place) for key in e.full_keys), _SAME_DOCUMENT)
    _join_same_names(
        mentions, sets, why, lambda e: ((key, work) for work in e.shared for key in e.full_keys), _SHARED_PAPER
    )
    _join_variants(mentions, sets, why)
    return sets, why


def _join_identifiers(mentions: Iterable[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Mentions with one identifier are one person, unless their names have nothing in common.

    Lists of records give people the identifiers of others: what a name contradicts was not said of its bearer.
    """
    bearers: dict[object, list[MentionEvidence]] = {}
    for evidence in mentions:
        for identifier in evidence.identifiers:
            known = bearers.setdefault(identifier, [])
            like = next((other for other in known if may_be_one(other, evidence)), None)
            if like is None:
                known.append(evidence)
            elif sets.union(like.ref, evidence.ref):
                why[evidence.ref] = Reason(LinkStatus.STATED, "identifier", 1.0, (f"same {identifier.scheme}",))


def may_be_one(one: MentionEvidence, other: MentionEvidence) -> bool:
    """Return whether names share a word, or nearly so; of names in other scripts, and of none, nobody can tell.

    A name that changed with marriage keeps a given name, and a misprint most of its letters.
    """
    if one.names == other.names or not (one.named and other.named):
        return True
    first, second = _spelled(one.names), _spelled(other.names)
    if not (first and second) or any(len(word) > 1 for word in first & second):
        return True
    return fuzz.ratio("".join(sorted(first)), "".join(sorted(second))) >= _ALIKE


_ALIKE = 75.0
"""The share of letters in per cent that two spellings of a name have in common."""


def _spelled(names: Iterable[PersonName]) -> set[str]:
    words = {word for name in names for word in (*name.given, *name.family.split())}
    return {word for word in words if word.isascii()}


def _join_stated(mentions: Iterable[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Sources whose subject the user named alike are about one person."""
    first: dict[str, Ref] = {}
    for evidence in mentions:
        if evidence.stated:
            why[evidence.ref] = Reason(LinkStatus.STATED, "named by the user", 1.0, ("named by the user",))
            sets.union(first.setdefault(evidence.stated, evidence.ref), evidence.ref)


def _keep_rivals_apart(members: Iterable[tuple[Ref, Iterable[int]]], sets: DisjointSets[Ref]) -> None:
    """Keep apart the members of each group of rivals; *members* are given with the numbers of their groups."""
    groups: dict[int, list[Ref]] = defaultdict(list)
    for ref, rivals in members:
        for group in rivals:
            groups[group].append(ref)
    for refs in groups.values():
        sets.keep_apart(*refs)


def sets_kept_apart(nodes: Sequence[tuple[MentionEvidence, Sequence[MentionEvidence]]]) -> DisjointSets[Ref]:
    """Return the sets of nodes, each given with its mentions, some of which may not be joined."""
    sets: DisjointSets[Ref] = DisjointSets(node.ref for node, _ in nodes)
    marked = [(node, evidence) for node, group in nodes for evidence in group if is_marked(evidence)]
    for node, evidence in marked:
        sets.add(evidence.ref)
        sets.union(node.ref, evidence.ref)
    _keep_rivals_apart(((node.ref, {n for each in group for n in each.rivals}) for node, group in nodes), sets)
    keep_contradictions_apart(sorted((evidence for _, evidence in marked), key=lambda e: e.ref), sets)
    return sets


def is_marked(evidence: MentionEvidence) -> bool:
    """Return whether identifiers or degrees may keep a mention apart from others of its name."""
    return evidence.subject or bool(evidence.identifiers)


def keep_contradictions_apart(mentions: Iterable[MentionEvidence], sets: DisjointSets[Ref]) -> None:
    """Keep apart mentions of one name with identifiers or degrees that contradict each other."""
    blocks: dict[str, list[MentionEvidence]] = defaultdict(list)
    for evidence in mentions:
        if is_marked(evidence):
            for key in evidence.full_keys:
                blocks[key].append(evidence)
    for block in blocks.values():
        for refs in contradictions(block):
            sets.keep_apart(*refs)


def contradictions(block: Sequence[MentionEvidence]) -> Iterator[tuple[Ref, ...]]:
    """Yield mentions in a block of one name no two of which can be one person.

    They have identifiers that differ in a scheme where a person has one, or two profiles whose degrees of one level are
    from different schools while nothing else (paper, co-author) joins them.
    """
    by_value: dict[str, dict[str, Ref]] = defaultdict(dict)
    for evidence in block:
        for identifier in evidence.mention.identifiers:
            if identifier.scheme in STRICT:
                by_value[identifier.scheme].setdefault(identifier.value, evidence.ref)
    for values in by_value.values():
        if len(values) > 1:
            yield tuple(values.values())
    for one, other in combinations([s for s in block if s.subject and s.degrees], 2):
        if _degrees_differ(one, other):
            yield one.ref, other.ref


def _degrees_differ(one: MentionEvidence, other: MentionEvidence) -> bool:
    if set(one.works) & set(other.works) or set(one.coauthors) & set(other.coauthors):
        return False
    if set(one.identifiers) & set(other.identifiers):
        return False
    shared = one.degrees.keys() & other.degrees.keys()
    return any(not one.degrees[level] & other.degrees[level] for level in shared)


def _join_same_names(
    mentions: Iterable[MentionEvidence],
    sets: DisjointSets[Ref],
    why: dict[Ref, Reason],
    printed: Callable[[MentionEvidence], Iterable[tuple[str, str]]],
    reason: Reason,
) -> None:
    """Join mentions of which a name is the same in one place; *printed* gives the names of each with their places."""
    first: dict[tuple[str, str], Ref] = {}
    for evidence in mentions:
        for name in printed(evidence):
            other = first.setdefault(name, evidence.ref)
            if other != evidence.ref and sets.union(other, evidence.ref):
                why.setdefault(evidence.ref, reason)


def _short_names(evidence: MentionEvidence) -> Iterable[tuple[str, str]]:
    """Yield abbreviated names with the document and the shared papers that print them."""
    places = (*_documents(evidence), *evidence.shared)
    return ((name.key, place) for name in evidence.names if not name.full for place in places)


# Variants -----------------------------------------------------------------------------------------------------------

_Places = Callable[[MentionEvidence], Iterable[str]]
_Blocks = dict[tuple[str, str], list[MentionEvidence]]

# Estimates of how often a variant means the one name that it can mean: the subject of the document on the list of his
# own paper, a name of the same document, an author of the same paper elsewhere.
_SUBJECT, _DOCUMENT, _PAPER = 0.95, 0.9, 0.93

# Among more people with one family name and initial in one place an abbreviation is left alone: each would be compared
# with all of them.
_CROWD = 200


def _join_variants(mentions: Sequence[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Join variants of names: to the subject, inside a document, then across documents by shared papers."""
    _join_same_names(mentions, sets, why, _short_names, _SAME_SHORT)
    subjects = [s for s in mentions if s.subject]
    for among, places, score, words in (
        (subjects, _documents, _SUBJECT, "name of the subject"),
        (mentions, _documents, _DOCUMENT, "one full name in the document fits"),
        (mentions, attrgetter("shared"), _PAPER, "shared paper"),
    ):
        reason = Reason(LinkStatus.INFERRED, "abbreviated name", score, (words,))
        _join_unique(mentions, _blocks(among, places, sets), places, sets, why, reason)


def _documents(evidence: MentionEvidence) -> Iterable[str]:
    # A record lists each of its authors once: there are no variants in it.
    return () if evidence.in_record else (evidence.place,)


def _blocks(mentions: Iterable[MentionEvidence], places: _Places, sets: DisjointSets[Ref]) -> _Blocks:
    """Full names by place and block; of mentions that are one person under one name, the first stands for all."""
    blocks: dict[tuple[str, str], dict[tuple[Ref, tuple[PersonName, ...]], MentionEvidence]] = defaultdict(dict)
    for evidence in mentions:
        if evidence.full_keys:
            person = (sets.find(evidence.ref), evidence.names)
            for place in places(evidence):
                for block in evidence.blocks:
                    blocks[place, block].setdefault(person, evidence)
    return {key: list(people.values()) for key, people in blocks.items() if len(people) <= _CROWD}


def _join_unique(
    mentions: Sequence[MentionEvidence],
    blocks: _Blocks,
    places: _Places,
    sets: DisjointSets[Ref],
    why: dict[Ref, Reason],
    reason: Reason,
) -> None:
    """Join each mention to the one cluster of a fuller name that it can mean; abstain where there are several."""
    proposals: list[tuple[Ref, Ref]] = []
    for evidence in mentions:
        around = [s for p in places(evidence) for b in evidence.blocks for s in blocks.get((p, b), ())]
        fits = {sets.find(s.ref): s for s in around if _fuller(s, evidence) and not sets.apart(s.ref, evidence.ref)}
        fits.pop(sets.find(evidence.ref), None)
        if len(fits) == 1:
            proposals.append((evidence.ref, next(iter(fits.values())).ref))
    for one, other in sorted(proposals):
        if sets.union(one, other):
            why[one] = reason


def _fuller(one: MentionEvidence, other: MentionEvidence) -> bool:
    """Return whether *one* has a full name with which a name of *other* agrees, *other*'s being shorter."""
    return any(
        n.full and n.key != m.key and _length(n) > _length(m) and compatible(n, m)
        for n in one.names
        for m in other.names
    )


def _length(name: PersonName) -> int:
    return sum(len(w) for w in name.given)


def ties(evidence: MentionEvidence) -> set[str]:
    """Return what ties a mention to others for rules, as in ``organizations``.

    Ties are identifiers, the name that the user stated, and names with the document or shared paper that prints them.
    """
    tied = {f"i{i.scheme}:{i.value}" for i in evidence.identifiers}
    if evidence.stated:
        tied.add(f"u{evidence.stated}")
    keys, shared = {n.key for n in evidence.names}, evidence.shared
    tied.update(f"n{key}\x1f{place}" for key in keys for place in (evidence.place, *shared))
    tied.update(f"b{block}\x1f{place}" for block in evidence.blocks for place in (*_documents(evidence), *shared))
    return tied


# People ---------------------------------------------------------------------------------------------------------------


def people_of(groups: Sequence[list[MentionEvidence]], namesakes: Collection[str]) -> list[Entity]:
    """Return the person that each cluster is; *namesakes* are the ``base_key`` that several clusters have."""
    found = []
    for group in groups:
        base, name = base_key(group), _preferred(group)
        content: tuple[str, ...] = ("person", base)
        if base in namesakes or not base:
            # Namesakes: the first place where each is named tells them apart.
            content = ("person", base, *min(group, key=_place).ref)
        key = key_for(parse_name(name).family if not base else " ".join(_words(group, base)), *content)
        printed = dict.fromkeys(text for s in group for text in (s.mention.name, *s.mention.aliases))
        forms = [f for text in printed for f in (text, *forms_in(text))]
        identifiers = [i for s in group for i in s.mention.identifiers]
        found.append(entity(EntityKind.PERSON, key, name, forms, identifiers))
    return found


def _place(evidence: MentionEvidence) -> tuple[int, int]:
    """Order the mentions of one person so that the first seldom is another once more of them are known.

    Papers that are added are most often later ones. Of one year it is by chance: if the source decided whose name comes
    first, whatever is added under an early name would change the keys, and with them the IRIs, of all in it.
    """
    return min(evidence.years, default=0), number(*evidence.ref)


def base_key(group: Sequence[MentionEvidence]) -> str:
    """The least key of a full name in the cluster; a name without one is bound to its source."""
    full = [k for s in group for k in s.full_keys]
    return min(full) if full else ""


def _words(group: Sequence[MentionEvidence], base: str) -> tuple[str, ...]:
    return min((*n.given, n.family) for s in group for n in s.names if n.full and n.key == base)


def _preferred(group: Sequence[MentionEvidence]) -> str:
    """The name that a profile gives its subject; else the fullest and best-cased form."""
    subjects = [s.mention for s in group if s.subject]
    forms = Counter(
        display_name(form)
        for s in group
        if not subjects or s.subject
        for form in ((s.mention.name,) if subjects else (s.mention.name, *s.mention.aliases))
    )
    if subjects and all(shouted(f) for f in forms):
        forms.update(d for s in group if not shouted(d := display_name(s.mention.name)))
        keys = {parse_name(s.name).key for s in subjects}
        forms = Counter({f: n for f, n in forms.items() if parse_name(f).key in keys})
    return best_form(forms, _worth)


def _worth(form: str) -> tuple[float, ...]:
    name = parse_name(form)
    written = sum(len(w) > 1 for w in (*name.given, name.family))
    return (
        not shouted(form),
        form.isascii() or any(c.isascii() and c.isalpha() for c in form),
        written,
        len(name.given),
    )
