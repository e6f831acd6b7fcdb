from graph_builder.query import queries_folder
from graph_builder.query.page import page


def test_the_page_is_the_one_that_the_headers_give() -> None:
    written = (queries_folder() / "README.md").read_text(encoding="utf-8")
    assert written == page(), "run: python -m graph_builder.query.page > queries/README.md"
