"""Rows of entries that are links and nothing else, and names of files between fields."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LINK_WORDS = frozenset(
    """
    pdf code slide slides video poster bib bibtex link doi paper project page web website webpage demo data dataset
    abstract abs supp supplement supplementary supplemental talk blog post blogpost arxiv github press cite citation
    preprint html url appendix errata journal version online access pubmed google scholar colab tweet twitter thread
    media news summary model models benchmark tool repo repository openreview proceedings publisher full text
    extended short ssrn manuscript manuscripts draft preliminary replication package files materials readme software
    matlab reproducible python r ai interactive results play more list of read view download acm ieee dl hal min
    minute minutes hour hours open material accepted published final free pre print postprint supporting ungated
    gated dropbox osf replication author copy site offprint dataverse zenodo youtube recording document documents
""".split()
)
_URL = re.compile(
    r"(?:https?:|www\.)\S{1,2000}|(?<!\S)[\w/%~-]{1,80}(?:\.[\w/%~-]{1,40}){0,4}\.(?:pdf|zip|bib|html?|ps|pptx?"
    r"|docx?|ipynb|mp4|txt)\b"
)
_WORD = re.compile(r"[^\s\[\](){}|/•·,;:&+.-]+")


_BETWEEN = re.compile(r"[•|·/\[\]]")


def are_links(text: str) -> bool:
    """Tell whether a row is nothing but links, or pieces between bullets or bars of which most are."""
    if bare_links(text):
        return True
    pieces = [p for p in _BETWEEN.split(text) if p.strip()]
    if len(pieces) < 2 or len(text) > 200 or any(len(p.split()) > 4 for p in pieces):
        return False
    words = {w.casefold() for w in _WORD.findall(pieces[0])}
    if len(words) >= 2 and not words & _LINK_WORDS and text.rstrip().endswith("]") and pieces[0][:1].isupper():
        return False  # "Ponds and lakes [pdf]"
    return sum(bare_links(p) for p in pieces) * 2 >= len(pieces)


def bare_links(text: str) -> bool:
    """Tell whether every word is an address or one that links bear ("pdf", "code", "5-minute video")."""
    bare, addresses = _URL.subn(" ", text) if "." in text or "http" in text else (text, 0)
    words = [w.casefold() for w in _WORD.findall(bare)]
    named = [w for w in words if w in _LINK_WORDS]
    return bool(named or addresses) and all(w in _LINK_WORDS or (w.isdigit() and len(w) < 3) for w in words)


_SINGLE = re.compile(
    r"(?:(?<=\n)|(?<=[\s(])|^)[‘'](?P<title>[A-ZÀ-Þ](?:[^‘’'“”\"\n]|(?<=\w)[’'](?=\w|\s[a-z])){8,200}?)[’'](?=\s{0,2}[,.(]|\sin\b)"
)


# What is said of a journal, and is no part of its name: "Pond Letters, IF: 5.0, Q1", "(JCR Q1, Impact Factor = 5.0)".
_GRADE = r"(?:JCR|SCIE?|SSCI|CAS|Q[1-4])"
_MEASURE = re.compile(
    rf"[,;.]?[ ]{{0,2}}[(\[]?(?:{_GRADE}[ ,:-]{{1,3}}){{0,3}}"
    rf"\b(?:IF|[Ii]mpact [Ff]actor)[ ]?[:=]?[ ]{{0,2}}\d{{1,3}}\.\d{{1,3}}\b"
    rf"(?:[ ,;]{{1,3}}{_GRADE}\b){{0,3}}[)\]]?"
)


# The kind of a work behind its title, as Chinese standards have it: "On looms[J]. Pond Letters", "On mills[C]// CEX".
_KIND = re.compile(r"(?<=\w)[\"”’?!)]?\s?\[(?:[JCMDRNPSGZ]|(?:J|C|M|EB|DB|CP)/OL)\](?P<end>//|\s//|\.|(?=\s))")


# "Together with Ada Lovelace": those words in front of "with" are of no name and of no title.
_TOGETHER = re.compile(
    r"(?:\b[Tt]ogether|(?<=[.,;:)?!][ ])(?:[Jj]oint(?:ly|\s(?:work|paper))?|[Ii]n\s(?:collaboration|joint\swork)"
    r"|[Cc]o-?(?:authored|written)))\s{1,3}with\b(?=\s)"
)


def _with(found: re.Match[str]) -> str:
    """Return "with", as long as what was found."""
    return ("With" if found.group()[0].isupper() else "with").rjust(len(found.group()))


def _ended(found: re.Match[str]) -> str:
    """Return a full stop, as long as what was found."""
    head = found.group()[: found.group().index("[")]
    return f"{head}.".ljust(len(found.group()))


# "[Contributor, Editor] A. Li. On ponds", "A. Li and B. Doe (Eds.), On Ponds": what the people did.
_DID = r"(?:co-?)?(?:contributor|editor|ed\.?|author|translator|compiler)s?"
_OF_PEOPLE = re.compile(
    rf"(?:\A|(?<=\n))[\[(]{_DID}(?:\s?[,/&]\s?(?:and\s)?{_DID})*[\])]:?(?=\s)"
    r"|(?:\A|(?<=\n))[^\n()\[\]“”\"]{3,250}?(?P<eds>,?\s?\((?:co-?)?(?:eds?|editors?)\.?\)[.,]?)(?=\s)",
    re.IGNORECASE,
)
_INNER = re.compile(r"\b(?:in|of|on|the|for)\s")


def _without_deeds(found: re.Match[str]) -> str:
    """Return blanks for what the people of an entry did, a comma behind the last of them where a title follows."""
    if found["eds"] is None:
        return " " * len(found.group())
    kept = found.group()[: found.start("eds") - found.start()]
    if _INNER.search(kept):
        return found.group()  # "On ponds. In: A. Li (ed.)"
    stop = found["eds"][-1] if found["eds"][-1] in ".," else ","
    return (kept + stop).ljust(len(found.group()))


def as_read(text: str) -> str:
    """Return the text of an entry as it is taken apart: without file names, single quotes as the double ones.

    >>> as_read("A. Li. 'Weavers’ wages and work', Past & Present 210 (2011)")
    'A. Li. “Weavers’ wages and work”, Past & Present 210 (2011)'
    >>> as_read("A. Li (2023). Pond Letters, IF 5.0"), as_read("Ponds. Joint work with A. Li.")
    ('A. Li (2023). Pond Letters        ', 'Ponds.            With A. Li.')
    """
    if "IF" in text or "mpact" in text:
        text = _MEASURE.sub(lambda found: " " * len(found.group()), text)
    if ("[" in text or "(" in text) and ("ed" in text.casefold() or "or" in text):
        text = _OF_PEOPLE.sub(_without_deeds, text)
    if "[" in text and "]." in text:
        text = _KIND.sub(_ended, text)
    if " with " in text:
        text = _TOGETHER.sub(_with, text)
    if ("'" in text or "‘" in text) and not any(mark in text for mark in '“”"'):
        text = _SINGLE.sub("“\\g<title>”", text)
    return text


def before_links(text: str, links: Iterable[tuple[int, int]]) -> str:
    """Return a title without the links at its end that say what they lead to; *links* are their places in it.

    >>> before_links("Looms in Towns [SSRN link]", [(15, 26)]), before_links("Looms and Links", [(10, 15)])
    ('Looms in Towns', 'Looms and Links')
    """
    for start, end in sorted(links, reverse=True):
        if start < 8 or text[end:].strip(_AROUND) or not bare_links(text[start:]):
            break
        text = text[:start].rstrip(_AROUND)
    return text


_AROUND = " []()|,;·•"
