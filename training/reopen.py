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

import numpy as np
import onnx
import torch
from onnx import numpy_helper

_HEADS, _EPSILON = 12, 1e-12  # of multilingual-e5-small; the exported network does not name them


def weights_of(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """Return the parameters of an exported network as floats, by the names that they have in ``network.py``."""
    arrays = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}

    def floats(name: str) -> np.ndarray:
        whole = arrays[f"{name}_quantized"].astype(np.float32) - float(arrays[f"{name}_zero_point"])
        return whole * arrays[f"{name}_scale"]

    found = {name: array for name, array in arrays.items() if not name.startswith("onnx::") and "_" not in name}
    for name in arrays:
        if name.endswith("_quantized") and not name.startswith("onnx::"):
            found[name.removesuffix("_quantized")] = floats(name.removesuffix("_quantized"))
    for node in model.graph.node:
        if node.op_type == "MatMulInteger":
            layer = node.name.strip("/").removesuffix("/MatMul_quant").replace("/", ".")
            found[f"{layer}.weight"] = floats(node.input[1].removesuffix("_quantized")).T
    return {name: np.array(array, np.float32) for name, array in found.items()}


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
    (asked.encoder / "shape.json").write_text(json.dumps({"heads": _HEADS, "epsilon": _EPSILON, **marks}))


if __name__ == "__main__":
    main()
