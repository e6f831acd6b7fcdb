"""Links come back as they went in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import EntityKind, Link, LinkStatus, StoreError
from graph_builder.store.links import decode_links, encode_links

TEXTS = st.text(st.characters(), max_size=6)
LINKS = st.builds(
    Link,
    st.just("a.md"),
    TEXTS,
    st.sampled_from(list(EntityKind)),
    TEXTS,
    st.sampled_from(list(LinkStatus)),
    TEXTS,
    st.floats(0, 1),
    st.lists(TEXTS, max_size=2).map(tuple),
    TEXTS,
)


def by_mention(links: list[Link]) -> list[Link]:
    return sorted(links, key=lambda link: link.mention)


@given(st.lists(LINKS, max_size=3))
def test_links_come_back(links: list[Link]) -> None:
    assert decode_links("a.md", encode_links(links)) == by_mention(links)


def test_damage_is_an_error() -> None:
    for data in (b"[[1]]", b"x", b'[["m","nokind","e","stated","r",1.0,[],""]]'):
        with pytest.raises(StoreError):
            decode_links("a.md", data)
