"""Real documents beside the project: every fact leads to its characters, and there is something to see."""

from __future__ import annotations

from pathlib import Path

import pytest

SEEDS = Path(__file__).resolve().parents[2].parent / "shared" / "seeds"


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.usefixtures("tagger_on")
def test_every_fact_of_the_seeds_leads_to_its_characters(tmp_path: Path) -> None:
    if not SEEDS.is_dir():
        pytest.skip("the material beside the project is not here")
    import graph_builder
    from graph_builder.explore.profiles.evidence import why
    from graph_builder.explore.things.reader import Reader

    graph_builder.build([SEEDS], tmp_path / "kg")
    graph = graph_builder.open(tmp_path / "kg")
    facts = [fact.iri for fact in Reader(graph.pyoxigraph).facts()]
    reasons = [why(graph.pyoxigraph, iri, document=graph.store.try_document)[0] for iri in facts]
    assert len(reasons) > 100
    assert [reason.fact for reason in reasons if not reason.found] == []
    assert graph.draw(tmp_path / "seeds.html", about="Alibaba").nodes > 10
