"""Links come back as they went in, and are read one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import EntityKind, Link, LinkStatus, StoreError
from graph_builder.store import (
    decode_links,
    encode_lines,
    encode_links,
    link_lines,
    linked_entity,
    links_of,
    mentions_linked_to,
    target_of,
)

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


@given(st.lists(LINKS, max_size=4, unique_by=lambda link: link.mention))
def test_single_links_are_read_without_the_others(links: list[Link]) -> None:
    data = encode_links(links)
    lines = link_lines("a.md", data)
    assert {mention: linked_entity(line) for mention, line in lines.items()} == {x.mention: x.entity for x in links}
    for some in ({x.entity for x in links[:2]}, {"nowhere"}):
        assert mentions_linked_to(lines, some) == {x.mention for x in links if x.entity in some}
    assert [target_of(line) for line in lines.values()] == [(x.kind.value, x.entity, x.unit) for x in by_mention(links)]
    assert list(links_of("a.md", lines.values())) == by_mention(links)
    assert encode_lines(reversed(lines.items())) == data
    # Once they stood all on one line.
    assert link_lines("a.md", data.replace(b",\n", b",")) == lines


def test_damage_is_an_error() -> None:
    for data in (b"[[1]]", b"x", b'[["m","nokind","e","stated","r",1.0,[],""]]'):
        with pytest.raises(StoreError):
            decode_links("a.md", data)
        with pytest.raises(StoreError):
            list(links_of("a.md", link_lines("a.md", data).values()))
