"""Degrees in entries of education whose names are no usual words: "Cand.philol.", "B.M.E.", "Bióloga marina", "ir."."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.careers.entries import Entry
from graph_builder.extract.fields.read import Field, FieldKind
from graph_builder.gazetteer import load
from graph_builder.model import Span

_K = FieldKind
_END = r"(?=[\s,;:(/–—-]|$)"
# What stands for a degree at the beginning of an entry, or alone in its place; read nowhere else.
_SHORT = re.compile(
    rf"(?P<doctorate>[Dd]r(?:\.|\b)(?:\s?(?:[a-z]{{2,7}}|Eng|Ing|Sc|Tech|Nat|Med|Art|Phil)\.?){{0,3}}{_END}"
    rf"|D\.(?:[A-Z][a-z]{{0,5}}\.){{1,3}}|D(?:Mus|MA|Eng|Litt|Theol|ClinPsy|Arch|Sc|VM|Univ){_END}|(?:Fil|Tekn|Med|Ekon|Jur|Filosofie|Teknologie|Medicine)\.?\s[Dd](?:r|oktor){_END}|[dD]r\.?\shab\.?{_END})"
    rf"|(?P<master>M\.\s?(?:[A-Z][a-z]{{0,5}}\.?){{1,3}}{_END}|[Cc]and\.?\s?(?:[a-z]{{2,7}}\.?){{1,2}}{_END}|[Ii]r\.?{_END}|[Mm]gr\.?(?:\sinż\.?)?{_END}"
    rf"|[Mm]ag\.(?:\s?[a-z]{{2,6}}\.?){{1,2}}{_END}|M(?:Biochem|Biol(?:Sci)?|Geol|EarthSci|Nurs|Pharm|Arts?|Lang|Zool|Ecol|Opt|Theol|Astro|Ocean|Chem|Mus|VetSci|Env|Clin|Psych)\w*{_END}"
    rf"|[Mm]aster(?:grad|studi\w{{1,3}}|oppgave|examen|grads\w*)(?:en)?{_END}|[Hh]ovedfag{_END}|(?:Diplom|Magister|Lehramts)studium{_END}|[Kk]andidat(?:eksamen|grad)(?:en)?{_END}|[Dd]iplom(?:a|ový|\w+)\sinženýr{_END})"
    rf"|(?P<bachelor>B\.\s?(?:[A-Z][a-z]{{0,5}}\.?){{1,3}}{_END}|M\.?B\.?(?:Ch\.?B|B\.?S|B\.?Ch)\.?{_END}|B(?:VM|VSc|DS|PT|Stat|Pharm|Nurs|Mus|Des|Arch|EcSc|SocSc|Theol|Vet(?:Med|Sci)?)(?:&?[A-Z]\w*)?{_END}"
    rf"|[Bb]achelor(?:grad|studi\w{{1,3}}|oppgave)(?:en)?{_END}|S\.(?:T|Si|Kom|Pd|Sos|E|H|P|Hut|Farm|Psi)\.?{_END}|[Ll]ic\.?(?:\s(?:en|em)(?=\s)|{_END})"
    rf"|[Ii]ng\.?\s(?=(?:en\s)?(?:Civil|Qu[íi]m|Mec|El[ée]c|Ind|Agr|For|Sist|Inf|Amb|Biom|Com|Mat|Pes|Aer|Naval)))"
)
_FINNISH = {
    **dict.fromkeys(("FT", "TkT", "VTT", "KTT", "YTT", "OTT"), "doctorate"), "FL": "other",
    **dict.fromkeys(("FM", "DI", "VTM", "KTM", "YTM", "OTM"), "master"), "HuK": "bachelor", "LuK": "bachelor",
}  # fmt: skip
# Professions whose title one is given with the first degree, from Madrid to Santiago and in Lisbon and Rio.
_PROFESSION = re.compile(
    r"(?:m[ée]dic[oa](?:[\s-]cirujan[oa])?|abogad[oa]|advogad[oa]|bi[óo]log[oa]|ge[óo]log[oa]|psic[óo]log[oa]|soci[óo]log[oa]|antrop[óo]log[oa]|arque[óo]log[oa]|qu[íi]mic[oa](?:[\s-]farmac[ée]utic[oa])?"
    r"|f[íi]sic[oa]|matem[áa]tic[oa]|ge[óo]graf[oa]|economista|arquitect[oa]|arquitet[oa]|enfermer[oa]|enfermeir[oa]|veterin[áa]ri[oa]|m[ée]dic[oa]\s[Vv]eterin[áa]ri[oa]|agr[óo]nom[oa]|farmac[ée]utic[oa]"
    r"|odont[óo]log[oa]|contador(?:a)?(?:\s[Pp][úu]blic[oa])?|periodista|jornalista|historiador(?:a)?|traductor(?:a)?(?:\s[Pp][úu]blic[oa])?|profesor(?:a)?\sen|nutricionista|graduated?(?:\s\w{3,20}){0,2}\s(?:engineer|economist|lawyer|biologist|chemist|physicist|architect|philologist|psychologist)|bibliotec[óo]log[oa]|bioqu[íi]mic[oa]|oceanógraf[oa])"
    r"(?P<more>(?:\s[a-záéíóúñü]{3,15})?)",
    re.IGNORECASE,
)


def name_degree(entry: Entry) -> None:
    """Take what stands where others have a degree for one, in an entry of education that names none."""
    if entry.has(_K.DEGREE):
        return
    listed = [f for f in entry.fields if f.kind not in {_K.DATE, _K.PLACE}]
    has_organization = bool(listed) and listed[0].kind in {_K.ORGANIZATION, _K.UNIT}
    for item in listed[: 2 + has_organization]:
        if item.kind not in {_K.OTHER, _K.ROLE, _K.ORGANIZATION, _K.UNIT}:
            return
        found = _named(item, entry)
        if found:
            at = entry.fields.index(item)
            entry.fields[at : at + 1] = found
            return


def _named(item: Field, entry: Entry) -> list[Field]:
    text = item.text
    short = _SHORT.match(text)
    line = next((line for line in entry.lines if line.span.covers(item.span)), None)
    if short is not None and short.lastgroup is not None:
        rest = text[short.end() :]
        body = rest.strip(" ,.;:–—-/")
        titled = item.kind is not _K.ORGANIZATION and short.group().startswith(("Dr", "dr"))
        if body and (rest[:1].isalpha() or titled):
            return []  # "Dr. Ada Moor"
        if item.kind is _K.ROLE and short.lastgroup == "doctorate":
            return []
        named = [_cut(item, 0, len(short.group().rstrip()), _K.DEGREE, short.lastgroup)]
        if body:
            start = len(text) - len(rest) + rest.index(body)
            kind = item.kind if item.kind is _K.ORGANIZATION else _K.SUBJECT
            body_is_subject = re.match(r"(?:in|i|en|em|of)\s+", body) if kind is _K.SUBJECT else None
            begin = start + (body_is_subject.end() if body_is_subject else 0)
            named.append(_cut(item, begin, start + len(body), kind, ""))
        return named
    finnish = line is not None and "yliopisto" in line.text.casefold()
    if item.kind in {_K.OTHER, _K.UNIT} and text in _FINNISH and finnish:
        return [_cut(item, 0, len(text), _K.DEGREE, _FINNISH[text])]
    if item.kind in {_K.OTHER, _K.ROLE} and _PROFESSION.fullmatch(text):
        return [_cut(item, 0, len(text), _K.DEGREE, "bachelor")]
    if text.rstrip(".") in {"Ing", "Lic"} and line is not None and _SOUTHERN.search(line.text):
        return [_cut(item, 0, len(text), _K.DEGREE, "bachelor")]
    known = load().degree(text) if item.kind is _K.OTHER and len(text) > 2 else None
    if known is not None and known != "other":
        return [_cut(item, 0, len(text), _K.DEGREE, known)]
    return []


_SOUTHERN = re.compile(r"\b(?:Universidade?|Pontif[ií]cia|Escuela|Escola|Instituto|Facultad|Faculdade)\b")


def _cut(item: Field, start: int, end: int, kind: FieldKind, value: str) -> Field:
    span = Span(item.span.start + start, item.span.start + end)
    return replace(item, kind=kind, span=span, text=item.text[start:end], score=0.9, value=value)


def prefer_final(entry: Entry) -> None:
    """Drop "studies of X" beside the degree that they ended in: "Studium des Maschinenbaus, Abschluss: Dipl.-Ing."."""
    degrees = entry.of(_K.DEGREE)
    begun = [d for d in degrees if d.value == "other" and d.text.casefold() in {"studium", "studies"}]
    if begun and len(begun) < len(degrees):
        entry.fields[:] = [f for f in entry.fields if f not in begun]


_ENGINEER = re.compile(
    r"(?:(?P<master>ing[ée]nieure?|engineer(?=\W*$)|diplom-?ingenieur(?:in)?|ingegnere)|ingenier[oa]|engenheir[oa])\b(?:\s(?:en|in|de|em|di))?\s*(?P<field>.*)",
    re.IGNORECASE,
)


def name_engineer(entry: Entry) -> None:
    """Take a title of engineers that stands among degrees as one: "Ingénieur Génie Civil, INSA de Rouen"."""
    first = next((f for f in entry.fields if f.kind is not _K.DATE), None) if not entry.has(_K.DEGREE) else None
    found = _ENGINEER.fullmatch(first.text) if first is not None and first.kind is _K.ROLE else None
    if first is None or found is None:
        return
    end = first.span.start + found.start("field")
    degree = Span(first.span.start, end if found["field"] else first.span.end)
    named = [Field(_K.DEGREE, degree, first.text, 1.0, "master" if found["master"] else "bachelor")]
    if found["field"]:
        named.append(Field(_K.SUBJECT, Span(end, first.span.end), found["field"]))
    at = entry.fields.index(first)
    entry.fields[at : at + 1] = named
