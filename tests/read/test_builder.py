from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from outline import check_places, marks, outline

from graph_builder.model import BlockKind, MarkKind
from graph_builder.read import TextBuilder


def test_text_behind_an_inner_block_is_a_paragraph_of_its_own() -> None:
    builder = TextBuilder()
    builder.open(BlockKind.LIST_ITEM, level=1)
    builder.add("One ")
    builder.open(BlockKind.LIST_ITEM, level=2)
    builder.add("Two")
    builder.close()
    builder.add(" Three")
    builder.close()
    assert outline(builder.build("a", "text/plain")) == ["list item1: One", "list item2 <0: Two", "paragraph <0: Three"]


def test_an_item_with_blocks_only_stands_where_they_begin() -> None:
    builder = TextBuilder()
    builder.add("Zero")
    builder.open(BlockKind.LIST_ITEM, level=1)
    builder.open(BlockKind.PARAGRAPH)
    builder.add("One")
    document = builder.build("a", "text/plain")
    assert outline(document) == ["paragraph: Zero", "list item1: ", "paragraph <1: One"]
    assert document.blocks[1].span.start == document.blocks[2].span.start


def test_empty_blocks_and_marks_vanish() -> None:
    builder = TextBuilder()
    builder.open(BlockKind.HEADING, level=1)
    builder.open_mark(MarkKind.BOLD)
    builder.add(" \u200b\n")
    builder.close_mark()
    builder.close()
    document = builder.build("a", "text/plain")
    assert (document.text, document.blocks, document.marks, document.origin) == ("", (), (), ())


def test_empty_cells_keep_their_place() -> None:
    builder = TextBuilder()
    builder.open(BlockKind.TABLE_ROW)
    for text in ("", "a", "", "b", ""):
        builder.cell()
        builder.add(text)
    document = builder.build("a", "text/plain")
    assert document.text == "\ta\t\tb"
    assert [cell.of(document.text) for cell in document.blocks[0].cells] == ["", "a", "", "b"]


def test_unseen_characters_vanish_inside_words() -> None:
    builder = TextBuilder()
    builder.add("Lo\u00adom Hall")
    document = builder.build("a", "text/plain", "# Lo\u00adom Hall")
    assert document.text == "Loom Hall"
    assert [document.in_source(offset) for offset in (0, 5)] == [None, 8]


def test_marks_do_not_cover_white_space() -> None:
    builder = TextBuilder()
    builder.add("a")
    builder.open_mark(MarkKind.BOLD)
    builder.add(" b ", collapse=True)
    builder.close_mark()
    builder.add("c")
    document = builder.build("a", "text/plain")
    assert (document.text, marks(document)) == ("a b c", ["bold: b"])


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.text(alphabet="ab \t\n\u00a0\u00ad", max_size=6), st.booleans()),
        st.sampled_from([("open", kind) for kind in BlockKind]),
        st.sampled_from([("close",), ("part",), ("break",), ("cell",), ("mark",), ("unmark",)]),
    ),
    max_size=40,
)


@given(ACTIONS)
def test_whatever_is_called_blocks_and_runs_are_sound(actions: list[tuple[object, ...]]) -> None:
    builder = TextBuilder()
    source = ""
    open_marks = 0
    for action in actions:
        match action:
            case ("add", str(text), bool(collapse)):
                builder.add(text, collapse=collapse)
                source += text
            case ("open", BlockKind() as kind):
                builder.open(kind)
            case ("close",):
                builder.close()
            case ("part",):
                builder.part()
            case ("break",):
                builder.break_line()
            case ("cell",):
                builder.cell()
            case ("mark",):
                builder.open_mark(MarkKind.BOLD)
                open_marks += 1
            case ("unmark",) if open_marks:
                builder.close_mark()
                open_marks -= 1
    document = builder.build("a", "text/plain", source)
    check_places(document, source)
    letters = [character for character in source if character in "ab"]
    assert [character for character in document.text if character in "ab"] == letters
