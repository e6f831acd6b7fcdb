"""Turn a trained run into what ships: the network as ONNX in 8 bits, and the vocabulary.

python training/export.py ENCODER RUN graph_builder/extract/data/tagger
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import onnx
import torch
from network import Network
from onnxruntime.quantization import QuantType, quantize_dynamic


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    asked = parser.parse_args()
    network = Network(asked.encoder, asked.layers)
    network.load_state_dict(torch.load(asked.run / "network.pt"))
    network.eval()
    pieces, features = torch.ones(2, 64, dtype=torch.long), torch.zeros(2, 64, 4, dtype=torch.long)
    axes = {0: "windows", 1: "pieces"}
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder) / "whole.onnx", Path(folder) / "small.onnx"
        torch.onnx.export(
            network, (pieces, features), str(whole), input_names=["pieces", "features"], output_names=["scores"],
            dynamic_axes={"pieces": axes, "features": axes, "scores": axes}, opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            whole, small, weight_type=QuantType.QInt8, per_channel=False, op_types_to_quantize=["MatMul", "Gather"]
        )
        model = onnx.load(small)
        asked.folder.mkdir(parents=True, exist_ok=True)
        onnx.save(model, asked.folder / "tagger.onnx")
    vocabulary = json.loads((asked.encoder / "tokenizer.json").read_text("utf-8"))
    compact = json.dumps(vocabulary, ensure_ascii=False, separators=(",", ":"))
    (asked.folder / "tokenizer.json").write_text(compact, "utf-8")
    shape = json.loads((asked.encoder / "shape.json").read_text())
    marks = {name: shape[name] for name in ("bos", "eos", "pad", "unknown")}
    (asked.folder / "marks.json").write_text(json.dumps(marks) + "\n")
    print(*(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(asked.folder.iterdir())), sep="\n")


if __name__ == "__main__":
    main()
