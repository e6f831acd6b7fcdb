"""Sentences of running text, across the line breaks of its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graph_builder.extract.page import Line
from graph_builder.model import BlockKind, Span

_ABBREVIATION = re.compile(
    r"(?:(?<!\w)(?:Drs?|Profs?|Ph|Univ|St|Dept|Inst|Mr|Mrs|Ms|vs|etc|e\.g|i\.e|cf|Inc|Co|Corp|Ltd|Sr|Jr|approx|resp|a\.k\.a|"
    r"Pr|[A-Z]|U\.S|U\.K))$"
)
_MONTH = re.compile(r"(?<!\w)(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|Jun|Jul)$")  # "since Sept. 2011"
# A sentence may begin right behind a full stop: "looms (weaving).From 2019 to 2021, I ..."
GLUED = (
    r"(?<=[a-z)\]])\.(?=(?:From|In|My|The|I|We|Before|Prior|Previously|Currently|Since|He|She|During|After|At|This|Our|Also|As"
    r"|With|For|Her|His|It|These|They|Moreover|Additionally|Furthermore|Specifically|However|Recently)\s)"
)
_STOP = re.compile(rf"[.!?][)\]”\"’']?(?:\[\d+\])?(?=\s+[\"“(]?[A-Z0-9À-Þ•*]|\s*$)|[。！？]|;\s|{GLUED}")
_OPEN_END = re.compile(
    r"(?:,|\b(?:a|an|the|of|in|at|for|from|and|or|with|by|on|as|to|under|my|is|am|was|&|Prof\.|Dr\.))$", re.IGNORECASE
)
_SENTENCE = re.compile(r"[a-z0-9)][.!?](?:\s+[A-Z]|$)")
_SPOKEN = re.compile(r"(?:I|He|She)\s[a-z].{20,}[^.!?:;,]$")  # a sentence that its line does not end
_FULL_LINE = 60


def paragraphs(lines: Sequence[Line], names: Sequence[Span] = ()) -> Iterator[tuple[Line, Span]]:
    """Yield each run of lines that is one flow of text, as its first line and its characters.

    A line goes on in the next one of its block when it stops in mid-sentence: behind a comma or a small word, before
    a small letter, inside one of *names*, or at the right margin.
    """
    start = end = 0
    first: Line | None = None
    last: Line | None = None
    running = running_blocks(lines)
    for line in lines:
        same = last is not None and line.block == last.block
        if (
            first is not None
            and last is not None
            and same
            and (
                line.block in running
                or _goes_on(last.text, line.text)
                or any(n.start < last.span.end and line.span.start < n.end for n in names)
            )
        ):
            end = line.span.end
        else:
            if first is not None:
                yield first, Span(start, end)
            first, start, end = line, line.span.start, line.span.end
        last = line
    if first is not None:
        yield first, Span(start, end)


def running_blocks(lines: Sequence[Line]) -> frozenset[int]:
    """Return the blocks of running text, whose line breaks are those of the file: lines begin in mid-sentence.

    >>> from graph_builder.model import BlockKind
    >>> texts = "I work with Ada", "Lovelace on looms, and", "weave at Initech. Before that I", "spun."
    >>> lines = [Line(Span(0, 1), 0, row, BlockKind.PARAGRAPH, 0, text) for row, text in enumerate(texts)]
    >>> sorted(running_blocks(lines))
    [0]
    """
    blocks: dict[int, list[str]] = {}
    for line in lines:
        if line.kind is BlockKind.PARAGRAPH:
            blocks.setdefault(line.block, []).append(line.text)
    return frozenset(block for block, texts in blocks.items() if _is_running(texts))


def _is_running(texts: Sequence[str]) -> bool:
    inner = sum(
        (text[:1].islower() and above[-1:] not in ".!?:;")
        or bool(_OPEN_END.search(above))
        or bool(_SPOKEN.match(above))
        for above, text in pairwise(texts)
    )
    return (
        (any(text[:1].islower() for text in texts) or any(_SPOKEN.match(text) for text in texts[:-1]))
        and 4 * inner >= len(texts) - 1
        and any(_SENTENCE.search(text) for text in texts)
    )


def _goes_on(above: str, below: str) -> bool:
    if _OPEN_END.search(above):
        return True
    if above[-1:] in ".!?:;":
        return above[-1] == "." and bool(_ABBREVIATION.search(above[:-1])) and below[:1].islower()
    return below[:1].islower() or below[:1] in "(,.;&" or (len(above) > _FULL_LINE and below[:1].isalnum())


def flat(text: str) -> str:
    """Return *text* with each line break as a space, so that positions stay.

    >>> flat("I work\\nat home")
    'I work at home'
    """
    return re.sub(r"[\n\r\t\u00a0\u2028]", " ", text)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence of *text*; abbreviations end none.

    >>> [t[a:b] for t in ["He holds MSc. (2009) and PhD. (2016) degrees. She left."] for a, b in sentences(t)]
    ['He holds MSc. (2009) and PhD. (2016) degrees.', 'She left.']
    """
    at = 0
    for match in _STOP.finditer(text):
        if match.group()[0] == "." and _abbreviated(text, match.start()):
            continue
        yield at, match.end()
        at = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip())
    if at < len(text):
        yield at, len(text)


def _abbreviated(text: str, stop: int) -> bool:
    """Tell whether the full stop at *stop* ends an abbreviation rather than a sentence."""
    before, behind = text[max(0, stop - 12) : stop], text[stop + 1 : stop + 8].lstrip()
    if re.search(r"(?<!\w)(?:Ph\.?D|[BM]\.?[Ss]c|[BM]\.?S|[BM]\.?A|M\.?Phil|[BM]\.?Eng|[BM]\.?Tech)$", before):
        # Behind a degree a sentence ends only before a word that begins one.
        return not re.match(
            r"(?:I|He|She|My|They|In|From|Before|After|Since|His|Her|The|Prior|Currently|During)\b", behind
        )
    return bool(_ABBREVIATION.search(before)) or (behind[:1].isdigit() and bool(_MONTH.search(before)))
