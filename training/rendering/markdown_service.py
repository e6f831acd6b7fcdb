"""Markdown homepages: reviewing, committees, chairing, editing and organising."""

from __future__ import annotations

from collections.abc import Callable

from rendering.page import Page, joined, writes

_LABELS: dict[str, tuple[str, ...]] = {
    "reviewer": ("Reviewer", "Conference reviewer", "Reviewing", "Peer review", "Ad hoc reviewer"),
    "program committee": ("Program Committee", "PC member", "Program committee member", "Technical Program Committee"),
    "area chair": ("Area Chair", "Area Chairs", "AC"),
    "chair": ("Session Chair", "Publicity Chair", "Workshop Chair", "Program Chair"),
    "editor": ("Associate Editor", "Editorial Board", "Guest Editor", "Editor"),
    "organizer": ("Organizer", "Organization", "Co-organizer", "Organizing committee"),
}
_ONE = {
    "reviewer": "Reviewer",
    "program committee": "Program Committee Member",
    "area chair": "Area Chair",
    "chair": "Publicity Chair",
    "editor": "Associate Editor",
    "organizer": "Co-organizer",
}
Grouped = dict[str, dict[str, list[str]]]


def _grouped(page: Page) -> Grouped:
    """Return the years by role and venue; facts of roles that no label tells are taken out."""
    page.gold["service"] = [f for f in page.gold["service"] if f["role"] in _LABELS and "(" not in f["venue"]]
    by_role: Grouped = {role: {} for role in _LABELS}
    for fact in page.gold["service"]:
        years = by_role[fact["role"]].setdefault(fact["venue"], [])
        if fact["year"]:
            years.append(fact["year"])
    for venues in by_role.values():  # a venue that stands once without a year, once with: told with its years only
        for years in venues.values():
            years.sort()
    page.gold["service"] = [f for f in page.gold["service"] if f["year"] or not by_role[f["role"]][f["venue"]]]
    return {role: venues for role, venues in by_role.items() if venues}


def _ranges(years: list[str], dash: str = "-") -> str:
    """Return years as ranges where they follow each other: ``2018-2020, 2022``."""
    runs: list[list[int]] = []
    for year in map(int, years):
        if runs and year == runs[-1][-1] + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(f"{r[0]}{dash}{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def _short(years: list[str]) -> str:
    return ",".join(f"'{y[2:]}" for y in years)


def _venues(venues: dict[str, list[str]], form: Callable[[str, list[str]], str], between: str = ", ") -> str:
    return between.join(form(v, y) if y else v for v, y in venues.items())


def _in_brackets(venue: str, years: list[str]) -> str:
    return f"{venue} ({', '.join(years)})"


def _is_journal(venue: str) -> bool:
    return len(venue.split()) > 1 or venue in ("Nature", "Cognition", "Bioinformatics", "Neuron")


@writes("md", "service")
def role_colon_venues(page: Page) -> str:
    form = {
        "(": _in_brackets,
        "-": lambda v, y: f"{v} ({_ranges(y)})",
        "'": lambda v, y: f"{v} {_short(y)}",
        " ": lambda v, y: f"{v} {', '.join(y)}",
        "/": lambda v, y: f"{v} {'/'.join(y)}",
    }[page.pick("(", "-", "'", "/", " ")]
    lines = [f"## {page.heading('service')}\n"]
    between = page.pick("; ", ", ") if form is _in_brackets else "; "
    for role, venues in _grouped(page).items():
        label = page.pick(*_LABELS[role])
        lines.append(page.pick(f"- {label}: ", f"- **{label}**: ", f"* *{label}*: ") + _venues(venues, form, between))
    return "\n".join(lines) + "\n"


@writes("md", "service")
def apostrophes_glued(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        told = [f"{v}'{y[2:]}" for v, years in venues.items() for y in years] + [v for v, y in venues.items() if not y]
        lines.append(f"**{page.pick(*_LABELS[role])}:** {', '.join(told)}  ")
    return "\n".join(lines) + "\n"


@writes("md", "service")
def nested_years(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    tab = page.pick("  ", "    ", "\t")
    for role, venues in _grouped(page).items():
        lines.append(f"- {page.pick('', '**')}{page.pick(*_LABELS[role])}".replace("**", "**", 1))
        if lines[-1].startswith("- **"):
            lines[-1] += "**"
        lines += [f"{tab}- {v} {_ranges(y, '–')}".rstrip() for v, y in venues.items()]
    return "\n".join(lines) + "\n"


@writes("md", "service")
def roles_as_headings(page: Page) -> str:
    lines, listed = [f"## {page.heading('service')}\n"], page.rng.random() < 0.5
    for role, venues in _grouped(page).items():
        lines.append(f"### {page.pick(*_LABELS[role])}\n")
        if listed:
            lines += [f"- {v}, {', '.join(y)}" if y else f"- {v}" for v, y in venues.items()] + [""]
        else:
            lines.append(_venues(venues, lambda v, y: f"{v} {_ranges(y)}", "; ") + "\n")
    return "\n".join(lines)


@writes("md", "service")
def roles_in_bold_lines(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        lines.append(f"**{page.pick(*_LABELS[role])}**\n")
        lines += [
            f"* [{v}](https://example.org/{k}): {', '.join(y)}" if y else f"* {v}"
            for k, (v, y) in enumerate(venues.items())
        ]
        lines.append("")
    return "\n".join(lines)


@writes("md", "service")
def one_fact_a_line(page: Page) -> str:
    line = page.pick(
        "- {role}, {venue}, {year}",
        "- {role} for {venue} ({year})",
        "* {venue} {year}, {role}",
        "- {role} @ {venue} {year}",
        "- {venue} {year} ({role})",
        "- {year}: {role}, {venue}",
    )
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        for venue, years in venues.items():
            if not years:
                page.gold["service"] = [f for f in page.gold["service"] if f["venue"] != venue or f["role"] != role]
            lines += [line.format(role=_ONE[role], venue=venue, year=y) for y in years]
    return "\n".join(lines) + "\n"


@writes("md", "service")
def venue_colon_roles(page: Page) -> str:
    by_venue: dict[str, list[str]] = {}
    for role, venues in _grouped(page).items():
        for venue, years in venues.items():
            by_venue.setdefault(venue, []).append(_ONE[role] + (f" ({', '.join(years)})" if years else ""))
    lines = [f"- {page.pick('', '')}{venue}: {', '.join(roles)}" for venue, roles in by_venue.items()]
    return f"## {page.heading('service')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "service")
def table_of_venues(page: Page) -> str:
    rows = []
    for role, venues in _grouped(page).items():
        rows += [f"| {v} | {_ONE[role]} | {', '.join(y)} |" for v, y in venues.items()]
    return f"## {page.heading('service')}\n\n| Venue | Role | Year |\n|---|---|---|\n" + "\n".join(rows) + "\n"


@writes("md", "service")
def table_of_roles(page: Page) -> str:
    rows = [f"| **{page.pick(*_LABELS[r])}** | {_venues(v, _in_brackets)} |" for r, v in _grouped(page).items()]
    return f"## {page.heading('service')}\n\n| Role | Venues |\n|---|---|\n" + "\n".join(rows) + "\n"


@writes("md", "service")
def table_with_year_first(page: Page) -> str:
    rows = []
    for role, venues in _grouped(page).items():
        rows += [f"| {y} | {_ONE[role]}, {v} |" for v, years in venues.items() for y in years or [""]]
    return f"## {page.heading('service')}\n\n| | |\n|:--|:--|\n" + "\n".join(rows) + "\n"


@writes("md", "service")
def sentences_of_roles(page: Page) -> str:
    said = {
        "reviewer": (
            "I have served as a reviewer for {}.",
            "I regularly review for {}.",
            "I have reviewed papers for {}.",
        ),
        "program committee": (
            "I was on the program committee of {}.",
            "I have served on the program committees of {}.",
        ),
        "area chair": ("I have been an area chair for {}.", "I serve as an Area Chair for {}."),
        "chair": ("I was publicity chair of {}.", "I have chaired sessions at {}."),
        "editor": ("I am an associate editor of {}.", "I am on the editorial board of {}."),
        "organizer": ("I co-organized {}.", "I have helped to organize the {}."),
    }
    told = [
        page.pick(*said[r]).format(joined(_venues(v, _in_brackets, "|").split("|"), page.pick(" and ", ", and ")))
        for r, v in _grouped(page).items()
    ]
    return f"## {page.heading('service')}\n\n{' '.join(told)}\n"


@writes("md", "service")
def years_as_bullets(page: Page) -> str:
    by_year: dict[str, list[str]] = {}
    for role, venues in _grouped(page).items():
        for venue, years in venues.items():
            if not years:
                page.gold["service"] = [f for f in page.gold["service"] if f["venue"] != venue or f["role"] != role]
            for year in years:
                by_year.setdefault(year, []).append(f"{_ONE[role]}, {venue}")
    form = page.pick("- **{}**: {}", "- {}: {}", "### {}\n\n- {}\n")
    between = "\n- " if "###" in form else "; "
    lines = [form.format(y, between.join(told)) for y, told in sorted(by_year.items(), reverse=True)]
    return f"## {page.heading('service')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "service")
def year_first_lines(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    form = page.pick(
        "- {year}: {role}, {venue}",
        "{year} &nbsp; {role} for {venue}  ",
        "- ({year}) {role} – {venue}",
        "* *{year}* **{role}** {venue}",
    )
    for role, venues in _grouped(page).items():
        for venue, years in venues.items():
            runs = _ranges(years, "-").split(", ") if years else [""]
            lines += [
                form.format(year=run, role=_ONE[role], venue=venue) if run else f"- {_ONE[role]}, {venue}"
                for run in runs
            ]
    return "\n".join(lines) + "\n"


@writes("md", "service")
def journals_and_conferences(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        label, journals = (
            page.pick(*_LABELS[role]).replace("Conference reviewer", "Reviewer"),
            {v: y for v, y in venues.items() if _is_journal(v)},
        )
        lines.append(page.pick(f"### {label}\n", f"**{label}**\n"))
        for word, some in (
            ("Conferences", {v: y for v, y in venues.items() if v not in journals}),
            ("Journals", journals),
        ):
            if some and role in ("reviewer", "editor", "program committee"):
                lines.append(f"- {page.pick('', '*')}{word}".replace("*", "*", 1) + ": " + _venues(some, _in_brackets))
                if lines[-1].startswith("- *"):
                    lines[-1] = lines[-1].replace(":", "*:", 1)
            elif some:
                lines += [f"- {v}" + (f", {', '.join(y)}" if y else "") for v, y in some.items()]
        lines.append("")
    return "\n".join(lines)


@writes("md", "service")
def memberships_beside(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        lines += [f"- {_ONE[role]}, {v}" + (f" ({_ranges(y, '–')})" if y else "") for v, y in venues.items()]
    lines += ["", page.pick("### Memberships", "**Professional memberships**", "## Professional memberships"), ""]
    lines += ["- Association for Computing Machinery (ACM)", "- IEEE", "- European Geosciences Union (EGU)"]
    return "\n".join(lines) + "\n"


@writes("md", "service")
def folded(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n", "<details>", "<summary>Click to expand</summary>\n"]
    for role, venues in _grouped(page).items():
        lines.append(f"- **{page.pick(*_LABELS[role])}**: {_venues(venues, lambda v, y: f'{v} ({_ranges(y)})')}")
    return "\n".join([*lines, "\n</details>\n"])


@writes("md", "service")
def html_items(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n", "<ul>"]
    for role, venues in _grouped(page).items():
        items = "\n".join(f"    <li>{v}{': ' + ', '.join(y) if y else ''}</li>" for v, y in venues.items())
        lines.append(f"  <li><b>{page.pick(*_LABELS[role])}</b>\n  <ul>\n{items}\n  </ul></li>")
    return "\n".join([*lines, "</ul>\n"])


@writes("md", "service")
def label_lines(page: Page) -> str:
    lines = []
    for role, venues in _grouped(page).items():
        told = [f"{v} {y}" for v, years in venues.items() for y in years] + [v for v, y in venues.items() if not y]
        lines.append(f"**{page.pick(*_LABELS[role])}**<br>\n{joined(told, ', ')}\n")
    return f"## {page.heading('service')}\n\n" + "\n".join(lines) + "\n"


@writes("md", "service")
def journals_in_italics(page: Page) -> str:
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        told = [f"*{v}*" + (f" ({_ranges(y, '–')})" if y else "") for v, y in venues.items()]
        lines.append(
            f"{page.pick(*_LABELS[role])} for {joined(told)}.\n"
            if role == "reviewer"
            else f"{_ONE[role]}, {', '.join(told)}.\n"
        )
    return "\n".join(lines)


@writes("md", "service")
def venues_of_years(page: Page) -> str:
    """The year before its venue: ``2021 ICML``, and the roles as numbered headings."""
    lines = [f"## {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        lines.append(f"{page.pick(*_LABELS[role])}:\n")
        lines += [f"- {', '.join(y)} {v}" if y else f"- {v}" for v, y in venues.items()] + [""]
    return "\n".join(lines)


@writes("md", "service")
def badges_of_venues(page: Page) -> str:
    lines = [f"## 🧑‍⚖️ {page.heading('service')}\n"]
    for role, venues in _grouped(page).items():
        told = [f"`{v} {y}`" for v, years in venues.items() for y in years] + [
            f"`{v}`" for v, y in venues.items() if not y
        ]
        lines.append(f"- {page.pick(*_LABELS[role])}: {' '.join(told)}")
    return "\n".join(lines) + "\n"
