"""Markdown homepages and CVs: lists of posts, as bullets, lines and tables."""

from __future__ import annotations

from rendering.careers import by_place, city, duties, jobs, years
from rendering.page import Gold, Page, date, writes


def _head(page: Page, level: str = "") -> str:
    return f"{level or page.pick('##', '##', '#', '###')} {page.pick('', '', '💼 ')}{page.heading('posts')}\n\n"


def _employer(page: Page, fact: Gold) -> str:
    name = fact["organization"]
    return page.pick(f"[{name}](https://www.example.com/)", name)


def _mentor(page: Page, fact: Gold) -> str:
    """Return a host of an internship, whom it costs nothing to find."""
    if "ntern" not in fact["role"] or page.rng.random() < 0.5:
        return ""
    name = page.pick("Ruth Adeyemi", "Marek Kowal", "Lin Qiu", "Ana Prado")
    page.gold["advisors"].append({"name": name, "also": [], "optional": True})
    return page.pick(f"Mentor: {name}", f"with {name}", f"Hosted by [{name}](https://example.org)")


def _kind(fact: Gold) -> str:
    return "Internship" if "intern" in fact["role"].casefold().split() else "Full-time"


@writes("md", "posts")
def cv_template(page: Page) -> str:
    lines = [f"{page.heading('posts')}\n======"]
    for fact in jobs(page):
        lines.append(f"* {years(page, fact)}: {fact['role']}\n  * {fact['organization']}")
        lines += [f"  * Duties included: {duty}" for duty in duties(page, 2)]
        lines.append("")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def homepage_template(page: Page) -> str:
    lines = ["# 💻 Internships and work"]
    for fact in jobs(page):
        mentor = f" {_mentor(page, fact)}".rstrip()
        lines.append(
            f"- *{years(page, fact, 'YYYY.MM', ' - ')}*, {fact['role']}, {_employer(page, fact)}, {city(page)}.{mentor}"
        )
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def role_first_in_bold(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"- **{fact['role']}**, {_employer(page, fact)}, {city(page)} ({years(page, fact)})")
        lines += [f"  - {duty}" for duty in duties(page)] if page.rng.random() < 0.5 else []
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def employer_over_nested_role(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"- **{_employer(page, fact)}**, {city(page)}\n  - *{fact['role']}*, {years(page, fact)}")
        lines += [f"  - {duty}" for duty in duties(page)]
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def roles_under_their_employer(page: Page) -> str:
    lines = [_head(page)]
    for place, facts in by_place(jobs(page), "organization"):
        lines.append(f"**{place}**  ")
        lines += [f"- {fact['role']} ({years(page, fact)})" for fact in facts]
        lines.append("")
    return "\n".join(lines)


@writes("md", "posts")
def role_at_employer(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        mentor = f" {_mentor(page, fact)}".rstrip()
        lines.append(f"- {fact['role']} {page.pick('@', 'at')} {_employer(page, fact)}, {years(page, fact)}.{mentor}")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def years_first(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"{years(page, fact, 'YYYY', '–')} {fact['role']}, {fact['organization']}, {city(page)}\n")
    return "\n".join(lines)


@writes("md", "posts")
def years_first_in_bold_with_breaks(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"**{years(page, fact)}** | {fact['role']} | {fact['organization']}<br>")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def dates_in_a_code_span(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"`{years(page, fact)}`\n__{fact['organization']}__, {city(page)}\n\n{fact['role']}\n")
        lines += [f"- {duty}" for duty in duties(page, 2)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def code_span_behind_the_role(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"* **{fact['role']}** · {fact['organization']} `{years(page, fact)}`")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def resume_definition_list(page: Page) -> str:
    lines = [f"{page.heading('posts')}\n----------\n"]
    for fact in jobs(page):
        lines.append(f"{years(page, fact)}\n:   **{fact['role']}**, {fact['organization']} ({city(page)})\n")
        lines += [f"    * {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def employer_defined_by_role(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"**{fact['organization']}**\n: {fact['role']}, *{years(page, fact)}*\n")
    return "\n".join(lines)


@writes("md", "posts")
def three_lines_with_breaks(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"**{fact['role']}**  \n{_employer(page, fact)}, {city(page)}  \n*{years(page, fact)}*\n")
        lines += [duties(page)[0] + ".\n"] if page.rng.random() < 0.4 else []
    return "\n".join(lines)


@writes("md", "posts")
def employer_dash_role(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"{fact['organization']} — **{fact['role']}** *({years(page, fact)})*\n")
        lines += [f"> {duty}.\n" for duty in duties(page, 1)] if page.rng.random() < 0.3 else []
    return "\n".join(lines)


@writes("md", "posts")
def role_with_its_work_in_one_line(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"- **{fact['role']}, {fact['organization']}** ({years(page, fact)}): {duties(page)[0].lower()}.")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def under_years(page: Page) -> str:
    lines, last = [_head(page, "##")], ""
    for fact in jobs(page):
        fact["start"] = fact["end"] = (fact["start"] or "")[:4]
        if last != (last := fact["start"]):
            lines.append(f"\n**{last}**\n")
        lines.append(f"- {fact['role']}, {fact['organization']}")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def network_site_style(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        lines.append(f"**{fact['role']}**\n\n{fact['organization']} · {_kind(fact)}\n")
        lines.append(f"{years(page, fact, 'Mon YYYY', ' - ')}\n\n{city(page)}\n")
        lines += [f"- {duty}" for duty in duties(page)] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def logos_before_lines(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        logo = f'<img src="assets/logo{len(lines)}.svg" width="20" alt="logo">'
        lines.append(f"{logo} **{fact['role']}** at **{fact['organization']}** ({years(page, fact)})  ")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def emoji_and_arrows(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        mark = page.pick("🏢", "🔬", "💼", "🏫")
        lines.append(f"- {mark} {fact['organization']} ➜ {fact['role']} 🗓️ {years(page, fact)}")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def since_and_until(page: Page) -> str:
    lines = [_head(page)]
    for fact in jobs(page):
        start, end = date(fact["start"], "Month YYYY"), date(fact["end"], "Month YYYY")
        when = f"{page.pick('since', 'Since')} {start}" if fact["end"] == "present" else f"{start} to {end}"
        when = start if start == end else when
        lines.append(f"- {fact['role']}, *{fact['organization']}*, {when}")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def numbered(page: Page) -> str:
    lines = [_head(page)]
    for number, fact in enumerate(jobs(page), 1):
        lines.append(f"{number}. {fact['organization']}, {city(page)}: {fact['role']}, {years(page, fact)};")
    return "\n".join(lines) + "\n"


@writes("md", "posts")
def current_and_past(page: Page) -> str:
    lines = [_head(page, "##")]
    facts = jobs(page)
    for title, running in (("Current", True), ("Past", False)):
        some = [f for f in facts if (f["end"] == "present") is running]
        lines += [f"### {title}\n"] if some else []
        lines += [f"- {f['role']}, {_employer(page, f)} ({years(page, f)})" for f in some] + [""]
    return "\n".join(lines)


@writes("md", "posts")
def academic_and_internships(page: Page) -> str:
    lines, facts = [], jobs(page)
    for title, kind in (("Academic and research positions", False), ("Internships", True)):
        some = [f for f in facts if ("ntern" in f["role"]) is kind]
        lines += [f"## {title}\n"] if some else []
        lines += [f"- *{years(page, f)}* — {f['role']}, **{f['organization']}**" for f in some] + [""]
    return "\n".join(lines)
