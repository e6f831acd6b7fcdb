"""Annotations: which characters of a public document are which field of which fact, without its text.

    python training/annotations.py write FOLDER... --to training/annotations
    python training/annotations.py restore training/annotations DOCUMENTS --mirrors MIRRORS [--copies FOLDER...]
    python training/annotations.py gold training/annotations FOLDER
    python training/annotations.py agree training/annotations training/annotations-second DOCUMENTS

``write`` aligns the facts of documents (see ``align.py``; ``index.jsonl``, ``docs/`` and ``gold/`` or ``answers/`` in
each folder) and writes a file for each. ``restore`` brings the documents back: from git repositories in MIRRORS
(``owner+name/repo``), or from folders with ``index.jsonl`` and ``docs/``. ``gold`` writes the annotations of a
folder's documents as gold facts that the scorer reads. ``agree`` says how far two annotators agree on the documents
that both annotated.

A file has ``id``, ``repo``, ``path``, ``commit`` and ``sha256`` of the source, ``text`` (sha256 of what the reader made
of it), ``language``, ``field``, ``kind``, and ``facts``: each with ``spans``, lists of ``[label, start, end, check]``.
*check* is two bytes of a digest of the words, by which a span is found again when a better reader has moved it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import align
from measure import organization_label, venue_label

from graph_builder.extract.llm.question import questions
from graph_builder.extract.printed import PrintedFact
from graph_builder.extract.tagger.records import TaggedSpan, records_of
from graph_builder.extract.tagger.words import TextLine
from graph_builder.model import Document, Relation, Span
from graph_builder.read import read_file


def check(text: str, span: Span) -> str:
    """Return two bytes of the digest of the words of a span."""
    return hashlib.sha256(" ".join(span.of(text).split()).encode("utf-8", "surrogatepass")).hexdigest()[:4]


def digest(text: str) -> str:
    """Return the digest of a document's text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def entries(folder: Path) -> Iterator[tuple[dict[str, Any], Document]]:
    """Yield the documents of a folder, with their lines of the index."""
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        path = folder / "docs" / entry["file"]
        try:
            yield entry, read_file(path, f"x/{path.name}")
        except ValueError as error:
            print(f"{path.name}: {str(error)[:100]}")


def aligned(folder: Path, entry: Mapping[str, Any], document: Document) -> align.Aligned | None:
    """Return the labelled facts of a document, or None if nobody has annotated it."""
    answers = [folder / "answers" / f"{entry['id']}.{n}.json" for n in range(len(questions(document)))]
    if answers and all(answer.exists() for answer in answers):
        return align.of_answers(document, [answer.read_text("utf-8") for answer in answers])
    gold = folder / "gold" / f"{entry['id']}.json"
    return align.of_gold(document, json.loads(gold.read_text("utf-8"))) if gold.exists() else None


def annotation(entry: Mapping[str, Any], document: Document, found: align.Aligned) -> dict[str, Any]:
    """Return what is committed of a document."""
    known = {key: entry.get(key, "") for key in ("id", "repo", "path", "commit", "sha256", "language", "field", "kind")}
    facts = []
    for fact in found.facts:
        spans = [[label, span.start, span.end, check(document.text, span)] for label, span in fact.fields]
        facts.append({"optional": True, "spans": spans} if fact.optional else {"spans": spans})
    return {**known, "text": digest(document.text), "facts": facts}


def labelled(annotated: Mapping[str, Any], text: str) -> align.Aligned:
    """Return the labelled facts of an annotation in the text of its document, also where a reader has moved them."""
    found = align.Aligned()
    moved = annotated["text"] != digest(text)
    for fact in annotated["facts"]:
        fields = []
        for label, start, end, words in fact["spans"]:
            span = Span(start, end)
            if moved:
                span = next((s for s in _around(start, end, len(text)) if check(text, s) == words), Span(0, 0))
            found.sought[label] += 1
            if span.end > span.start:
                found.found[label] += 1
                fields.append((label, span))
        if fields:
            found.facts.append(align.Labelled(fields, bool(fact.get("optional"))))
    return found


def _around(start: int, end: int, size: int, reach: int = 400) -> Iterator[Span]:
    """Yield spans of the same length, the nearest first."""
    for step in range(reach):
        for shift in (step, -step) if step else (0,):
            if start + shift >= 0 and end + shift <= size:
                yield Span(start + shift, end + shift)


def write(folders: Sequence[Path], to: Path) -> None:
    """Write the annotations of all documents."""
    to.mkdir(parents=True, exist_ok=True)
    found: Counter[str] = Counter()
    sought: Counter[str] = Counter()
    count = 0
    for folder in folders:
        for entry, document in entries(folder):
            facts = aligned(folder, entry, document)
            if facts is None or not facts.facts:
                continue
            found, sought, count = found + facts.found, sought + facts.sought, count + 1
            text = json.dumps(annotation(entry, document, facts), ensure_ascii=False, separators=(",", ":"))
            (to / f"{entry['id']}.json").write_text(text + "\n", "utf-8")
    print(f"{count} documents; found of what was sought: {sum(found.values()) / max(1, sum(sought.values())):.3f}")
    for label in sorted(sought):
        print(f"{label}\t{sought[label]}\t{found[label] / sought[label]:.3f}")


def restore(annotations: Path, to: Path, mirrors: Path | None, copies: Sequence[Path]) -> None:
    """Bring the documents back, and write an index of those that were found."""
    (to / "docs").mkdir(parents=True, exist_ok=True)
    known = {entry["sha256"]: folder / "docs" / entry["file"] for folder in copies for entry, _ in _index(folder)}
    lines, lost = [], 0
    for path in sorted(annotations.glob("*.json")):
        entry = json.loads(path.read_text("utf-8"))
        content = known[entry["sha256"]].read_bytes() if entry["sha256"] in known else _from_git(entry, mirrors)
        if content is None or hashlib.sha256(content).hexdigest() != entry["sha256"]:
            lost += 1
            continue
        name = entry["id"] + Path(entry["path"]).suffix.lower()
        (to / "docs" / name).write_bytes(content)
        kept = {key: entry[key] for key in ("id", "repo", "path", "commit", "sha256", "language", "field", "kind")}
        lines.append(json.dumps({**kept, "file": name}, ensure_ascii=False))
    (to / "index.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} documents, {lost} not found")


def _index(folder: Path) -> Iterator[tuple[dict[str, Any], None]]:
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line), None


def _from_git(entry: Mapping[str, str], mirrors: Path | None) -> bytes | None:
    place = (mirrors or Path()) / entry["repo"].replace("/", "+") / "repo"
    if mirrors is None or not place.exists():
        return None
    shown = subprocess.run(
        ["git", "-C", str(place), "show", f"{entry['commit']}:{entry['path']}"], capture_output=True, check=False
    )
    return shown.stdout if shown.returncode == 0 else None


def gold_of(aligned: align.Aligned, document: Document, name: str) -> dict[str, Any]:
    """Return labelled facts as gold facts."""
    gold: dict[str, Any] = {"id": name, "person": {"name": "", "also": [], "optional": True}}
    gold |= {
        key: []
        for key in ("education", "employment", "advisors", "advisees", "publications", "topics", "awards", "service")
    }
    for labelled_fact in aligned.facts:
        spans = [
            TaggedSpan(label, span, " ".join(span.of(document.text).split()), 0, 0, 1.0, number == 0)
            for number, (label, span) in enumerate(labelled_fact.fields)
        ]
        first, last = min(span.span.start for span in spans), max(span.span.end for span in spans)
        start, end = document.text.rfind("\n", 0, first) + 1, document.text.find("\n", last)
        line = TextLine(start, end if end >= 0 else len(document.text), 0, True, "", (), ())
        found = records_of(spans, [line], document.text)
        for name, _ in found.subjects:
            if gold["person"]["name"]:
                gold["person"]["also"].append(name.text)
            else:
                gold["person"] = {"name": name.text, "also": []}
        for fact in found.facts:
            key, entry = _gold_entry(fact)
            if labelled_fact.optional:
                entry = {**(entry if isinstance(entry, dict) else {"names": entry}), "optional": True}
            if entry not in gold[key]:
                gold[key].append(entry)
    return gold


def _gold_entry(fact: PrintedFact) -> tuple[str, Any]:
    name, values = fact.name.text, fact.values
    also = [*([fact.unit.text] if fact.unit else []), *_label(organization_label, name)]
    dates = {"start": values.get("start"), "end": values.get("end")}
    match fact.relation:
        case Relation.EDUCATION:
            return "education", {
                "institution": name,
                "also": also,
                "degree": values.get("degree"),
                "field": values.get("field"),
                **dates,
            }
        case Relation.EMPLOYMENT:
            return "employment", {"organization": name, "also": also, "role": values.get("role"), **dates}
        case Relation.ADVISING:
            return ("advisors" if fact.is_advisor else "advisees"), {"name": name, "also": []}
        case Relation.PUBLICATION:
            authors = [author.text for author in fact.authors]
            venue = fact.venue.text if fact.venue else None
            return "publications", {
                "title": name,
                "authors": authors,
                "authors_partial": False,
                "venue": venue,
                "venue_also": _label(venue_label, venue) if venue else [],
                "year": values.get("year"),
            }
        case Relation.INTEREST:
            return "topics", [name]
        case Relation.AWARD:
            return "awards", {"name": name, "also": [], "year": values.get("year")}
        case _:
            return "service", {
                "role": values.get("role"),
                "venue": name,
                "also": _label(venue_label, name),
                "year": values.get("year"),
            }


def _label(label: Callable[[str], str], name: str) -> list[str]:
    """Return the name that the graph shows instead of a printed one: right, though the document does not print it."""
    shown = label(name)
    return [shown] if shown != name else []


def write_gold(annotations: Path, folder: Path) -> None:
    """Write gold facts for the annotated documents of a folder."""
    (folder / "gold").mkdir(exist_ok=True)
    for entry, document in entries(folder):
        annotated = annotations / f"{entry['id']}.json"
        if annotated.exists():
            found = labelled(json.loads(annotated.read_text("utf-8")), document.text)
            gold = json.dumps(gold_of(found, document, entry["id"]), ensure_ascii=False, indent=1)
            (folder / "gold" / annotated.name).write_text(gold, "utf-8")


def agreement(first: Path, second: Path, folder: Path) -> str:
    """Return, for each label, which share of both annotators' spans the other has too: with some of the same words, and
    exactly. A span that one calls optional need not be with the other.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entry, document in entries(folder):
        files = [place / f"{entry['id']}.json" for place in (first, second)]
        if not all(path.exists() for path in files):
            continue
        one, other = (_spans(json.loads(path.read_text("utf-8")), document.text) for path in files)
        for own, others in ((one, other), (other, one)):
            for label, span in (each for each, optional in own.items() if not optional):
                for count in (counts[label], counts["all"]):
                    count["spans"] += 1
                    count["exact"] += (label, span) in others
                    count["meet"] += any(o == label and s.start < span.end and span.start < s.end for o, s in others)
    rows = ((label, n["spans"], n["meet"] / n["spans"], n["exact"] / n["spans"]) for label, n in sorted(counts.items()))
    return "\n".join(f"{label}\t{spans}\t{meet:.3f}\t{exact:.3f}" for label, spans, meet, exact in rows)


def _spans(annotated: Mapping[str, Any], text: str) -> dict[tuple[str, Span], bool]:
    """Return the spans of an annotation with their labels, details of labels aside, and whether they are optional."""
    facts = labelled(annotated, text).facts
    return {(label.partition(":")[0], span): fact.optional for fact in facts for label, span in fact.fields}


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="align facts and write annotations")
    writing.add_argument("folders", type=Path, nargs="+")
    writing.add_argument("--to", type=Path, required=True)
    restoring = commands.add_parser("restore", help="bring the annotated documents back")
    restoring.add_argument("annotations", type=Path)
    restoring.add_argument("to", type=Path)
    restoring.add_argument("--mirrors", type=Path)
    restoring.add_argument("--copies", type=Path, nargs="*", default=[])
    golden = commands.add_parser("gold", help="write annotations as gold facts")
    golden.add_argument("annotations", type=Path)
    golden.add_argument("folder", type=Path)
    agreeing = commands.add_parser("agree", help="compare the annotations of two annotators")
    agreeing.add_argument("first", type=Path)
    agreeing.add_argument("second", type=Path)
    agreeing.add_argument("folder", type=Path)
    asked = parser.parse_args()
    if asked.command == "write":
        write(asked.folders, asked.to)
    elif asked.command == "restore":
        restore(asked.annotations, asked.to, asked.mirrors, asked.copies)
    elif asked.command == "agree":
        print(agreement(asked.first, asked.second, asked.folder))
    else:
        write_gold(asked.annotations, asked.folder)


if __name__ == "__main__":
    main()
