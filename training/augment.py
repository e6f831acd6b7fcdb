"""Documents made anew for training: what fills a field is replaced by what fills it elsewhere.

A thousand documents print few of the world's employers, titles and degrees, and the network learns them by heart.
Replacement of mentions (Dai and Adel 2020, "An Analysis of Simple Data Augmentation for Named Entity Recognition")
gives it the same sentences with others, of other documents or of a list of names.
"""

from __future__ import annotations

import random
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from examples import AnnotatedExample
from numpy.typing import NDArray
from rapidfuzz.distance import Indel
from relayout import LAYOUTS, relayout
from tokenizers import Tokenizer

from graph_builder.extract.tagger.encoder import Marks, units
from graph_builder.extract.tagger.labels import NUMBER, TAGS
from graph_builder.model import Block, BlockKind, Document, Span
from graph_builder.read import read_file
from graph_builder.teach.examples import UNKNOWN

_REPLACED = frozenset(
    NUMBER[f"B-{label}"]
    for label in (
        "SCHOOL", "EMPLOYER", "UNIT", "POST", "FIELD", "ADVISOR", "STUDENT", "TOPIC", "AWARD",
    )
) | {NUMBER[tag] for tag in TAGS if tag.startswith(("B-DEGREE", "B-DUTY"))}  # fmt: skip
_ORGANIZATIONS = (NUMBER["B-SCHOOL"], NUMBER["B-EMPLOYER"])
_OF_A_LIST = 0.4  # of the organizations that are replaced, by names of a list
_LONGEST = 60  # pieces
_IN_ANOTHER_LAYOUT = 0.3


@dataclass(frozen=True, slots=True)
class Mention:
    """The words of a field: pieces, their shapes, and which of them begin a unit."""

    pieces: NDArray[np.int64]
    shapes: NDArray[np.int64]
    begins: NDArray[np.bool_]


class Augmenter:
    """Writes other words of the same field, mostly of the same language, into documents.

    Args:
        found: The documents to learn from.
        names: Names of organizations that may stand where a school or an employer does.
        share: Of the documents, how many are changed; and of a changed document, how many mentions.
    """

    def __init__(
        self,
        found: Sequence[AnnotatedExample],
        names: Iterable[str],
        tokenizer: Tokenizer,
        marks: Marks,
        share: float = 0.5,
    ) -> None:
        self._tokenizer, self._marks, self._share = tokenizer, marks, share
        self._known: dict[tuple[int, str], list[Mention]] = defaultdict(list)
        for each in found:
            for first, _, a, b in _spans(each):
                self._known[int(each.tags[first]), each.language].append(_mention(each, a, b))
        self._any: dict[int, list[Mention]] = defaultdict(list)
        for (label, _), mentions in sorted(self._known.items()):
            self._any[label] += mentions
        self._names = list(_cut(names, tokenizer, marks))

    def round(self, found: Sequence[AnnotatedExample], chance: random.Random) -> list[AnnotatedExample]:
        """Return the documents for one round of training, a third of them in another layout."""
        anew = {id(each) for each in found if chance.random() < _IN_ANOTHER_LAYOUT}
        there = [each for each in found if id(each) in anew]
        rest = [each for each in found if id(each) not in anew]
        laid_out = laid_out_anew(there, self._tokenizer, self._marks, chance)
        return [self.again(each, chance) for each in (*rest, *laid_out)]

    def again(self, each: AnnotatedExample, chance: random.Random) -> AnnotatedExample:
        """Return a document as it is, or with other words in some of its fields."""
        if chance.random() > self._share:
            return each
        said: dict[bytes, Mention | None] = {}
        edits: list[tuple[int, int, int, int, Mention]] = []
        for first, last, a, b in _spans(each):
            own = each.units.pieces[a:b].tobytes()
            if own not in said:
                changed = chance.random() < self._share
                said[own] = self._other(int(each.tags[first]), each.language, chance) if changed else None
            if (other := said[own]) is not None:
                edits.append((first, last, a, b, other))
        return _edited(each, edits)

    def _other(self, label: int, language: str, chance: random.Random) -> Mention:
        if self._names and label in _ORGANIZATIONS and chance.random() < _OF_A_LIST:
            return chance.choice(self._names)
        same = self._known[label, language]
        return chance.choice(same if len(same) > 5 and chance.random() < 0.8 else self._any[label])


def _spans(each: AnnotatedExample) -> list[tuple[int, int, int, int]]:
    """Return the mentions that can be replaced: the first unit and the one behind it, and so of its pieces."""
    cut, found = each.units, []
    at_unit = np.flatnonzero(cut.unit >= 0)
    for first in np.flatnonzero(np.isin(each.tags, list(_REPLACED))).tolist():
        inside, last = int(each.tags[first]) + 1, first + 1
        while last < len(each.tags) and each.tags[last] == inside:
            last += 1
        line = cut.line_of_piece[at_unit[first]]
        if cut.line_of_piece[at_unit[last - 1]] != line:
            continue
        a, b = int(at_unit[first]), int(at_unit[last - 1]) + 1
        while b < len(cut.unit) and cut.unit[b] < 0 and cut.line_of_piece[b] == line:
            b += 1
        if b - a <= _LONGEST:
            found.append((first, last, a, b))
    return found


def _mention(each: AnnotatedExample, a: int, b: int) -> Mention:
    return Mention(each.units.pieces[a:b], each.units.features[a:b, 0], each.units.unit[a:b] >= 0)


def _cut(names: Iterable[str], tokenizer: Tokenizer, marks: Marks) -> Iterable[Mention]:
    for name in names:
        block = Block(BlockKind.PARAGRAPH, Span(0, len(name)))
        cut = units(Document("name", "text/plain", name, (block,)), tokenizer, marks)
        if len(cut.pieces) > 1 and marks.unknown not in cut.pieces:
            yield Mention(cut.pieces[1:], cut.features[1:, 0], cut.unit[1:] >= 0)


def _edited(each: AnnotatedExample, edits: Sequence[tuple[int, int, int, int, Mention]]) -> AnnotatedExample:
    """Return a document with mentions replaced; where its words stand in the text is lost."""
    old, at, unit_at = each.units, 0, 0
    pieces, features, begins_unit, lines, tags, begins = [], [], [], [], [], []
    for first, last, a, b, other in edits:
        own = np.repeat(old.features[a : a + 1], len(other.pieces), 0)
        own[:, 0] = other.shapes
        own[1:, 3] = 0
        count = int(other.begins.sum())
        pieces += [old.pieces[at:a], other.pieces]
        features += [old.features[at:a], own]
        begins_unit += [old.unit[at:a] >= 0, other.begins]
        lines += [old.line_of_piece[at:a], np.full(len(own), old.line_of_piece[a])]
        tag = int(each.tags[first])
        tags += [each.tags[unit_at:first], np.array([tag] + [tag + 1] * (count - 1))]
        begins += [each.begins[unit_at:first], np.array([each.begins[first]] + [0] * (count - 1))]
        at, unit_at = b, last
    unit = np.concatenate([*begins_unit, old.unit[at:] >= 0])
    lines_now = np.concatenate([*lines, old.line_of_piece[at:]])
    new = replace(
        old,
        pieces=np.concatenate([*pieces, old.pieces[at:]]),
        features=np.concatenate([*features, old.features[at:]]),
        unit=np.where(unit, np.cumsum(unit) - 1, -1),
        line_of_piece=lines_now,
        line_starts=np.searchsorted(lines_now, np.arange(len(old.line_starts))).tolist(),
    )
    now = np.concatenate([*tags, each.tags[unit_at:]])
    return replace(each, units=new, tags=now, begins=np.concatenate([*begins, each.begins[unit_at:]]))


def laid_out_anew(
    found: Iterable[AnnotatedExample], tokenizer: Tokenizer, marks: Marks, chance: random.Random
) -> list[AnnotatedExample]:
    """Return documents in a layout of ``relayout.py`` each, read again; those of data alone are left out."""
    anew = []
    with tempfile.TemporaryDirectory() as folder:
        for each in found:
            if all(block.kind in (BlockKind.FIELD, BlockKind.CODE) for block in each.document.blocks):
                continue
            layout = LAYOUTS[chance.choice(sorted(LAYOUTS))]
            path = Path(folder, "page" + layout.suffix)
            path.write_text(relayout(each.document, layout), "utf-8", "replace")
            document = read_file(path, path.name)
            cut = units(document, tokenizer, marks)
            ours, theirs = (
                [d.text[a:b] for a, b in zip(u.starts, u.ends, strict=True)]
                for d, u in ((each.document, each.units), (document, cut))
            )
            tags, begins = np.full(len(theirs), UNKNOWN), np.full(len(theirs), UNKNOWN)
            for kind, a, b, to, end in Indel.opcodes(ours, theirs):
                if kind == "equal":
                    tags[to:end], begins[to:end] = each.tags[a:b], each.begins[a:b]
            anew.append(replace(each, document=document, units=cut, tags=tags, begins=begins))
    return anew
