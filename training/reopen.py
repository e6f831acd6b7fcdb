"""Turn what ships back into an encoder and a run, so that training can go on from the shipped weights.

    python training/reopen.py graph_builder/extract/data/tagger ENCODER RUN

The 8-bit weights become floats again (``train.py ENCODER NEW-RUN ... --from RUN`` goes on from them). ENCODER gets
``encoder.pt``, ``tokenizer.json`` and ``shape.json`` as ``convert_encoder.py`` writes them, RUN gets ``network.pt``.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import onnx
import torch

from graph_builder.teach.weights import EPSILON, HEADS, weights_of


def main() -> None:
    """Write the encoder and the run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shipped", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("run", type=Path)
    asked = parser.parse_args()
    for folder in (asked.encoder, asked.run):
        folder.mkdir(parents=True, exist_ok=True)
    weights = weights_of(onnx.load(asked.shipped / "tagger.onnx"))
    state = {name: torch.from_numpy(array) for name, array in weights.items()}
    torch.save(state, asked.run / "network.pt")
    word = {"word": state["word.weight"]}
    inner = {name: array for name, array in state.items() if not name.startswith(("word", "features", "out"))}
    torch.save(word | inner, asked.encoder / "encoder.pt")
    shutil.copy(asked.shipped / "tokenizer.json", asked.encoder)
    marks = json.loads((asked.shipped / "marks.json").read_text())
    (asked.encoder / "shape.json").write_text(json.dumps({"heads": HEADS, "epsilon": EPSILON, **marks}))


if __name__ == "__main__":
    main()
