from graph_builder.model import Claim, EntityKind, Evidence, Mention, Relation, SourceFacts, Span, mention_id
from graph_builder.resolve import resolve


def mention(source, kind, name, **more):
    return Mention(source, mention_id(kind, name), kind, name, **more)


def employed(source, person, organization):
    p, o = mention(source, EntityKind.PERSON, person), mention(source, EntityKind.ORGANIZATION, organization)
    evidence = Evidence(source, Span(0, 1), "x")
    roles = {"person": p.id, "organization": o.id}
    claims = (
        Claim(source, Relation.PROFILE, {"person": p.id}, evidence),
        Claim(source, Relation.EMPLOYMENT, roles, evidence),
    )
    return SourceFacts(source, (p, o), claims)


def test_units_lead_to_their_employer():
    names = ("Alibaba · PAI", "Alibaba Cloud, PAI (Platform of AI)", "Alibaba Qwen Team")
    facts = [employed(f"{n}.md", f"Person Number{n}", name) for n, name in enumerate(names)]
    found = resolve(facts)
    assert {x.entity for x in found.links if x.kind is EntityKind.ORGANIZATION} == {"alibaba"}
    keys = {e.key for e in found.entities}
    assert all(x.entity in keys and (not x.unit or x.unit in keys) for x in found.links)
    assert all(not e.parent or e.parent in keys for e in found.entities)
