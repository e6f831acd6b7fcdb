"""The network of the tagger: a BERT encoder, with shape, style, kind of line and edge added to each piece."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from graph_builder.extract.tagger.labels import TAGS
from graph_builder.extract.tagger.words import EDGES, KINDS, SHAPES, STYLES


class Layer(nn.Module):
    """One layer of the encoder, normalized after each half as in BERT."""

    def __init__(self, size: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.ao = (nn.Linear(size, size) for _ in range(4))
        self.fi, self.fo = nn.Linear(size, inner), nn.Linear(inner, size)
        self.aln, self.oln = nn.LayerNorm(size, epsilon), nn.LayerNorm(size, epsilon)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states after the layer; *mask* is added to the scores of attention."""
        b, n, d = x.shape
        q, k, v = (part(x).view(b, n, self.heads, -1).transpose(1, 2) for part in (self.q, self.k, self.v))
        a = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.aln(x + self.drop(self.ao(a.transpose(1, 2).reshape(b, n, d))))
        return self.oln(x + self.drop(self.fo(functional.gelu(self.fi(x)))))


class Network(nn.Module):
    """From pieces and their features to the scores of tags and of "a record begins here".

    Args:
        state: parameters by name. Those that are missing begin at random.
        pad: the number of the piece that fills up windows.
        heads: heads of attention in each layer.
        epsilon: what keeps normalization from dividing by zero.
        layers: how many layers there are; further ones of *state* are left out.
    """

    def __init__(self, state: Mapping[str, Tensor], pad: int, heads: int, epsilon: float, layers: int) -> None:
        super().__init__()
        count, size = state["word.weight"].shape
        self.pad = pad
        self.word = nn.Embedding(count, size)
        self.word.weight.requires_grad_(False)
        self.position = nn.Parameter(torch.zeros(512, size))
        self.norm = nn.LayerNorm(size, epsilon)
        inner = state["layers.0.fi.weight"].shape[0]
        self.layers = nn.ModuleList(Layer(size, inner, heads, epsilon) for _ in range(layers))
        self.features = nn.ModuleList(nn.Embedding(number, size) for number in (SHAPES, STYLES, KINDS, EDGES))
        for table in self.features:
            nn.init.normal_(table.weight, std=0.01)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(size, len(TAGS) + 1)
        known = {key for key in state if not key.startswith("layers.") or int(key.split(".")[1]) < layers}
        self.load_state_dict({key: state[key] for key in known}, strict=False)

    def encode(self, pieces: Tensor, features: Tensor) -> Tensor:
        """Return the states of all pieces."""
        x = self.word(pieces) + self.position[: pieces.shape[1]]
        for number, table in enumerate(self.features):
            x = x + table(features[..., number])
        x = self.drop(self.norm(x))
        mask = torch.zeros_like(pieces, dtype=x.dtype).masked_fill(pieces == self.pad, -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(self, pieces: Tensor, features: Tensor) -> Tensor:
        """Return the scores of the tags and, last, of a beginning."""
        return self.out(self.drop(self.encode(pieces, features)))
