"""Names of venues out of what is printed: without "In Proceedings of the", volume, pages and year."""

from __future__ import annotations

import re

_TEX = re.compile(r"[{}$*]|\\(?:textit|textbf|emph|it|bf)\b|~")
_LEAD = re.compile(
    r"^\W*(?:(?:to\s+appear|accepted|published|presented|forthcoming|in\s+press)\b[\s,:]*)*(?:(?:in|at)\b:?\s+)?",
    re.IGNORECASE,
)
_PROCEEDINGS = re.compile(r"^(?:the\s+)?proc(?:eedings|\.)?\s+(?:of\s+)?(?:the\s+)?(?=\S)", re.IGNORECASE)
# What proceedings are of; others are journals that bear this name.
_MEETING = re.compile(
    r"\b(?:conf(?:erence|\.)|symp(?:osium|\.)|workshop|meeting|congress|colloquium)(?!\w)"
    r"|\b\d{1,3}(?:st|nd|rd|th)\b|(?<!\d)(?:19|20)\d\d(?!\d)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"[,;.(\s]{1,6}(?:vol(?:ume)?s?\b|no\.?\s?\d|number\s\d|issue\s\d|pp?\.?\s?\d|pages?\b|art(?:icle)?\.?\s\d|doi\b|https?:)"
    r"|[,\s]{1,6}\d[\d.]{0,9}\s?[(:,]\s?\d",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\s?\((?:19|20)\d\d\)\W{0,3}$|[\s,–-]{0,6}(?:(?:19|20)\d\d|['’]\d\d)(?=\)|\W{0,3}$)")
_PREPRINT = re.compile(r"\b(?:(arxiv)|corr\s+abs)\b", re.IGNORECASE)


def clean_venue(text: str) -> str:
    """Return the name of a venue as it is printed; resolution finds out which series it is.

    >>> clean_venue("In Proceedings of the 30th ACM Conf. on Examples (CEX 2023), pp. 1-10")
    '30th ACM Conf. on Examples (CEX)'
    >>> clean_venue("Journal of Examples, 12(3):45-67"), clean_venue("arXiv preprint arXiv:2401.00001")
    ('Journal of Examples', 'arXiv')
    """
    name = " ".join(_TEX.sub(" ", text[:600]).replace("\\&", "&").split())
    if _PREPRINT.search(name):
        return "arXiv"
    name = _LEAD.sub("", name, count=1)
    if (numbers := _NUMBERS.search(name, 2)) is not None:
        name = name[: numbers.start()]
    name = _YEAR.sub("", name)
    if _MEETING.search(name):
        name = _PROCEEDINGS.sub("", name, count=1)
    return name.strip(" ,;:.-–(")
