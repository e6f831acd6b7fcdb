"""OpenAlex: works, authors, institutions, sources, funders, publishers and topics, of the API and the snapshot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import Json, json_objects
from graph_builder.read.records.source import Source

_KEY = re.compile(r"(?:https?://openalex\.org/(?:[a-z-]{1,20}/)?)?([WAISTCFPK]\d{1,15})$")


def openalex(source: Source) -> Iterator[Record]:
    """Yield the records of OpenAlex; the first letter of a key gives the kind."""
    for where, record in json_objects(source):
        key = _KEY.match(str(record.get("id") or ""))
        name = v.text(record, "display_name", "title")
        if key is None or not name:
            source.note(v.text(record, "id") or where, "a record without a key or a name")
            continue
        kind, read = _KINDS[key[1][0]]
        yield Record(kind, key[1], read(record, name, source))


def _openalex(record: object) -> tuple[Identifier, ...]:
    match = _KEY.match(str(v.get(record, "id")))
    return (Identifier("openalex", match[1]),) if match else ()


def _work(record: Json, name: str, source: Source) -> Work:
    place = v.mapping(record.get("primary_location"))
    addresses = (where.get("landing_page_url") for where in (place, *v.objects(record, "locations")))
    venue = v.get(record, "primary_location.source", "host_venue")
    topics = (_topic(t, v.text(t, "display_name"), source) for t in v.objects(record, "topics", "keywords", "concepts"))
    return Work(
        name,
        tuple(p for a in v.objects(record, "authorships") if (p := _author(a, source, str(record.get("id"))))),
        v.distinct(
            _openalex(record),
            v.doi(v.get(record, "doi", "ids.doi")),
            v.plain_id("pmid", v.get(record, "ids.pmid"), "https://pubmed.ncbi.nlm.nih.gov/"),
            (i for address in addresses if "arxiv.org/" in str(address) for i in v.arxiv(address)),
        ),
        _venue(venue, title, source) if (title := v.text(venue, "display_name")) else None,
        v.year_of(record.get("publication_year")) or v.year_of(record.get("publication_date")),
        v.work_type(record.get("type_crossref"), record.get("type")),
        "retracted" if record.get("is_retracted") is True else "",
        tuple({topic.name: topic for topic in topics if topic.name}.values()),
    )


def _author(authorship: Json, source: Source, key: str) -> Person | None:
    name = v.text(authorship, "author.display_name")
    printed = v.text(authorship, "raw_author_name") or name
    ids = (*_openalex(authorship.get("author")), *v.orcid(v.get(authorship, "author.orcid"), source, key))
    return Person(printed, ids, v.others(printed, (name,)), tuple(_stays(authorship))) if printed else None


def _stays(authorship: Json) -> Iterator[Stay]:
    """Yield the affiliations as printed, each with the institution that OpenAlex takes it for if that is one."""
    by_id = {str(i.get("id")): i for i in v.objects(authorship, "institutions")}
    left = dict(by_id)
    for affiliation in v.objects(authorship, "affiliations"):
        text = v.text(affiliation, "raw_affiliation_string")
        ids = [k for k in v.listed(affiliation.get("institution_ids")) if isinstance(k, str) and k in by_id]
        if text and len(ids) == 1:
            yield Stay(_named(by_id[ids[0]], text))
            left.pop(ids[0], None)
        elif text and not ids:
            yield Stay(Named(text))
    raw = list(v.texts(authorship.get("raw_affiliation_strings")))
    if len(raw) == 1 and len(by_id) == 1 and left:
        yield Stay(_named(next(iter(left.values())), raw[0]))
        return
    if not by_id and not authorship.get("affiliations"):
        yield from (Stay(Named(text)) for text in raw)
    yield from (Stay(named) for institution in left.values() if (named := _named(institution)).name)


def _named(institution: object, printed: str = "") -> Named:
    """Return an institution that a record refers to, under the name that is printed."""
    name = v.text(institution, "display_name")
    printed = printed or name
    ids = (*_openalex(institution), *v.ror(v.get(institution, "ror")))
    return Named(printed, ids, v.others(printed, (name,)), country=v.text(institution, "country_code"))


def _profile(record: Json, name: str, source: Source) -> Profile:
    stays = [stay for item in v.objects(record, "affiliations") if (stay := _years_at(item)).organization.name]
    last = record.get("last_known_institutions") or [record.get("last_known_institution")]
    latest = () if stays else (Stay(_named(i)) for i in v.listed(last) if v.text(i, "display_name"))
    topics = (_topic(t, v.text(t, "display_name"), source) for t in v.objects(record, "topics"))
    ids = (*_openalex(record), *v.orcid(record.get("orcid"), source, str(record.get("id"))))
    aliases = v.others(name, v.texts(record.get("display_name_alternatives")))
    return Profile(Person(name, ids, aliases, (*stays, *latest)), tuple(t for t in topics if t.name), basis="inferred")


def _years_at(affiliation: Json) -> Stay:
    """Return a time at an institution: from the first to the last year in which a paper attests it."""
    years = sorted(y for value in v.listed(affiliation.get("years")) if (y := v.year_of(value))) or [""]
    return Stay(_named(affiliation.get("institution")), start=years[0], end=years[-1])


def _institution(record: Json, name: str, source: Source) -> Named:
    above = (i for i in v.objects(record, "associated_institutions") if i.get("relationship") == "parent")
    ids = (
        *_openalex(record),
        *v.ror(v.get(record, "ror", "ids.ror")),
        *v.plain_id("grid", v.get(record, "ids.grid")),
        *_wikidata(v.get(record, "ids.wikidata")),
    )
    return Named(
        name,
        v.distinct(ids),
        _aliases(record, name),
        country=v.text(record, "country_code"),
        homepage=_homepage(record),
        parents=v.distinct(i for item in above for i in (*v.ror(item.get("ror")), *_openalex(item))),
    )


def _aliases(record: Json, name: str) -> tuple[str, ...]:
    keys = ("display_name_alternatives", "display_name_acronyms", "alternate_titles", "abbreviated_title")
    return v.others(name, (other for key in keys for other in v.texts(record.get(key))))


def _homepage(record: Json) -> str:
    return next((i.value for i in v.web("homepage", record.get("homepage_url"))), "")


def _venue(record: Json, name: str, source: Source) -> Named:
    numbers = (record.get("issn_l"), *v.listed(record.get("issn")))
    ids = (*_openalex(record), *v.distinct(i for n in numbers for i in v.plain_id("issn", n)))
    return Named(name, ids, _aliases(record, name), homepage=_homepage(record))


def _topic(record: Json, name: str, source: Source) -> Named:
    ids = (*_openalex(record), *_wikidata(v.get(record, "wikidata", "ids.wikidata")))
    above = v.plain_id("openalex", v.get(record, "subfield.id"), "https://openalex.org/")
    return Named(name, ids, parents=above)


def _wikidata(value: object) -> tuple[Identifier, ...]:
    match = re.search(r"\b(Q[1-9]\d{0,11})$", value) if isinstance(value, str) else None
    return (Identifier("wikidata", match[1]),) if match else ()


_Reader = Callable[[Json, str, Source], Work | Profile | Named]
_KINDS: Mapping[str, tuple[EntityKind, _Reader]] = {
    "W": (EntityKind.WORK, _work),
    "A": (EntityKind.PERSON, _profile),
    **dict.fromkeys("IFP", (EntityKind.ORGANIZATION, _institution)),
    "S": (EntityKind.VENUE, _venue),
    **dict.fromkeys("TCK", (EntityKind.TOPIC, _topic)),
}
