"""Web services of the scholarly world in small: each has its API's addresses, paging and answers, on invented data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.web_server import Answer

TITLE, DOI, ORCID = "Quenched Lattices of Slow Clocks", "10.5555/slow.1", "0000-0002-1825-0097"
AUTHORS = ("Orla Quillfeather", "Tamsin Brackwater")
OTHER = "A Survey of Everything Else"

Parameters = dict[str, str]


def services(path: str) -> Answer:
    """Return the answer of the service that the first step of *path* names."""
    parts = urlsplit(path)
    _, name, rest = parts.path.split("/", 2)
    parameters = {key: values[-1] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
    return HANDLERS[name](f"/{unquote(rest)}", parameters)


def _json(content: Any, status: int = 200) -> Answer:
    return Answer(json.dumps(content), "application/json", status)


MISSING = Answer('{"message": "not found"}', "application/json", 404)


def openalex_work(number: int, title: str, doi: str = "") -> dict[str, Any]:
    return {
        "id": f"https://openalex.org/W{number}", "doi": f"https://doi.org/{doi}" if doi else None, "title": title,
        "display_name": title, "publication_year": 2021, "type": "article", "ids": {},
        "primary_location": {"source": {"id": "https://openalex.org/S1", "display_name": "Journal of Slow Physics"}},
        "authorships": [
            {
                "author": {"id": f"https://openalex.org/A{place}", "display_name": name, "orcid": None},
                "raw_author_name": name, "raw_affiliation_strings": ["University of Oldmere"],
                "institutions": [{"id": "https://openalex.org/I1", "display_name": "University of Oldmere",
                                  "ror": "https://ror.org/05abc1234", "country_code": "GB", "type": "education"}],
            }
            for place, name in enumerate(AUTHORS, 1)
        ],
    }  # fmt: skip


def _openalex(path: str, parameters: Parameters) -> Answer:
    if path == f"/works/doi:{DOI}":
        return _json(openalex_work(1, TITLE, DOI))
    if path == "/works" and parameters.get("filter", "").startswith("title.search:"):
        return _json({"meta": {"count": 2}, "results": [openalex_work(2, OTHER), openalex_work(1, TITLE, DOI)]})
    if path == "/works":
        assert parameters["filter"] == "author.id:A1"
        cursor = parameters["cursor"]
        pages = {"*": ("next", [openalex_work(1, TITLE, DOI)]), "next": (None, [openalex_work(3, "Clocks, Slower")])}
        after, results = pages[cursor]
        return _json({"meta": {"count": 2, "next_cursor": after}, "results": results})
    if path == f"/authors/orcid:{ORCID}":
        return _json({"id": "https://openalex.org/A1", "display_name": AUTHORS[0],
                      "orcid": f"https://orcid.org/{ORCID}", "works_count": 2})  # fmt: skip
    if path == "/institutions":
        return _json({"meta": {}, "results": [
            {"id": "https://openalex.org/I9", "display_name": "Oldmere School of Music", "type": "education"},
            {"id": "https://openalex.org/I1", "display_name": "University of Oldmere", "type": "education",
             "ror": "https://ror.org/05abc1234", "country_code": "GB"}]})  # fmt: skip
    return MISSING


def crossref_work(title: str, doi: str) -> dict[str, Any]:
    return {
        "DOI": doi, "title": [title], "type": "journal-article", "container-title": ["Journal of Slow Physics"],
        "issued": {"date-parts": [[2021]]}, "member": "1", "prefix": "10.5555",
        "author": [{"given": name.split()[0], "family": name.split()[1]} for name in AUTHORS],
    }  # fmt: skip


def _crossref(path: str, parameters: Parameters) -> Answer:
    if path == f"/works/{DOI}":
        return _json({"status": "ok", "message": crossref_work(TITLE, DOI)})
    if path == "/works" and "query.bibliographic" in parameters:
        items = [crossref_work(OTHER, "10.5555/other"), crossref_work(TITLE, DOI)]
        return _json({"status": "ok", "message": {"items": items}})
    if path == "/works" and parameters.get("filter") == f"orcid:{ORCID}":
        number = 0 if parameters["cursor"] == "*" else int(parameters["cursor"])
        items = [crossref_work(f"Clock {n}", f"10.5555/c{n}") for n in range(number, min(number + 100, 130))]
        return _json({"status": "ok", "message": {"items": items, "next-cursor": str(number + 100)}})
    return MISSING


_DBLP = """<?xml version="1.0" encoding="US-ASCII"?>
<dblp><article key="journals/jsp/QuillfeatherB21" mdate="2022-01-01"><author pid="1/2">Orla Quillfeather</author>
<author pid="3/4">Tamsin Brackwater</author><title>Quenched Lattices of Slow Clocks.</title><year>2021</year>
<journal>J. Slow Phys.</journal></article></dblp>"""


def _dblp(path: str, parameters: Parameters) -> Answer:
    if path == "/search/publ/api":
        info = {"authors": {"author": [{"@pid": "1/2", "text": AUTHORS[0]}, {"@pid": "3/4", "text": AUTHORS[1]}]},
                "title": f"{TITLE}.", "year": "2021", "key": "journals/jsp/QuillfeatherB21"}  # fmt: skip
        other = {**info, "title": OTHER, "key": "journals/jsp/Other"}
        return _json({"result": {"hits": {"hit": [{"info": other}, {"info": info}]}}})
    return Answer(_DBLP, "application/xml") if path == "/rec/journals/jsp/QuillfeatherB21.xml" else MISSING


def _orcid(path: str, parameters: Parameters) -> Answer:
    if path == f"/v3.0/{ORCID}/record":
        name = {"given-names": {"value": "Orla"}, "family-name": {"value": "Quillfeather"}}
        return _json({"orcid-identifier": {"path": ORCID}, "person": {"name": name}, "activities-summary": {}})
    if path == "/v3.0/expanded-search/":
        found = [{"orcid-id": "0000-0001-5109-3700", "institution-name": ["Elsewhere College"]},
                 {"orcid-id": ORCID, "institution-name": ["University of Oldmere"]}]  # fmt: skip
        return _json({"expanded-result": found, "num-found": 2})
    return MISSING


def s2_paper(number: int, title: str) -> dict[str, Any]:
    authors = [{"authorId": str(place), "name": name} for place, name in enumerate(AUTHORS, 7)]
    return {"paperId": f"{number:040x}", "title": title, "year": 2021, "venue": "J. Slow Phys.", "authors": authors,
            "externalIds": {"DOI": DOI} if title == TITLE else {}}  # fmt: skip


def _semantic_scholar(path: str, parameters: Parameters) -> Answer:
    if path == f"/graph/v1/paper/DOI:{DOI}":
        return _json(s2_paper(1, TITLE))
    if path == "/graph/v1/paper/search/match":
        return _json({"data": [{**s2_paper(1, TITLE), "matchScore": 99.0}]})
    return MISSING


def _entry(number: str, title: str) -> str:
    authors = "".join(f"<author><name>{name}</name></author>" for name in AUTHORS)
    return f"<entry><id>http://arxiv.org/abs/{number}v1</id><published>2021-01-02T00:00:00Z</published><title>{title}</title>{authors}</entry>"


def _arxiv(path: str, parameters: Parameters) -> Answer:
    entries = _entry("2101.00001", OTHER) + _entry("2101.00002", TITLE)
    if parameters.get("id_list"):
        entries = _entry(parameters["id_list"], TITLE)
    feed = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
    return Answer(feed, "application/atom+xml") if path == "/api/query" else MISSING


def _openreview(path: str, parameters: Parameters) -> Answer:
    content = {"title": {"value": TITLE}, "authors": {"value": list(AUTHORS)},
               "authorids": {"value": ["~Orla_Quillfeather1", "~Tamsin_Brackwater1"]}}  # fmt: skip
    note = {"id": "Abc123xyz_", "forum": "Abc123xyz_", "invitation": "Slow.org/2021/-/Submission", "content": content}
    other = {**note, "id": "Zzz", "forum": "Zzz", "content": {**content, "title": {"value": OTHER}}}
    if path == "/notes/search":
        return _json({"notes": [other, note], "count": 2})
    if path == "/notes" and parameters.get("content.authorids") == "~Orla_Quillfeather1":
        return _json({"notes": [note] if parameters["offset"] == "0" else []})
    return _json({"notes": []})


def _ror(path: str, parameters: Parameters) -> Answer:
    record = {"id": "https://ror.org/05abc1234", "status": "active", "types": ["education"],
              "names": [{"value": "University of Oldmere", "types": ["ror_display", "label"], "lang": "en"}],
              "locations": [{"geonames_details": {"country_code": "GB", "name": "Oldmere"}}]}  # fmt: skip
    if path == "/v2/organizations" and "affiliation" in parameters:
        other = {**record, "id": "https://ror.org/01zzz9999"}
        sure = re.search("oldmere", parameters["affiliation"], re.I) is not None
        return _json({"items": [{"score": 0.4, "chosen": False, "organization": other},
                                {"score": 1.0, "chosen": sure, "organization": record}]})  # fmt: skip
    return MISSING


HANDLERS: dict[str, Callable[[str, Parameters], Answer]] = {
    "openalex": _openalex, "crossref": _crossref, "dblp": _dblp, "orcid": _orcid,
    "semanticscholar": _semantic_scholar, "arxiv": _arxiv, "openreview": _openreview, "ror": _ror,
}  # fmt: skip


def addresses(base: str) -> Iterator[tuple[str, str]]:
    """Yield each service's name and its address on a server."""
    for name in HANDLERS:
        yield name, f"{base}/{name}"
