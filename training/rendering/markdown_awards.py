"""Markdown homepages: lists of awards."""

from __future__ import annotations

from rendering.page import Gold, Page, joined, writes

_GRANTORS = (
    "Department of Linguistics, University of Bergen",
    "German Academic Exchange Service (DAAD)",
    "Royal Society of Canada",
    "School of Engineering, Kyoto University",
    "Swiss National Science Foundation",
    "Faculty of Arts",
)
_AMOUNTS = ("$5,000", "€12,000", "USD 1,500", "CAD $17,500", "£2,000", "10,000 SEK", "¥8,000")
_NOTES = (
    "Awarded to the top 3% of the graduating class.",
    "One of 12 recipients worldwide.",
    "For the best work by a student presented at the meeting.",
    "Covered tuition and a stipend for three years.",
)


def _listed(page: Page, line: str = "- {name} ({year})", bare: str = "- {name}") -> str:
    lines = [f"## {page.heading('awards')}\n"]
    for fact in page.gold["awards"]:
        shown = line if fact["year"] else bare
        known = {"amount": page.pick(*_AMOUNTS), "grantor": page.pick(*_GRANTORS), "note": page.pick(*_NOTES)}
        if "{grantor}" in shown:
            fact["also"] = [*fact["also"], f"{fact['name']}, {known['grantor']}"]
        shown = shown.format(name=fact["name"], year=fact["year"], month=page.pick("Jan", "May", "Oct"), **known)
        lines.append(shown)
    return "\n".join(lines) + "\n"


def _by_year(page: Page) -> dict[str, list[Gold]]:
    years: dict[str, list[Gold]] = {}
    for fact in sorted(page.gold["awards"], key=lambda f: f["year"] or "", reverse=True):
        if fact["year"]:
            years.setdefault(fact["year"], []).append(fact)
    page.gold["awards"] = [fact for facts in years.values() for fact in facts]
    return years


@writes("md", "awards")
def year_in_brackets(page: Page) -> str:
    return _listed(
        page, page.pick("- {name} ({year})", "* {name}, {year}", "+ **{name}**, {year}.", "- {name} [{year}]")
    )


@writes("md", "awards")
def year_first(page: Page) -> str:
    line = page.pick("- **{year}**: {name}", "- {year} – {name}", "- `{year}` {name}", "- _{year}_ &nbsp; {name}")
    return _listed(page, line)


@writes("md", "awards")
def month_first(page: Page) -> str:
    return _listed(
        page, page.pick("- *{year}.06* {name}.", "- [{month} {year}] {name}", "* {month}. {year}, **{name}**")
    )


@writes("md", "awards")
def amount_and_grantor(page: Page) -> str:
    line = page.pick(
        "- {name} ({amount}), {grantor}, {year}",
        "- **{name}**, {grantor}, {year} ({amount})",
        "- {year}: {name}, *{grantor}*",
        "- *{name}*. {grantor}. {amount}. {year}.",
    )
    return _listed(page, line)


@writes("md", "awards")
def own_line_for_grantor(page: Page) -> str:
    return _listed(
        page, page.pick("**{name}**  \n*{grantor}, {year}*\n", "- **{name}**  \n  {grantor}, {month} {year}")
    )


@writes("md", "awards")
def note_below(page: Page) -> str:
    return _listed(page, "- **{name}** ({year})\n    - {note}")


@writes("md", "awards")
def note_behind(page: Page) -> str:
    return _listed(page, page.pick("- **{name}** ({year}): {note}", "- {year}: **{name}**. *{note}*"))


@writes("md", "awards")
def right_floated_year(page: Page) -> str:
    return _listed(page, '- {name} <span style="float:right;">{year}</span>')


@writes("md", "awards")
def trophies(page: Page) -> str:
    return _listed(page, page.pick("🏆 **{name}** — {year}  ", "- 🎖️ {name} *({year})*", "- :trophy: {name}, {year}"))


@writes("md", "awards")
def links_behind(page: Page) -> str:
    line = page.pick(
        "- [{name}](https://example.org/prize), {year}",
        "- {name}, {year} [[link]](https://example.org/a) [[news]](https://example.org/n)",
        "- {name} ([press release](https://example.org/p)), {year}",
    )
    return _listed(page, line)


@writes("md", "awards")
def table_of_years(page: Page) -> str:
    rows = [f"| {f['year'] or ''} | {f['name']} |" for f in page.gold["awards"]]
    return f"## {page.heading('awards')}\n\n| Year | Award |\n|:----|:-----|\n" + "\n".join(rows) + "\n"


@writes("md", "awards")
def table_with_grantors(page: Page) -> str:
    rows = []
    for fact in page.gold["awards"]:
        grantor = page.pick(*_GRANTORS)
        fact["also"] = [*fact["also"], f"{fact['name']}, {grantor}"]
        rows.append(f"| **{fact['name']}** | {grantor} | {page.pick(*_AMOUNTS)} | {fact['year'] or ''} |")
    return (
        f"## {page.heading('awards')}\n\n| Award | Granted by | Amount | Year |\n|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


@writes("md", "awards")
def table_without_head(page: Page) -> str:
    rows = [f"| {f['year'] or ''} | {f['name']} |" for f in page.gold["awards"]]
    return f"## {page.heading('awards')}\n\n| | |\n|---|---|\n" + "\n".join(rows) + "\n"


@writes("md", "awards")
def html_table(page: Page) -> str:
    rows = [f"<tr>\n<td>{f['year'] or ''}</td>\n<td>{f['name']}</td>\n</tr>" for f in page.gold["awards"]]
    return f"## {page.heading('awards')}\n\n<table>\n" + "\n".join(rows) + "\n</table>\n"


@writes("md", "awards")
def html_list(page: Page) -> str:
    rows = [f"<li><b>{f['name']}</b>{', ' + f['year'] if f['year'] else ''}</li>" for f in page.gold["awards"]]
    return f"## {page.heading('awards')}\n\n<ul>\n" + "\n".join(rows) + "\n</ul>\n"


@writes("md", "awards")
def broken_lines(page: Page) -> str:
    rows = [f"{f['year'] or ''} {f['name']}".strip() for f in page.gold["awards"]]
    return f"## {page.heading('awards')}\n\n" + page.pick("<br>\n", "  \n").join(rows) + "\n"


@writes("md", "awards")
def label_and_list(page: Page) -> str:
    facts = [f"{f['name']} ({f['year']})" if f["year"] else f["name"] for f in page.gold["awards"]]
    label = page.pick("**Awards:**", "**Honors & Awards**:", "*Awards and fellowships*:")
    return f"{label} {page.pick('; ', ', ').join(facts)}.\n"


@writes("md", "awards")
def sentences(page: Page) -> str:
    facts = [f"the {f['name']} in {f['year']}" if f["year"] else f"the {f['name']}" for f in page.gold["awards"]]
    opening = page.pick(
        "I have received", "I am grateful to have been awarded", "I am the recipient of", "I was awarded"
    )
    return f"## {page.heading('awards')}\n\n{opening} {joined(facts, ', and ')}.\n"


@writes("md", "awards")
def a_sentence_each(page: Page) -> str:
    lines = []
    for fact in page.gold["awards"]:
        when = f"[{page.pick('Jan', 'Sep')} {fact['year']}] " if fact["year"] else ""
        lines.append(f"- {when}I {page.pick('received', 'won', 'was awarded')} the **{fact['name']}**! 🎉")
    return f"## {page.heading('awards')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "awards")
def years_as_headings(page: Page) -> str:
    lines, mark = [f"## {page.heading('awards')}\n"], page.pick("### {}\n", "**{}**\n")
    for year, facts in _by_year(page).items():
        lines.append(mark.format(year))
        lines += [f"- {f['name']}" for f in facts] + [""]
    return "\n".join(lines)


@writes("md", "awards")
def years_with_nested_lists(page: Page) -> str:
    lines = [f"## {page.heading('awards')}\n"]
    for year, facts in _by_year(page).items():
        lines += [f"* {year}", *(f"    * {f['name']}" for f in facts)]
    return "\n".join(lines) + "\n"


@writes("md", "awards")
def years_as_terms(page: Page) -> str:
    lines = [f"## {page.heading('awards')}\n"]
    for year, facts in _by_year(page).items():
        lines += [year, *(f": {f['name']}" for f in facts), ""]
    return "\n".join(lines)


@writes("md", "awards")
def academic_years(page: Page) -> str:
    lines = [f"## {page.heading('awards')}\n"]
    for fact in page.gold["awards"]:
        year = int(fact["year"]) if fact["year"] else 0
        when = page.pick(
            f"{year}-{year + 1}", f"{year}/{(year + 1) % 100:02d}", f"{year}, {year + 2}", f"{year} – {year + 3}"
        )
        lines.append(f"- {fact['name']}" + (f" ({when})" if year else ""))
    return "\n".join(lines) + "\n"


@writes("md", "awards")
def pipes(page: Page) -> str:
    return _listed(page, page.pick("- {year} | {name} | {grantor}", "{name} | {grantor} | {year}  "), "- {name}")


@writes("md", "awards")
def kinds_as_labels(page: Page) -> str:
    facts = page.gold["awards"]
    half = (len(facts) + 1) // 2
    mark = page.pick("**{}**\n", "### {}\n", "*{}*\n")
    lines = [f"## {page.heading('awards')}\n"]
    for label, some in (("Research", facts[:half]), ("Scholarships and other", facts[half:])):
        if some:
            lines.append(mark.format(label))
            lines += [f"1. {f['name']}, {f['year']}" if f["year"] else f"1. {f['name']}" for f in some] + [""]
    return "\n".join(lines)


@writes("md", "awards")
def cells_of_html(page: Page) -> str:
    blocks = [
        f'<div class="award">\n<span class="year">{f["year"] or ""}</span>\n<strong>{f["name"]}</strong>\n</div>'
        for f in page.gold["awards"]
    ]
    return f"## {page.heading('awards')}\n\n" + "\n".join(blocks) + "\n"


@writes("md", "awards")
def dated_with_dashes(page: Page) -> str:
    return _listed(
        page, page.pick("- {month} {year} --- {name}, {grantor}", "- {name} --- {year}", "- {name} · {year}")
    )
