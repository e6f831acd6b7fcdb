"""Whatever the order in which sources come, change and go, the graph is that of one clean build of what is left."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from unittest import mock

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule
from toy_stages import stages

from graph_builder.pipeline import Stages, build, default_stages, forget
from graph_builder.store.store import Store

NAMES = st.sampled_from(["a.md", "b.md", "sub/c.md", "sub/d.txt"])
PEOPLE = st.sampled_from(["Ada", "ada", "ADA", "Bob", "BOB"])
PLACES = st.sampled_from(["Works", "works", "Royal Society"])
LINES = st.builds("{} works at {}\n".format, PEOPLE, PLACES)
TOY_TEXTS = st.lists(LINES, max_size=3).map("".join)

# For the product's own stages: who and what is the same depends on what other documents say.
CVS = [
    "# {name}\n\n## Experience\n\n- {role}, {place}, {year} - present\n",
    "# {name}\n\nPhD student at {place}, advised by Prof. Vera Lindqvist.\n\n## Research Interests\n\n- Robotics\n",
    "# {name}\n\n## Publications\n\n- {name}, Vera Lindqvist. A Study of Lanterns in the Fog. ICML {year}.\n",
    "# {name}\n\n## Education\n\n- Ph.D. in Physics, {place}, 2010 - {year}\n\n## Awards\n\n- Prize, {year}\n",
]
REAL_TEXTS = st.builds(
    str.format,
    st.sampled_from(CVS),
    name=st.sampled_from(["Mira Holt", "M. Holt", "Vera Lindqvist", "V. Lindqvist", "Otto Brandt"]),
    role=st.sampled_from(["Engineer", "Research Intern"]),
    place=st.sampled_from(["University of Oslo", "Acme Robotics", "Acme Robotics Research", "ETH Zurich", "ETH"]),
    year=st.sampled_from(["2016", "2021"]),
)


class Sources(RuleBasedStateMachine):
    """A folder and its store under random operations, beside a model of what the store should hold."""

    written = Bundle("written")
    texts = TOY_TEXTS
    broken = "unreadable"

    def stages(self, resolving: str = "one") -> Stages:
        return stages(resolving=resolving)

    @initialize()
    def start(self) -> None:
        # What matters here is the order of operations; that what is written lasts is another test's affair.
        self.patch = mock.patch("os.fsync")
        self.patch.start()
        self.root = Path(tempfile.mkdtemp())
        self.folder, self.kg = self.root / "cvs", self.root / "kg"
        self.folder.mkdir()
        self.held: dict[str, str] = {}

    def teardown(self) -> None:
        if self.kg.exists():
            self.same_as_a_clean_build()
        self.patch.stop()
        shutil.rmtree(self.root)

    def _files(self) -> dict[str, str]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_text() for path in found}

    @rule(target=written, name=NAMES, text=st.runner().flatmap(lambda machine: machine.texts))
    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return name

    @rule(name=written)
    def delete(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    @rule(name=written)
    def break_(self, name: str) -> None:
        """Make a file unreadable: what the store holds of it stays."""
        (self.folder / name).write_text(self.broken)

    @rule(resolving=st.sampled_from(["one", "two"]))
    def build_all(self, resolving: str) -> None:
        build([self.folder], self.kg, stages=self.stages(resolving), workers=0)
        self.held |= {name: text for name, text in self._files().items() if text != self.broken}

    @rule(name=written)
    def forget(self, name: str) -> None:
        if name in self.held:
            forget(self.kg, f"cvs/{name}", stages=self.stages())
            del self.held[name]

    def beside(self, clean: Path) -> None:
        """Put what stands beside the store beside the one of the clean build."""

    def same_as_a_clean_build(self) -> None:
        with tempfile.TemporaryDirectory() as clean:
            self.beside(Path(clean))
            for name, text in self.held.items():
                path = Path(clean, "cvs", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            report = build(
                [Path(clean, "cvs")] if self.held else [], Path(clean, "kg"), stages=self.stages(), workers=0
            )
            wanted, found = Store.open(Path(clean, "kg")), Store.open(self.kg)
            # There are no blank nodes, so that sorted N-Quads are canonical.
            assert sorted(map(str, found.snapshot())) == sorted(map(str, wanted.snapshot()))
            assert set(found.snapshot().named_graphs()) == set(wanted.snapshot().named_graphs())
            assert found.manifest.totals == wanted.manifest.totals
            assert found.manifest.totals["documents"] == report.documents == len(self.held)
            for record in found.sources():
                assert found.document(record.id) == wanted.document(record.id)
                assert found.facts(record.id) == wanted.facts(record.id)


Sources.TestCase.settings = settings(max_examples=12, stateful_step_count=10)
TestToyStages = Sources.TestCase


class RealSources(Sources):
    """The same with the product's own stages."""

    texts = REAL_TEXTS
    broken = ""

    def stages(self, resolving: str = "one") -> Stages:
        return replace(default_stages(), resolving=resolving)


RealSources.TestCase.settings = settings(max_examples=6, stateful_step_count=8)
TestRealStages = RealSources.TestCase
