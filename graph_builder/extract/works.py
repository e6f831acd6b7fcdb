"""Works as claims: each paper of a document once, with its authors, venue and year."""

from __future__ import annotations

import re

from graph_builder.extract.draft import Draft
from graph_builder.extract.lexicon import is_place
from graph_builder.extract.paper_venues import own_name
from graph_builder.extract.references import Reference, short_venue
from graph_builder.model import EntityKind, Relation, Span
from graph_builder.model.tex import plain_tex

_HYPHEN = re.compile(r"(?<=[a-z])-[ \t]*\n[ \t]*(?=[a-z])")
_DEGREE_WORK = (
    r"(?:(?:(?:ph\.?\s?d\.?|doctoral|master['’]?s?|m\.?\s?sc?\.?|bachelor['’]?s?|b\.?\s?sc?\.?|honou?rs|senior"
    r"|undergraduate|diploma|licentiate|habilitation)\s+){0,3}(?:thesis|dissertation)"
    r"|th[èe]se\s(?:de\s|d['’])\w+|tes[ei]s?\s(?:de\s)?(?:doutorado|mestrado|doctora[dl]o?|maestría|m[áa]ster|grado)"
    r"|tesi\sdi\s\w+|(?:master|bachelor|diplom|doktor|magister)arbeit)"
)
_THESIS = re.compile(rf"(?i)^{_DEGREE_WORK}\b\s*(?:\([^()]*\))?\s*(?:[,.:]|\bat\b|$)\s*")
_STOPPED = re.compile(r"(?<=\w\w)(?<!\b[JS]r)(?<!\.[A-Z])(?<!\bal)\.$")  # the end of the list: "Jane Doe.", "Doe JM."
_REMARK = re.compile(r"(?i)(?:abstract|summary|keywords?|tl;?dr|note)\s?:")
_NO_VENUE = re.compile(
    r"(?i)(?:preprints?|manuscript|working papers?|work in progress|in progress|(?:early |preliminary )?drafts?"
    r"|mimeo|(?:new )?draft soon|(?:most )?recent version|job market paper|submitted|under review|in preparation"
    r"|forthcoming|unpublished|coming(?: soon)?"
    rf"|{_DEGREE_WORK})\W*"
)


class Works:
    """Writes the works of one document; what is listed twice (selected and full list) becomes one claim."""

    def __init__(self, draft: Draft, person: str) -> None:
        self._draft = draft
        self._person = person
        self._seen: dict[str, list[tuple[str, str]]] = {}
        for claim in draft.of(Relation.PUBLICATION):
            self._note(draft.name_of(claim.roles["work"]), claim.values.get("year", ""), "")

    def __len__(self) -> int:
        return len(self._seen)

    def add(self, reference: Reference, span: Span, rule: str = "references") -> None:
        """Add a work from its entry at *span*, unless the document has it already."""
        if reference.title is None:
            return
        title = clean(reference.title.of(reference.text))
        venue = _venue(reference)
        if not self._is_new(title, reference.year, venue):
            return
        self._note(title, reference.year, venue)
        at = span.start
        where = Span(at + reference.title.start, at + reference.title.end)
        work = self._draft.mention(EntityKind.WORK, title, where, identifiers=reference.identifiers,
                                   context=[("year", reference.year)] if reference.year else [])  # fmt: skip
        roles = {"person": self._person, "work": work}
        if venue and reference.venue:
            place = Span(at + reference.venue.start, at + reference.venue.end)
            roles["venue"] = self._draft.mention(EntityKind.VENUE, venue, place)
        self._draft.claim(
            Relation.PUBLICATION, roles, span, rule, reference.confidence,
            {"year": reference.year, "type": reference.kind, "status": reference.status},
        )  # fmt: skip
        self._authors(reference, work, title, at, rule)

    def _authors(self, reference: Reference, work: str, title: str, at: int, rule: str) -> None:
        for position, author in enumerate(reference.authors, 1):
            place = Span(at + author.start, at + author.end)
            name = _STOPPED.sub("", clean(author.name))
            mention = self._draft.mention(EntityKind.PERSON, name, place, key=title.casefold())
            self._draft.claim(
                Relation.AUTHORSHIP, {"work": work, "author": mention}, place, rule, reference.confidence,
                {"position": str(position)},
            )  # fmt: skip

    def _note(self, title: str, year: str, venue: str) -> None:
        self._seen.setdefault(_key(title), []).append((year, venue))

    def _is_new(self, title: str, year: str, venue: str) -> bool:
        """Tell whether no work of this title is known, or only ones of another year and another venue."""
        return all(
            year and other_year and venue and other_venue and year != other_year and venue != other_venue
            for other_year, other_venue in self._seen.get(_key(title), [])
        )


def _venue(reference: Reference) -> str:
    """Return the short name of the venue; of a thesis, the university."""
    printed = clean(reference.venue.of(reference.text)) if reference.venue else ""
    venue = own_name(short_venue(_THESIS.sub("", printed, count=1) or printed), printed)
    venue = re.sub(r"(?i)(?<=\w)\s+(?:preprint|abstract:?)$", "", venue)
    town = re.fullmatch(r"([^(),]+)\(([^(),]+)\)", venue)  # where the meeting or the school is: "Ghent (Belgium)"
    if town is not None and is_place(town[1].strip()) and is_place(town[2]):
        return ""
    return "" if _NO_VENUE.fullmatch(venue) or _REMARK.match(venue) else venue


def clean(text: str) -> str:
    """Return a field as one line: words that the line's end broke made whole, braces gone.

    >>> clean("Reinforce-" + chr(10) + "ment {Learning}")
    'Reinforcement Learning'
    """
    text = _HYPHEN.sub("", text)
    return " ".join(plain_tex(text).split()) if "\\" in text or "{" in text else " ".join(text.split())


def _key(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))
