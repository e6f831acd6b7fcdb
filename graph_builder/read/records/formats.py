"""The formats of records that can be read: one visible table, with what each is recognised by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from graph_builder.read.records.json_stream import first_records

HeadTest = Callable[[bytes], bool]
ObjectTest = Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of records: its name, what it holds, its suffixes, what it is recognised by, and its connector.

    *matches* judges the first bytes of a file; *accepts* one object of a JSON file. The connector
    (``module:function`` in this package) takes a ``Source`` and yields records.
    """

    name: str
    holds: str
    suffixes: tuple[str, ...]
    reader: str
    matches: HeadTest | None = None
    accepts: ObjectTest | None = None


def _pattern(pattern: bytes) -> HeadTest:
    compiled = re.compile(pattern, re.M | re.S)
    return lambda head: compiled.search(head) is not None


def _openalex(record: Mapping[str, Any]) -> bool:
    key = record.get("id")
    return (
        isinstance(key, str) and re.match(r"(?:https?://openalex\.org/(?:[a-z]+/)?)?[WAISTCFPK]\d+$", key) is not None
    )


def _ror(record: Mapping[str, Any]) -> bool:
    key = record.get("id")
    return isinstance(key, str) and "ror.org/" in key and ("names" in record or "name" in record)


def _orcid(record: Mapping[str, Any]) -> bool:
    return "orcid-identifier" in record and ("person" in record or "activities-summary" in record)


def _datacite(record: Mapping[str, Any]) -> bool:
    attributes = record.get("attributes")
    inner = attributes if isinstance(attributes, dict) else record
    return isinstance(inner.get("creators"), list) and ("titles" in inner or "doi" in inner)


def _semantic_scholar(record: Mapping[str, Any]) -> bool:
    if "citingPaper" in record or "citedPaper" in record or "paperId" in record or "corpusid" in record:
        return True
    return ("authorId" in record or "authorid" in record) and "name" in record


def _arxiv(record: Mapping[str, Any]) -> bool:
    return "authors_parsed" in record or ("submitter" in record and "categories" in record)


def _openreview(record: Mapping[str, Any]) -> bool:
    if isinstance(record.get("content"), dict) and ("forum" in record or "invitation" in record):
        return True
    listed = isinstance(record.get("title"), str) and isinstance(record.get("author"), str)
    return listed and not record.keys().isdisjoint(("track", "status", "authorids", "aff", "site"))


def _crossref(record: Mapping[str, Any]) -> bool:
    if isinstance(record.get("title"), list) and ("author" in record or "issued" in record or "DOI" in record):
        return True
    return "DOI" in record and not record.keys().isdisjoint(("member", "prefix", "indexed", "author", "title"))


def _csl(record: Mapping[str, Any]) -> bool:
    titled = isinstance(record.get("title"), str) and isinstance(record.get("type"), str)
    people = [record.get(role) for role in ("author", "editor")]
    named = any(isinstance(p, list) and p and isinstance(p[0], dict) for p in people)
    dated = isinstance(record.get("issued"), dict)
    return titled and (named or dated)


_JSON = (".json", ".jsonl", ".ndjson")
_DBLP = (
    rb"<dblp(?:person)?[\s>]|<(?:article|inproceedings|proceedings|book|incollection|phdthesis|mastersthesis|www|person)"
    rb"\s[^>]{0,200}\bkey="
)
_ARXIV = rb"arxiv\.org/OAI/|<identifier>oai:arXiv\.org:|<feed\b.{0,20000}arxiv\.org/"
_ACL = rb"<collection\s[^>]{0,80}\bid=[^>]{0,80}>\s{0,20}(?:<!--.{0,300}?-->\s{0,20})?<(?:volume|event)\b"
_JATS = rb"<(?:pmc-articleset|article)[\s>].{0,6000}<(?:front|front-stub)[\s>]|NLM//DTD (?:JATS|Journal)"
# Some exports begin with the provider's name or number each entry on a line before it.
_RIS = rb"\A(?:[^\n]{0,300}\n){0,12}?[ \t]{0,20}TY  ?-\s"
_BIBTEX = rb"\A(?:\s|%[^\n]{0,500}\n){0,500}@\s{0,5}[A-Za-z]{3,20}\s{0,5}[{(]"
_DUBLIN = "papers: Atom feeds, OAI records (arXiv, arXivRaw, Dublin Core)"
_PLACES = "works, authors, institutions, sources: pages of the API, JSON lines of the snapshot"
_LISTS = "papers with ids, affiliations and positions of authors: lists as in paperlists, notes of the API"
_DUMP = "publications and people: the dump with its DTD's entities, single records, people's pages"
_COLUMNS = "works, with a mapping of columns where their names do not tell"

FORMATS: tuple[RecordFormat, ...] = (
    RecordFormat("OpenAlex", _PLACES, _JSON, "openalex:openalex", accepts=_openalex),
    RecordFormat("ROR", "organizations: dumps, JSON lines, answers of the API", _JSON, "ror:ror_records", accepts=_ror),
    RecordFormat("ORCID JSON", "people: records 3.0", _JSON, "orcid:orcid_json", accepts=_orcid),
    RecordFormat("DataCite", "works: answers of the API, JSON lines", _JSON, "datacite:datacite", accepts=_datacite),
    RecordFormat("Semantic Scholar", "papers and authors: answers of the API, JSON lines of the datasets", _JSON,
                 "semantic_scholar:semantic_scholar", accepts=_semantic_scholar),
    RecordFormat("arXiv JSON", "papers: Kaggle's JSON lines", _JSON, "arxiv:arxiv_json", accepts=_arxiv),
    RecordFormat("OpenReview", _LISTS, _JSON, "openreview:openreview", accepts=_openreview),
    RecordFormat("CSL-JSON", "works", _JSON, "crossref:crossref", accepts=_csl),
    RecordFormat("Crossref", "works: answers of the API, dumps, JSON lines", _JSON, "crossref:crossref",
                 accepts=_crossref),
    RecordFormat("dblp XML", _DUMP, (".xml",), "dblp:dblp_xml", _pattern(_DBLP)),
    RecordFormat("ORCID XML", "people: records 3.0", (".xml",), "orcid:orcid_xml",
                 _pattern(rb"<(?:[\w-]{1,20}:)?record\s[^>]{0,8000}orcid\.org/ns/record")),
    RecordFormat("arXiv XML", _DUBLIN, (".xml", ".atom"), "arxiv:arxiv_xml", _pattern(_ARXIV)),
    RecordFormat("ACL Anthology", "papers with ids of people", (".xml",), "acl:acl", _pattern(_ACL)),
    RecordFormat("JATS", "articles with affiliations of authors", (".xml", ".nxml"), "jats:jats", _pattern(_JATS)),
    RecordFormat("RIS", "works", (".ris",), "ris:ris", _pattern(_RIS)),
    RecordFormat("BibTeX", "works, broken entries too", (".bib", ".bibtex"), "bibtex:bibtex", _pattern(_BIBTEX)),
    RecordFormat("CSV", _COLUMNS, (".csv", ".tsv"), "csv_table:csv_table"),
)  # fmt: skip
"""The formats in the order in which they are tried: where two could fit, the narrower one comes first."""

SUFFIXES = frozenset(suffix for format_ in FORMATS for suffix in format_.suffixes)
"""The suffixes of files of records."""

RECORDS_ALONE = frozenset((".jsonl", ".ndjson", ".bib", ".bibtex", ".ris"))
"""Those that files of anything else hardly have: one of them without records is a problem, and not passed over."""

_BY_NAME = {format_.name: format_ for format_ in FORMATS}
# Documents that hold a BibTeX entry or two are documents.
_DOCUMENTS = frozenset((".md", ".markdown", ".html", ".htm", ".tex", ".pdf", ".docx", ".yaml", ".yml"))


HEADS = (65_536, 4_000_000)
"""How many of a file's first bytes are looked at: the second only of JSON, whose first record may be long."""


def is_json(head: bytes) -> bool:
    """Return whether a file begins as JSON does."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def recognise(head: bytes, name: str, mapping: str = "") -> RecordFormat | None:
    """Return the format of a file of records, by its first bytes; the suffix decides only for columns and empty lists.

    >>> recognise(b"TY  - JOUR", "export.txt").name
    'RIS'
    >>> recognise(b'{"basics": {}}', "resume.json") is None
    True
    """
    suffix = PurePath(name).suffix.lower()
    if suffix in _DOCUMENTS:
        return None
    bare = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if bare[:1] in (b"{", b"["):
        return _recognise_json(bare)
    if bare[:2] in (b"\xff\xfe", b"\xfe\xff"):
        bare = bare.replace(b"\x00", b"")
    for format_ in FORMATS:
        if format_.matches is not None and format_.matches(bare):
            return format_
    if suffix in (".bib", ".bibtex") and b"@" in head:
        return _BY_NAME["BibTeX"]
    if suffix in (".csv", ".tsv"):
        from graph_builder.read.records.csv_table import is_table

        return _BY_NAME["CSV"] if is_table(head, mapping) else None
    return None


def _recognise_json(head: bytes) -> RecordFormat | None:
    for record in first_records(head):
        for format_ in FORMATS:
            if format_.accepts is not None and format_.accepts(record):
                return format_
    return None
