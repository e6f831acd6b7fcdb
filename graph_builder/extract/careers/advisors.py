"""Advisors that the entry of a degree names, in many languages ("Dir.: A. Moor"): neither its subject nor a post."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.careers.entries import Entry
from graph_builder.extract.fields.read import FieldKind
from graph_builder.extract.normalise.person_names import clean_name, is_name

_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚ"
_RANK = (  # "Associate Prof.", "Assoc.Prof.", "A/Prof."
    r"(?:(?:Associate|Assistant|Full|Distinguished|Emerit(?:us|a)|Adjunct|Honorary|Visiting)\s+"
    r"|(?:Assoc|Assist|Asst|Ass|Adj|Hon|Em|apl|ao|Ao|Univ)(?:\.[\s-]?|\s)|A[./]\s?)"
)
_TITLES = (
    rf"(?:(?:{_RANK}(?=[Pp]rof))?(?:[Pp]rof(?:\.?\s?ssa|s)?\.?(?:\s?Dr\.?)?|[Pp]rofessors?|[Dd]r[as]?\.?(?:-?Ing\.?)?|\([Dd]r\.?\)|[Ii]r\.|Ir|[Dd]ott(?:\.?\s?ssa)?\.?"
    r"|(?:Dr\.\s?)?(?:rer|nat|med|phil|techn|i?ur|jur|oec|pol|theol|agr|mult|h\.\s?c|sc|e\.\s?h)\.|A/P|Dipl\.-?[A-Z][a-z]{2,6}\.|[Dd]oc\."
    r"|(?:RN|MU|Ph|JU|Paed|MV|Th)Dr\.|Mgr\.|(?:Senior\s|Sr\.?\s)?(?:Lecturer|Lect\.)|Reader"
    r"|Pr\.?|habil\.|Priv\.-?Doz\.|Ph\.?D\.|PD\.|Mr\.?|Ms\.?|Mrs\.?|Ing\.?|Engr\.?|PD|Sir|Dame)(?:\s+|(?<=[a-z]\.)(?=[A-Z])))*"
)
_INITIAL = rf"(?:[{_UPPER}]\.(?:[ -]?[{_UPPER}]\.){{0,3}})"
_WORD = rf"(?:(?:[dl]['’])?[{_UPPER}][\w’'`]+(?:-[{_UPPER}a-z][\w’'`]*){{0,2}}|{_INITIAL}|[{_UPPER}](?=\s))"
_PARTICLE = r"(?:van|von|der|den|de|del|della|da|di|du|dos|la|le|bin|ibn|al|el|ten|ter|zu|y)"
_NAME = (
    rf"{_WORD}(?:[ ]+(?:{_PARTICLE}[ ]+){{0,3}}(?:[\"“(][{_UPPER}]\w+[\"”)][ ]+)?{_WORD}"
    rf"|-{_WORD}){{1,4}}(?:,?\s(?:Jr|Sr)\b\.?)?"
)
_OF = r"(?:\s(?:de(?:\s(?:la\s)?(?:th[èe]se|tesis|tese))?|di\stesi|du\smémoire|práce))?"
_LABEL = (
    r"(?:(?:(?:ph\.?\s?d\.?|doctoral|doctorate|thesis|dissertation|master['’]?s?|msc|academic|main|principal|primary|first|second|joint|external|research)[\s-]){0,2}"
    r"(?:co-?\s?)?(?:advis[eo]rs?|supervisors?|promot(?:e|o)rs?|promotoren|guides?)|adv\.|superv?\.|sup\."
    rf"|(?:co-?)?(?:direct(?:ora?|ores|eur|eurs|rice|rices)|orientadora?|tutora?|asesora?|assessora?|relatore|relatrice|rel\.|dir\.|tut\.){_OF}"
    r"|(?:co-?)?orientaç[aã]o(?:\sd[eoa])?|(?:erst|zweit|haupt)?betreu(?:er(?:in|innen)?|ung)|profesora?\sgu[ií]a|(?:committee\s|dissertation\s|thesis\s)?chair(?=\s?:)|erst(?:gutachter|betreuer|prüfer)(?:in)?|doktor(?:vater|mutter)|(?:co-?)?promotor(?:en|es)?"
    r"|(?:dagelijkse?\s)?begeleiders?|(?:hoved|bi)?ve[ji]ledere?|(?:huvud|bi(?:trädande)?\s?)?handledare|ohjaaja[t]?|témavezető[ki]?|konzulens|opiekun(?:\snaukowy)?|školitel(?:ka)?|vedoucí"
    r"|conducător(?:\sștiințific)?|danışman[ıi]?|научный\sруководитель|mentor(?:ica)?(?=\s?:)|encadrante?s?|superviseure?s?)"
)
_BY = (
    r"(?:(?:tesis\s|tese\s|thèse\s|tesi\s)?(?:co-?)?(?:dirigid[ao]|dirigée?|orientad[ao]|diretta|seguita|supervisionata)\s(?:por|par|da)"
    r"|sous\sla\s(?:co-?)?direction\sd[e'’u]|(?:sob\s(?:a\s)?|con\s)?orientaç[aã]o\sd[eoa]|bajo\sla\sdirección\sde|under\sveiledning\sav|onder\sbegeleiding\svan|betreut\s(?:von|durch)|unter\s(?:der\s)?(?:betreuung|leitung)\svon|pod\s(?:kierunkiem|vedením))"
)
_NOTED = re.compile(
    rf"(?:^|(?<=[\s(,;.:·|–—-]))(?i:(?:{_LABEL})(?:\(?(?:s|in|a|es|en)\)?)?(?:\s?[:.])?|{_BY})\s?(?={_TITLES}{_NAME})"
)
_BEFORE = re.compile(r"(?:^|[(,;.:·|\t\n–—-]\s?|\band\s|\be\s|\bet\s|\by\s|\bund\s|\bog\s|\ben\s|\bcon\s|\bwith\s)$")


def _noted(text: str) -> Iterator[int]:
    """Yield the places where names of those begin whom an entry of education notes as its advisors.

    >>> text = "PhD, Oldmere (dir. Ada Moor)"; [text[at:] for at in _noted(text)]
    ['Ada Moor)']
    >>> text = "Doutoramento, orientação de Rui Vaz e coorientação de Ana Sá"; [text[at:] for at in _noted(text)][1]
    'Ana Sá'
    """
    for found in _NOTED.finditer(text) if len(text) < _LONGEST else ():
        if _BEFORE.search(text[max(0, found.start() - 8) : found.start()]):
            yield found.end()


_LONGEST = 1_000
_LOOSE = frozenset({FieldKind.OTHER, FieldKind.ROLE, FieldKind.SUBJECT})
_NEAR, _TITLE, _GAP = 60, 12, 4  # characters


def mark_advisors(entry: Entry) -> None:
    """Mark the names behind "Director:" or "dir." in an entry of education as advisors, the word as a note."""
    for line in entry.lines:
        for at in _noted(line.text):
            begin = line.span.start + at
            for index, item in enumerate(entry.fields):
                if item.kind not in _LOOSE or not line.span.covers(item.span):
                    continue
                if begin - _TITLE <= item.span.start < begin + _NEAR and is_name(clean_name(item.text)):
                    entry.fields[index] = replace(item, kind=FieldKind.ADVISOR)
                elif 0 <= begin - item.span.end <= _GAP:
                    entry.fields[index] = replace(item, kind=FieldKind.NOTE)
