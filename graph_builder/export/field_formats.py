"""Back to the field: BibTeX and CSL-JSON of a person or venue, JSON Resume and schema.org JSON-LD of a person."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from graph_builder.export.privacy import Privacy
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, Relation

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


_Writer = Callable[["Gatherer", str], tuple[str, dict[str, int]]]


def of_papers(form: Callable[[tuple[Paper, ...]], str]) -> _Writer:
    """Return a writer for the works of a person or venue."""

    def write(gather: Gatherer, iri: str) -> tuple[str, dict[str, int]]:
        papers = gather.papers_of(iri)
        return form(papers), {"works": len(papers)}

    return write


def of_person(form: Callable[[Dossier], str], *, works: bool = True) -> _Writer:
    """Return a writer for a person's career; *works* tells whether it holds works too."""

    def write(gather: Gatherer, iri: str) -> tuple[str, dict[str, int]]:
        one = gather.person(iri)
        stages = {"posts": len(one.jobs), "studies": len(one.studies), "awards": len(one.awards)}
        return form(one), stages | ({"works": len(one.papers)} if works else {})

    return write


_SITES = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/"}


@dataclass(frozen=True, slots=True)
class Paper:
    """A work with its authors in order, venue, year and identifiers by scheme."""

    title: str
    authors: tuple[str, ...]
    year: str
    venue: str
    venue_type: str
    type: str
    identifiers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A time at an organization: what one was there (position, degree) or studied, from when to when."""

    organization: str
    role: str
    field: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """What is known of a person: names, addresses, and facts, each once."""

    name: str
    names: tuple[str, ...]
    homepage: str
    same_as: tuple[str, ...]
    jobs: tuple[Stage, ...]
    studies: tuple[Stage, ...]
    awards: tuple[tuple[str, str, str], ...]
    interests: tuple[str, ...]
    papers: tuple[Paper, ...]


class Gatherer:
    """Reads one thing's surroundings from a graph.

    >>> Gatherer(ox.Store(), Privacy()).papers_of("https://example.org/ada")
    ()
    """

    def __init__(self, store: ox.Store, privacy: Privacy) -> None:
        self._store, self._privacy = store, privacy

    def person(self, iri: str) -> Dossier:
        """Return the dossier of a person."""
        awards = (
            (self._text(f, v.VALUE["award"]), self._text(f, v.VALUE["year"]), self._named(f, v.ROLE["organization"]))
            for f in self._facts(Relation.AWARD, "person", iri)
        )
        interests = (self._named(f, v.ROLE["topic"]) for f in self._facts(Relation.INTEREST, "person", iri))
        return Dossier(
            self._text(iri, v.LABEL),
            tuple(self._texts(iri, v.ALT_LABEL)),
            self._text(iri, v.HOMEPAGE),
            tuple(x for x in self._texts(iri, v.SAME_AS) if not x.startswith(("mailto:", "tel:"))),
            self._stages(Relation.EMPLOYMENT, iri, "role"),
            self._stages(Relation.EDUCATION, iri, "degree"),
            tuple(sorted({award for award in awards if award[0]}, key=lambda a: (a[1], a[0], a[2]), reverse=True)),
            tuple(sorted({topic for topic in interests if topic})),
            self.papers_of(iri),
        )

    def papers_of(self, iri: str) -> tuple[Paper, ...]:
        """Return the works that a person is an author of, or that appeared in a venue, the newest first."""
        facts = [*self._facts(Relation.AUTHORSHIP, "author", iri), *self._facts(Relation.PUBLICATION, "venue", iri)]
        facts += self._subjects(v.EDITION, iri)
        works = sorted({work for fact in facts for work in self._links(fact, v.ROLE["work"])})
        papers = [self._paper(work) for work in works]
        return tuple(sorted(papers, key=lambda paper: (paper.year, paper.title), reverse=True))

    def _paper(self, work: str) -> Paper:
        places: dict[str, tuple[int, str]] = {}
        for fact in self._facts(Relation.AUTHORSHIP, "work", work):
            position = self._text(fact, v.VALUE["position"])
            for author in self._links(fact, v.ROLE["author"]):
                place = (int(position) if position.isdecimal() else 9999, self._text(author, v.LABEL))
                places[author] = min(place, places.get(author, place))
        listed = list(self._facts(Relation.PUBLICATION, "work", work))
        venue = next((place for fact in listed for place in self._links(fact, v.ROLE["venue"])), "")
        kind = next((said for fact in listed if (said := self._text(fact, v.VALUE["type"]))), "")
        years = sorted({said for fact in listed if (said := self._text(fact, v.VALUE["year"]))})
        return Paper(
            self._text(work, v.LABEL),
            tuple(name for _, name in sorted(places.values())),
            years[0] if years else "",
            self._text(venue, v.LABEL) if venue else "",
            self._text(venue, v.VENUE_TYPE) if venue else "",
            kind,
            self._identifiers(work),
        )

    def _identifiers(self, iri: str) -> tuple[tuple[str, str], ...]:
        """Return identifiers by scheme; those that only stand as an address are read from it."""
        found = dict(sorted(text.partition(":")[::2] for text in self._texts(iri, v.IDENTIFIER)))
        for address in self._texts(iri, v.SAME_AS):
            for scheme, site in _SITES.items():
                if address.startswith(site):
                    found.setdefault(scheme, address.removeprefix(site))
        return tuple(sorted(found.items()))

    def _stages(self, relation: Relation, iri: str, what: str) -> tuple[Stage, ...]:
        stages = {
            Stage(
                self._named(fact, v.ROLE["organization"]),
                self._text(fact, v.VALUE[what]),
                self._text(fact, v.VALUE["field"]),
                self._text(fact, v.VALUE["start"]) or self._text(fact, v.VALUE["year"]),
                self._end(fact),
            )
            for fact in self._facts(relation, "person", iri)
        }
        return tuple(sorted(stages, key=lambda s: (s.start, s.end, s.organization, s.role, s.field), reverse=True))

    def _end(self, fact: str) -> str:
        """Return the end; of what is attested in one year only, that year, else it would seem to go on."""
        if self._text(fact, v.ONGOING) == "true":
            return "present"
        attested = "" if self._text(fact, v.VALUE["start"]) else self._text(fact, v.VALUE["year"])
        return self._text(fact, v.VALUE["end"]) or attested

    def _facts(self, relation: Relation, role: str, iri: str) -> Iterable[str]:
        kind = v.FACT_CLASS[relation]
        for subject in self._subjects(v.ROLE[role], iri):
            if kind in self._objects(subject, v.TYPE):
                yield subject

    def _subjects(self, property_: ox.NamedNode, value: str) -> list[str]:
        found = self._store.quads_for_pattern(None, property_, ox.NamedNode(value), None)
        return sorted({quad.subject.value for quad in found if isinstance(quad.subject, ox.NamedNode)})

    def _objects(self, subject: str, property_: ox.NamedNode) -> set[ox.NamedNode | ox.Literal]:
        found = self._store.quads_for_pattern(ox.NamedNode(subject), property_, None, None)
        return {quad.object for quad in found if isinstance(quad.object, ox.NamedNode | ox.Literal)}

    def _links(self, subject: str, property_: ox.NamedNode) -> list[str]:
        return sorted(x.value for x in self._objects(subject, property_) if isinstance(x, ox.NamedNode))

    def _named(self, subject: str, property_: ox.NamedNode) -> str:
        return next((self._text(thing, v.LABEL) for thing in self._links(subject, property_)), "")

    def _texts(self, subject: str, property_: ox.NamedNode) -> list[str]:
        texts = {found.value for found in self._objects(subject, property_)}
        return [self._privacy.text(text) for text in sorted(texts) if not text.startswith("email:")]

    def _text(self, subject: str, property_: ox.NamedNode) -> str:
        return next(iter(self._texts(subject, property_)), "")


def kind_of(store: ox.Store, iri: str) -> EntityKind | None:
    """Return what kind of thing an IRI is in a graph."""
    classes = {quad.object for quad in store.quads_for_pattern(ox.NamedNode(iri), v.TYPE, None, None)}
    return next((kind for kind, rdf_class in v.ENTITY_CLASS.items() if rdf_class in classes), None)
