"""Each format is recognised by its content, and read as the file beside the sample says (``<sample>.expected``)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from records.described import described

from graph_builder.read.records import FORMATS, format_of_file

SAMPLES = sorted(
    path
    for path in (Path(__file__).parent / "samples").iterdir()
    if path.suffix != ".expected" and not path.name.endswith(".mapping.toml")
)
NAMED = {"CSV"}  # of tables and of bibliographies that begin with prose, the suffix is part of the evidence
LISTED = {"OpenReview"}  # venue and year of a list stand in its file's name alone


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_records_are_those_on_file(sample: Path) -> None:
    assert described(sample) == sample.with_name(sample.name + ".expected").read_text("utf-8")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_the_name_does_not_matter(sample: Path, tmp_path: Path) -> None:
    found = format_of_file(sample)
    assert found is not None
    if found.name not in NAMED:
        plain = tmp_path / "download"
        shutil.copy(sample, plain)
        assert format_of_file(plain) == found


def test_every_format_has_a_sample() -> None:
    found = {format_.name for sample in SAMPLES if (format_ := format_of_file(sample))}
    assert found == {format_.name for format_ in FORMATS}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_gender_is_not_taken(sample: Path) -> None:
    assert "gender" not in described(sample).casefold()
