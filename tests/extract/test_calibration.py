"""Calibration of confidences: looked up by rule, then by relation; what was stated or never measured stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract.calibration import calibrated, shipped_table
from graph_builder.model import Claim, Evidence, Relation, Span

TABLE = {"award": [(0.5, 0.4), (0.9, 0.8)], "award/awards/list": [(0.0, 0.99), (1.0, 0.99)]}


def _claim(confidence: float, extractor: str = "awards/other") -> Claim:
    return Claim("a", Relation.AWARD, {}, Evidence("a", Span(0, 1), "x"), extractor=extractor, confidence=confidence)


def test_rule_before_relation() -> None:
    assert calibrated(_claim(0.9), TABLE).confidence == 0.8
    assert calibrated(_claim(0.9, "awards/list"), TABLE).confidence == 0.99


def test_sign_before_rule() -> None:
    table = TABLE | {"award/awards/list/year": [(0.0, 0.7), (1.0, 0.7)]}
    assert calibrated(_claim(0.9, "awards/list"), table, "year").confidence == 0.7
    assert calibrated(_claim(0.9, "awards/list"), table, "no year").confidence == 0.99
    assert calibrated(_claim(0.9), table, "year").confidence == 0.8


@pytest.mark.parametrize("extractor", ["subject/stated", "llm/some-model"])
def test_what_was_stated_or_never_measured_stays(extractor: str) -> None:
    assert calibrated(_claim(0.5, extractor), TABLE).confidence == 0.5


def test_unknown_relation_stays() -> None:
    claim = replace(_claim(0.7), relation=Relation.SERVICE)
    assert calibrated(claim, TABLE).confidence == 0.7


def test_shipped_steps_ascend_from_0_to_1() -> None:
    for steps in shipped_table().values():
        said, likely = zip(*steps, strict=True)
        assert list(said) == sorted(said)
        assert list(likely) == sorted(likely)
        assert 0 <= likely[0] <= likely[-1] <= 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_order_of_confidences_stays(one: float, two: float) -> None:
    low, high = (calibrated(_claim(each), TABLE).confidence for each in sorted((one, two)))
    assert low <= high
