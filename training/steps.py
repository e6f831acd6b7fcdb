"""Removable steps of the rules: statements, conditions, operands and calls, as edits of the source text.

A step is what can go without the rest failing to run: a statement, one operand of ``and`` or ``or``, a condition of a
comprehension, a branch of a conditional expression, a call that gives back a changed argument, an element of a tuple
of steps. Guards (``is None``, ``len(x) < 3``, a bare name) are no steps: they keep the rest from failing.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any, ClassVar

KEPT = ("llm", "training", "__init__", "draft", "records", "calibration", "pipeline", "told", "bibtex", "crf",
        "features", "data_", "structured", "subject_data", "service_data", "file_names", "tokens")  # fmt: skip
"""Modules that are no rules: records, mapping tables of schemes, models with their features, what users tell."""


@dataclass(frozen=True)
class Step:
    """A removable step: what stands at ``start:end`` (characters of the file) and what comes in its place."""

    path: Path
    function: str
    kind: str
    start: int
    end: int
    new: str
    line: int

    @property
    def key(self) -> str:
        """Return what tells the step from others."""
        return f"{self.path.stem}:{self.start}:{self.end}:{self.kind}"


def rule_files(package: Path) -> list[Path]:
    """Return the files whose steps are tried."""
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if not any(part.startswith(KEPT) for part in path.relative_to(package).with_suffix("").parts)
    ]


class Text:
    """A source text with the places of its nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts, at = [], 0
        for line in text.splitlines(keepends=True):
            self._starts.append((at, line))
            at += len(line)

    def place(self, line: int, column: int) -> int:
        """Return where a line and a column (in bytes) stand."""
        start, content = self._starts[line - 1]
        return start + len(content.encode()[:column].decode())

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return the place of a node."""
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.AST) -> str:
        """Return the source of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def lines(self, node: ast.stmt) -> tuple[int, int]:
        """Return the whole lines of a statement, with the comments right above it."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))]) - 1
        while first and self._starts[first - 1][1].lstrip().startswith("#"):
            first -= 1
        last = node.end_lineno
        end = self._starts[last][0] if last < len(self._starts) else len(self.text)
        return self._starts[first][0], end


def is_guard(node: ast.expr) -> bool:
    """Return whether an expression keeps what stands beside it from failing."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return is_guard(inner)
        case ast.Name() | ast.Attribute() | ast.Constant() | ast.NamedExpr():
            return True
        case ast.Compare(left=left, ops=ops, comparators=others):
            if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                return True
            numeric = any(isinstance(op, ast.Lt | ast.Gt | ast.LtE | ast.GtE) for op in ops)
            counts = [each for each in (left, *others) if isinstance(each, ast.Call) and _name(each) == "len"]
            return numeric and not any(isinstance(o, ast.Constant) for o in others) or bool(counts)
        case ast.Call():
            return _name(node) in {"isinstance", "callable", "hasattr"}
        case ast.BoolOp(values=values):
            return any(is_guard(value) for value in values)
    return False


def _calls(head: str) -> bool:
    """Return whether a bracket behind some text would be that of a call."""
    return head[-1:].isalnum() or head[-1:] in ("_", ")", "]")


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


class Finder(ast.NodeVisitor):
    """Lists the steps of a file; *own* are the functions of the package."""

    def __init__(self, path: Path, own: set[str]) -> None:
        self.path, self.own = path, own
        self.source = Text(path.read_text("utf-8"))
        self.tree = ast.parse(self.source.text)
        self.steps: list[tuple[Step, ast.AST]] = []
        self._names: list[str] = []
        self._in_function = False

    def find(self) -> list[tuple[Step, ast.AST]]:
        """Return the steps with their nodes."""
        self.visit(self.tree)
        return self.steps

    def _add(self, node: ast.AST, kind: str, start: int, end: int, new: str) -> None:
        if self._in_function:
            function = ".".join(self._names)
            self.steps.append((Step(self.path, function, kind, start, end, new, node.lineno), node))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Find the steps of the methods of a class."""
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Find the steps of a function; those of functions inside it are steps of the outermost one."""
        outermost = not self._in_function
        if outermost:
            self._names.append(node.name)
            self._in_function = True
        self._body(node.body)
        self.generic_visit(node)
        if outermost:
            self._names.pop()
            self._in_function = False

    def _body(self, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Pass | ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            if isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break | ast.Assert):
                continue
            if isinstance(node, ast.If):
                self._branches(node, alone=len(body) == 1)
            elif isinstance(node, ast.For | ast.Expr | ast.AugAssign | ast.Assign | ast.With | ast.AnnAssign):
                if isinstance(node, ast.Assign | ast.AnnAssign) and not self._rebinds(node):
                    continue
                start, end = self.source.lines(node)
                new = " " * node.col_offset + "pass\n" if len(body) == 1 else ""
                self._add(node, "statement", start, end, new)

    def _rebinds(self, node: ast.Assign | ast.AnnAssign) -> bool:
        """Return whether an assignment changes what has a value already: ``x = f(x)``, ``x.y = z``."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is None:
            return False
        used = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
        return all(not isinstance(t, ast.Name) or t.id in used for t in targets) and not any(
            isinstance(t, ast.Tuple) for t in targets
        )

    def _branches(self, node: ast.If, alone: bool) -> None:
        jumps = isinstance(node.body[-1], ast.Return | ast.Continue | ast.Break | ast.Raise)
        if jumps and is_guard(node.test) and not self._specific(node.test):
            return
        is_elif = self.source.text[self.source.place(node.lineno, node.col_offset) :].startswith("elif")
        start, end = self.source.lines(node)
        if is_elif:
            start = self.source.place(node.lineno, 0)
        if not node.orelse:
            self._add(node, "if", start, end, "" if is_elif or not alone else " " * node.col_offset + "pass\n")
        elif len(node.orelse) == 1 and self._is_elif(node.orelse[0]):
            # the next branch takes the place of this one
            nxt = node.orelse[0]
            at = self.source.place(nxt.lineno, nxt.col_offset)
            new = " " * node.col_offset + ("elif" if is_elif else "if")
            self._add(node, "if", start, at + 4, new)
        elif not is_elif:
            first = self.source.lines(node.orelse[0])[0]
            text = self.source.text[first:end]
            step = node.orelse[0].col_offset - node.col_offset
            if '"""' not in text:
                moved = "".join(
                    line[step:] if line[:step].isspace() else line for line in text.splitlines(keepends=True)
                )
                self._add(node, "if", start, end, moved)
        if node.orelse and not (len(node.orelse) == 1 and self._is_elif(node.orelse[0])):
            a = self.source.lines(node.body[-1])[1]
            self._add(node, "else", a, end, "")

    def _specific(self, test: ast.expr) -> bool:
        """Return whether beside guards a test asks something of the text, so that it is none itself."""
        return (
            isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and not all(is_guard(v) for v in test.values)
        )

    def _is_elif(self, node: ast.stmt) -> bool:
        return isinstance(node, ast.If) and self.source.text[
            self.source.place(node.lineno, node.col_offset) :
        ].startswith("elif")

    def generic_visit(self, node: ast.AST) -> None:
        """Find the steps of blocks."""
        if isinstance(node, ast.If | ast.For | ast.With):
            self._body(node.body)
            if node.orelse if hasattr(node, "orelse") else ():
                if not (isinstance(node, ast.If) and len(node.orelse) == 1 and self._is_elif(node.orelse[0])):
                    self._body(node.orelse)
                elif isinstance(node, ast.If):
                    self._branches(node.orelse[0], alone=False)
        super().generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """Leave loops alone: without one of its steps a loop may never end, or leave out text that no sample has."""

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """An operand may go, unless it is a guard."""
        kind = "and" if isinstance(node.op, ast.And) else "or"
        for at, value in enumerate(node.values):
            walrus = any(isinstance(n, ast.NamedExpr) for n in ast.walk(value))
            if (
                is_guard(value)
                and kind == "and"
                or walrus
                or (kind == "or" and isinstance(value, ast.Name | ast.Attribute | ast.Constant))
            ):
                continue
            start, end = self._between(node.values, at)
            self._add(value, kind, start, end, "")
        self.generic_visit(node)

    def _between(self, parts: list[ast.expr], at: int) -> tuple[int, int]:
        """Return the place of an operand with the operator beside it."""
        places = [self._with_brackets(parts, i) for i in range(len(parts))]
        return (places[at - 1][1], places[at][1]) if at else (places[0][0], places[1][0])

    def _with_brackets(self, parts: list[ast.expr], at: int) -> tuple[int, int]:
        """Return the place of an operand with the brackets around it, which are no part of its node."""
        text = self.source.text
        start, end = self.source.span(parts[at])
        first = self.source.span(parts[at - 1])[1] if at else 0
        last = self.source.span(parts[at + 1])[0] if at + 1 < len(parts) else len(text)
        while True:
            before, after = text[first:start].rstrip(), text[end:last].lstrip()
            if not (before.endswith("(") and after.startswith(")")):
                return start, end
            head, tail = before[:-1].rstrip(), after[1:].lstrip(" \n)")
            if not (head.endswith(("and", "or", "(")) if at else tail.startswith(("and", "or")) and not _calls(head)):
                return start, end
            start, end = first + len(before) - 1, last - len(after) + 1

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Either branch may stand for the whole."""
        start, end = self.source.span(node)
        if not any(isinstance(n, ast.NamedExpr) for n in ast.walk(node)):
            self._add(node, "then", start, end, self._alone(node.orelse))
            if not is_guard(node.test):
                self._add(node, "otherwise", start, end, self._alone(node.body))
        self.generic_visit(node)

    def _alone(self, node: ast.expr) -> str:
        compound = isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare | ast.BinOp)
        return f"({self.source.of(node)})" if compound else self.source.of(node)

    def visit_Call(self, node: ast.Call) -> None:
        """An argument may stand for the result of a call."""
        name = _name(node)
        if name in self.own:
            for at, arg in enumerate(node.args[:3]):
                if isinstance(arg, ast.Starred):
                    break
                start, end = self.source.span(node)
                self._add(node, f"call{at}", start, end, self.source.of(arg))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """A condition may go."""
        for test in node.ifs:
            if not is_guard(test) and not any(isinstance(n, ast.NamedExpr) for n in ast.walk(test)):
                start, end = self.source.span(test)
                before = self.source.text.rfind("if", 0, start)
                if not self.source.text[before + 2 : start].strip(" \n("):
                    self._add(test, "filter", before, end + self.source.text[before:start].count("("), "")
        self.generic_visit(node)


# ---------------------------------------------------------------- when they do something


class Record:
    """What the steps did, by document."""

    def __init__(self) -> None:
        self.document = -1
        self.fired: dict[str, set[int]] = defaultdict(set)

    def value(self, key: str, wanted: bool, value: Any) -> Any:
        """Note an operand that decides."""
        if bool(value) is wanted:
            self.fired[key].add(self.document)
        return value

    def test(self, then: tuple[str, ...], other: tuple[str, ...], value: Any) -> Any:
        """Note the branch that a test leads to."""
        for key in then if value else other:
            self.fired[key].add(self.document)
        return value

    def statement(self, key: str) -> None:
        """Note that a statement runs."""
        self.fired[key].add(self.document)

    def call(self, keys: tuple[str, ...], function: Any, *args: Any, **named: Any) -> Any:
        """Note whether a call gives back another value than its argument."""
        result = function(*args, **named)
        for at, key in enumerate(keys):
            self.fired[key] |= set()  # it ran
            try:
                same = args[at] is result or (type(args[at]) is type(result) and args[at] == result)
            except Exception:
                same = False
            if not same:
                self.fired[key].add(self.document)
            if type(args[at]) is not type(result) and not (
                isinstance(args[at], list | tuple) and isinstance(result, list | tuple)
            ):
                self.fired[key].add(-2)  # no replacement
        return result

    def block(self, key: str) -> None:
        """Note that a function runs."""
        self.fired[key].add(self.document)


RECORD = Record()


class Watcher(ast.NodeTransformer):
    """Makes a tree note what its steps do."""

    def __init__(self, steps: list[tuple[Step, ast.AST]]) -> None:
        self.by_node: dict[int, list[Step]] = defaultdict(list)
        for step, node in steps:
            self.by_node[id(node)].append(step)

    def visit(self, node: ast.AST) -> Any:
        """Put marks into a node and those below it."""
        steps = self.by_node.get(id(node), [])
        if isinstance(node, ast.FunctionDef):
            mark = _call("block", ast.Constant(f"{self.stem}:{node.lineno}:{node.name}"))
            self.generic_visit(node)
            at = 1 if ast.get_docstring(node) is not None else 0
            node.body.insert(at, ast.Expr(mark))
            return node
        super().generic_visit(node)
        if not steps:
            return node
        if isinstance(node, ast.IfExp):
            then = tuple(s.key for s in steps if s.kind == "then")
            other = tuple(s.key for s in steps if s.kind == "otherwise")
            node.test = _call("test", _keys(then), _keys(other), node.test)
            steps = [s for s in steps if s.kind not in ("then", "otherwise")]
        if isinstance(node, ast.If):
            then = tuple(s.key for s in steps if s.kind == "if")
            other = tuple(s.key for s in steps if s.kind == "else")
            node.test = _call("test", _keys(then), _keys(other), node.test)
            return node
        out: Any = node
        calls = [s for s in steps if s.kind.startswith("call")]
        if calls and isinstance(node, ast.Call):
            out = _call("call", _keys(tuple(s.key for s in calls)), node.func, *node.args)
            out.keywords = node.keywords
        for step in steps:
            if step.kind in ("and", "or", "filter"):
                out = _call("value", ast.Constant(step.key), ast.Constant(step.kind == "or"), out)
            elif step.kind == "statement":
                mark = ast.Expr(_call("statement", ast.Constant(step.key)))
                if isinstance(node, ast.For):
                    node.body.insert(0, mark)
                else:
                    out = [mark, node]
        return out


def _keys(keys: tuple[str, ...]) -> ast.expr:
    return ast.Tuple([ast.Constant(k) for k in keys], ast.Load())


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name("record__", ast.Load()), name, ast.Load()), list(args), [])


class Loader(SourceFileLoader):
    """Loads rules with the marks in them."""

    own: ClassVar[set[str]] = set()
    files: ClassVar[set[str]] = set()

    def get_code(self, fullname: str) -> Any:
        """Return the code of a module with marks in it."""
        path = Path(self.path)
        finder = Finder(path, self.own)
        steps = finder.find() if self.path in self.files else []
        watcher = Watcher(steps)
        watcher.stem = path.stem
        tree = watcher.visit(finder.tree)
        ast.fix_missing_locations(tree)
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: Any) -> None:
        """Give the module the record that its marks write to."""
        module.__dict__["record__"] = RECORD
        super().exec_module(module)


class Hook:
    """Finds the modules of the rules for :class:`Loader`."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return how a module of the rules is loaded."""
        if not name.startswith("graph_builder.extract."):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        return importlib.util.spec_from_file_location(
            name,
            spec.origin,
            loader=Loader(name, spec.origin),
            submodule_search_locations=spec.submodule_search_locations,
        )


def own_functions(files: list[Path]) -> set[str]:
    """Return the names of all functions at the top of files."""
    return {n.name for f in files for n in ast.parse(f.read_text("utf-8")).body if isinstance(n, ast.FunctionDef)}


def all_steps(package: Path) -> Iterator[Step]:
    """Yield the steps of the rules."""
    files = rule_files(package)
    own = own_functions(files)
    for path in files:
        yield from (step for step, _ in Finder(path, own).find())


def watch(package: Path) -> None:
    """From now on, modules of the rules note what their steps do."""
    files = rule_files(package)
    Loader.own, Loader.files = own_functions(files), {str(f) for f in files}
    sys.meta_path.insert(0, Hook())


def apply(path: Path, steps: list[Step]) -> list[Step]:
    """Take steps out of a file, the largest first, and return those that are gone; what would not parse stays."""
    text, done = path.read_text("utf-8"), list[Step]()

    def without(gone: list[Step]) -> str:
        new = text
        for step in sorted(gone, key=lambda step: -step.start):
            new = new[: step.start] + step.new + new[step.end :]
        return new

    for step in sorted(steps, key=lambda step: step.start - step.end):
        if any(step.start < other.end and other.start < step.end for other in done):
            continue
        try:
            ast.parse(without([*done, step]))
        except SyntaxError:
            continue
        done.append(step)
    path.write_text(without(done), "utf-8")
    return done
