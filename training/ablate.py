"""Ablation of the extraction rules: what each step is worth on annotated documents.

    python training/ablate.py read --corpus CORPUS --dev EVAL --keep DOCUMENTS.pickle
    python training/ablate.py score DOCUMENTS.pickle --scorer SCORE.PY [--part ablation|held-out]
    python training/ablate.py watch DOCUMENTS.pickle --fired FIRED.pickle
    python training/ablate.py steps DOCUMENTS.pickle --scorer SCORE.PY --fired FIRED.pickle --table TABLE.tsv [--apply]

CORPUS has docs/, gold/ and index.jsonl (``id``, ``file``, ``repo``); EVAL has docs/ and gold/dev/. A third of the
corpus, chosen by a hash of the repository so that documents of one person stay together, is held out: it is scored,
and never used to choose what goes. The other two thirds and the dev pages are the ablation set.

Documents are read once and kept. Rules run in this process, and their claims are compared with gold by the functions of
the scorer, without a store. ``watch`` notes on which documents each removable step of the code (see ``steps.py``) does
anything; ``steps`` takes each out (see ``trials.py``), reads those documents again, and writes what it costs in macro
F1. Steps that cost nothing stay out while the others are tried, and with ``--apply`` they leave the code. Then
``unused.py`` deletes what nothing uses any more.
"""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import steps
import trials
from measure import Judge, Sample, extracted, f1_by_relation, load_scorer, macro, read_samples, samples_in, total

import graph_builder


def print_scores(samples: Sequence[Sample], judge: Judge) -> None:
    """Print the F1 of each relation, with the counts behind it."""
    counts = total(judge.counts(sample, extracted(sample)) for sample in samples)
    print(f"{len(samples)} documents\nrelation\tF1\tright\textra\tmissed")
    for relation, value in f1_by_relation(counts, judge.relations).items():
        print(relation, f"{value:.4f}", *(counts[relation, part] for part in ("right", "extra", "missed")), sep="\t")
    print(f"macro\t{macro(counts, judge.relations):.4f}")


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    reading = commands.add_parser("read", help="read the documents and keep them in one file")
    reading.add_argument("--corpus", type=Path, required=True)
    reading.add_argument("--dev", type=Path, required=True)
    reading.add_argument("--keep", type=Path, required=True)
    scoring = commands.add_parser("score", help="print the F1 of each relation")
    scoring.add_argument("--part", choices=("ablation", "held-out"), default="ablation")
    watching = commands.add_parser("watch", help="note on which documents each step of the rules does anything")
    trying = commands.add_parser("steps", help="write what each step of the rules is worth")
    trying.add_argument("--table", type=Path, required=True)
    trying.add_argument("--seconds", type=float, default=900.0, help="time that the trials may take")
    trying.add_argument("--budget", type=float, default=0.002, help="macro F1 that may be lost in sum")
    trying.add_argument("--apply", action="store_true", help="take the steps that cost nothing out of the code")
    for command in (scoring, watching, trying):
        command.add_argument("documents", type=Path)
    for command in (scoring, trying):
        command.add_argument("--scorer", type=Path, required=True)
    for command in (watching, trying):
        command.add_argument("--fired", type=Path, required=True)
    asked = parser.parse_args()
    if asked.command == "read":
        asked.keep.write_bytes(pickle.dumps(read_samples(asked.corpus, asked.dev)))
        return
    samples = samples_in(asked.documents, getattr(asked, "part", "ablation"))
    if asked.command == "score":
        print_scores(samples, Judge(load_scorer(asked.scorer)))
    elif asked.command == "watch":
        asked.fired.write_bytes(pickle.dumps(watched(samples)))
    else:
        fired = pickle.loads(asked.fired.read_bytes())
        print_trials(samples, Judge(load_scorer(asked.scorer)), fired, asked)


def rules_folder() -> Path:
    """Return the folder of the rules."""
    return Path(graph_builder.__file__).parent / "extract"


def watched(samples: Sequence[Sample]) -> dict[str, set[int]]:
    """Return the documents, by number, on which each step of the rules does anything."""
    steps.watch(rules_folder())
    for number, sample in enumerate(samples):
        steps.RECORD.document = number
        extracted(sample)
    return dict(steps.RECORD.fired)


def print_trials(
    samples: Sequence[Sample], judge: Judge, fired: dict[str, set[int]], asked: argparse.Namespace
) -> None:
    """Try the steps and write the table; take those that cost nothing out of the code, if that is asked for."""
    removed = defaultdict(list)
    with asked.table.open("w", encoding="utf-8") as table:
        print("file", "function", "line", "kind", "lines", "documents", "change", "removed", sep="\t", file=table)
        for trial in trials.try_steps(rules_folder(), samples, judge, fired, asked.seconds, asked.budget):
            step, path = trial.step, trial.step.path.relative_to(rules_folder()).as_posix()
            found = (trial.lines, trial.documents, f"{trial.change:+.6f}", "yes" if trial.removed else "no")
            print(path, step.function, step.line, step.kind, *found, sep="\t", file=table)
            if trial.removed:
                removed[step.path].append(step)
    if asked.apply:
        for path, gone in removed.items():
            steps.apply(path, gone)


if __name__ == "__main__":
    main()
