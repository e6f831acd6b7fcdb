"""Titles of sections: what a sub-heading is by the heading above it, and titles that tell nothing of a section."""

from __future__ import annotations

import re

from graph_builder.extract.lexicon import is_role
from graph_builder.extract.page import Line, SectionKind
from graph_builder.model import BlockKind

NO_WORKS = re.compile(
    r"\W{0,9}(?:(?:open[\s-]source|research|scientific|public|science|popular|selected|my|academic)\s)?(?:software|codes?|data|data\s?sets?|tools|packages"
    r"|outreach|videos?|media|press|slides|cv|podcasts?|interviews?)(?:\W{1,3}(?:and\s)?(?:software|codes?|data|data\s?sets?|tools|packages|outreach"
    r"|media|press|models|talks|releases?|coverage))?\W*",
    re.IGNORECASE,
)
"""Headings below a list of publications of what is none."""

THESIS_COMMITTEE = re.compile(
    r"(?:(?:thesis|dissertation|doctoral|advisory|ph\.?\s?d\.?)\s+)*(?:committee|jury)(?:\s+members?)?\s*:?",
    re.IGNORECASE,
)
"""Who judges a thesis, below a degree."""
ASIDES = re.compile(r"[\s:–—-]{0,4}(?:[\[(][^\[\]()]{2,60}[\])][\s|,.]{0,4}){1,8}")
"""What stands beside the heading of a list that follows: "Publications: [Google Scholar] [DBLP]"."""

_PAPERS = re.compile(r"\b(?:papers|articles|writings?|publications|preprints)\b", re.IGNORECASE)
VITA = re.compile(r"\W{0,9}(?:(?:short|academic|full)\s)?(?:vita|vitae|curriculum\s+vitae)\W*", re.IGNORECASE)
"""What a whole page is called; it tells nothing of its sections."""
WITH_VITA = re.compile(r"\b(?:cv|vita|vitae|r[ée]sum[ée])\b", re.IGNORECASE)  # "CV & Publications"

INITIALED = re.compile(r"(?:[A-Z]\.[\s-]?){1,3}[A-Z][\w'’-]{1,30}")
"""A name with initials, as a line of its own."""
POSTS = {SectionKind.EMPLOYMENT, SectionKind.EDUCATION}
SAY_NOTHING = {SectionKind.ABOUT, SectionKind.OTHER}
OF_CARDS = {SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.PUBLICATIONS}
BESIDE_TALKS = {
    SectionKind.AWARDS, SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.SERVICE, SectionKind.STUDENTS,
}  # fmt: skip

_ONE_GRANT = re.compile(r"\b(?:grant|fellowship|award|scholarship|prize|fund)$", re.IGNORECASE)
_AWARD_FOR = re.compile(r"\b(?:fellowship|award|scholarship|prize|medal)\s(?:for|of|from|in|to)\s(?=\w)", re.IGNORECASE)
# "Best Paper Award (short papers)"
_ONE_AWARD = re.compile(
    r"(?:best|outstanding|distinguished)\s(?:[\w-]+\s){0,5}(?:award|prize|paper|poster)(?:\s?\([^()]{2,40}\))?",
    re.IGNORECASE,
)


# "Invited Fellow", "Dean's List", "Outstanding Teaching Assistant": a line with the year and the giver below it
_HONOUR = re.compile(
    r"(?:[\w.’'-]+\s){1,5}(?:fellow|scholar|medal(?:ist)?|laureate|laude|mention|distinction|winner|finalist|recipient|stipend|bursary"
    r"|studentship|place|list|teacher|honou?ree)|(?:best|outstanding|excellen\w+|distinguished|exceptional|top)\s(?:[\w’'-]+\s){0,5}[\w’'-]+\s?",
    re.IGNORECASE,
)


def names_award(text: str) -> bool:
    """Tell whether a text that could be a heading is one award: "Faculty Research Award", "Scholarship for Weavers".

    >>> names_award("Weaving Prize"), names_award("Prizes and grants"), names_award("Grant")
    (True, False, False)
    """
    text = text.strip(" \t:.*_–—-")
    return " " in text and (_ONE_GRANT.search(text) or _AWARD_FOR.search(text)) is not None


# What stands where the dates of the entries beside it do: "In progress", "(ongoing)", "Since 2020, to date".
_RUNNING = re.compile(
    r"(?i)\W{0,3}(?:still |currently )?"
    r"(?:in[\s-]progress|on-?going|under\s?way|current(?:ly)?|present|to date|now|today)\W{0,3}"
)


def is_of_entry(kind: SectionKind, line: Line) -> bool:
    """Tell whether a line that could be a heading is part of an entry: an award of a list, what a paper won, a post."""
    if kind is SectionKind.PUBLICATIONS:
        return not line.starts_block and _ONE_AWARD.fullmatch(line.text) is not None
    if kind in {SectionKind.EMPLOYMENT, SectionKind.EDUCATION}:
        if _RUNNING.fullmatch(line.text):
            return True
        plain = line.row > 0 and not (line.bold or line.text.isupper() or line.text.endswith(":"))
        return plain and is_role(re.split(r"[,(|]|\s/\s", line.text)[0].strip())
    within = line.kind is BlockKind.LIST_ITEM or not line.alone
    return (
        kind is SectionKind.AWARDS and within and (names_award(line.text) or _HONOUR.fullmatch(line.text) is not None)
    )


def refined(above: SectionKind, kind: SectionKind, score: float, title: str = "") -> SectionKind:
    """Settle a sub-heading's kind by the heading above it: "Journals" under "Reviewing" is service.

    Below "Publications and talks", "Publications" are what they say.
    """
    if kind is SectionKind.PUBLICATIONS and score >= 5 and "publication" in title.casefold():
        return kind
    if kind is SectionKind.PUBLICATIONS and above is SectionKind.TALKS and _PAPERS.search(title):
        return kind
    if above in {SectionKind.SERVICE, SectionKind.TALKS, SectionKind.TEACHING} and kind is SectionKind.PUBLICATIONS:
        return above
    if above is SectionKind.PUBLICATIONS and kind in {SectionKind.PROJECTS, SectionKind.TOPICS, SectionKind.ABOUT,
                                                      SectionKind.EMPLOYMENT, SectionKind.STUDENTS,
                                                      SectionKind.REFEREES}:  # fmt: skip
        return above
    if above is SectionKind.NEWS and score < (4 if kind in {SectionKind.PUBLICATIONS, SectionKind.EDUCATION} else 5):
        return above  # "Papers" is a list of its own, whose heading is of a lower level than it should be
    return kind


_REVIEWED = re.compile(r"\W{0,9}(?:journals?|conferences?|workshops?|books?|proposals?)\b", re.IGNORECASE)


def of_service(around: SectionKind, kind: SectionKind, title: str) -> SectionKind:
    """Return the kind of a line that serves as heading; behind duties "Journals of societies" are those reviewed for.

    >>> of_service(SectionKind.SERVICE, SectionKind.PUBLICATIONS, "Journals:").value
    'service'
    """
    reviewed = around is SectionKind.SERVICE and kind is SectionKind.PUBLICATIONS and _REVIEWED.match(title)
    return around if reviewed and not _PAPERS.search(title) else kind


def years_only(title: str) -> bool:
    """Tell whether a title is one or two years and what stands between them."""
    return bool(re.fullmatch(r"[\W\d]*(?:present|now|and|before|earlier|to)?[\W\d]*", title.strip(), re.IGNORECASE))


_OF_STUDENTS = re.compile(
    r"\W{0,3}(?:(?:co|phd|doctoral|graduate|undergraduate|master['’]?s?|bachelor['’]?s?|m\.?sc\.?|b\.?sc\.?|thesis|theses|research|student|of|and"
    r"|current|former|past)[\s,./&-]{1,3}){0,6}(?:students|supervis(?:ion|ions|ed|ees)|student\ssupervisor|supervisor\sof(?:\s\w+)?\sstudents|advisees|mentees"
    r"|advising|mentoring|mentorship|students\ssupervised|supervised\sstudents)\W{0,3}",
    re.IGNORECASE,
)


def heads_students(title: str) -> bool:
    """Tell whether a heading below those of posts is one of a list of students, and no post: "Student Supervisor".

    >>> heads_students("Supervised Students"), heads_students("PhD Student"), heads_students("Student Supervisor")
    (True, False, True)
    """
    return _OF_STUDENTS.fullmatch(title) is not None
