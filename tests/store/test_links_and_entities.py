"""Links and entities come back as they went in, and what differs between two files of entities is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import Entity, EntityKind, Identifier, Link, LinkStatus, StoreError
from graph_builder.store import (
    changed_entities,
    decode_links,
    encode_lines,
    encode_links,
    entity_of,
    entity_row,
    find_entities,
    link_lines,
    linked_entity,
    links_of,
    mentions_linked_to,
    merge_entities,
    read_entities,
    target_of,
    write_rows,
)

KEYS = st.sampled_from(["a", "b", "c", "ä", "\ud800"])
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
NAMES = st.lists(TEXTS, max_size=2).map(tuple)
IDENTIFIERS = st.lists(st.builds(Identifier, TEXTS, TEXTS), max_size=2).map(tuple)
ENTITIES = st.builds(Entity, st.sampled_from(list(EntityKind)), *[TEXTS] * 2, NAMES, IDENTIFIERS, *[TEXTS] * 5)


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


@given(ENTITIES)
def test_entities_come_back(entity: Entity) -> None:
    assert entity_of(entity_row(entity)) == entity
    assert entity_row(entity).count(b"\n") == 1


@st.composite
def entities(draw: st.DrawFn) -> dict[tuple[EntityKind, str], Entity]:
    keys = draw(st.sets(st.tuples(st.sampled_from(list(EntityKind)[:2]), KEYS)))
    return {(kind, key): Entity(kind, key, draw(st.sampled_from(["Ada", "Bob"]))) for kind, key in keys}


def write_entities(path: Path, entities: Iterable[Entity], size: int) -> list[tuple[int, int]]:
    return write_rows(path, map(entity_row, sorted(entities, key=lambda one: (one.kind, one.key))), size)


@given(old=entities(), new=entities(), size=st.integers(1, 3))
def test_what_differs_is_found(
    tmp_path_factory: pytest.TempPathFactory,
    old: dict[tuple[EntityKind, str], Entity],
    new: dict[tuple[EntityKind, str], Entity],
    size: int,
) -> None:
    folder = tmp_path_factory.mktemp("entities")
    places = write_entities(folder / "old", old.values(), size)
    write_entities(folder / "new", new.values(), size)
    assert sum(count for _, count in places) == len(old)
    found = list(changed_entities(read_entities(folder / "old"), read_entities(folder / "new")))
    keys = old.keys() | new.keys()
    assert {(a or b).kind for a, b in found if a or b} <= set(EntityKind)
    wanted = [(old.get(key), new.get(key)) for key in sorted(keys) if old.get(key) != new.get(key)]
    assert found == wanted
    assert find_entities(folder / "old", new) == {key: old[key] for key in old.keys() & new.keys()}
    merged = merge_entities(folder / "old", folder / "merged", found, size)
    assert list(read_entities(folder / "merged")) == list(read_entities(folder / "new"))
    assert merged.counts == Counter(kind for kind, _ in new)
    for place, count in merged.parts:
        assert len(list(read_entities(folder / "merged", place))) >= count > 0
    assert sum(count for _, count in merged.parts) == len(new)
    if places:
        last = [entity_of(row) for row in read_entities(folder / "old", places[-1][0])]
        assert last == [old[key] for key in sorted(old)][-places[-1][1] :]


def test_damage_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "entities.gz"
    write_entities(path, [Entity(EntityKind.PERSON, "ada", "Ada")], 1)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(StoreError, match="damaged"):
        list(read_entities(path))
    with pytest.raises(StoreError, match="damaged"):
        merge_entities(path, tmp_path / "new", [], 1)
    assert list(read_entities(tmp_path / "none.gz")) == []
    for data in (b"[[1]]", b"x", b'[["m","nokind","e","stated","r",1.0,[],""]]'):
        with pytest.raises(StoreError):
            decode_links("a.md", data)
        with pytest.raises(StoreError):
            list(links_of("a.md", link_lines("a.md", data).values()))
        with pytest.raises(StoreError):
            entity_of(data)
