from graph_builder.gazetteer import load


def test_loads():
    assert load().organization("MIT") is not None
