"""Markdown homepages and CVs: lists of degrees, as bullets, lines and headings."""

from __future__ import annotations

from rendering.careers import advisors, by_place, city, course, degree, degrees, last_year, thesis, years
from rendering.page import Page, joined, writes


def _head(page: Page, level: str = "") -> str:
    return f"{level or page.pick('##', '##', '#', '###')} {page.pick('', '', '🎓 ')}{page.heading('schools')}\n\n"


def _gpa(page: Page) -> str:
    return page.pick("", "", "GPA: 3.8/4.0", "GPA 3.92 / 4.00 (rank 3/120)", "First Class Honours", "summa cum laude")


@writes("md", "schools")
def cv_template(page: Page) -> str:
    lines = [f"{page.heading('schools')}\n======"]
    for fact in degrees(page):
        note = f" ({page.pick('', 'expected ')}{last_year(fact)})" if fact["end"] != "present" else None
        lines.append(f"* {course(page, fact)}, {fact['institution']},{note or ' ' + years(page, fact, 'YYYY')}")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def homepage_template(page: Page) -> str:
    lines = ["# 📖 Educations"]
    for fact in degrees(page):
        gpa = f" {_gpa(page)}".rstrip()
        lines.append(
            f"- *{years(page, fact, 'YYYY.MM', ' - ')}*, {course(page, fact)}, {fact['institution']}, "
            f"{city(page)}.{gpa}"
        )
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def school_over_nested_degree(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"- **{fact['institution']}**, {city(page)}")
        lines.append(f"  - {course(page, fact)}, {years(page, fact)}")
        if names := advisors(page):
            lines.append(f"  - Advisor{'s' if names[1:] else ''}: {joined(names)}")
        if page.rng.random() < 0.4:
            lines.append(f"  - Thesis: *{thesis(page)}*")
        if gpa := _gpa(page):
            lines.append(f"  - {gpa}")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def degree_over_nested_school(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"* **{course(page, fact)}**, *{years(page, fact)}*")
        lines.append(f"    * {fact['institution']}, {city(page)}")
        if page.rng.random() < 0.4:
            lines.append(f'    * Dissertation: "{thesis(page)}"')
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def dates_first_in_bold(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"- **{years(page, fact)}**: {course(page, fact)}, {fact['institution']}")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def dates_in_a_code_span(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"`{years(page, fact)}`\n__{fact['institution']}__, {city(page)}\n")
        lines.append(f"- {course(page, fact)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def code_span_and_degree_in_one_line(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"`{years(page, fact)}` **{course(page, fact)}**, {fact['institution']}\n")
    return "\n".join(lines)


@writes("md", "schools")
def resume_definition_list(page: Page) -> str:
    lines = [f"{page.heading('schools')}\n---------\n"]
    for fact in degrees(page):
        lines.append(f"{years(page, fact)}\n:   **{course(page, fact)}**; {fact['institution']} ({city(page)})\n")
        if page.rng.random() < 0.5:
            lines.append(f"    *Thesis title: {thesis(page)}*\n")
    return "\n".join(lines)


@writes("md", "schools")
def degree_defined_by_school(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"{course(page, fact)}\n: {fact['institution']}, {years(page, fact)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def heading_a_degree(page: Page) -> str:
    lines = [_head(page, "##")]
    for fact in degrees(page):
        lines.append(f"### {course(page, fact)}\n**{fact['institution']}** | {city(page)} | {years(page, fact)}\n")
        lines += [f"- {gpa}\n" for gpa in [_gpa(page)] if gpa]
    return "\n".join(lines)


@writes("md", "schools")
def heading_a_school(page: Page) -> str:
    lines = [_head(page, "##")]
    for fact in degrees(page):
        lines.append(f"### {fact['institution']}\n*{course(page, fact)}*  \n{years(page, fact)}\n")
        if names := advisors(page):
            lines.append(f"Advisor: {joined(names)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def heading_a_school_date_at_the_right(page: Page) -> str:
    lines = [_head(page, "##")]
    for fact in degrees(page):
        lines.append(f'#### {fact["institution"]} <span style="float:right;">{years(page, fact)}</span>\n')
        lines.append(f"{course(page, fact)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def date_as_heading(page: Page) -> str:
    lines = [_head(page, "##")]
    for fact in degrees(page):
        lines.append(f"#### {years(page, fact)}\n{course(page, fact)}, **{fact['institution']}**, {city(page)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def lines_with_breaks(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"**{course(page, fact)}**  \n{fact['institution']}, {city(page)}  \n{years(page, fact)}\n")
    return "\n".join(lines)


@writes("md", "schools")
def one_liners(page: Page) -> str:
    lines = [f"{page.heading('schools')}:  "]
    lines[0] = f"**{lines[0].strip()}**\n"
    lines += [f"{degree(page, f)}, {f['field']}, {f['institution']}, {last_year(f)}  " for f in degrees(page)]
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def label_before_colon(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        tail = f"Thesis: *{thesis(page)}*." if page.rng.random() < 0.3 else ""
        lines.append(f"- **{degree(page, fact)}:** {fact['field']}, {fact['institution']} ({last_year(fact)}). {tail}")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def emoji_timeline(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        mark = {"doctorate": "🎓", "master": "📘", "bachelor": "📗"}[fact["degree"]]
        lines.append(f"{mark} **{course(page, fact)}** — {fact['institution']} — {years(page, fact)}  ")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def wide_spaces_after_years(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"{years(page, fact, 'YYYY', '–')} &emsp; {course(page, fact)}, {fact['institution']}<br>")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def degrees_under_their_school(page: Page) -> str:
    lines = [_head(page)]
    for place, facts in by_place(degrees(page), "institution"):
        lines.append(f"**[{place}](https://www.example.edu)**\n")
        lines += [f"- {course(page, fact)} ({years(page, fact)})" for fact in facts]
        lines.append("")
    return "\n".join(lines)


@writes("md", "schools")
def sentences_in_bullets(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        where = f"[{fact['institution']}](https://www.example.edu)"
        if fact["end"] == "present":
            fact["start"] = fact["start"][:4]
            lines.append(f"- I am doing my {degree(page, fact)} in {fact['field']} at {where} since {fact['start']}.")
        else:
            lines.append(f"- I got my {degree(page, fact)} in {fact['field']} from {where} in {last_year(fact)}.")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def numbered(page: Page) -> str:
    lines = [_head(page)]
    for number, fact in enumerate(degrees(page), 1):
        lines.append(f"{number}. {course(page, fact)}, *{fact['institution']}*, {city(page)}, {years(page, fact)}.")
    return "\n".join(lines) + "\n"


@writes("md", "schools")
def dates_behind_a_bar(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        lines.append(f"**{fact['institution']}** | {degree(page, fact)}, {fact['field']} | *{years(page, fact)}*\n")
        if gpa := _gpa(page):
            lines.append(f"> {gpa}\n")
    return "\n".join(lines)


@writes("md", "schools")
def attributes_of_kramdown(page: Page) -> str:
    lines = [_head(page) + "{: .no_toc}\n"]
    for fact in degrees(page):
        lines.append(
            f"**{fact['institution']}**\n{{: .mb-0}}\n"
            f"{course(page, fact)} · {years(page, fact)}\n{{: .fs-3 .text-grey}}\n"
        )
    return "\n".join(lines)


@writes("md", "schools")
def spelled_out_with_committee(page: Page) -> str:
    lines = [_head(page)]
    for fact in degrees(page):
        when = f"**{last_year(fact)}** "
        lines.append(f"{when}{course(page, fact)}, {fact['institution']}.  ")
        if fact["degree"] == "doctorate" and (names := advisors(page)):
            lines.append(f"Dissertation: *{thesis(page)}*. Supervisor: {joined(names)}.  ")
        lines.append("")
    return "\n".join(lines)
