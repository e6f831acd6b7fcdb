"""What teaching gains: F1 on invented CVs of one layout before, and after 5, 10 and 20 of them were put right.

    python benchmarks/teaching.py [--layout sheet] [--after 5 10 20] [--others 30] [--threads 1]

Wrong facts are rejected, missing ones added, and the documents accepted, as decisions in the store's file; then the
store is taught and built again. The others are read by that build and compared with what they state.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from invented_cvs import LAYOUTS, Fact, Person, people

from graph_builder.model import (
    ClaimKey,
    Correction,
    Decision,
    DecisionKind,
    Document,
    Relation,
    SourceFacts,
)
from graph_builder.pipeline import Signature, accept_document, build
from graph_builder.resolve.revisions import claim_keys, with_added
from graph_builder.store.decisions import append_decisions, read_decisions, with_id
from graph_builder.store.store import Store
from graph_builder.teach import teach
from graph_builder.teach.taught import Agreement, fact_keys, taught_documents

_BY = Signature("A reader", "2026-01-31")


def added(fact: Fact, document: Document) -> tuple[Relation, Correction]:
    """Return a fact as a person adds it: with the line that prints most of it."""
    relation, roles, values = fact
    parts = [*roles.values(), *values.values()]
    best = max(document.blocks, key=lambda block: (sum(p in document.text_of(block) for p in parts), -len(block.span)))
    span = best.span
    return Relation(relation), Correction(roles, values, (span.start, span.end), span.of(document.text))


def truth(person: Person, document: Document) -> SourceFacts:
    """Return the facts that a document states."""
    return with_added(SourceFacts(document.source), (added(fact, document) for fact in person.facts))


def put_right(store: Path, source: str, person: Person) -> int:
    """Decide on the facts of a document until they are right, and accept it; return how many decisions that took."""
    opened = Store.open(store)
    document, facts = opened.document(source), opened.facts(source)
    right = truth(person, document)
    wrong = [
        claim
        for claim in facts.claims
        if not fact_keys(replace(facts, claims=(*_profile(facts), claim))) <= fact_keys(right)
    ]
    decisions = [Decision(DecisionKind.REJECT, _BY.author, _BY.date, claims=(key,)) for key in claim_keys(facts, wrong)]
    left = replace(facts, claims=tuple(claim for claim in facts.claims if claim not in wrong))
    there, profile = fact_keys(left), added(person.facts[0], document)
    for fact in person.facts:
        relation, correction = added(fact, document)
        if not fact_keys(with_added(SourceFacts(source), [profile, (relation, correction)])) <= there:
            key = ClaimKey(document.source, relation, {})
            decisions.append(Decision(DecisionKind.ADD, _BY.author, _BY.date, claims=(key,), right=correction))
    for decision in decisions:
        append_decisions(store, with_id(decision, [earlier.id for earlier in read_decisions(store).all]))
    accept_document(store, source, _BY)
    (mine,) = (each for each in taught_documents(store) if each.document.source == document.source)
    name = next(iter(person.facts[0][1].values())).casefold()
    assert _of_subject(mine.facts, name) == _of_subject(right, name), f"{source} is not right yet"
    return len(decisions)


def _of_subject(facts: SourceFacts, name: str) -> set[tuple[object, ...]]:
    """Return the keys of facts, where the subject is one also if some of them name another mention of it."""
    return {
        (relation, frozenset((key, "subject" if value == name else value) for key, value in said))
        for relation, said in fact_keys(facts)
    }


def _profile(facts: SourceFacts) -> tuple[object, ...]:
    return tuple(claim for claim in facts.claims if claim.relation is Relation.PROFILE)


def measured(store: Path, others: Mapping[str, Person]) -> Agreement:
    """Return how well the documents that nobody put right are read."""
    opened = Store.open(store)
    return Agreement.of(
        (opened.facts(source), truth(person, opened.document(source))) for source, person in others.items()
    )


def table(columns: Mapping[str, Agreement]) -> str:
    """Return F1 by relation, a column a measurement."""
    relations = list(columns.values())[-1].relations
    rows = [f"{'':14}" + "".join(f"{name:>8}" for name in columns)]
    for relation in (*relations, ""):
        rows.append(f"{relation or 'all facts':14}" + "".join(f"{each.f1(relation):8.2f}" for each in columns.values()))
    return "\n".join(rows)


def run(layout: str, after: Sequence[int], others: int, threads: int, folder: Path) -> None:
    suffix, write = LAYOUTS[layout]
    persons = list(people(max(after) + others))
    (folder / "cvs").mkdir()
    files = {f"cvs/{n:03}{suffix}": person for n, person in enumerate(persons)}
    for name, person in files.items():
        (folder / name).write_text(write(person), "utf-8")
    store = folder / "kg"
    build([folder / "cvs"], store, workers=threads)
    ids = {record.id.rsplit("/", 1)[-1]: record.id for record in Store.open(store).sources()}
    named = {ids[name.rsplit("/", 1)[-1]]: person for name, person in files.items()}
    rest = dict(list(named.items())[max(after) :])
    columns = {"before": measured(store, rest)}
    print(table(columns), flush=True)
    for number, (source, person) in enumerate(list(named.items())[: max(after)], 1):
        decisions = put_right(store, source, person)
        print(f"{source}: {decisions} decisions", flush=True)
        if number in after:
            start = time.monotonic()
            report = teach(store, threads=threads)
            seconds = time.monotonic() - start
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
            print(f"{number} documents: {report.steps} steps, {seconds:.0f} s, {most:.2f} GB", flush=True)
            print(f"held back: {report.before.f1():.3f} before, {report.after.f1():.3f} after", flush=True)
            build([folder / "cvs"], store, workers=threads)
            columns[f"{number}"] = measured(store, rest)
            print(table(columns), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layout", choices=LAYOUTS, default="sheet")
    parser.add_argument("--after", type=int, nargs="+", default=[5, 10, 20])
    parser.add_argument("--others", type=int, default=30)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(asked.layout, asked.after, asked.others, asked.threads, Path(folder))


if __name__ == "__main__":
    main()
