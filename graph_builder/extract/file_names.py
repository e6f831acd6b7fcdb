"""Names of people in the names of linked files: ``Ada_Lovelace_CV.pdf``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from graph_builder.extract.dates import MONTHS
from graph_builder.model import Document

_FILE = re.compile(r"([^/\\?#]+)\.(?:pdf|docx?|html?)(?:[?#]|$)", re.IGNORECASE)
_FILE_WORDS = frozenset(
    "cv resume résumé vita vitae curriculum faculty academic short long full extended latest current new en eng "
    "english web website public final updated research teaching statement bio one two page pages version".split()
)
_CV_FILE = re.compile(
    r"(?:^|[^a-z])(?:cv|vitae?|resume|résumé)(?:[^a-z]|$)|(?<=[a-z])(?:CV|Resume)|CV(?=[A-Z][a-z])", re.IGNORECASE
)


def linked_files(document: Document) -> Iterator[str]:
    """Yield the name in the file names of linked CVs: ``Ada_Lovelace_CV.pdf``, ``CV_AdaLovelace.pdf``."""
    for mark in document.marks:
        found = _FILE.search(mark.href) if mark.href else None
        if found is None or not _CV_FILE.search(found.group(1)):
            continue
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-ZÀ-Þ]?[a-zà-ÿ]+", unquote(found.group(1)))
        words_ = [w for w in parts if w.casefold() not in _FILE_WORDS and w.casefold() not in MONTHS]
        if 2 <= len(words_) <= 4 and all(w[:1].isupper() for w in words_) and len(words_[-1]) > 1:
            yield " ".join(words_)
