"""Works: which entries of publication lists are one paper, by identifier, or by title with authors and year."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from graph_builder.gazetteer import normalize, normalize_venue
from graph_builder.model import EntityKind, Identifier, LinkStatus, Mention, Relation, SourceFacts
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import OWN_NAME, Reason, Ref, Resolved, best_form, entity, key_for, link, ref
from graph_builder.resolve.evidence import author_lists
from graph_builder.resolve.names import forms_in, parse_name

_SCHEMES = frozenset({"doi", "arxiv", "openreview", "acl", "openalex", "dblp", "s2", "wikidata", "url"})
# A title of this many words is taken to name one work.
_DISTINCTIVE = 4
# Titles that begin or end alike are compared with this many neighbours.
NEIGHBOURS = 20
# Words of a title with so many letters say what it is about.
_LONG = 4
# Years that a preprint of a short title may be older than what came of it.
_YEARS = 2
_Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class Paper:
    """A mention of a work: its title in normal form, its authors, its venue and year, and whose list names it.

    Of each author those words of the name are held that can be the family name.
    """

    mention: Mention
    title: str
    authors: tuple[_Names, ...]
    venue: str
    year: str
    lister: _Names = frozenset()

    @property
    def ref(self) -> Ref:
        """The source and id of the mention."""
        return ref(self.mention)

    @property
    def distinctive(self) -> bool:
        """Whether the title alone is enough to know the work."""
        long = len(self.title.split()) >= _DISTINCTIVE or len(self.title) > 30 or _unspaced(self.title)
        return long and not is_generic(self.title)


def resolve_papers(papers: Sequence[Paper], almost: Iterable[tuple[str, str]] = ()) -> Resolved:
    """Return the works that *papers*, in the order of source and mention, stand for.

    *almost* are pairs of ``title_key`` that are but for a misprint the same; a preprint and its conference version are
    one work.
    """
    sets: DisjointSets[Ref] = DisjointSets(p.ref for p in papers)
    why: dict[Ref, Reason] = {}
    _join_identifiers(papers, sets, why)
    _join_titles(papers, sets, why, almost)
    by_ref = {p.ref: p for p in papers}
    return _decide([[by_ref[r] for r in group] for group in sets.groups()], why)


def title_key(paper: Paper) -> str:
    """Return what equal titles share: the title in normal form without spaces."""
    return paper.title.replace(" ", "")


def papers_of(facts: SourceFacts) -> Iterable[Paper]:
    """Yield the mentions of works of a source with what tells them apart."""
    mentions = {m.id: m for m in facts.mentions}
    authors = author_lists(facts)
    places: dict[str, tuple[str, str, _Names]] = {}
    for claim in facts.claims:
        if claim.relation is Relation.PUBLICATION:
            venue, lister = (mentions.get(claim.roles.get(role, "")) for role in ("venue", "person"))
            name = normalize_venue(venue.name) if venue else ""
            listers = _families(lister.name) if lister else frozenset()
            places.setdefault(claim.roles.get("work", ""), (name, claim.values.get("year", "")[:4], listers))
    for mention in facts.mentions:
        if mention.kind is EntityKind.WORK:
            listed = tuple(_families(mentions[a].name) for a in authors.get(mention.id, ()) if a in mentions)
            place = places.get(mention.id, ("", "", frozenset()))
            yield Paper(mention, normalize(mention.name), tuple(filter(None, listed)), *place)


@lru_cache(maxsize=50_000)
def _families(printed: str) -> _Names:
    """Words of a name that can be its family name: the last, and the first if it is written out."""
    names = [parse_name(f) for f in forms_in(printed)]
    return frozenset(w for n in names for w in (n.family, *n.given[:1]) if len(w) > 1)


def marks_of(paper: Paper) -> Iterable[tuple[object, str]]:
    """Yield what the identifiers of a work are compared by, each with its scheme."""
    for identifier in paper.mention.identifiers:
        if identifier.scheme in _SCHEMES:
            # An address may be that of a list or of a project with many papers, so the title has to agree.
            mark = (identifier, paper.title) if identifier.scheme == "url" else work_mark(identifier)
            yield mark, identifier.scheme


def _join_identifiers(papers: Iterable[Paper], sets: DisjointSets[Ref], why: dict[Ref, Reason]) -> None:
    """Entries with one identifier are one work, unless one of them bears that of another paper.

    Links are copied from the entry above and forgotten, or lead to the paper that an entry extends.
    """
    bearers: dict[object, list[Paper]] = defaultdict(list)
    for paper in papers:
        for mark, scheme in marks_of(paper):
            known = next((other for other in bearers[mark] if _may_be_one(other, paper)), None)
            if known is None:
                bearers[mark].append(paper)
            elif known.ref != paper.ref and sets.union(known.ref, paper.ref):
                why[paper.ref] = Reason(LinkStatus.STATED, "identifier", 1.0, (f"same {scheme}",))


def _may_be_one(one: Paper, other: Paper) -> bool:
    """Return whether two entries with one identifier can be one work, by their titles and authors.

    A paper that was renamed keeps some words of its title, or its authors; one list names no paper twice under titles
    of which half of the words differ. A title in another script is a translation.
    """
    if one.title == other.title or not (one.title.isascii() and other.title.isascii()):
        return True
    first, second = ({word for word in p.title.split() if len(word) >= _LONG} for p in (one, other))
    short, shared = min(len(first), len(second)), len(first & second)
    if not short or (len(one.authors) == len(other.authors) > 0 and _shared_authors(one, other) == len(one.authors)):
        return True
    if one.mention.source == other.mention.source:
        return shared * 2 > short
    return shared > 0 or not (one.authors and other.authors) or _same_authors(one, other)


def _join_titles(
    papers: Sequence[Paper],
    sets: DisjointSets[Ref],
    why: dict[Ref, Reason],
    almost: Iterable[tuple[str, str]],
) -> None:
    blocks: dict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        if paper.title:
            blocks[title_key(paper)].append(paper)
    for _, block in sorted(blocks.items()):
        for one, other, reason in _same_title(block, sets):
            if sets.union(one.ref, other.ref):
                why.setdefault(other.ref, Reason(LinkStatus.INFERRED, "same title", 0.95, (reason,)))
    for near, far in sorted(almost):
        pairs = ((a, b) for a in blocks[near] for b in blocks[far] if a.authors and b.authors)
        pair = next((p for p in pairs if _same_authors(*p) and _one_edition(*p)), None)
        if pair is not None and sets.union(pair[0].ref, pair[1].ref):
            why.setdefault(pair[1].ref, Reason(LinkStatus.INFERRED, "almost the same title", 0.85, ("same authors",)))


def _same_title(block: Sequence[Paper], sets: DisjointSets[Ref]) -> Iterable[tuple[Paper, Paper, str]]:
    """Pairs in a block of one title that authors, or a telling title, show to be one work."""
    by_author: dict[str, list[Paper]] = defaultdict(list)
    for paper in block:
        found: list[Paper] = []
        for family in sorted(frozenset().union(*paper.authors)):
            for known in by_author[family]:
                if any(known is other for other in found):
                    break
                if _same_authors(known, paper) and (paper.distinctive or _one_edition(known, paper)):
                    yield known, paper, "same title and authors"
                    found.append(known)
                    break
            by_author[family].append(paper)
    yield from _without_authors(block, sets)


def _without_authors(block: Sequence[Paper], sets: DisjointSets[Ref]) -> Iterable[tuple[Paper, Paper, str]]:
    """Entries that name no authors, each with the one work that it can be."""
    named = [p for p in block if p.authors]
    for paper in block:
        if paper.authors:
            continue
        # Whose list names it wrote it, as a rule.
        own = [p for p in named if any(paper.lister & author for author in p.authors)]
        among = own or named or [p for p in block if p.ref < paper.ref]
        works = {sets.find(p.ref): p for p in reversed(among)}
        if len(works) == 1:
            (found,) = works.values()
            if paper.distinctive or _one_edition(found, paper):
                yield found, paper, "same title" + (" and an author" if own else "")


def _same_authors(one: Paper, other: Paper) -> bool:
    """Return whether half of the shorter list of authors is in the longer one: lists are often cut short."""
    shared = _shared_authors(one, other)
    return shared > 0 and shared * 2 >= min(len(one.authors), len(other.authors))


def _shared_authors(one: Paper, other: Paper) -> int:
    """Return how many of the shorter list of authors are in the longer one."""
    if one.authors == other.authors:
        return len(one.authors)
    short, long = sorted((one.authors, other.authors), key=len)
    among = frozenset().union(*long)
    return sum(not among.isdisjoint(author) for author in short)


def _one_edition(one: Paper, other: Paper) -> bool:
    """Return whether two entries with a short title can be one by venue and year, as far as both are known.

    Titles such as "Editorial" need both; others may come a few years after their preprint.
    """
    if is_generic(one.title):
        return bool(one.year and one.year == other.year and one.venue == other.venue)
    if not (one.year.isdecimal() and other.year.isdecimal()):
        return True
    apart = abs(int(one.year) - int(other.year))
    return apart == 0 or (apart <= _YEARS and (_preprint(one) or _preprint(other)))


def _preprint(paper: Paper) -> bool:
    """Return whether an entry stands for a preprint, or does not say where it appeared."""
    return not paper.venue or "rxiv" in paper.venue or paper.venue in ("corr", "openreview", "ssrn", "technical report")


TURNS = (1, -1)
"""The directions in which titles are read when neighbours in their order are compared."""


def may_be_misprinted(paper: Paper) -> bool:
    """Return whether a title is long enough for a misprint in it to be distinguished from another title."""
    return paper.distinctive and len(title_key(paper)) >= LEAST


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


def ties(paper: Paper) -> set[str]:
    """Return what ties a paper to others, as in ``organizations``; titles that are misprinted are not among that."""
    tied = {f"i{mark}" for mark, _ in marks_of(paper)}
    return {*tied, f"t{key}"} if (key := title_key(paper)) else tied


# Titles ---------------------------------------------------------------------------------------------------------------

LEAST = 25
"""Letters that a title needs for a misprint in it to be distinguished from another title."""
SHARED = 8
"""Letters at the beginning or at the end that titles compared for misprints have in common."""

_GENERIC = re.compile(
    r"^(?:(?:guest )?editors? )?(?:editorial|introduction|preface|foreword|corrigendum|corrections?|errat(?:um|a)|"
    r"addendum|retraction|reply|response|comments?|commentary|discussion|rejoinder|book reviews?|"
    r"letters? to the editor|news|obituary|in memoriam|afterword|epilogue|conclusions?|summary|"
    r"abstract|front matter|table of contents|"
    r"message from the .{0,40}|welcome.{0,40}|overview|tutorial|keynote|panel|poster|untitled|"
    r"introduction to (?:the|this) (?:special )?(?:issue|section|volume|minitrack).{0,60}|"
    r"(?:guest )?editors? (?:introduction|message|note|column).{0,60}|editorial.{0,40})$"
)
_NUMERALS = frozenset("i ii iii iv v vi vii viii ix x one two three four five six seven eight nine ten".split())
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_VERSION = re.compile(r"v\d{1,2}$")


def is_generic(title: str) -> bool:
    """Return whether a title in normal form is one that many works bear.

    >>> is_generic("editorial"), is_generic("guest editors introduction"), is_generic("introduction to algorithms")
    (True, True, False)
    """
    return bool(_GENERIC.match(title))


def alike(one: str, other: str) -> bool:
    """Return whether two titles in normal form are the same but for a misprint: no word and no number differs.

    >>> alike("sparse graphs at scale in pratice", "sparse graphs at scale in practice")
    True
    >>> alike("on the theory of looms part i", "on the theory of looms part ii")
    False
    """
    short, long = sorted((one.replace(" ", ""), other.replace(" ", "")), key=len)
    if len(short) < LEAST or OSA.distance(short, long, score_cutoff=2) > (1 if len(short) < 2 * LEAST else 2):
        return False
    first, second = one.split(), other.split()
    if len(first) != len(second):
        return False
    return all(a == b or _misprint(a, b) for a, b in zip(first, second, strict=True))


def _misprint(one: str, other: str) -> bool:
    """Return whether a word can be another misprinted: long, without digits, and not another form that means much."""
    if min(len(one), len(other)) < 5 or {one, other} & _NUMERALS or not (one + other).isalpha():
        return False
    # "supervised" and "unsupervised" differ in what they mean; a misprint keeps the first letter.
    return one[0] == other[0] and OSA.distance(one, other, score_cutoff=2) <= 2


def work_mark(identifier: Identifier) -> tuple[str, str]:
    """Return what an identifier of a work is compared by: versions and the DOIs of arXiv mean the preprint.

    >>> work_mark(Identifier("doi", "10.48550/arXiv.2101.00001"))
    ('arxiv', '2101.00001')
    >>> work_mark(Identifier("arxiv", "2101.00001v3"))
    ('arxiv', '2101.00001')
    """
    scheme, value = identifier.scheme, identifier.value.strip()
    if scheme == "doi" and (found := _ARXIV_DOI.fullmatch(value)):
        scheme, value = "arxiv", found[1]
    if scheme == "arxiv":
        value = _VERSION.sub("", value.lower().removeprefix("arxiv:"))
    return scheme, value.lower() if scheme in ("doi", "arxiv") else value
