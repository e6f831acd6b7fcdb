"""Works: which entries of publication lists are one paper, by identifier, or by title with authors and year."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_builder.gazetteer import normalize, normalize_venue
from graph_builder.model import EntityKind, LinkStatus, Mention, Relation, SourceFacts
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import OWN_NAME, Reason, Ref, Resolved, best_form, entity, key_for, link, ref
from graph_builder.resolve.evidence import author_lists
from graph_builder.resolve.names import forms_in, parse_name

_SCHEMES = frozenset({"doi", "arxiv", "openreview", "acl", "openalex", "dblp", "s2", "wikidata", "url"})
# A title of this many words is taken to name one work.
_TELLING = 4


@dataclass(frozen=True, slots=True)
class Paper:
    """A mention of a work: its title in normal form, its authors' family names, its venue and year."""

    mention: Mention
    title: str
    families: frozenset[str]
    venue: str
    year: str

    @property
    def ref(self) -> Ref:
        """The source and id of the mention."""
        return ref(self.mention)

    @property
    def telling(self) -> bool:
        """Whether the title alone is enough to know the work."""
        return len(self.title.split()) >= _TELLING or len(self.title) > 30 or _unspaced(self.title)


def resolve_works(facts: Sequence[SourceFacts]) -> Resolved:
    """Return the works of all sources; a preprint and its conference version are one work."""
    papers = sorted((p for source in facts for p in _papers(source)), key=lambda p: p.ref)
    sets: DisjointSets[Ref] = DisjointSets(p.ref for p in papers)
    why: dict[Ref, Reason] = {}
    _join_identifiers(papers, sets, why)
    _join_titles(papers, sets, why)
    by_ref = {p.ref: p for p in papers}
    return _decide([[by_ref[r] for r in group] for group in sets.groups()], why)


def _papers(facts: SourceFacts) -> Iterable[Paper]:
    mentions = {m.id: m for m in facts.mentions}
    authors = author_lists(facts)
    places: dict[str, tuple[str, str]] = {}
    for claim in facts.claims:
        if claim.relation is Relation.PUBLICATION:
            venue = mentions.get(claim.roles.get("venue", ""))
            name = normalize_venue(venue.name) if venue else ""
            places.setdefault(claim.roles.get("work", ""), (name, claim.values.get("year", "")[:4]))
    for mention in facts.mentions:
        if mention.kind is EntityKind.WORK:
            families = (_families(mentions[a]) for a in authors.get(mention.id, ()) if a in mentions)
            venue_name, year = places.get(mention.id, ("", ""))
            yield Paper(mention, normalize(mention.name), frozenset().union(*families), venue_name, year)


def _families(mention: Mention) -> frozenset[str]:
    """Words of a name that can be its family name: the last, and the first if it is written out."""
    names = [parse_name(f) for f in forms_in(mention.name)]
    return frozenset(w for n in names for w in (n.family, *n.given[:1]) if len(w) > 1)


def _join_identifiers(papers: Iterable[Paper], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    first: dict[object, Ref] = {}
    for paper in papers:
        for identifier in paper.mention.identifiers:
            if identifier.scheme not in _SCHEMES:
                continue
            # An address may be that of a list or of a project with many papers, so the title has to agree.
            mark = (identifier, paper.title) if identifier.scheme == "url" else identifier
            known = first.setdefault(mark, paper.ref)
            if known != paper.ref and sets.union(known, paper.ref):
                why[paper.ref] = Reason(LinkStatus.STATED, "identifier", 1.0, (f"same {identifier.scheme}",))


def _join_titles(papers: Iterable[Paper], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    blocks: dict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        if paper.title:
            blocks[paper.title.replace(" ", "")].append(paper)
    for _, block in sorted(blocks.items()):
        for one, other, reason in _same_title(block):
            if sets.union(one.ref, other.ref):
                why.setdefault(other.ref, Reason(LinkStatus.INFERRED, "same title", 0.95, (reason,)))


def _same_title(block: Sequence[Paper]) -> Iterable[tuple[Paper, Paper, str]]:
    """Pairs in a block of one title that authors, or a telling title, show to be one work."""
    by_author: dict[str, Paper] = {}
    for paper in block:
        for family in sorted(paper.families):
            known = by_author.setdefault(family, paper)
            if known is not paper and (paper.telling or _one_edition(known, paper)):
                yield known, paper, "same title and an author"
    authorless = [p for p in block if not p.families]
    anchor = min(block, key=lambda p: (not p.families, p.ref))
    for paper in authorless:
        if paper is not anchor and (paper.telling or _one_edition(anchor, paper)):
            yield anchor, paper, "same title"


def _one_edition(one: Paper, other: Paper) -> bool:
    """Tell whether venue or year of two entries with a short title agree, or are not known of both."""
    return one.venue == other.venue or one.year == other.year or not (one.year and other.year)


def _unspaced(title: str) -> bool:
    return not title.isascii() and " " not in title and len(title) >= 8


def _decide(groups: Iterable[list[Paper]], why: Mapping[Ref, Reason]) -> Resolved:
    drafts = [(min(p.title for p in group), group) for group in groups]
    shared = Counter(title for title, _ in drafts)
    out = Resolved()
    for title, group in drafts:
        content: tuple[str, ...] = ("work", title)
        if shared[title] > 1 or not title:
            content = ("work", title, *min(p.ref for p in group))
        name = best_form(Counter(p.mention.name for p in group))
        key = key_for(title, *content)
        forms = [f for p in group for f in (p.mention.name, *p.mention.aliases)]
        identifiers = [i for p in group for i in p.mention.identifiers]
        out.entities.append(entity(EntityKind.WORK, key, name, forms, identifiers))
        out.links.extend(link(p.mention, key, why.get(p.ref, OWN_NAME)) for p in group)
    return out
