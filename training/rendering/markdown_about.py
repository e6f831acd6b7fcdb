"""Markdown homepages: prose about oneself. It tells the posts, degrees and interests that no list of the page tells."""

from __future__ import annotations

from rendering.careers import article, city, course, degree, degrees, jobs, month
from rendering.page import Gold, Page, joined, writes


def _posts(page: Page, most: int = 4) -> list[Gold]:
    """Return posts to tell, the present one first if there is one, and put them into the gold."""
    told = jobs(page, page.spare.pop("employment", []))[:most] if page.spare.get("employment") else []
    told = list({(f["role"], f["organization"], f["end"] == "present"): f for f in told}.values())
    page.gold["employment"] += told
    return told


def _current(page: Page) -> Gold | None:
    """Return the present post to tell, which a list of the page may tell with its dates too."""
    facts: list[Gold] = page.gold["employment"]
    return next((f for f in facts if f["end"] == "present" and f["role"]), None)


def _undated(fact: Gold) -> Gold:
    fact["start"], fact["end"] = None, "present" if fact["end"] == "present" else None
    return fact


def _schools(page: Page, most: int = 4) -> list[Gold]:
    told = degrees(page, page.spare.pop("education", []))[:most] if page.spare.get("education") else []
    page.gold["education"] += told
    return told


def _year(fact: Gold) -> str:
    """Return the year of a degree, which has no other date in prose; of a running one, since when."""
    if fact["end"] == "present":
        fact["start"] = None
        return ""
    fact["start"], fact["end"] = None, fact["end"][:4]
    return str(fact["end"])


def _advisors(page: Page, title: str = "") -> str:
    return joined(
        [f"{title}{page.pick('', '', '[')}{a['name']}" for a in page.gold["advisors"] if not a.get("optional")]
    ).replace("[", "")


def _linked(page: Page) -> str:
    title = page.pick("", "Prof. ", "Dr. ")
    return joined([f"[{title}{a['name']}](https://www.example.edu/~a)" for a in page.gold["advisors"]])


def _topics(page: Page, most: int = 4) -> str:
    told = page.spare.pop("topics", [])[:most] if page.spare.get("topics") else []
    page.gold["topics"] += told
    names = [t["names"] if isinstance(t, dict) else t for t in told]
    return joined([n[0][:1].lower() + n[0][1:] if n[0][1:2].islower() else n[0] for n in names], ", and ")


def _interests(page: Page, lead: str = "") -> str:
    topics = _topics(page)
    lead = lead or page.pick(
        "My research interests include", "I am interested in", "My research focuses on", "I work on"
    )
    return f" {lead} {topics}." if topics else ""


def _they(page: Page) -> tuple[str, str]:
    return page.rng.choice((("He", "His"), ("She", "Her"), ("They", "Their")))


def _taken(page: Page, fact: Gold) -> str:
    """Return a degree in a sentence: ``a PhD in Physics from X in 2019``."""
    year = _year(fact)
    return f"{article(degree(page, fact))} in {fact['field']} from {fact['institution']}" + (
        f" in {year}" if year else ""
    )


def _done(facts: list[Gold]) -> list[Gold]:
    return [f for f in facts if f["end"] != "present"]


def _running(facts: list[Gold]) -> list[Gold]:
    return [f for f in facts if f["end"] == "present"]


def _leave(page: Page, relation: str, told: list[Gold], kept: list[Gold]) -> list[Gold]:
    """Take facts out of the gold that were to be told and are not."""
    for fact in told:
        if not any(fact is k for k in kept):
            page.gold[relation] = [f for f in page.gold[relation] if f is not fact]
    return kept


@writes("md", "about")
def first_person(page: Page) -> str:
    posts, schools = _posts(page), _schools(page)
    text = f"# {page.heading('about')}\n\n"
    now = _current(page)
    if now:
        text += f"I am {article(now['role'])} at [{now['organization']}](https://www.example.org)."
        _undated(now)
    past = _leave(page, "employment", posts, [f for f in posts if f is now or f["end"] != "present"])
    for fact in (f for f in past if f is not now):
        text += f" Previously, I was {article(fact['role'])} at {fact['organization']}."
        _undated(fact)
    for fact in _leave(page, "education", schools, _done(schools)):
        text += f" I {page.pick('received', 'obtained', 'earned', 'completed')} {_taken(page, fact)}."
    if names := _linked(page):
        text += f" I was {page.pick('advised by', 'supervised by', 'fortunate to be advised by')} {names}."
    return text + _interests(page) + "\n"


@writes("md", "about")
def third_person(page: Page) -> str:
    posts, schools = _posts(page, 3), _schools(page)
    they, their = _they(page)
    text, now = "", _current(page)
    verb = "is"
    if now:
        text += f"**{page.name}** is {article(now['role'])} at {now['organization']}."
        _undated(now)
    else:
        text += f"**{page.name}** is a scholar and a teacher."
    past = _leave(page, "employment", posts, [f for f in posts if f is now or f["end"] != "present"])
    for number, fact in enumerate(f for f in past if f is not now):
        lead = "Prior to that" if number == 0 else "Before that"
        was = "were" if they == "They" else "was"
        text += f" {lead}, {they.lower()} {was} {article(fact['role'])} at {fact['organization']}."
        _undated(fact)
    done = _leave(page, "education", schools, _done(schools))
    if done:
        verb = "received" if they != "They" else "hold"
        names = _advisors(page)
        text += f" {they} {verb} {joined([_taken(page, f) for f in done])}."
        if names:
            text += f" {their} advisors were {names}." if " and " in names else f" {their} advisor was {names}."
    elif names := _advisors(page):
        text += f" {they} worked under the supervision of {names}."
    return f"{text}{_interests(page, f'{their} research interests include')}\n"


@writes("md", "about")
def student_with_years_ago(page: Page) -> str:
    schools = _schools(page)
    text, run = "Hi! ", _running(schools)[:1]
    _leave(page, "education", schools, run + _done(schools))
    for fact in run:
        _year(fact)
        where = f"[{fact['institution']}](https://www.example.edu)"
        text += f"I'm a {page.pick('third-year', 'final-year', '2nd year', '')} {degree(page, fact)} student"
        text += f" in {fact['field']} at {where}"
        names = _linked(page)
        text += f", advised by {names}." if names else "."
    if not run and (names := _linked(page)):
        text += f"I am {page.pick('co-advised', 'advised', 'supervised')} by {names}."
    done = _done(schools)
    for number, fact in enumerate(done):
        lead = "Before that, I" if number == 0 else "I also"
        text += f" {lead} {page.pick('obtained', 'got', 'received')} my {degree(page, fact)} from {fact['institution']}"
        year = _year(fact)
        text += f" in {year}." if page.rng.random() < 0.7 else "."
        fact["end"] = year if text.endswith(f"{year}.") else None
    return text + _interests(page) + " Feel free to reach out!\n"


@writes("md", "about")
def emoji_bullets(page: Page) -> str:
    posts, schools = _posts(page), _schools(page)
    lines, now = [], _current(page)
    if now:
        lines.append(f"- 🔭 I’m currently working as {article(now['role'])} at **{now['organization']}**")
        _undated(now)
    past = _leave(page, "employment", posts, [f for f in posts if f is now or f["end"] != "present"])
    for f in (f for f in past if f is not now):
        lines.append(f"- 💼 Former {f['role']} at {f['organization']}")
        _undated(f)
    for f in _leave(page, "education", schools, _done(schools)):
        lines.append(f"- 🎓 {degree(page, f)} in {f['field']}, {f['institution']} ({_year(f)})")
    if topics := _topics(page):
        lines.append(f"- 🌱 Interested in {topics}")
    if names := _advisors(page):
        lines.append(f"- 👩‍🏫 Advised by {names}")
    return "\n".join([*lines, "- 💬 Ask me about bicycles", "- 📫 How to reach me: me@example.org"]) + "\n"


@writes("md", "about")
def labels_and_values(page: Page) -> str:
    posts, schools = _posts(page, 1), _schools(page, 2)
    lines, now = [f"## {page.heading('about')}\n"], _current(page)
    _leave(page, "employment", posts, [f for f in posts if f is now])
    if now:
        lines.append(f"**Current position:** {now['role']}, {now['organization']}  ")
        _undated(now)
    for f in _leave(page, "education", schools, _done(schools)):
        lines.append(f"**{degree(page, f)}:** {f['field']}, {f['institution']}, {_year(f)}  ")
    if names := _advisors(page):
        lines.append(f"**Advisor{'s' if ' and ' in names else ''}:** {names}  ")
    if topics := _topics(page):
        lines.append(f"**Research interests:** {topics}  ")
    return "\n".join([*lines, f"**Location:** {city(page)}  "]) + "\n"


@writes("md", "about")
def joined_in_a_year(page: Page) -> str:
    posts, schools = _posts(page), _schools(page, 2)
    text, now = "", _current(page)
    run = next((f for f in posts if f["end"] == "present"), None)
    past = _leave(page, "employment", posts, [f for f in posts if f is run or f["end"] != "present"])
    if run:
        text += f"I joined {run['organization']} as {article(run['role'])} in {month(run['start'])}."
    elif now:
        text += f"I work as {article(now['role'])} at {now['organization']}."
    for f in past:
        if f is not run:
            dates = (
                f"From {f['start'][:4]} to {f['end'][:4]}" if f["start"][:4] != f["end"][:4] else f"In {f['start'][:4]}"
            )
            f["start"], f["end"] = f["start"][:4], f["end"][:4]
            text += f" {dates} I was {article(f['role'])} at {f['organization']}."
    for f in _leave(page, "education", schools, _done(schools)):
        text += f" I hold {article(degree(page, f))} in {f['field']} ({f['institution']}, {_year(f)})."
    if names := _linked(page):
        text += f" My {page.pick('PhD advisor', 'doctoral advisor', 'supervisor')}"
        text += f"{'s were' if ' and ' in names else ' was'} {names}."
    return text + _interests(page) + "\n"


@writes("md", "about")
def titled_bio_in_a_quote(page: Page) -> str:
    posts, schools = _posts(page, 1), _schools(page)
    they, their = _they(page)
    now = _current(page)
    _leave(page, "employment", posts, [f for f in posts if f is now])
    text = f"> {page.name} is "
    text += f"{now['role']} at {now['organization']}" if now else "a writer of many letters"
    if now:
        _undated(now)
    text += f", where {they.lower()} {'like' if they == 'They' else 'likes'} to teach. "
    if done := _leave(page, "education", schools, _done(schools)):
        parts = [f"{degree(page, f)} in {f['field']} from {f['institution']} ({_year(f)})" for f in done]
        text += f"{they} {'hold' if they == 'They' else 'holds'} a {joined(parts, ', and a ')}. "
    if names := _advisors(page, page.pick("", "Prof. ", "Professor ")):
        text += f"{their} doctoral work was supervised by {names}. "
    return f"## {page.pick('Bio', 'Short bio', 'Biography')}\n\n{text}{_interests(page, f'{their} interests lie in')}\n"


@writes("md", "about")
def where_i_was_advised(page: Page) -> str:
    posts, schools = _posts(page, 2), _schools(page, 2)
    now, text = _current(page), "Welcome to my page! "
    past = [f for f in posts if f is not now and f["end"] != "present"]
    _leave(page, "employment", posts, [f for f in posts if f is now or f in past])
    if now:
        text += f"I am currently {article(now['role'])} {page.pick('at', 'with')} **{now['organization']}**. "
        _undated(now)
    for f in past[:1]:
        text += f"Before {page.pick('coming here', 'that')}, I spent time at {f['organization']}"
        text += f" as {article(f['role'])}. "
        _undated(f)
    _leave(page, "employment", past, past[:1])
    names, done = _linked(page), _leave(page, "education", schools, _done(schools))
    for number, f in enumerate(done):
        text += f"I did my {degree(page, f)} in {f['field']} at {f['institution']}"
        text += f", where I was advised by {names}" if names and number == 0 else ""
        text, f["start"], f["end"] = text + ". ", None, None
    if names and not done:
        text += f"I have the pleasure of working with my advisor{'s' if ' and ' in names else ''} {names}. "
    return text + _interests(page, "My research lies at the intersection of") + "\n"


@writes("md", "about")
def questions_and_answers(page: Page) -> str:
    posts, schools = _posts(page, 2), _schools(page, 2)
    now = _current(page)
    _leave(page, "employment", posts, [f for f in posts if f is now])
    text = f"### Who am I?\n\nMy name is {page.name}"
    text += f" and I'm {article(now['role'])} at {now['organization']}.\n" if now else ".\n"
    if now:
        _undated(now)
    if topics := _topics(page):
        text += f"\n### What do I do?\n\nI study {topics}.\n"
    if done := _leave(page, "education", schools, _done(schools)):
        text += "\n### Where did I study?\n\n"
        text += " ".join(f"I have {_taken(page, f)}." for f in done) + "\n"
    if names := _linked(page):
        text += f"\n### Who do I work with?\n\nMy advisor{'s are' if ' and ' in names else ' is'} {names}.\n"
    return text


@writes("md", "about")
def paragraph_of_html(page: Page) -> str:
    posts, schools = _posts(page, 3), _schools(page, 3)
    now, rows = _current(page), []
    _leave(page, "employment", posts, [f for f in posts if f is now or f["end"] != "present"])
    if now:
        rows.append(f"I am {article(now['role'])} at <a href='https://x.example'>{now['organization']}</a>.")
        _undated(now)
    past = [f for f in posts if f is not now and f["end"] != "present"]
    if past:
        parts = [f"{_undated(f)['organization']} ({f['role']})" for f in past]
        rows.append(f"In the past I have worked at {joined(parts)}.")
    for f in _leave(page, "education", schools, _done(schools)):
        rows.append(
            f"I graduated from {f['institution']} with {article(degree(page, f))} in {f['field']} in {_year(f)}."
        )
    if names := _advisors(page):
        rows.append(f"My advisor was {names}." if " and " not in names else f"My advisors were {names}.")
    return "<p>\n" + "<br><br>\n".join([*rows, _interests(page).strip()]) + "\n</p>\n"


@writes("md", "about")
def bullets_of_now_and_then(page: Page) -> str:
    posts, schools = _posts(page), _schools(page)
    now, lines = _current(page), []
    past = _leave(page, "employment", posts, [f for f in posts if f is now or f["end"] != "present"])
    if now:
        lines.append(f"* **Now:** {now['role']} @ {now['organization']}")
        _undated(now)
    for f in past:
        if f is not now:
            lines.append(f"* **Previously:** {f['role']} @ {f['organization']}")
            _undated(f)
    for f in _leave(page, "education", schools, _done(schools)):
        lines.append(f"* **{degree(page, f)}** @ {f['institution']}, {_year(f)}")
    if names := _advisors(page):
        lines.append(f"* **Advised by** {names}")
    if topics := _topics(page):
        lines.append(f"* **Interests:** {topics}")
    return "\n".join(lines) + "\n"


@writes("md", "about")
def doctorate_and_thesis_told(page: Page) -> str:
    posts, schools = _posts(page, 2), _schools(page, 1)
    now = _current(page)
    _leave(page, "employment", posts, [f for f in posts if f is now])
    text = (
        f"I'm {page.name}, {article(now['role'])} in the Department of Biology at {now['organization']}. "
        if now
        else ""
    )
    if now:
        _undated(now)
        now["also"] = [*now["also"], f"Department of Biology, {now['organization']}", "Department of Biology"]
    names = _linked(page)
    for f in _leave(page, "education", schools, _done(schools)):
        year = _year(f)
        text += f"I defended my {course(page, f)} thesis at {f['institution']} in {year}"
        text += f" under the {page.pick('supervision', 'guidance', 'direction')} of {names}. " if names else ". "
        names = ""
    if names:
        text += f"I owe much to my PhD advisor{'s' if ' and ' in names else ''}, {names}. "
    topics = _topics(page)
    return text + (f"Broadly, I am interested in {topics}.\n" if topics else "When not at work, I hike.\n")
