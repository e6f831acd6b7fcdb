"""What a language model adds to the rules: scored with recorded answers, fitted, timed.

    python benchmarks/language_model.py score RECORDINGS --documents DIR --gold DIR --scorer SCORE.PY [--weak] [--add]
    python benchmarks/language_model.py fit RECORDINGS... --documents DIR --gold DIR --scorer SCORE.PY [--write]
    python benchmarks/language_model.py speed [--documents 200] [--seconds 2] [--parallel 8]

RECORDINGS is a folder with ``prompts/ID.N.txt`` (the questions, as ``--llm-questions`` writes their messages) and
``answers/ID.N.json`` (the answers), ID being the name of a document without its ending. A server on loopback replays
them: to each question the recorded facts whose lines it asks about, whatever its size. With ``--weak`` it answers as a
weak reader would: facts are left out, names paraphrased, dates wrong, relations mixed up, one answer in ten no JSON.

``fit`` compares each fact of rules and model with gold and fits the judge (``extract/llm/judge.json``), strong and weak
answers together; it prints what judges say that were fitted without a fifth of the documents.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from graph_builder import LanguageModel, build
from graph_builder.extract import extract
from graph_builder.extract.calibration import log_odds
from graph_builder.extract.llm import BadAnswer, Question, questions
from graph_builder.extract.llm.answer import parse
from graph_builder.extract.llm.govern import CAREFUL, Governed, Judge, is_structured
from graph_builder.extract.llm.verify import verify
from graph_builder.extract.printed import Findings
from graph_builder.model import Claim, Relation
from graph_builder.read import read_file

ROOT = Path(__file__).parents[1]
LISTS = ("education", "employment", "advising", "publications", "interests", "awards", "service")
NAMES = {"education": "organization", "employment": "organization", "advising": "name", "publications": "title"}
NAMES |= {"interests": "topic", "awards": "award", "service": "venue"}


class Recordings:
    """Recorded answers, found by the lines of a question."""

    def __init__(self, folder: Path, weak: bool = False) -> None:
        self.weak = weak
        self.answers: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.document_of: dict[str, str] = {}
        for prompt in sorted((folder / "prompts").glob("*.txt")):
            answer = folder / "answers" / f"{prompt.stem}.json"
            if answer.is_file():
                document = prompt.stem.rsplit(".", 1)[0]
                self.answers[document].append(json.loads(answer.read_text("utf-8")))
                self.document_of.update(dict.fromkeys(prompt.read_text("utf-8").splitlines(), document))

    def answer(self, message: str) -> str:
        """Return the recorded facts about the lines that a message asks about, as JSON."""
        lines = message.rpartition("Read\n")[2].splitlines()
        votes = [self.document_of[line] for line in lines if line in self.document_of]
        document = max(set(votes), key=votes.count) if votes else ""
        wanted = {int(line.partition("|")[0]) for line in lines if re.match(r"\d+\|", line)}
        found: dict[str, Any] = {"subject": None} | {key: [] for key in LISTS}
        for each in self.answers[document]:
            found["subject"] = found["subject"] or each.get("subject")
            for key in LISTS:
                facts = each.get(key) or []
                found[key] += [f for f in facts if wanted & set(f.get("lines") or [])]
        if self.weak:
            return _weakened(found, lines, _chance(message))
        return json.dumps(found, ensure_ascii=False)


def _chance(message: str) -> random.Random:
    return random.Random(hashlib.sha256(message.encode()).hexdigest())


def _weakened(found: dict[str, Any], lines: list[str], chance: random.Random) -> str:
    """Return an answer as a weak reader gives it."""
    words = re.findall(r"[A-Z][\w-]+(?: [A-Z][\w-]+){1,3}", " ".join(lines))
    years = re.findall(r"(?:19|20)\d\d", " ".join(lines))
    out: dict[str, Any] = {"subject": found["subject"]} | {key: [] for key in LISTS}
    for key in LISTS:
        for fact in found[key]:
            fact, throw = dict(fact), chance.random()
            name = NAMES[key]
            if throw < 0.25:
                continue
            if throw < 0.35:
                fact[name] = " ".join(reversed(str(fact[name]).split())).lower()
            elif throw < 0.42:
                fact["lines"] = [max(1, n - 5) for n in fact["lines"]]
            elif throw < 0.50 and years:
                fact.update({k: chance.choice(years) for k in ("start", "end", "year") if fact.get(k)})
            out[key].append(fact)
    for key in ("employment", "awards", "interests", "education"):
        if words and chance.random() < 0.4:
            name = chance.choice(words)
            cited = [int(line.partition("|")[0]) for line in lines if name in line][:1]
            out[key].append({"lines": cited, NAMES[key]: name, "level": "other"})
    text = json.dumps(out, ensure_ascii=False)
    return text[: len(text) // 2] if chance.random() < 0.1 else text


@contextmanager
def serving(recordings: Recordings | None, seconds: float = 0.0) -> Iterator[str]:
    """Answer chat completions on loopback; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send({"data": [{"id": "recorded", "max_model_len": 128_000}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            time.sleep(seconds)
            text = recordings.answer(body["messages"][1]["content"]) if recordings else '{"interests": []}'
            self._send({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})

        def _send(self, answer: object) -> None:
            content = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def score(arguments: argparse.Namespace) -> None:
    """Build one store of all recorded documents, without and with the model, and print what the scorer says."""
    recordings = Recordings(arguments.recordings[0], arguments.weak)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("docs", "gold"):
            (place / name).mkdir()
        for path in _documents(arguments.documents, recordings):
            shutil.copy(path, place / "docs")
            shutil.copy(arguments.gold / f"{path.stem}.json", place / "gold")
        for title, store in (("rules", place / "rules"), ("model", place / "model")):
            with serving(recordings) as url:
                llm = LanguageModel(url, "recorded", add=arguments.add) if title == "model" else None
                report = build([place / "docs"], store, llm=llm)
            command = [sys.executable, arguments.scorer, "--gold", place / "gold", "--store", store, "--queries"]
            command += [ROOT / "queries", "--cli", f"{sys.executable} -m graph_builder", "--errors", "0"]
            found = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
            print(f"--- {title}: {report.dropped} values dropped, {report.tokens:,} tokens\n{found.stdout}")


def _documents(folder: Path, recordings: Recordings) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.stem in recordings.answers]


# ---------------------------------------------------------------- the judge


Seen = tuple[str, str, Relation, float, float, bool]
"""A fact: its document, who found it, its relation, the rule's confidence, the agreement, and whether it is right."""


def fit(arguments: argparse.Namespace) -> None:
    """Fit the judge on all recordings, strong and weak, and print how good it is on documents it was fitted without."""
    seen = list(_facts(arguments))
    fold_of = {name: number % 5 for number, name in enumerate(sorted({fact[0] for fact in seen}))}
    for who in ("rule", "model", "both"):
        mine = [fact for fact in seen if fact[1] == who]
        judged = []
        for fold in range(5):
            weights = _weights([fact for fact in mine if fold_of[fact[0]] != fold])
            judge = Judge({who: weights})
            judged += [(judge._probability(who, *f[2:5]), f[5]) for f in mine if fold_of[f[0]] == fold]
        taken = [right for probability, right in judged if probability >= 0.5]
        right = sum(right for _, right in judged)
        sure = [right for probability, right in judged if probability >= 0.9]
        print(
            f"{who:6} {len(mine):6} facts, {right / len(judged):.3f} right; judged right {len(taken)}: "
            f"{sum(taken) / max(1, len(taken)):.3f} right, {sum(taken) / right:.3f} of the right ones; "
            f"0.9 or more {len(sure)}: {sum(sure) / max(1, len(sure)):.3f} right"
        )
    if arguments.write:
        table = {who: _weights([fact for fact in seen if fact[1] == who]) for who in ("rule", "model", "both")}
        place = ROOT / "graph_builder" / "extract" / "llm" / "judge.json"
        place.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def _facts(arguments: argparse.Namespace) -> Iterator[Seen]:
    """Yield all facts that rules and model find in recorded documents; what is optional in gold is left out."""
    reliability = _module(ROOT / "benchmarks" / "reliability.py")
    scorer = reliability.scorer(arguments.scorer)
    trusting = Judge({who: {"other": 9.0, "confidence": 0.0, "careful": 0.0} for who in ("rule", "model", "both")})
    for folder in arguments.recordings:
        strong, weak = Recordings(folder), Recordings(folder, weak=True)
        for path in _documents(arguments.documents, strong):
            gold = json.loads((arguments.gold / f"{path.stem}.json").read_text("utf-8"))
            document = read_file(path, path.name)
            rules = extract(document)
            said = {_key(claim): claim.confidence for claim in rules.claims}
            for recordings in (strong, weak):
                read = [pair for q in questions(document) for pair in _answered(q, document.text, recordings)]
                governed = Governed(document, rules, read, "llm/recorded", trusting)
                facts = governed.facts(add=True)
                for claim, right in reliability.Judge(scorer, gold, facts).verdicts():
                    who = _who(claim)
                    if right is not None and who and claim.relation not in (Relation.PROFILE, Relation.AUTHORSHIP):
                        sure = said.get(_key(claim), 0.5) if who == "rule" else 0.5
                        yield path.stem, who, claim.relation, sure, governed.agreement, right


def _answered(question: Question, text: str, recordings: Recordings) -> Iterator[tuple[Question, Findings]]:
    try:
        yield question, verify(parse(recordings.answer(question.text)), question, text)
    except BadAnswer:
        for half in question.halves():
            yield from _answered(half, text, recordings)


def _key(claim: Claim) -> tuple[object, ...]:
    return claim.relation, claim.evidence.span, claim.extractor, tuple(sorted(claim.values.items()))


def _who(claim: Claim) -> str:
    if claim.extractor.startswith("llm/"):
        return "both" if "+" in claim.extractor else "model"
    return "" if is_structured(claim) else "rule"


def _weights(seen: list[Seen]) -> dict[str, float]:
    """Return the weights of a logistic regression: an intercept for each relation, drawn towards a common one."""
    relations = sorted({fact[2].value for fact in seen})
    rows = np.zeros((len(seen), len(relations) + 3))
    for row, (_, _, relation, confidence, agreement, _) in zip(rows, seen, strict=True):
        row[relations.index(relation.value)] = row[-3] = 1.0
        row[-2:] = log_odds(confidence), agreement >= CAREFUL
    signs = np.array([1.0 if fact[5] else -1.0 for fact in seen])
    drawn = np.array([1.0] * len(relations) + [0.01, 0.1, 0.1])

    def loss(weights: Any) -> float:
        return float(np.logaddexp(0, -signs * (rows @ weights)).sum() + (drawn * weights**2).sum())

    found = minimize(loss, np.zeros(rows.shape[1]), method="L-BFGS-B").x
    common = found[-3]
    table = {relation: round(float(found[n] + common), 3) for n, relation in enumerate(relations)}
    return {"other": round(float(common), 3), **table} | {
        "confidence": round(float(found[-2]), 3),
        "careful": round(float(found[-1]), 3),
    }


def _module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


# ---------------------------------------------------------------- speed


def speed(arguments: argparse.Namespace) -> None:
    """Build invented documents against a server that takes its time, kill the build half-way, and build again."""
    with tempfile.TemporaryDirectory() as folder, serving(None, arguments.seconds) as url:
        docs = Path(folder) / "docs"
        docs.mkdir()
        samples = [p for p in (ROOT / "graph_builder" / "samples").rglob("*.md") if p.stat().st_size < 12_000]
        for number in range(arguments.count):
            text = samples[number % len(samples)].read_text("utf-8")
            (docs / f"{number}.md").write_text(f"{text}\n\nVersion {number}.\n", "utf-8")
        ideal = arguments.count * arguments.seconds / arguments.parallel
        start = time.monotonic()
        build([docs], Path(folder) / "kg", llm=LanguageModel(url, "recorded", parallel=arguments.parallel))
        took = time.monotonic() - start
        print(f"{arguments.count} documents: {took:.1f} s, ideal {ideal:.1f} s, ratio {took / ideal:.2f}")
        start = time.monotonic()
        build([docs], Path(folder) / "rules")
        print(f"the same without a model: {time.monotonic() - start:.1f} s")


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (("score", score), ("fit", fit)):
        command = commands.add_parser(name)
        command.add_argument("recordings", type=Path, nargs="+")
        for option in ("--documents", "--gold", "--scorer"):
            command.add_argument(option, type=Path, required=True)
        for option in ("--weak", "--add", "--write"):
            command.add_argument(option, action="store_true")
        command.set_defaults(run=run)
    command = commands.add_parser("speed")
    command.add_argument("--documents", type=int, default=200, dest="count")
    command.add_argument("--seconds", type=float, default=2.0)
    command.add_argument("--parallel", type=int, default=8)
    command.set_defaults(run=speed)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
