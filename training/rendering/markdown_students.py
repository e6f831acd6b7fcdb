# ruff: noqa: E501
"""Markdown homepages: lists of students."""

from __future__ import annotations

from rendering.page import Page, joined, writes

_THESES = (
    "Tidal Mixing in Narrow Fjords",
    "Verified Compilation of Query Languages",
    "Wages and Commuting after the Opening of a Bridge",
    "Learning to Grasp Deformable Objects",
    "Code-switching among Adolescents in Multilingual Cities",
)
_NEXT = (
    "Research Scientist at Spotify",
    "postdoc at ETH Zurich",
    "Assistant Professor, University of Porto",
    "PhD student at McGill University",
    "data scientist at Maersk",
    "Google DeepMind",
)
_WITH = ("Prof. Henrik Aas", "Dr. Beatriz Lobo", "Laszlo Varga")
_LEVELS = ("PhD", "Master", "MSc", "Undergraduate")


def _names(page: Page) -> list[str]:
    return [f["name"] for f in page.gold["advisees"]]


def _year(page: Page) -> int:
    return page.rng.randint(2014, 2024)


def _parts(page: Page) -> list[tuple[str, list[str]]]:
    names = _names(page)
    labels = page.rng.choice(
        (
            ("PhD students", "Master students", "Alumni"),
            ("Current students", "Former students"),
            ("Ph.D.", "M.Sc.", "B.Sc."),
            ("Doctoral students", "Graduated PhD students", "Undergraduate students"),
            ("Current PhD Advisees", "Past Advisees"),
        )
    )
    size = -(-len(names) // len(labels))
    parts = [(label, names[k * size : (k + 1) * size]) for k, label in enumerate(labels)]
    return [(label, some) for label, some in parts if some]


def _lines(page: Page, lines: list[str]) -> str:
    return f"## {page.heading('students')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "students")
def degree_and_years(page: Page) -> str:
    form = page.pick(
        "- {n} ({d}, {y}–)", "- {n}, {d} student ({y}-{z})", "- {n} – {d}, {y} - {z}", "* **{n}** ({d} {y}–{z})"
    )
    return _lines(page, [form.format(n=n, d=page.pick(*_LEVELS), y=(y := _year(page)), z=y + 3) for n in _names(page)])


@writes("md", "students")
def levels_as_headings(page: Page) -> str:
    mark = page.pick("### {}\n", "**{}**\n", "#### {}:\n", "*{}:*\n")
    lines = []
    for label, names in _parts(page):
        lines += [
            mark.format(label),
            *(f"- {n}" + page.pick("", f" ({_year(page)}–present)", f", since {_year(page)}") for n in names),
            "",
        ]
    return _lines(page, lines)


@writes("md", "students")
def theses(page: Page) -> str:
    form = page.pick(
        "- **{n}**, PhD {y}, *{t}*, now {j}",
        '- {n} ({y}). PhD thesis: "{t}". Now {j}.',
        '- {n}, "{t}", Master\'s thesis, {y}',
        "- {y}: {n}, *{t}* (MSc thesis)",
    )
    return _lines(
        page, [form.format(n=n, y=_year(page), t=page.pick(*_THESES), j=page.pick(*_NEXT)) for n in _names(page)]
    )


@writes("md", "students")
def table_of_students(page: Page) -> str:
    head = page.pick("Name | Degree | Years | Thesis | Now at", "Student | Program | Period | Project | Next position")
    rows = [
        f"| {n} | {page.pick(*_LEVELS)} | {_year(page)}–{_year(page) + 9} | {page.pick(*_THESES)} | {page.pick(*_NEXT)} |"
        for n in _names(page)
    ]
    return _lines(page, [f"| {head} |", "|---|---|---|---|---|", *rows])


@writes("md", "students")
def nested_by_level(page: Page) -> str:
    lines = []
    for label, names in _parts(page):
        lines += [f"- {label}", *(f"    - {n}" + page.pick("", f" (now {page.pick(*_NEXT)})") for n in names)]
    return _lines(page, lines)


@writes("md", "students")
def in_one_line(page: Page) -> str:
    told = [
        f"**{label}**: " + ", ".join(n + page.pick("", f" ({_year(page)})", " (co-advised)") for n in names)
        for label, names in _parts(page)
    ]
    return _lines(page, [f"{line}  " for line in told])


@writes("md", "students")
def next_jobs(page: Page) -> str:
    form = page.pick(
        "- {n} (MSc {y} → {j})",
        "- {n} (PhD {y}, now {j})",
        "- {n}, {y}, first position: {j}",
        "- [{n}](https://example.org) -> {j}",
    )
    return (
        f"## {page.pick('Alumni', 'Former students', 'Past students')}\n\n"
        + "\n".join(form.format(n=n, y=_year(page), j=page.pick(*_NEXT)) for n in _names(page))
        + "\n"
    )


@writes("md", "students")
def with_others(page: Page) -> str:
    form = page.pick(
        "- {n} (PhD, with {w})",
        "- {n}, PhD student, co-advised with {w}",
        "- [{n}](https://example.org/x) (PhD student since {y}, co-supervised with [{w}](https://example.org/w))",
        "- {n} ({y}–, joint with {w})",
    )
    return _lines(page, [form.format(n=n, y=_year(page), w=page.pick(*_WITH)) for n in _names(page)])


@writes("md", "students")
def sentences_of_students(page: Page) -> str:
    opening = page.pick(
        "I have the pleasure of advising the following PhD students:",
        "I am fortunate to work with my PhD students",
        "I currently supervise",
        "I advise the following students:",
    )
    return _lines(page, [f"{opening} {joined(_names(page), page.pick(' and ', ', and '))}."])


@writes("md", "students")
def cards(page: Page) -> str:
    blocks = [
        f'<div class="member">\n<img src="/images/{k}.jpg" width="120"/>\n\n**[{n}](https://example.org/{k})**  \n{page.pick("PhD student", "Master student")}  \n*{page.pick("Robot learning", "Coastal dynamics", "Privacy")}*\n</div>\n'
        for k, n in enumerate(_names(page))
    ]
    return f"## {page.pick('PhD students', 'Students', 'Current students')}\n\n" + "\n".join(blocks)


@writes("md", "students")
def students_by_year(page: Page) -> str:
    form = page.pick(
        "- {y} – present: {n}, PhD", "- {y}: {n} (Master's)", "- {y}-{z} {n}, PhD student, University of Bergen"
    )
    return _lines(page, [form.format(n=n, y=(y := _year(page)), z=y + 4) for n in _names(page)])


@writes("md", "students")
def linked_names(page: Page) -> str:
    notes = (
        "PhD student at Aalto University",
        "undergraduate at Tsinghua University",
        "intern, summer 2022",
        "now at Meta AI",
        "M.S. 2021",
    )
    return _lines(page, [f"- [{n}](https://example.org/{k}), {page.pick(*notes)}" for k, n in enumerate(_names(page))])


@writes("md", "students")
def student_table_of_html(page: Page) -> str:
    rows = [f"<tr><td>{n}</td><td>{page.pick(*_LEVELS)}</td><td>{_year(page)}</td></tr>" for n in _names(page)]
    return _lines(page, ["<table>", "<tr><th>Name</th><th>Level</th><th>Year</th></tr>", *rows, "</table>"])


@writes("md", "students")
def levels_behind_colons(page: Page) -> str:
    form = page.pick(
        "- PhD: {n}", "- {d} student: {n} ({y})", "- Ph.D. supervisor of {n} ({y}–{z})", "- Master's thesis of {n}, {y}"
    )
    return _lines(page, [form.format(n=n, d=page.pick(*_LEVELS), y=(y := _year(page)), z=y + 4) for n in _names(page)])


@writes("md", "students")
def thesis_lines_below(page: Page) -> str:
    lines = []
    for name in _names(page):
        lines += [
            f"* **{name}** ({page.pick(*_LEVELS)}, {_year(page)})",
            f"  - Thesis: *{page.pick(*_THESES)}*",
            f"  - Next: {page.pick(*_NEXT)}",
        ]
    return _lines(page, lines)


@writes("md", "students")
def emoji_students(page: Page) -> str:
    return _lines(page, [f"👩‍🎓 **{n}** | {page.pick(*_LEVELS)} | {page.pick(*_THESES)}  " for n in _names(page)])


@writes("md", "students")
def bullets_of_schools(page: Page) -> str:
    form = page.pick(
        "- {n} (TU Delft, {y})", "- {n}, {d}, University of Bergen, {y}–{z}", "1. {n} ({d}, Kyoto University)"
    )
    return _lines(
        page, [form.format(n=n, d=page.pick("PhD", "MSc"), y=(y := _year(page)), z=y + 3) for n in _names(page)]
    )


@writes("md", "students")
def semicolons(page: Page) -> str:
    told = [
        f"{n} ({page.pick('PhD', 'MS', 'BSc')} {page.pick(str(_year(page)), '')}".rstrip() + ")" for n in _names(page)
    ]
    return f"**{page.pick('Students', 'Current students', 'Students advised')}:** {'; '.join(told)}.\n"
