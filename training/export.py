"""Turn a trained run into what ships: the network as ONNX in 8 bits, and the vocabulary.

python training/export.py ENCODER RUN graph_builder/extract/data/tagger
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from train import network_of

from graph_builder.teach.weights import exported


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    asked = parser.parse_args()
    network = network_of(asked.encoder, asked.layers)
    network.load_state_dict(torch.load(asked.run / "network.pt"))
    asked.folder.mkdir(parents=True, exist_ok=True)
    (asked.folder / "tagger.onnx").write_bytes(exported(network))
    vocabulary = json.loads((asked.encoder / "tokenizer.json").read_text("utf-8"))
    compact = json.dumps(vocabulary, ensure_ascii=False, separators=(",", ":"))
    (asked.folder / "tokenizer.json").write_text(compact, "utf-8")
    shape = json.loads((asked.encoder / "shape.json").read_text())
    marks = {name: shape[name] for name in ("bos", "eos", "pad", "unknown")}
    (asked.folder / "marks.json").write_text(json.dumps(marks) + "\n")
    print(*(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(asked.folder.iterdir())), sep="\n")


if __name__ == "__main__":
    main()
