"""Markdown homepages and CVs: posts under headings of their own, in tables and in HTML."""

from __future__ import annotations

from rendering.careers import by_place, city, duties, jobs, years
from rendering.page import Page, writes


@writes("md", "posts")
def heading_a_role(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"### {f['role']}, {f['organization']}\n*{years(page, f)}* — {city(page)}\n")
        lines += [f"- {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def heading_an_employer(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"### {f['organization']}\n**{f['role']}** | {years(page, f)} | {city(page)}\n")
        lines += [f"* {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def heading_a_role_and_dates(page: Page) -> str:
    lines = [f"# {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"### {f['role']} ({years(page, f)})\n[{f['organization']}](https://www.example.com)\n")
        lines += [" ".join(duty + "." for duty in duties(page)) + "\n"]
    return "\n".join(lines)


@writes("md", "posts")
def heading_a_period(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"### {years(page, f)} · {f['role']}\n{f['organization']}, {city(page)}\n")
    return "\n".join(lines)


@writes("md", "posts")
def heading_with_date_at_the_right(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f'### {f["organization"]} <span style="float: right">{years(page, f)}</span>\n')
        lines.append(f"_{f['role']}_\n")
        lines += [f"- {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def employer_heading_over_role_headings(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for place, facts in by_place(jobs(page), "organization"):
        lines.append(f"### {place}\n")
        for f in facts:
            lines.append(f"#### {f['role']}\n{years(page, f)}\n")
            lines += [f"- {duty}" for duty in duties(page, 2)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def heading_small_print_below(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"#### {f['role']}\n<small>{f['organization']} · {city(page)} · {years(page, f)}</small>\n")
        lines.append(f"{duties(page)[0]}.\n")
    return "\n".join(lines)


@writes("md", "posts")
def heading_joined_by_a_bar(page: Page) -> str:
    lines = [f"# {page.heading('posts')}\n"]
    for f in jobs(page):
        lines.append(f"## {f['organization']} | {f['role']}\n\n{years(page, f)}\n")
        lines += [f"- {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def table_of_posts(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n", "| Position | Institution | Period |", "| --- | --- | --- |"]
    lines += [f"| {f['role']} | {f['organization']} | {years(page, f)} |" for f in jobs(page)]
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def table_with_two_dates(page: Page) -> str:
    lines = [f"## {page.heading('posts')}\n", "| From | To | Employer | Title |", "|:-:|:-:|---|---|"]
    for f in jobs(page):
        start, _, end = years(page, f, "Mon YYYY", "#").partition("#")
        lines.append(f"| {start} | {end or start} | {f['organization']} | {f['role']} |")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def table_without_titles(page: Page) -> str:
    lines = [f"### {page.heading('posts')}\n", "| | |", "|:--|:--|"]
    for f in jobs(page):
        lines.append(f"| **{f['role']}**, {f['organization']} | {years(page, f)} |")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def table_of_logos(page: Page) -> str:
    rows = [f"## {page.heading('posts')}\n\n<table border='0'>"]
    for f in jobs(page):
        rows.append(f"""<tr>
<td><img src="img/{len(rows)}.png" width="100"/></td>
<td>
<b>{f["role"]}</b><br/>
<a href="https://www.example.com">{f["organization"]}</a>, {city(page)}<br/>
{years(page, f)}<br/>
<em>{duties(page)[0]}</em>
</td>
</tr>""")
    return "\n".join([*rows, "</table>\n"])


@writes("md", "posts")
def list_in_html(page: Page) -> str:
    rows = [f"<h3>{page.heading('posts')}</h3>\n<ul>"]
    for f in jobs(page):
        rows.append(f"<li>{years(page, f)}: <strong>{f['role']}</strong>, {f['organization']}</li>")
    return "\n".join([*rows, "</ul>\n"])


@writes("md", "posts")
def folded_in_html(page: Page) -> str:
    rows = [f"## {page.heading('posts')}\n"]
    for f in jobs(page):
        work = "\n".join(f"- {duty}" for duty in duties(page))
        rows.append(
            f"<details>\n<summary><b>{f['role']}</b>, {f['organization']} ({years(page, f)})</summary>\n\n"
            f"{work}\n\n</details>\n"
        )
    return "\n".join(rows)


@writes("md", "posts")
def timeline_in_html(page: Page) -> str:
    rows = [f"## {page.heading('posts')}\n\n<div class='timeline'>"]
    for f in jobs(page):
        rows.append(f"""<div class="timeline-item">
  <span class="date">{years(page, f)}</span>
  <h4>{f["role"]}</h4>
  <p class="place">{f["organization"]}, {city(page)}</p>
</div>""")
    return "\n".join([*rows, "</div>\n"])
