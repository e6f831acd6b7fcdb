"""The tagger's weights: an exported network opened again so that training goes on from it, and written in 8 bits."""

from __future__ import annotations

import json
import logging
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from graph_builder.teach.network import Network

HEADS, EPSILON, LAYERS = 12, 1e-12, 6  # of multilingual-e5-small, and ours; the exported network does not name them


def weights_of(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    """Return the parameters of an exported network as floats, by the names that they have in ``Network``."""
    arrays = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}

    def floats(name: str) -> NDArray[np.float32]:
        whole = arrays[f"{name}_quantized"].astype(np.float32) - float(arrays[f"{name}_zero_point"])
        return np.asarray(whole * arrays[f"{name}_scale"], np.float32)

    found = {name: array for name, array in arrays.items() if not name.startswith("onnx::") and "_" not in name}
    for name in arrays:
        if name.endswith("_quantized") and not name.startswith("onnx::"):
            found[name.removesuffix("_quantized")] = floats(name.removesuffix("_quantized"))
    for node in model.graph.node:
        if node.op_type == "MatMulInteger":
            layer = node.name.strip("/").removesuffix("/MatMul_quant").replace("/", ".")
            found[f"{layer}.weight"] = floats(node.input[1].removesuffix("_quantized")).T
    return {name: np.array(array, np.float32) for name, array in found.items()}


def reopened(folder: Path) -> Network:
    """Return the network of a folder with ``tagger.onnx`` and ``marks.json``, ready to be trained further."""
    weights = weights_of(onnx.load(folder / "tagger.onnx"))
    state = {name: torch.from_numpy(array) for name, array in weights.items()}
    pad = json.loads((folder / "marks.json").read_text("utf-8"))["pad"]
    network = Network(state, pad, HEADS, EPSILON, LAYERS)
    assert network.state_dict().keys() == state.keys()
    return network


def exported(network: Network) -> bytes:
    """Return a network as ONNX in 8 bits."""
    network.eval()
    pieces, features = torch.ones(2, 64, dtype=torch.long), torch.zeros(2, 64, 4, dtype=torch.long)
    axes = {0: "windows", 1: "pieces"}
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder) / "whole.onnx", Path(folder) / "small.onnx"
        torch.onnx.export(
            network, (pieces, features), str(whole), input_names=["pieces", "features"], output_names=["scores"],
            dynamic_axes={"pieces": axes, "features": axes, "scores": axes}, opset_version=17, dynamo=False,
        )  # fmt: skip
        logging.disable(logging.WARNING)  # its advice is for networks of other kinds
        try:
            quantize_dynamic(
                whole, small, weight_type=QuantType.QInt8, per_channel=False, op_types_to_quantize=["MatMul", "Gather"]
            )
        finally:
            logging.disable(logging.NOTSET)
        return small.read_bytes()
