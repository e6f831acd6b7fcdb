"""Names of people in running text: one after another, with titles, affiliations in brackets, and links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.page import Page
from graph_builder.extract.person_names import clean_name, is_name
from graph_builder.model import MarkKind, Span

_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚ"
_RANK = (  # "Associate Prof.", "Assoc.Prof.", "A/Prof."
    r"(?:(?:Associate|Assistant|Full|Distinguished|Emerit(?:us|a)|Adjunct|Honorary|Visiting)\s+"
    r"|(?:Assoc|Assist|Asst|Ass|Adj|Hon|Em|apl|ao|Ao|Univ)(?:\.[\s-]?|\s)|A[./]\s?)"
)
TITLES = (
    rf"(?:(?:{_RANK}(?=[Pp]rof))?(?:[Pp]rof(?:\.?\s?ssa|s)?\.?(?:\s?Dr\.?)?|[Pp]rofessors?|[Dd]r[as]?\.?(?:-?Ing\.?)?|\([Dd]r\.?\)|[Ii]r\.|Ir|[Dd]ott(?:\.?\s?ssa)?\.?"
    r"|(?:Dr\.\s?)?(?:rer|nat|med|phil|techn|i?ur|jur|oec|pol|theol|agr|mult|h\.\s?c|sc|e\.\s?h)\.|A/P|Dipl\.-?[A-Z][a-z]{2,6}\.|[Dd]oc\."
    r"|(?:RN|MU|Ph|JU|Paed|MV|Th)Dr\.|Mgr\.|(?:Senior\s|Sr\.?\s)?(?:Lecturer|Lect\.)|Reader"
    r"|Pr\.?|habil\.|Priv\.-?Doz\.|Ph\.?D\.|PD\.|Mr\.?|Ms\.?|Mrs\.?|Ing\.?|Engr\.?|PD|Sir|Dame)(?:\s+|(?<=[a-z]\.)(?=[A-Z])))*"
)
_INITIAL = rf"(?:[{_UPPER}]\.(?:[ -]?[{_UPPER}]\.){{0,3}})"
_WORD = rf"(?:(?:[dl]['’])?[{_UPPER}][\w’'`]+(?:-[{_UPPER}a-z][\w’'`]*){{0,2}}|{_INITIAL}|[{_UPPER}](?=\s))"
_PARTICLE = r"(?:van|von|der|den|de|del|della|da|di|du|dos|la|le|bin|ibn|al|el|ten|ter|zu|y)"
NAME = (
    rf"{_WORD}(?:[ ]+(?:{_PARTICLE}[ ]+){{0,3}}(?:[\"“(][{_UPPER}]\w+[\"”)][ ]+)?{_WORD}"
    rf"|-{_WORD}){{1,4}}(?:,?\s(?:Jr|Sr)\b\.?)?"
)
_TITLED = re.compile(rf"{TITLES}(?P<name>{NAME})")
_TITLE = re.compile(rf"(?=\w){TITLES}(?<=[\s.])")
_CJK = re.compile(
    r"(?P<name>[一-鿿가-힣]{2,4}?)(?=\s*(?:教授|副教授|准教授|老师|先生|研究员|博士|院士|교수|박사)|[，,、；;。和与\s()（）]|$)"
)
_HOUSE_BEHIND = re.compile(
    r"(?<=\w)\s+(?:Universi[td]|Institut|Department|Hochschule|École|Politecnico)", re.IGNORECASE
)
# What may stand between two names of a list: brackets, "at University of X", commas, "and".
_NEXT = re.compile(
    r"\s{0,9}(?:\([^()]{0,120}\)|\[[^\]]{0,60}\])?\s{0,9}(?:,?\s{0,9}(?:and|&|et|und|en|y|e|as\s+well\s+as"
    r"|together\s+with)\s+(?:(?:co-?advised|co-?supervised)\s+by\s+|by\s+|with\s+)?|[,/;、，和与]\s*(?:and\s+"
    r"|&\s*)?|\n\s{0,9})"
)
_AFFILIATED = re.compile(
    r"(?:\s*\([^()]{0,120}\))?\s*(?:,|\bat\b|\bfrom\b|\bof\b|\bin\b)\s[^.;:\n]{2,110}?\s*(?:,\s*)?(?:\b(?:and"
    r"|&)|,)\s+(?:by\s+|with\s+)?(?=(?:Prof|Dr|Professor)\b)"
)
_OWNED = re.compile(
    r"['’]s(?:\s(?:[\w-]+\s){0,2}(?:group|team|lab|laboratory))?$", re.IGNORECASE
)  # "Ada Lovelace's team"
_NEXT_SENTENCE = re.compile(
    r"\.\s+(?:In|He|She|The|I|We|My|Our|This|At|On|For|From|During|Before|After|Since|Prior|Currently|Previously|Now|Here|It|They|As|To|His|Her)\Z"
)
_SYLLABLE = (
    r"(?:[BPMFDTNLGKHJQXRZCSYWbpmfdtnlgkhjqxrzcsyw]h?)?"
    r"(?:i?ang|[eo]ng|iong|uang|ing|i?an|[eiu]n|uan|i?ao|[ae]i|ou|uai|u[aioe]|i[aeu]|[aoeiu])"
)
NOT_PEOPLE = re.compile(
    r"\b(?:Universit\w+|Institute|Department|School|Laboratory|Lab|Group|Center|Centre|College|Thesis"
    r"|Dissertation|Committee|Research|"
    r"Computer|Science|Engineering|Learning|Systems?|January|February|March|April|June|July|August|September"
    r"|October|November|December|"
    r"(?:Fall|Spring|Summer|Winter)(?!$)|Google|Microsoft|The|My|Our|This|PhD|Project|Program|Topic|Title|Present|Award"
    r"|Master|Bachelor|Advisor|Supervisor|Scholarship|Fellowship|Prize|Medal|Grant|Students?|Graduates?|Alumni|Show|Society|Academy)\b"
    # "Estimating Photometric Redshifts", but "Xiaoming Li"
    rf"|^(?!(?:Sterling|Channing|Manning|Fleming|Fielding)\b|{_SYLLABLE}[bpmdtnljqxy]ing\s{_SYLLABLE}(?![a-z]))[A-Z][a-z]{{4,12}}ing\s"
)
"""Words that no name of a person has."""


def names_from(text: str, at: int, span: Span, page: Page | None) -> Iterator[tuple[str, Span]]:
    """Yield the names that stand one after another in *text* from *at* on; *span* is the place of the text.

    >>> text = "Prof. Ada B. Lovelace (Examples) and Dr. Charles Babbage. I like engines."
    >>> [name for name, _ in names_from(text, 0, Span(0, len(text)), None)]
    ['Ada B. Lovelace', 'Charles Babbage']
    """
    titled = False
    while at < len(text):
        found = _one(text, at, span, page, titled=titled)
        if found is None:
            return
        titled = titled or _TITLE.match(text, at) is not None
        name, start, end = found
        yield name, Span(span.start + start, span.start + end)
        after = _NEXT.match(text, end)
        if after is None or _one(text, after.end(), span, page, titled=titled) is None:
            after = _AFFILIATED.match(text, end)
        if after is None:
            return
        at = after.end()


_OF_HOUSE = re.compile(r"\s?(?:University|College|Institute|Hospital|Academy|Foundation)(?!\s(?:of|for)\b)(?!\w)")


def _first_names(name: str) -> int:
    """Return how many characters of what reads like a name stand before the word for a house in it."""
    found = _OF_HOUSE.search(name)
    return found.start() if found is not None else len(name)


def _one(text: str, at: int, span: Span, page: Page | None, *, titled: bool) -> tuple[str, int, int] | None:
    """Return the name at *at*: what a link there covers, or what reads as a name.

    *titled* tells that the first name of the list has a title.
    """
    title = re.compile(TITLES).match(text, at)
    begin = title.end() if title else at
    linked = _link(begin, at, span, page)
    if linked is not None:
        start, end = linked
        name = clean_name(_OWNED.sub("", text[start:end]))
        if is_name(name) and not NOT_PEOPLE.search(name):
            return name, start, end
    match = _TITLED.match(text, at)
    if match is not None:
        end = match.end("name")
        if begin == at and _OF_HOUSE.match(text, _first_names(match["name"]) + match.start("name")):
            return None  # "Simon Fraser University", behind the name of who works there
        house = _HOUSE_BEHIND.search(match["name"]) if titled or begin > at else None
        if house is not None:  # "Prof. Ada Lovelace University of X"
            end = match.start("name") + house.start()
        ran_on = _NEXT_SENTENCE.search(text, match.start("name"), end)
        end = ran_on.start() + 1 if ran_on is not None else end  # "advised by Leong Hou U. In this role"
        name = clean_name(text[match.start("name") : end]).removesuffix("'s").removesuffix("’s")
        if is_name(name) and not NOT_PEOPLE.search(name):
            return name, match.start("name"), end
        return None
    chinese = _CJK.match(text, at)
    return (chinese["name"], chinese.start(), chinese.end()) if chinese else None


def _link(begin: int, at: int, span: Span, page: Page | None) -> tuple[int, int] | None:
    if page is None:
        return None
    for mark in page.document.marks_in(Span(span.start + at, span.start + begin + 1), MarkKind.LINK):
        start, end = mark.span.start - span.start, mark.span.end - span.start
        if at <= start <= begin and end > begin and mark.span.end <= span.end and len(mark.span) < 60:
            return start, end
    return None
