"""Names of people in running text: one after another, with titles, affiliations in brackets, and links."""

from __future__ import annotations

from graph_builder.extract.page import Page
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


def _link(begin: int, at: int, span: Span, page: Page | None) -> tuple[int, int] | None:
    if page is None:
        return None
    for mark in page.document.marks_in(Span(span.start + at, span.start + begin + 1), MarkKind.LINK):
        start, end = mark.span.start - span.start, mark.span.end - span.start
        if at <= start <= begin and end > begin and mark.span.end <= span.end and len(mark.span) < 60:
            return start, end
    return None
