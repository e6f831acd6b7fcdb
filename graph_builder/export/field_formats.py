"""Back to the field: BibTeX and CSL-JSON of a person or venue, JSON Resume and schema.org JSON-LD of a person."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyoxigraph as ox

from graph_builder.export.dossier import Dossier, Gatherer, Paper, Stage, kind_of
from graph_builder.export.privacy import Privacy
from graph_builder.model import EntityKind, GraphBuilderError

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_"},
}
_BIBTEX = {"conference": "inproceedings", "workshop": "inproceedings", "edition": "inproceedings", "journal": "article"}
_CSL = {"inproceedings": "paper-conference", "article": "article-journal", "phdthesis": "thesis", "book": "book"}


@dataclass(frozen=True, slots=True)
class FieldFormat:
    """A format for one person or venue: name, suffixes, the kinds that it can hold, and what makes text and counts."""

    name: str
    suffixes: tuple[str, ...]
    kinds: tuple[EntityKind, ...]
    text: Callable[[Gatherer, str], tuple[str, dict[str, int]]]


def write_about(
    store: ox.Store, iri: str, target: IO[bytes], format: str, privacy: Privacy | None = None
) -> dict[str, int]:
    """Write what a graph says of one person or venue, and return how many works and stages of a career that is.

    Raises:
        GraphBuilderError: there is no such format, or it cannot hold a thing of this kind.
    """
    if format not in FIELD_FORMATS:
        raise GraphBuilderError(f"no format {format!r} for one thing; choose one of: {', '.join(FIELD_FORMATS)}")
    chosen = FIELD_FORMATS[format]
    if kind_of(store, iri) not in chosen.kinds:
        kinds = " or ".join(kind.value for kind in chosen.kinds)
        raise GraphBuilderError(f"{iri}: {format} is written of a {kinds}; name one with --about")
    text, counts = chosen.text(Gatherer(store, privacy or Privacy()), iri)
    target.write(text.encode("utf-8", "replace"))
    return counts


def format_for(path: Path, kind: EntityKind) -> str:
    """Return the name of the format that a path's suffix stands for, of a thing of that kind.

    Raises:
        GraphBuilderError: none, or several; the message lists all.

    >>> format_for(Path("ada.bib"), EntityKind.PERSON), format_for(Path("jt.json.gz"), EntityKind.VENUE)
    ('bibtex', 'csl')
    """
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() not in (".gz", ".zst")]
    able = [form for form in FIELD_FORMATS.values() if kind in form.kinds]
    fitting = [form.name for form in able if suffixes and suffixes[-1] in form.suffixes]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(fitting or (form.name for form in able))
    raise GraphBuilderError(f"{path}: the format is unclear; name one of: {names}")


def bibtex(papers: Iterable[Paper]) -> str:
    """Return a bibliography in UTF-8.

    >>> print(bibtex([Paper("On {Tides}", ("Ada Aldous",), "2020", "JT", "journal", "", ())]))
    @article{aldous2020tides,
      title = {On \\{Tides\\}},
      author = {Ada Aldous},
      journal = {JT},
      year = {2020}
    }
    <BLANKLINE>
    """
    taken: set[str] = set()
    return "\n".join(_entry(paper, taken) for paper in papers)


def csl(papers: Iterable[Paper]) -> str:
    """Return a bibliography in CSL-JSON."""
    taken: set[str] = set()
    items = []
    for paper in papers:
        kind = _entry_type(paper)
        ids = dict(paper.identifiers)
        item: dict[str, Any] = {
            "id": _key(paper, taken),
            "type": _CSL.get(kind, "article" if paper.venue_type == "preprint" else "document"),
            "title": paper.title,
            "author": [{"literal": name} for name in paper.authors],
            "container-title": paper.venue,
            "issued": {"date-parts": [[int(paper.year)]]} if paper.year.isdecimal() else None,
            "DOI": ids.get("doi"),
            "URL": f"https://arxiv.org/abs/{ids['arxiv']}" if "arxiv" in ids else None,
        }
        items.append({name: value for name, value in item.items() if value})
    return _json(items)


def json_resume(dossier: Dossier) -> str:
    """Return a person's CV as JSON Resume."""
    profiles = [{"network": _site(address), "url": address} for address in dossier.same_as]
    return _json(
        _full(
            {
                "basics": _full({"name": dossier.name, "url": dossier.homepage, "profiles": profiles}),
                "work": [_full({"name": s.organization, "position": s.role, **_times(s)}) for s in dossier.jobs],
                "education": [
                    _full({"institution": s.organization, "area": s.field, "studyType": s.role, **_times(s)})
                    for s in dossier.studies
                ],
                "awards": [_full({"title": t, "date": d, "awarder": giver}) for t, d, giver in dossier.awards],
                "publications": [
                    _full(
                        {
                            "name": p.title,
                            "publisher": p.venue,
                            "releaseDate": p.year,
                            "url": _address(p),
                            "authors": list(p.authors),
                        }
                    )
                    for p in dossier.papers
                ],
                "interests": [{"name": topic} for topic in dossier.interests],
            }
        )
    )


def schema_org(dossier: Dossier) -> str:
    """Return JSON-LD for a person's homepage, in the words of schema.org; it goes into a ``script`` element."""
    now = [s for s in dossier.jobs if s.end == "present"]
    person: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Person",
        "name": dossier.name,
        "alternateName": list(dossier.names),
        "url": dossier.homepage,
        "sameAs": list(dossier.same_as),
        "jobTitle": list(dict.fromkeys(s.role for s in now if s.role)),
        "affiliation": [{"@type": "Organization", "name": n} for n in dict.fromkeys(s.organization for s in now)],
        "alumniOf": [
            {"@type": "Organization", "name": n} for n in dict.fromkeys(s.organization for s in dossier.studies)
        ],
        "award": list(dict.fromkeys(title for title, _, _ in dossier.awards)),
        "knowsAbout": list(dossier.interests),
    }
    # In a page, no text may end the element that holds it.
    return _json(_full(person)).replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _entry(paper: Paper, taken: set[str]) -> str:
    kind, ids = _entry_type(paper), dict(paper.identifiers)
    place = {"inproceedings": "booktitle", "article": "journal", "phdthesis": "school"}.get(kind, "howpublished")
    fields = {
        "title": _escaped(paper.title),
        "author": " and ".join(map(_author, paper.authors)),
        place: _escaped(paper.venue),
        "year": paper.year,
        "doi": ids.get("doi", ""),
        "eprint": ids.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in ids else "",
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@{kind}{{{_key(paper, taken)},\n" + ",\n".join(lines) + "\n}\n"


def _entry_type(paper: Paper) -> str:
    if "thesis" in paper.type:
        return "phdthesis"
    if paper.type == "book":
        return "book"
    return _BIBTEX.get(paper.venue_type, "article" if paper.type == "article" and paper.venue else "misc")


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(sign, sign) for sign in " ".join(text.split()))


def _author(name: str) -> str:
    """Return a name as BibTeX reads it; braces keep one whole that has a comma or "and" of its own."""
    text = _escaped(name)
    return f"{{{text}}}" if "," in text or re.search(r"\sand\s", text, re.IGNORECASE) else text


def _key(paper: Paper, taken: set[str]) -> str:
    """Return a key of author, year and the first long word of the title, which no other paper has."""
    family = paper.authors[0].split()[-1] if paper.authors and paper.authors[0].split() else "anon"
    words = [word for word in re.findall(r"\w+", paper.title) if len(word) > 3] or ["untitled"]
    base = _ascii(f"{family}{paper.year}{words[0]}") or f"work{paper.year}"
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    taken.add(key)
    return key


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]", "", plain)


def _times(stage: Stage) -> dict[str, str]:
    """Return the two dates as JSON Resume has them: what goes on has no end."""
    return {"startDate": stage.start, "endDate": "" if stage.end == "present" else stage.end}


def _address(paper: Paper) -> str:
    ids = dict(paper.identifiers)
    return f"https://doi.org/{ids['doi']}" if "doi" in ids else ""


def _site(address: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", address).partition("/")[0]


def _full(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _of_papers(form: Callable[[tuple[Paper, ...]], str]) -> Callable[[Gatherer, str], tuple[str, dict[str, int]]]:
    def made(gather: Gatherer, iri: str) -> tuple[str, dict[str, int]]:
        papers = gather.papers_of(iri)
        return form(papers), {"works": len(papers)}

    return made


def _of_person(form: Callable[[Dossier], str], *, works: bool) -> Callable[[Gatherer, str], tuple[str, dict[str, int]]]:
    def made(gather: Gatherer, iri: str) -> tuple[str, dict[str, int]]:
        one = gather.person(iri)
        stages = {"posts": len(one.jobs), "studies": len(one.studies), "awards": len(one.awards)}
        return form(one), stages | ({"works": len(one.papers)} if works else {})

    return made


_BOTH = (EntityKind.PERSON, EntityKind.VENUE)
_PERSON = (EntityKind.PERSON,)

FIELD_FORMATS: Mapping[str, FieldFormat] = {
    row.name: row
    for row in (
        FieldFormat("bibtex", (".bib",), _BOTH, _of_papers(bibtex)),
        FieldFormat("csl", (".json",), _BOTH, _of_papers(csl)),
        FieldFormat("jsonresume", (".json",), _PERSON, _of_person(json_resume, works=True)),
        FieldFormat("schemaorg", (".jsonld",), _PERSON, _of_person(schema_org, works=False)),
    )
}
"""All formats of one person or venue, by name."""
