"""What the pictures and recordings of a page are called: often the only place that prints its owner's name."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

_LABELLED = (("img", "alt"), ("img", "title"), ("audio", "title"), ("video", "title"))
_MOST = 12
_LONGEST = 100


def labels(tree: LexborHTMLParser) -> dict[str, str]:
    """Return the alternative texts and titles of pictures and recordings, one a line, as metadata ``labels``.

    >>> labels(LexborHTMLParser('<img src="me.jpg" alt="Photo of Ada Lovelace">'))
    {'labels': 'Photo of Ada Lovelace'}
    """
    found: dict[str, None] = {}
    for tag, name in _LABELLED:
        for node in tree.css(tag)[: 4 * _MOST]:
            label = " ".join((node.attributes.get(name) or "").split())
            if label and len(label) <= _LONGEST:
                found[label] = None
    return {"labels": "\n".join(list(found)[:_MOST])} if found else {}
