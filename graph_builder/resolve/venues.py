"""Venues: series by any of their names with their editions, workshops, preprint servers, and titles of their own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from graph_builder.gazetteer import AbbreviationIndex, Entry, Gazetteer, normalize_venue
from graph_builder.gazetteer.abbreviations import initials
from graph_builder.gazetteer.normalize import edition_year, without_edition
from graph_builder.model import Entity, EntityKind, LinkStatus, Mention
from graph_builder.resolve.entities import OWN_NAME, Reason, Ref, Resolved, best_form, entity, key_for, link, ref
from graph_builder.resolve.identified import by_identifier
from graph_builder.resolve.topics import with_above
from graph_builder.resolve.works import LEAST, SHARED, alike

_WORKSHOP = re.compile(r"\b(?:workshops?|ws|tutorials?)\b", re.IGNORECASE)
_TRACKS = re.compile(
    r"\b(?:demo(?:nstration)?s?|industry|industrial|main|research|applied data science|ads|short papers?|full papers?|"
    r"long papers?|posters?|student research|companion|systems?|resources?|doctoral consortium|late[- ]breaking|"
    r"datasets?(?: and| &) benchmarks?|conference|proceedings|papers?|track|volume|oral|spotlight|regular)\b",
    re.IGNORECASE,
)
_HOST = re.compile(
    r"(?:\bat\b|\bin conjunction with\b|\bco-?located with\b|@|,|:|\(|\)|\bof\b|\bin\b|-|–|—)", re.IGNORECASE
)
_PREPRINT = re.compile(r"^\W*(ar[\s-]?xiv|bior?xiv|medrxiv|chemrxiv|psyarxiv|techrxiv)\b", re.IGNORECASE)
_ABBREVIATION = Reason(LinkStatus.INFERRED, "abbreviation of a name in these documents", 0.85)
# "J. Looms", "Ann. Loom. Sci.", and "J Loom Sci" without dots.
_ABBREVIATED = re.compile(r"\w\.(?:\s|$)|^J\s")
_MEETING = re.compile(r"\b(?:conference|symposium|congress|workshop)\b", re.IGNORECASE)
_MEETS = frozenset(("conference", "workshop"))
_JOURNAL = (
    r"\b(?:journal|transactions|letters|magazine|annals|review|reviews|bulletin|zeitschrift|revue|rivista|"
    r"revista|archives?|acta|quarterly)\b|学报|杂志|期刊|\bj\."
)
_CONFERENCE = (
    r"\b(?:conference|conf|symposium|symp|congress|colloquium|meeting|proceedings|proc|forum|konferenz|tagung|"
    r"conférence|congreso|congresso)\b|会议|大会|シンポジウム"
)
_KINDS = (
    ("workshop", _WORKSHOP),
    ("preprint", re.compile(r"\bpreprints?\b|\b[a-z]{2,8}rxiv\b|\barxiv\b", re.IGNORECASE)),
    ("journal", re.compile(_JOURNAL, re.IGNORECASE)),
    ("conference", re.compile(_CONFERENCE, re.IGNORECASE)),
)
_LEADING = re.compile(
    r"^(?:in|to appear in|appeared in|published in|accepted (?:at|to|by|in)|in proceedings of)[:\s]+", re.IGNORECASE
)


SCHEMES = frozenset({"acl", "openalex", "issn", "s2", "wikidata"})
"""The schemes in which one identifier names one venue."""
_STRICT = frozenset({"acl", "openalex"})
"""The schemes in which one venue has one identifier."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a printed venue leads: a series of the gazetteer, a workshop under one, or a name of its own."""

    key: str
    name: str
    known: Entry | None
    parent: str
    reason: Reason
    kind: str = ""


def resolve_venues(
    mentions: Iterable[Mention], gazetteer: Gazetteer, years: Mapping[Ref, str] | None = None
) -> Resolved:
    """Return the venues that mentions name: acronym, full title and editions of one series are one venue.

    A mention of a conference or workshop in one year leads to the edition too, which stands below the series. The year
    is that which the name states, else that of *years*: what the claims around a mention agree on.
    """
    placed = [(mention, _located(mention, gazetteer)) for mention in mentions]
    written_out = _written_out(place for _, place in placed)
    groups: dict[str, list[tuple[Mention, Place]]] = defaultdict(list)
    for mention, place in placed:
        place = written_out.get(place.key, place)
        groups[place.key].append((mention, place))
    groups, why = by_identifier(groups, SCHEMES, _STRICT, lambda place: place.known.id if place.known else "")
    out = Resolved()
    for key, members in sorted(groups.items()):
        place = next((p for _, p in members if p.known), members[0][1])
        forms = [f for m, _ in members for f in (m.name, *m.aliases)]
        name = place.known.name if place.known else best_form(Counter(p.name for _, p in members))
        forms.extend(place.known.aliases if place.known else ())
        identifiers = [i for m, _ in members for i in m.identifiers]
        series = entity(EntityKind.VENUE, key, name, forms, identifiers, place.parent, type=place.kind)
        out.entities.append(series)
        _add_links(out, series, members, years or {}, why)
    of_kind = lambda one, entry: replace(one, type=entry.kind)  # noqa: E731
    out.entities = with_above(out.entities, EntityKind.VENUE, gazetteer.venue_by_id, of_kind)
    return out


def _written_out(places: Iterable[Place]) -> dict[str, Place]:
    """Unknown venues with abbreviated names, by key, as the one unknown venue whose name they abbreviate."""
    own = {p.key: p for p in places if p.known is None}
    short = [p for p in own.values() if _ABBREVIATED.search(p.name)]
    if not short:
        return {}
    full = [Entry(p.key, p.name, p.kind) for p in own.values() if not _ABBREVIATED.search(p.name)]
    index = AbbreviationIndex(sorted(full, key=lambda e: e.id))
    found = ((p.key, index.find(p.name)) for p in short)
    return {key: replace(own[entry.id], reason=_ABBREVIATION) for key, entry in found if entry is not None}


def _add_links(
    out: Resolved,
    series: Entity,
    members: Iterable[tuple[Mention, Place]],
    years: Mapping[Ref, str],
    why: Mapping[Ref, Reason],
) -> None:
    """Add the links of a series' mentions, and the editions that they lead to."""
    editions: dict[str, list[str]] = defaultdict(list)
    for mention, place in members:
        forms = (mention.name, *mention.aliases)
        stated = next((y for f in forms if (y := edition_year(f))), "")
        # "Proceedings of the Loom Society" may be a journal: without a year in its name only what surely meets has one.
        meets = place.known is not None or _MEETING.search(place.name)
        year = stated or (years.get(ref(mention), "") if meets else "")
        held = year and place.kind in _MEETS
        if held:
            editions[year].extend(f for f in forms if without_edition(f) != f)
        reason = why.get(ref(mention), place.reason)
        out.links.append(link(mention, series.key, reason, f"{series.key}-{year}" if held else ""))
    for year, printed in sorted(editions.items()):
        name = f"{series.name} {year}"
        out.entities.append(
            entity(EntityKind.VENUE, f"{series.key}-{year}", name, printed, (), series.key, type="edition", year=year)
        )


def _located(mention: Mention, gazetteer: Gazetteer) -> Place:
    """Return where a mention leads: to the series that its identifiers name, else where its forms lead.

    A known series with another identifier of the same scheme is not the one that the forms mean.
    """
    known = gazetteer.venue_identified(mention.identifiers)
    if known is not None:
        return replace(_series(known, "", 1.0), reason=Reason(LinkStatus.STATED, "identifier", 1.0))
    place = locate_venue((mention.name, *mention.aliases), gazetteer)
    catalogued = {i.scheme for i in place.known.identifiers} if place.known else set()
    return _own(mention.name, "") if catalogued & {i.scheme for i in mention.identifiers} else place


def locate_venue(forms: tuple[str, ...], gazetteer: Gazetteer) -> Place:
    """Return where the printed *forms* of one venue lead.

    >>> from graph_builder.gazetteer import load
    >>> locate_venue(("NIPS 2017",), load()).name, locate_venue(("NeurIPS 2021 Workshops",), load()).name
    ('NeurIPS', 'NeurIPS workshop')
    """
    for form in forms:
        known = gazetteer.venue(_bare(form))
        if known is not None and not (_WORKSHOP.search(form) and _hosts(known)):
            return _series(known, "name of a series", 0.97)
    for form in forms:
        if _WORKSHOP.search(form):
            return _workshop(form, gazetteer)
    for form in forms:
        if (known := _within(form, gazetteer)) is not None:
            return _series(known, "name of a series inside the venue's name", 0.85)
    for form in forms:
        if (known := _misprinted(form, gazetteer)) is not None:
            return _series(known, "misprinted name of a series", 0.85)
    return _own(forms[0], "")


def _misprinted(form: str, gazetteer: Gazetteer) -> Entry | None:
    """The one series of whose name *form* is a misprint: "Journal of Machine Lerning Research"."""
    name = normalize_venue(_bare(form))
    if len(name.replace(" ", "")) < LEAST:
        return None
    found = {e.id: e for other, e in gazetteer.venues_spelt_like(_bare(form), SHARED) if alike(name, other)}
    return next(iter(found.values())) if len(found) == 1 else None


def _hosts(known: Entry) -> bool:
    """Return whether a series is a conference that only lends its name to the workshop in question."""
    return known.kind == "conference" and not any(_WORKSHOP.search(n) for n in known.names)


def _bare(form: str) -> str:
    return _LEADING.sub("", form.strip())


def _series(known: Entry, rule: str, score: float) -> Place:
    return Place(known.id, known.name, known, known.parent, Reason(LinkStatus.INFERRED, rule, score), known.kind)


def _own(form: str, parent: str) -> Place:
    name = without_edition(_bare(form))
    if len(name.split()) < 3:
        # "First Break" is a title, not the first edition of "Break".
        name = _bare(form)
    key = key_for(name.casefold(), "venue", normalize_venue(form))
    return Place(key, name, None, parent, OWN_NAME, next((k for k, words in _KINDS if words.search(form)), ""))


def _workshop(form: str, gazetteer: Gazetteer) -> Place:
    """A workshop is a venue of its own under the series that hosts it; one without a name is called after its host."""
    host = _host(_WORKSHOP.sub(",", _bare(form)), gazetteer)
    if host is None:
        return _own(form, "")
    rest = normalize_venue(_WORKSHOP.sub(" ", form))
    if any(rest == normalize_venue(n) for n in host.names):
        name = f"{host.name} workshop"
        reason = Reason(LinkStatus.INFERRED, "workshop of a series", 0.9)
        return Place(key_for(name, "venue", name), name, None, host.id, reason, "workshop")
    return _own(form, host.id)


def _host(form: str, gazetteer: Gazetteer) -> Entry | None:
    for part in _parts(form):
        known = gazetteer.venue(part)
        if known is not None and known.kind == "conference":
            return known
        first = part.split()[0] if part.split() else ""
        known = gazetteer.venue(first) if first.isupper() or first[1:] != first[1:].lower() else None
        if known is not None and known.kind == "conference":
            return known
    return None


# "Annals of Looms: River Weaving" is a journal beside the Annals; "Annals of Looms A: Yarn" only says what A is about.
_SISTER = re.compile(
    r"(?<!\s[A-Z]):\s(?!(?:Vol|Issue|No|Special|Part|Section|Suppl|Early|Online|Accepted|In\s|To\s))"
    r"[A-Z][A-Za-z,&\s-]{2,60}$"
)


# "Brain, Behavior, and Immunity" is one name, and no "Brain"; "NeurIPS, Datasets and Benchmarks Track" says where.
_PART_OF_NAME = re.compile(r"[A-ZÀ-Þ][^\W\d]*(?:[\s’'-][^\W\d]+){0,8}")
_LAST_PART = re.compile(r",?\s(?:and|&)\s(?=[^\s,]{1,40}(?:\s[^\s,]{1,40}){0,6}$)")
_BESIDE = re.compile(r"\b(?:tracks?|workshops?|proceedings|posters?|demos?|papers?|session)\b", re.IGNORECASE)


def _is_enumeration(name: str) -> bool:
    """Return whether a name lists what a journal is about.

    >>> _is_enumeration("Theory, Culture & Society"), _is_enumeration("Nature, London"), _is_enumeration("CV, A and B")
    (True, False, False)
    """
    last = _LAST_PART.search(name)
    if last is None or "," not in name or _BESIDE.search(name) or not name[1:2].islower():
        return False
    return all(_PART_OF_NAME.fullmatch(part.strip()) for part in name[: last.start()].split(","))


def _parts(form: str) -> list[str]:
    return [p for part in _HOST.split(without_edition(form)) if (p := part.strip(" .;()"))]


def _within(form: str, gazetteer: Gazetteer) -> Entry | None:
    """A series named before or after a comma, a colon or in parentheses, with a track, a place or pages beside it."""
    preprint = _PREPRINT.match(form)
    if preprint:
        return gazetteer.venue(preprint[1].replace(" ", "").replace("-", ""))
    plain = without_edition(_bare(form))
    # "J. Comp. Anal. and Appl." is no "J. Comp.": what goes on in abbreviations is one name.
    cuts = [m.start() for m in re.finditer(r"[,;:(\[–—|]|\s-\s|\.\s(?!(?:(?:and|&)\s)?[A-Z][a-z]{0,8}\.)", plain)]
    if _is_enumeration(plain):
        cuts = [cut for cut in cuts if plain[cut] != ","]
    for cut in reversed(cuts):
        if (known := gazetteer.venue(plain[:cut])) is not None:
            if known.kind == "journal" and _SISTER.match(plain, cut) and not _TRACKS.search(plain, cut):
                return gazetteer.venue(plain[cut + 1 :]) if plain.count(" ", cut) > 1 else None
            return known
    for cut in (c for c in cuts if plain[c] != "."):
        if (known := gazetteer.venue(plain[cut + 1 :].strip(" )]"))) is not None:
            return known
    trackless = " ".join(_TRACKS.sub(" ", plain).split()).strip(" ,()-:")
    return gazetteer.venue(trackless) if trackless and trackless != plain else None


def ties(mention: Mention, gazetteer: Gazetteer) -> set[str]:
    """Return what ties a mention to others, as in ``organizations``: its series, identifiers, and initials.

    A name that the gazetteer does not know may be abbreviated by another with the same initials.
    """
    place = _located(mention, gazetteer)
    tied = {f"k{place.key}", *(f"i{i.scheme}:{i.value}" for i in mention.identifiers if i.scheme in SCHEMES)}
    if place.known is None:
        tied.update(f"w{short}" for short in initials(place.name))
    return tied
