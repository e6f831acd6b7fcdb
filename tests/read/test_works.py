import pytest

from graph_builder.model import ReadError
from graph_builder.read import read_bytes

LINES = b'{"DOI": "10.5/a"}\n\nnot json\n[1]\n{"DOI": "10.5/b", "title": ["T\\u2028x"]}\r\n'


def test_each_record_is_a_block_and_bad_lines_are_none() -> None:
    document = read_bytes(LINES, "works.jsonl", "w/works.jsonl")
    assert [document.text_of(b).strip() for b in document.blocks] == [
        '{"DOI": "10.5/a"}',
        '{"DOI": "10.5/b", "title": ["T\\u2028x"]}',
    ]
    assert [b.label for b in document.blocks] == ["1", "4"]
    assert document.metadata == {"records": "2", "unreadable lines": "2"}


@pytest.mark.parametrize("data", [b"nothing", b"[1, 2]\n", b'{"a": ' * 100_000])
def test_a_file_without_records_is_refused(data: bytes) -> None:
    with pytest.raises(ReadError, match="JSON object"):
        read_bytes(data, "works.jsonl", "works.jsonl")
