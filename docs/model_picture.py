"""The data model as a picture (SVG), drawn from the schema that the code checks claims against."""

from __future__ import annotations

from html import escape

from graph_builder.model import SCHEMA, EntityKind, Relation

WIDTH, HEIGHT = 980, 640
COLORS = {
    EntityKind.PERSON: "#4477aa", EntityKind.ORGANIZATION: "#cc5533", EntityKind.WORK: "#228833",
    EntityKind.VENUE: "#aa3377", EntityKind.TOPIC: "#997700",
}  # fmt: skip
# Where things stand: people in the middle, what they do around them.
KINDS = {
    EntityKind.PERSON: (490, 200), EntityKind.ORGANIZATION: (120, 200), EntityKind.WORK: (860, 200),
    EntityKind.VENUE: (860, 420), EntityKind.TOPIC: (490, 420),
}  # fmt: skip
FACTS = {
    Relation.EDUCATION: (300, 130), Relation.EMPLOYMENT: (300, 200), Relation.AWARD: (300, 270),
    Relation.ADVISING: (490, 80), Relation.PROFILE: (360, 40), Relation.INTEREST: (425, 315),
    Relation.AUTHORSHIP: (680, 130), Relation.PUBLICATION: (860, 305), Relation.ABOUT: (685, 340),
    Relation.SERVICE: (665, 420),
}  # fmt: skip
STYLE = """text{font:13px system-ui,sans-serif;fill:#1d2733} .k{font-weight:700;fill:#fff}
.s{font-size:11px;fill:#5a6675}
.f{fill:#fff;stroke:#8894a1;stroke-width:1.2} line{stroke-width:1.4} .e{stroke:#8894a1;fill:none;stroke-width:1.2}"""


def picture() -> str:
    """Return the picture: kinds of things, the facts between them, and what every fact stands on."""
    lines, boxes = [], []
    for relation, schema in SCHEMA.items():
        x, y = FACTS[relation]
        for role, kind in schema.roles:
            to_x, to_y = KINDS[kind]
            dashed = "" if role in schema.required else ' stroke-dasharray="4 4"'
            lines.append(
                f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{COLORS[kind]}" opacity=".55"{dashed}/>'
            )
        values = ", ".join(schema.values)
        boxes.append(_box(x, y, 146, 40 if values else 28, "f", relation.value, values))
    for kind, (x, y) in KINDS.items():
        boxes.append(
            f'<rect x="{x - 66}" y="{y - 20}" width="132" height="40" rx="20" fill="{COLORS[kind]}"/>'
            f'<text class="k" x="{x}" y="{y + 5}" text-anchor="middle">{escape(kind.value)}</text>'
        )
    title = "<title>Kinds of things, the facts between them, and the evidence that every fact stands on</title>"
    body = "\n".join([title, f"<style>{STYLE}</style>", *lines, *boxes, _evidence()])
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfcfd"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{back}\n{body}\n</svg>\n'


def _box(x: int, y: int, width: int, height: int, style: str, name: str, below: str = "") -> str:
    words = f'<text x="{x}" y="{y - (2 if below else -5)}" text-anchor="middle">{escape(name)}</text>'
    if below:
        words += f'<text class="s" x="{x}" y="{y + 13}" text-anchor="middle">{escape(below)}</text>'
    place = f'x="{x - width // 2}" y="{y - height // 2}" width="{width}" height="{height}"'
    return f'<rect class="{style}" {place} rx="5"/>{words}'


def _evidence() -> str:
    """Return the lower part: how a fact, its words, its mentions and the things hang together."""
    steps = [
        (110, "source", "a document, a named graph"), (330, "fact", "confidence, extractor"),
        (560, "mention", "a name as printed"), (830, "thing", "person, organization ..."),
    ]  # fmt: skip
    parts = ['<text class="s" x="20" y="510">every fact:</text>']
    parts += [_box(x, 570, 190, 46, "f", name, below) for x, name, below in steps]
    arrows = [(205, 235, ""), (425, 465, "roles"), (655, 735, "link")]
    for start, end, label in arrows:
        parts.append(f'<path class="e" d="M{start} 570 H{end}" marker-end="url(#a)"/>')
        parts.append(f'<text class="s" x="{(start + end) // 2}" y="560" text-anchor="middle">{escape(label)}</text>')
    parts.append(
        '<text class="s" x="220" y="620" text-anchor="middle">evidence: offsets and the words themselves</text>'
    )
    head = '<path d="M0 0 8 4 0 8z" fill="#8894a1"/>'
    marker = f'<marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">{head}</marker>'
    return f"<defs>{marker}</defs>" + "".join(parts)
