"""People: which mentions of names are one person, decided from name, document, papers and co-authors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from graph_builder.model import Entity, EntityKind, LinkStatus, Relation, SourceFacts
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
from graph_builder.resolve.evidence import STRICT, MentionEvidence, author_lists
from graph_builder.resolve.names import PersonName, display_name, forms_in, parse_name
from graph_builder.resolve.variants import join_variants, papers_among

# Estimates of how often two equal full names with this in common are one person.
_SAME_DOCUMENT = Reason(LinkStatus.INFERRED, "same full name", 0.97, ("same name in one document",))
_SHARED_PAPER = Reason(LinkStatus.INFERRED, "same full name and paper", 0.95, ("same name", "shared paper"))


def join_by_evidence(
    seen: Sequence[MentionEvidence], stated: Mapping[Ref, str], apart: Iterable[Sequence[Ref]], shared: Collection[str]
) -> tuple[DisjointSets[Ref], dict[Ref, Reason]]:
    """Return sets of mentions as far as rules make them, which may not be joined further, and why those were joined.

    Rules decide what identifiers, one document or one paper settle; the rest is left to comparison.

    Args:
        seen: the mentions, in the order of source and id.
        stated: the names of mentions that the user named.
        apart: mentions no two of which are one person.
        shared: the papers that stand in more than one document or record.
    """
    sets: DisjointSets[Ref] = DisjointSets(s.ref for s in seen)
    why: dict[Ref, Reason] = {}
    _join_identifiers(seen, sets, why)
    _join_stated(stated, sets, why)
    for refs in apart:
        sets.keep_apart(*refs)
    keep_contradictions_apart(seen, sets)
    _join_full_names(seen, sets, why, shared)
    join_variants(seen, sets, why, shared)
    return sets, why


def _join_identifiers(seen: Iterable[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Mentions with one identifier are one person, unless their names have nothing in common.

    Lists of records give people the identifiers of others: what a name contradicts was not said of its bearer.
    """
    bearers: dict[object, list[MentionEvidence]] = {}
    for evidence in seen:
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


def stated_names(facts: SourceFacts, seen: Iterable[MentionEvidence]) -> dict[Ref, str]:
    """Return the mentions of subjects whom the user named, with that name."""
    named = {
        claim.roles.get("person", "")
        for claim in facts.claims
        if claim.relation is Relation.PROFILE and claim.extractor == "subject/stated"
    }
    return {s.ref: " ".join(s.mention.name.casefold().split()) for s in seen if s.mention.id in named}


def _join_stated(stated: Mapping[Ref, str], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Sources whose subject the user named alike are about one person."""
    first: dict[str, Ref] = {}
    for ref, name in stated.items():
        why[ref] = Reason(LinkStatus.STATED, "named by the user", 1.0, ("named by the user",))
        sets.union(first.setdefault(name, ref), ref)


def rivals(facts: SourceFacts, seen: Iterable[MentionEvidence]) -> Iterator[tuple[Ref, ...]]:
    """Yield authors of one list with similar names: they are as many people."""
    by_id = {s.mention.id: s for s in seen}
    for authors in author_lists(facts).values():
        alike: dict[str, set[Ref]] = defaultdict(set)
        for evidence in (by_id[author] for author in authors if author in by_id):
            for block in (*evidence.blocks, *evidence.full_keys):
                alike[block].add(evidence.ref)
        yield from (tuple(sorted(refs)) for refs in alike.values() if len(refs) > 1)


def sets_kept_apart(
    nodes: Iterable[tuple[MentionEvidence, Iterable[MentionEvidence], Iterable[int]]],
) -> DisjointSets[Ref]:
    """Return the sets of nodes, some of which may not be joined.

    Args:
        nodes: each with its mentions that have identifiers or degrees, and with the numbers of the groups of rivals
            that it belongs to.
    """
    sets: DisjointSets[Ref] = DisjointSets()
    marked: list[MentionEvidence] = []
    members: dict[int, list[Ref]] = defaultdict(list)
    for node, own, groups in nodes:
        sets.add(node.ref)
        for evidence in own:
            marked.append(evidence)
            sets.add(evidence.ref)
            sets.union(node.ref, evidence.ref)
        for group in groups:
            members[group].append(node.ref)
    for refs in members.values():
        sets.keep_apart(*refs)
    keep_contradictions_apart(sorted(marked, key=lambda evidence: evidence.ref), sets)
    return sets


def is_marked(evidence: MentionEvidence) -> bool:
    """Return whether identifiers or degrees may keep a mention apart from others of its name."""
    return evidence.subject or bool(evidence.identifiers)


def keep_contradictions_apart(seen: Iterable[MentionEvidence], sets: DisjointSets[Ref]) -> None:
    """Keep apart mentions of one name with identifiers or degrees that contradict each other."""
    blocks: dict[str, list[MentionEvidence]] = defaultdict(list)
    for evidence in seen:
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


def _join_full_names(
    seen: Sequence[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason], shared: Collection[str]
) -> None:
    """Equal full names are one person inside a document, and where they stand on the list of one paper."""
    papers = papers_among(shared)
    for rule in (_SAME_DOCUMENT, _SHARED_PAPER):
        first: dict[tuple[str, str], Ref] = {}
        for evidence in seen:
            for place in (evidence.place,) if rule is _SAME_DOCUMENT else papers(evidence):
                for key in evidence.full_keys:
                    known = first.setdefault((key, place), evidence.ref)
                    if known != evidence.ref and sets.union(known, evidence.ref):
                        why.setdefault(evidence.ref, rule)


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
