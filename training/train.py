"""Train the tagger on annotated documents; a run that was stopped goes on where it was.

    python training/train.py ENCODER RUN FOLDER... [--whole FOLDER...] [--steps 1500] [--names FILE...]
    python training/train.py ENCODER RUN --whole FOLDER... --half 0 --former FOLDER... --from RUN [--rate 1e-4]

ENCODER is what ``convert_encoder.py`` or ``reopen.py`` wrote, FOLDERs are as in ``examples.py``; a third of their
repositories is held out, of those given with ``--whole`` none. With ``--half`` a run learns from one half of them, so
that two runs can read each other's documents for the judge (``judge.py --halves``), and in each round from half as many
of those that the weights of ``--from`` have learned already. RUN gets ``network.pt``, checkpoints
and ``heldout.tsv``: precision, recall and F1 of the spans of each label on the documents that are kept back.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from augment import Augmenter
from examples import AnnotatedExample, examples, half_of
from tokenizers import Tokenizer

from graph_builder.extract.tagger.encoder import WINDOW, Marks, Tagged, tag
from graph_builder.extract.tagger.labels import TAGS
from graph_builder.teach.examples import UNKNOWN, Example
from graph_builder.teach.network import Network
from graph_builder.teach.train import Trainer, batches

_BATCH = 8
_FAST = 3  # times the rate of the encoder is that of what does not come from it
_SHORT = torch.backends.cpu.get_cpu_capability().startswith("AVX512")  # others take 20 times as long with 16 bits


def network_of(encoder: Path, layers: int) -> Network:
    """Return a network that begins with an encoder that ``convert_encoder.py`` or ``reopen.py`` wrote."""
    shape, state = json.loads((encoder / "shape.json").read_text()), torch.load(encoder / "encoder.pt")
    state["word.weight"] = state.pop("word")
    network = Network(state, shape["pad"], shape["heads"], shape["epsilon"], layers)
    missing = network.state_dict().keys() - state.keys()
    assert all(key.startswith(("features", "out")) for key in missing), missing
    return network


def train(
    network: Network,
    found: Sequence[AnnotatedExample],
    marks: Marks,
    run: Path,
    steps: int,
    rate: float,
    augmenter: Augmenter,
    former: Sequence[AnnotatedExample] = (),
) -> None:
    """Train for a number of steps; in each round also on some of the *former* documents, half as many as others."""
    trainer = Trainer(network, steps, rate, _FAST * rate, short=_SHORT)
    parts = {"network": network, "optimizer": trainer.optimizer, "schedule": trainer.schedule}
    step, checkpoint = 0, run / "checkpoint.pt"
    if checkpoint.exists():
        state = torch.load(checkpoint)
        step = state["step"]
        for name, part in parts.items():
            part.load_state_dict(state[name])
    chance, start, total = random.Random(step + 1), time.time(), 0.0
    while step < steps:
        again = chance.sample(former, min(len(former), len(found) // 2))
        for part in batches(augmenter.round([*found, *again], chance), marks, chance, _BATCH):
            total += trainer.step(part)
            step += 1
            if step % 50 == 0:
                print(f"step {step} loss {total / 50:.4f} {time.time() - start:.0f} s", flush=True)
                total = 0.0
            if step % 250 == 0:
                torch.save({"step": step, **{name: each.state_dict() for name, each in parts.items()}}, checkpoint)
            if step >= steps:
                break


def predict(network: Network, found: Sequence[Example], marks: Marks) -> Iterator[Tagged]:
    """Yield what the network says of each document."""
    network.eval()

    @torch.no_grad()
    def run(pieces: np.ndarray, features: np.ndarray) -> np.ndarray:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=_SHORT):
            return network(torch.from_numpy(pieces), torch.from_numpy(features)).float().numpy()

    for each in found:
        yield tag(each.units, run, marks)


def spans(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """Return the spans of a sequence of tags."""
    found, start = set(), None
    for at, each in enumerate([*tags, "O"]):
        if start is not None and not each.startswith("I-"):
            found.add((start, at, tags[start][2:]))
            start = None
        if each.startswith("B-"):
            start = at
    return found


def table(found: Sequence[Example], tagged: Sequence[Tagged]) -> str:
    """Return precision, recall and F1 of each label's spans."""
    right, extra, missed = Counter(), Counter(), Counter()
    for each, said in zip(found, tagged, strict=True):
        unknown = set(np.flatnonzero(each.tags == UNKNOWN).tolist())
        want = spans([TAGS[t] if t != UNKNOWN else "O" for t in each.tags])
        got = {s for s in spans(said.tags) if not unknown & set(range(s[0], s[1]))}
        right.update(s[2] for s in got & want)
        extra.update(s[2] for s in got - want)
        missed.update(s[2] for s in want - got)
    lines = ["label\tprecision\trecall\tF1\tspans"]
    for label in sorted({*right, *extra, *missed}):
        r, e, m = right[label], extra[label], missed[label]
        lines.append(
            f"{label}\t{r / max(1, r + e):.3f}\t{r / max(1, r + m):.3f}\t{2 * r / max(1, 2 * r + e + m):.3f}\t{r + m}"
        )
    r, e, m = (sum(c.values()) for c in (right, extra, missed))
    lines.append(f"all\t{r / max(1, r + e):.3f}\t{r / max(1, r + m):.3f}\t{2 * r / max(1, 2 * r + e + m):.3f}\t{r + m}")
    return "\n".join(lines)


def main() -> None:
    """Train a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("folders", type=Path, nargs="*", default=[])
    parser.add_argument("--whole", type=Path, nargs="+", default=[], help="folders of which nothing is held out")
    parser.add_argument("--half", type=int, choices=(0, 1), help="learn from one half of the repositories alone")
    parser.add_argument("--former", type=Path, nargs="+", default=[], help="folders that were learned before")
    parser.add_argument("--annotations", type=Path, help="where the annotations are, if not in the folders")
    parser.add_argument("--names", type=Path, nargs="*", default=[], help="names of organizations, a line each")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="train on so many documents alone, for a learning curve")
    parser.add_argument("--from", dest="start", type=Path, help="begin with the weights of this run")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(1)
    asked.run.mkdir(parents=True, exist_ok=True)
    shape = json.loads((asked.encoder / "shape.json").read_text())
    marks = Marks(*(shape[name] for name in ("bos", "eos", "pad", "unknown")))
    tokenizer = Tokenizer.from_file(str(asked.encoder / "tokenizer.json"))
    found: Counter[str] = Counter()
    sought: Counter[str] = Counter()
    known = [
        each
        for folder in (*asked.folders, *asked.whole)
        for each in examples(folder, tokenizer, marks, found, sought, asked.annotations, folder not in asked.whole)
    ]
    own = {each.name for each in known}
    former = [
        each
        for folder in asked.former
        for each in examples(folder, tokenizer, marks, Counter(), Counter(), asked.annotations, hold_out=False)
        if each.name not in own
    ]
    print({label: (sought[label], round(found[label] / sought[label], 3)) for label in sorted(sought)})
    learned = [each for each in known if not each.held_out and asked.half in (None, half_of(each.repository))]
    random.Random(5).shuffle(learned)
    learned = learned[: asked.first] if asked.first else learned
    kept = [each for each in known if each.held_out]
    pieces = sum(len(each.units.pieces) for each in learned)
    print(
        f"{len(learned)} documents of {pieces} pieces to learn from, {len(kept)} held out, "
        f"{pieces / (WINDOW - 72) / _BATCH:.0f} steps a round",
        flush=True,
    )
    names = [name for file in asked.names for name in file.read_text("utf-8").splitlines()]
    augmenter = Augmenter([*learned, *former], names, tokenizer, marks)
    network = network_of(asked.encoder, asked.layers)
    if asked.start:
        network.load_state_dict(torch.load(asked.start / "network.pt"))
    train(network, learned, marks, asked.run, asked.steps, asked.rate, augmenter, former)
    torch.save(network.state_dict(), asked.run / "network.pt")
    text = table(kept, list(predict(network, kept, marks)))
    (asked.run / "heldout.tsv").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
