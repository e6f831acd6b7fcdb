"""Back to the field: BibTeX and CSL-JSON of a person or venue, JSON Resume and schema.org JSON-LD of a person."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from graph_builder.explore.things.fact import Fact
from graph_builder.explore.things.reader import Reader
from graph_builder.export.privacy import Privacy
from graph_builder.graph import vocabulary as v
from graph_builder.model import Relation

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
    """Gathers what is known of one person or venue, as *privacy* lets it out.

    >>> Gatherer(Reader(ox.Store()), Privacy()).papers_of("https://example.org/ada")
    ()
    """

    def __init__(self, reader: Reader, privacy: Privacy) -> None:
        self._reader, self._privacy = reader, privacy

    def person(self, iri: str) -> Dossier:
        """Return the dossier of a person."""
        awards = {
            (self._value(fact, "award"), self._value(fact, "year"), self._name(fact, "organization"))
            for fact in self._facts(Relation.AWARD, "person", iri)
        }
        interests = {self._name(fact, "topic") for fact in self._facts(Relation.INTEREST, "person", iri)}
        return Dossier(
            self._privacy.text(self._reader.name(iri)),
            tuple(self._texts(iri, v.ALT_LABEL)),
            next(iter(self._texts(iri, v.HOMEPAGE)), ""),
            tuple(x for x in self._texts(iri, v.SAME_AS) if not x.startswith(("mailto:", "tel:"))),
            self._stages(Relation.EMPLOYMENT, iri, "role"),
            self._stages(Relation.EDUCATION, iri, "degree"),
            tuple(sorted((each for each in awards if each[0]), key=lambda a: (a[1], a[0], a[2]), reverse=True)),
            tuple(sorted(interests - {""})),
            self.papers_of(iri),
        )

    def papers_of(self, iri: str) -> tuple[Paper, ...]:
        """Return the works that a person is an author of, or that appeared in a venue, the newest first."""
        facts = [*self._facts(Relation.AUTHORSHIP, "author", iri), *self._facts(Relation.PUBLICATION, "venue", iri)]
        works = {fact.role("work") for fact in (*facts, *self._reader.listings(iri))} - {""}
        papers = [self._paper(work) for work in sorted(works)]
        return tuple(sorted(papers, key=lambda paper: (paper.year, paper.title), reverse=True))

    def _paper(self, work: str) -> Paper:
        places: dict[str, tuple[int, str]] = {}
        for fact in self._facts(Relation.AUTHORSHIP, "work", work):
            author, position = fact.role("author"), self._value(fact, "position")
            place = (int(position) if position.isdecimal() else 9999, self._name(fact, "author"))
            places[author] = min(place, places.get(author, place))
        listed = self._facts(Relation.PUBLICATION, "work", work)
        venue = next((fact for fact in listed if fact.role("venue")), None)
        return Paper(
            self._privacy.text(self._reader.name(work)),
            tuple(name for _, name in sorted(places.values())),
            min(filter(None, (self._value(fact, "year") for fact in listed)), default=""),
            self._name(venue, "venue") if venue else "",
            next(iter(self._texts(venue.role("venue"), v.VENUE_TYPE)), "") if venue else "",
            next(filter(None, (self._value(fact, "type") for fact in listed)), ""),
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
        stages = set()
        for fact in self._facts(relation, "person", iri):
            start, year = self._value(fact, "start"), self._value(fact, "year")
            # What is attested in one year only ends in that year, else it would seem to go on.
            end = self._value(fact, "end") or ("" if start else year)
            end = "present" if self._value(fact, "ongoing") == "true" else end
            organization, role = self._name(fact, "organization"), self._value(fact, what)
            stages.add(Stage(organization, role, self._value(fact, "field"), start or year, end))
        return tuple(sorted(stages, key=lambda s: (s.start, s.end, s.organization, s.role, s.field), reverse=True))

    def _facts(self, relation: Relation, role: str, iri: str) -> list[Fact]:
        return [f for f in self._reader.facts_of(iri) if f.relation is relation and f.role(role) == iri]

    def _value(self, fact: Fact, name: str) -> str:
        return self._privacy.text(fact.values.get(name, ""))

    def _name(self, fact: Fact, role: str) -> str:
        iri = fact.role(role)
        return self._privacy.text(self._reader.name(iri)) if iri else ""

    def _texts(self, iri: str, term: ox.NamedNode) -> list[str]:
        texts = self._reader.values(iri, term.value)
        return [self._privacy.text(text) for text in texts if not text.startswith("email:")]
