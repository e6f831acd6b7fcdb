"""LaTeX CVs: awards, service, topics and students."""

# Lines of templates stay whole.
from __future__ import annotations

from rendering.latex import items, section, tex, with_macros
from rendering.page import Page, joined, writes
from rendering.wordings import duties, duties_by_word, venues_with_years


def _awards(page: Page) -> list[tuple[str, str]]:
    return [(tex(a["name"]), a["year"] or "") for a in page.gold["awards"]]


@writes("tex", "awards")
def dates_right(page: Page) -> str:
    form = page.pick("\\textbf{%s}", "%s", "{\\it %s}")
    return section(page, "awards") + items([f"{form % name} \\hfill {year}" for name, year in _awards(page)])


@writes("tex", "awards")
def dates_left(page: Page) -> str:
    rows = "".join(f"{year} & {name}\\\\\n" for name, year in _awards(page))
    return section(page, "awards") + f"\\begin{{tabular}}{{@{{}}lp{{12cm}}}}\n{rows}\\end{{tabular}}\n"


@writes("tex", "awards")
def broken_lines(page: Page) -> str:
    lines = [f"{name}{', ' + year if year else ''}" for name, year in _awards(page)]
    return section(page, "awards") + "\\noindent\n" + " \\\\\n".join(lines) + "\n"


@writes("tex", "awards")
def years_in_the_margin(page: Page) -> str:
    macro = "\\newcommand{\\years}[1]{\\marginnote{\\scriptsize #1}}\n"
    text = "".join(f"\\years{{{year}}}{name}\\\\\n" if year else f"{name}\\\\\n" for name, year in _awards(page))
    return with_macros(macro, section(page, "awards") + "\\noindent\n" + text)


@writes("tex", "awards")
def own_macro(page: Page) -> str:
    swap = page.rng.random() < 0.5
    macro = (
        "\\newcommand{\\prize}[2]{\\item \\textbf{#1} \\hfill #2}"
        if swap
        else "\\newcommand{\\prize}[2]{\\item #1: {\\em #2}}"
    )
    rows = "".join(f"\\prize{{{n}}}{{{y}}}\n" if swap else f"\\prize{{{y}}}{{{n}}}\n" for n, y in _awards(page))
    rows = rows.replace("\\prize{}{", "\\item {")
    return with_macros(macro, section(page, "awards") + f"\\begin{{itemize}}\n{rows}\\end{{itemize}}\n")


@writes("tex", "awards")
def described(page: Page) -> str:
    rows = "".join(
        f"\\item[{year}] {name}.{page.pick('', ' Given to two students a year.', ' (declined)')}\n"
        if year
        else f"\\item {name}.\n"
        for name, year in _awards(page)
    )
    return section(page, "awards") + f"\\begin{{description}}\n{rows}\\end{{description}}\n"


@writes("tex", "awards")
def prizes_of_the_class(page: Page) -> str:
    text = ""
    for name, year in _awards(page):
        match page.frame:
            case "moderncv":
                text += f"\\cvitem{{{year}}}{{{name}}}\n"
            case "awesome":
                text += f"  \\cvhonor\n    {{{name}}}\n    {{Mill Society}}\n    {{Sampleton}}\n    {{{year}}}\n"
            case "altacv":
                text += f"\\cvachievement{{\\faTrophy}}{{{name}}}{{{year}}}\n"
            case "europecv" | "europass":
                text += f"\\ecvitem{{{year}}}{{{name}}}\n"
            case "friggeri" | "twenty":
                text += f"  \\twentyitemshort{{{year}}}{{{name}}}\n"
            case "deedy":
                text += f"{year} & {name}\\\\\n"
            case "curve" | "currvita":
                text += f"\\entry*[{year}] {name}.\n" if page.frame == "curve" else f"\\item[{year}] {name}\n"
            case _:
                text += f"\\noindent {name} {f'({year})' if year else ''}\n\n"
    around = {"awesome": "cvhonors", "friggeri": "twentyshort", "twenty": "twentyshort"}.get(page.frame)
    if page.frame == "deedy":
        text = f"\\begin{{tabular}}{{rll}}\n{text}\\end{{tabular}}\n"
    return section(page, "awards") + (f"\\begin{{{around}}}\n{text}\\end{{{around}}}\n" if around else text)


@writes("tex", "service")
def labelled_lines(page: Page) -> str:
    lines = [f"\\textbf{{{word}:}} {tex(', '.join(venues_with_years(facts)))}" for word, facts in duties_by_word(page)]
    return section(page, "service") + page.pick("\\noindent " + "\\\\\n".join(lines) + "\n", items(lines))


@writes("tex", "service")
def one_item_each(page: Page) -> str:
    form = page.pick("{word}, {venue}{years}", "{word} for {venue}{years}", "{venue}{years}, {word}")
    lines = []
    for fact in duties(page):
        years = f" {fact['year']}" if fact["year"] else ""
        lines.append(tex(form.format(word=fact["word"], venue=fact["venue"], years=years)))
    return section(page, "service") + items(lines)


@writes("tex", "service")
def lists_below_roles(page: Page) -> str:
    text = ""
    for word, facts in duties_by_word(page):
        text += f"\\subsection*{{{word}}}\n" + items([tex(v) for v in venues_with_years(facts)])
    return section(page, "service") + text


@writes("tex", "service")
def table_of_years(page: Page) -> str:
    rows = "".join(f"{f['year'] or ''} & {f['word']}, {tex(f['venue'])}\\\\\n" for f in duties(page))
    return section(page, "service") + f"\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}\n"


@writes("tex", "service")
def years_right(page: Page) -> str:
    lines = [f"{f['word']}, \\emph{{{tex(f['venue'])}}} \\hfill {f['year'] or ''}" for f in duties(page)]
    return section(page, "service") + "\\noindent\n" + "\\\\\n".join(lines) + "\n"


@writes("tex", "service")
def duties_of_the_class(page: Page) -> str:
    text = ""
    for word, facts in duties_by_word(page):
        venues = tex(", ".join(venues_with_years(facts)))
        match page.frame:
            case "moderncv":
                text += f"\\cvitem{{{word}}}{{{venues}}}\n"
            case "awesome":
                text += f"  \\cvskill\n    {{{word}}}\n    {{{venues}}}\n"
            case "europecv" | "europass":
                text += f"\\ecvitem{{{word}}}{{{venues}}}\n"
            case "curve":
                text += f"\\entry*[{word}] {venues}\n"
            case "currvita":
                text += f"\\item[{word}] {venues}\n"
            case _:
                text += f"\\paragraph{{{word}}} {venues}.\n"
    return section(page, "service") + (
        f"\\begin{{cvskills}}\n{text}\\end{{cvskills}}\n" if page.frame == "awesome" else text
    )


def _topics(page: Page) -> list[str]:
    return [tex(wordings[0]) for wordings in page.gold["topics"]]


@writes("tex", "topics")
def topics_in_a_line(page: Page) -> str:
    return (
        section(page, "topics")
        + page.pick(", ", "; ", " $\\cdot$ ", " \\textbullet\\ ").join(_topics(page))
        + page.pick("", ".")
        + "\n"
    )


@writes("tex", "topics")
def topics_as_items(page: Page) -> str:
    return section(page, "topics") + items(_topics(page))


@writes("tex", "topics")
def topics_in_a_sentence(page: Page) -> str:
    lead = page.pick("My research interests are ", "I am interested in ", "My research interests include ")
    return section(page, "topics") + f"{lead}{joined(_topics(page))}.\n"


@writes("tex", "topics")
def topics_behind_a_label(page: Page) -> str:
    return f"\\noindent\\textbf{{Research interests:}} {', '.join(_topics(page))}\n\n"


@writes("tex", "topics")
def entries_of_topics(page: Page) -> str:
    topics = _topics(page)
    match page.frame:
        case "moderncv":
            return section(page, "topics") + "".join(f"\\cvlistitem{{{topic}}}\n" for topic in topics)
        case "altacv":
            return section(page, "topics") + "".join(f"\\cvtag{{{topic}}}\n" for topic in topics)
        case "europecv" | "europass":
            return section(page, "topics") + f"\\ecvitem{{}}{{{', '.join(topics)}}}\n"
    return section(page, "topics") + f"{{\\em {', '.join(topics)}}}\n"


def _students(page: Page) -> list[str]:
    return [tex(a["name"]) for a in page.gold["advisees"]]


def _years(page: Page) -> str:
    start = page.rng.randint(2010, 2020)
    return f"{start}--{start + page.rng.randint(1, 4)}"


@writes("tex", "students")
def students_as_items(page: Page) -> str:
    kind = page.pick("PhD student", "Master's thesis", "Ph.D., co-advised with J. Sample")
    return section(page, "students") + items([f"{name}, {kind}, {_years(page)}" for name in _students(page)])


@writes("tex", "students")
def students_in_a_table(page: Page) -> str:
    rows = "".join(f"{_years(page)} & {name} & Ph.D.\\\\\n" for name in _students(page))
    return section(page, "students") + f"\\begin{{tabular}}{{lll}}\n{rows}\\end{{tabular}}\n"


@writes("tex", "students")
def students_in_a_line(page: Page) -> str:
    return section(page, "students") + f"\\textbf{{PhD students:}} {', '.join(_students(page))}.\n"


@writes("tex", "students")
def students_with_theses(page: Page) -> str:
    theses = ("``Slow waters''", "``Growth of crystals in gels''", "``On bridges of steel''")
    lines = [f"\\textbf{{{name}}} (PhD), {page.pick(*theses)} \\hfill {_years(page)}" for name in _students(page)]
    return section(page, "students") + "\\noindent " + "\\\\\n".join(lines) + "\n"


@writes("tex", "students")
def students_by_macro(page: Page) -> str:
    macro = "\\newcommand{\\student}[3]{\\noindent #2\\hfill #3\\\\{\\small #1}\\par}\n"
    text = "".join(f"\\student{{PhD student}}{{{name}}}{{{_years(page)}}}\n" for name in _students(page))
    return with_macros(macro, section(page, "students") + text)
