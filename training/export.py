"""Turn trained runs into what ships: the mean of their networks as ONNX in 8 bits, and the vocabulary.

python training/export.py ENCODER RUN... graph_builder/extract/data/tagger

A mean is good of runs of which one went on from the other (Wortsman et al., "Model soups", 2022, arXiv:2203.05482).
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
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    asked = parser.parse_args()
    network = network_of(asked.encoder, asked.layers)
    states = [torch.load(run / "network.pt") for run in asked.runs]
    network.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
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
