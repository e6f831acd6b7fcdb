"""Trials of steps: each is taken out of the running rules, the documents on which it does something are read again."""

from __future__ import annotations
import __future__

import ast
import bisect
import importlib
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from measure import Counts, Judge, Sample, extracted, macro, total
from steps import Step, all_steps, rule_files

ANNOTATIONS = __future__.annotations.compiler_flag
PRICE = 4e-6
"""Macro F1 that a line may cost at most, and what a step may, however many lines go with it."""
DEAREST = 2e-4


@dataclass(frozen=True)
class Trial:
    """What the removal of a step saves and costs."""

    step: Step
    lines: int
    documents: int
    change: float
    removed: bool


class Names:
    """Who uses which name of the rules, to see what a step alone keeps in use."""

    def __init__(self, package: Path) -> None:
        self._trees = {path: ast.parse(path.read_text("utf-8")) for path in package.rglob("*.py")}
        self._module = {_dotted(path): path for path in self._trees}
        self._defined: dict[tuple[Path, str], tuple[int, int]] = {}
        self._imported: dict[Path, dict[str, tuple[Path, str]]] = defaultdict(dict)
        self._uses: dict[tuple[Path, str], list[tuple[Path, int]]] = defaultdict(list)
        self._at: dict[tuple[Path, int], set[tuple[Path, str]]] = defaultdict(set)
        for path, tree in self._trees.items():
            self._define(path, tree)
        for path, tree in self._trees.items():
            for node in ast.walk(tree):
                if (
                    isinstance(node, ast.Name)
                    and isinstance(node.ctx, ast.Load)
                    and (named := self._find(path, node.id))
                ):
                    self._uses[named].append((path, node.lineno))
                    self._at[path, node.lineno].add(named)

    def _define(self, path: Path, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in self._module:
                for alias in node.names:
                    self._imported[path][alias.asname or alias.name] = (self._module[node.module], alias.name)
        for top in tree.body:
            targets = (
                top.targets if isinstance(top, ast.Assign) else [top.target] if isinstance(top, ast.AnnAssign) else []
            )
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if isinstance(top, ast.FunctionDef | ast.ClassDef):
                names = [top.name]
            for name in names:
                self._defined[path, name] = (top.lineno, top.end_lineno or top.lineno)

    def _find(self, path: Path, name: str) -> tuple[Path, str] | None:
        found: tuple[Path, str] | None = (path, name)
        while found is not None and found not in self._defined:
            found = self._imported[found[0]].get(found[1])
        return found

    def freed(self, path: Path, lines: range, names: Iterable[str]) -> int:
        """Return how many lines nothing uses once *names* are gone from some lines of a file."""
        lost, gone, count = set(names), set[tuple[Path, str]](), 0
        todo = [found for name in lost if (found := self._find(path, name))]

        def is_gone(user: tuple[Path, int], named: tuple[Path, str]) -> bool:
            if user[0] == path and user[1] in lines and named[1] in lost:
                return True
            return any(file == user[0] and user[1] in self._range((file, name)) for file, name in (*gone, named))

        while todo:
            named = todo.pop()
            if named not in gone and all(is_gone(user, named) for user in self._uses[named]):
                gone.add(named)
                count += len(self._range(named)) + 2
                todo += [other for line in self._range(named) for other in self._at[named[0], line]]
        return count

    def _range(self, named: tuple[Path, str]) -> range:
        first, last = self._defined[named]
        return range(first, last + 1)


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    at = len(parts) - 1 - parts[::-1].index("graph_builder")
    return ".".join(parts[at:]).removesuffix(".__init__")


class Rules:
    """The rules as they run, with some steps taken out."""

    def __init__(self, package: Path) -> None:
        self.texts = {path: path.read_text("utf-8") for path in rule_files(package)}
        self.removed: dict[Path, list[Step]] = defaultdict(list)
        self._caches = [
            value
            for name, module in list(sys.modules.items())
            if name.startswith("graph_builder.extract")
            for value in list(vars(module).values())
            if hasattr(value, "cache_clear") and value.__wrapped__.__code__.co_argcount
        ]

    def text(self, path: Path, steps: Iterable[Step]) -> str:
        """Return a file's text without some steps."""
        text = self.texts[path]
        for step in sorted(steps, key=lambda step: -step.start):
            text = text[: step.start] + step.new + text[step.end :]
        return text

    def drop(self, step: Step) -> bool:
        """Take out a step that does nothing on any document, and tell whether it could go."""
        others = self.removed[step.path]
        if any(overlap(step, other) for other in others):
            return False
        try:
            ast.parse(self.text(step.path, [*others, step]))
        except SyntaxError:
            return False
        others.append(step)
        return True

    def without(self, step: Step) -> tuple[FunctionType, CodeType, list[Step]] | None:
        """Return the function of a step, its code without it, and the steps that are then gone from its file."""
        others = self.removed[step.path]
        if any(overlap(step, o) and not (step.start <= o.start and o.end <= step.end) for o in others):
            return None
        steps = [*(other for other in others if not overlap(step, other)), step]
        function = _function(importlib.import_module(_dotted(step.path)), step.function)
        try:
            code = compile(self.text(step.path, steps), str(step.path), "exec", ANNOTATIONS)
        except SyntaxError:
            return None
        new = dict(_codes(code, "")).get(step.function)
        is_same_kind = function and new and new.co_freevars == function.__code__.co_freevars
        if not is_same_kind or (new.co_flags ^ function.__code__.co_flags) & 0x20:  # a generator stays one
            return None
        return function, new, steps

    def forget(self) -> None:
        """Empty the caches, which hold what the rules found before."""
        for each in self._caches:
            each.cache_clear()


def overlap(one: Step, other: Step) -> bool:
    """Return whether two steps have characters in common."""
    return one.start < other.end and other.start < one.end


def _codes(code: CodeType, prefix: str) -> Iterator[tuple[str, CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not inner.co_name.startswith("<"):
            yield prefix + inner.co_name, inner
            if not inner.co_flags & 0x2:  # the body of a class
                yield from _codes(inner, f"{prefix}{inner.co_name}.")


def _function(module: ModuleType, name: str) -> FunctionType | None:
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        inner = next(
            (getattr(found, key) for key in ("fget", "__func__", "func", "__wrapped__") if hasattr(found, key)), None
        )
        if inner is None:
            return None
        found = inner
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found


def try_steps(
    package: Path, samples: Sequence[Sample], judge: Judge, fired: Mapping[str, set[int]], seconds: float, budget: float
) -> Iterator[Trial]:
    """Take steps out, those first that save most lines for the time that they take; those that cost nothing stay out.

    Args:
        package: the folder of the rules.
        samples: the documents of the ablation set.
        judge: what compares facts with gold.
        fired: the documents on which each step does something, by its key.
        seconds: the time that all trials may take.
        budget: the macro F1 that all removals together may cost.
    """
    facts, spent = [], []
    for sample in samples:
        before = time.perf_counter()
        facts.append(extracted(sample))
        spent.append(time.perf_counter() - before)
    failures = [len(found.problems) if found else 0 for found in facts]
    counts = [judge.counts(sample, found) for sample, found in zip(samples, facts, strict=True)]
    rules, names, sums = Rules(package), Names(package), total(counts)
    start, end = macro(sums, judge.relations), time.perf_counter() + seconds
    steps = []
    for step in sorted(all_steps(package), key=lambda step: step.start - step.end):
        documents = sorted(fired.get(step.key, ()))
        lines = _lines_saved(rules.texts[step.path], step, names)
        if documents and documents[0] >= 0:
            steps.append((-(lines + 0.3) / (sum(spent[d] for d in documents) + 0.15), lines, step, documents))
        elif not documents and (step.key in fired or not step.kind.startswith("call")) and rules.drop(step):
            yield Trial(step, lines, 0, 0.0, True)
    for _, lines, step, documents in sorted(steps, key=lambda one: one[0]):
        if time.perf_counter() > end:
            return
        patch = rules.without(step)
        if patch is None:
            continue
        function, code, gone = patch
        before_code, function.__code__ = function.__code__, code
        rules.forget()
        now, changed, change = sums.copy(), {}, 0.0
        for at in documents:
            found = extracted(samples[at])
            if found and len(found.problems) > failures[at]:
                change = -1.0
                break
            new = judge.counts(samples[at], found)
            if new != counts[at]:
                changed[at] = new
                now = _replaced(now, counts[at], new)
                change = macro(now, judge.relations) - macro(sums, judge.relations)
                if change < -3 * DEAREST:
                    break
        cheap = change >= -min(DEAREST, max(lines, 0.5) * PRICE) - 1e-9
        removed = cheap and (change >= 0 or macro(now, judge.relations) - start >= -budget)
        if removed:
            sums, rules.removed[step.path] = now, gone
            for at, new in changed.items():
                counts[at] = new
        else:
            function.__code__ = before_code
        yield Trial(step, lines, len(documents), change, removed)


def _replaced(counts: Counts, old: Counts, new: Counts) -> Counts:
    out = counts.copy()
    for key in {*old, *new}:
        out[key] += new[key] - old[key]
    return out


def _lines_saved(text: str, step: Step, names: Names) -> int:
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    first, last = (bisect.bisect_right(starts, at) for at in (step.start, max(step.start, step.end - 1)))
    old, new = text[step.start : step.end], step.new
    lost = {word for word in _words(old) if word not in _words(new)}
    return old.count("\n") - new.count("\n") + names.freed(step.path, range(first, last + 1), lost)


def _words(text: str) -> set[str]:
    return set("".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split())
