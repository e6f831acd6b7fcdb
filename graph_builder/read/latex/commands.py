"""The commands of LaTeX that print or style text inside a block: characters, marks, links, conditionals, boxes."""

from __future__ import annotations

import re

from graph_builder.model.tex import ACCENTS, accented
from graph_builder.read.latex.interpreter import Group, Handler, Interpreter
from graph_builder.read.latex.page import Style
from graph_builder.read.latex.tables import REGISTERS, RULES, SIZES, listed, styles, symbols
from graph_builder.read.latex.tokens import DEPTH, Token, Tokens, written

_COMMANDS, _ARGUMENT_STYLES, _SWITCH_STYLES = listed("command"), styles("argument"), styles("switch")


def _styled(tex: Interpreter, name: str) -> None:
    style = tex.style.but(_ARGUMENT_STYLES[name])
    _group(tex, style)


def _group(tex: Interpreter, style: Style) -> None:
    """Set the next argument in *style*, without reading ahead for its end."""
    if tex.stream.has_group():
        tex.stream.skip_spaces()
        tex.stream.next()
        tex.groups.append(Group(tex.style))
        tex.style = style
    else:
        tex.run(tex.stream.argument(), style)


def _take_arguments(tex: Interpreter, name: str) -> None:
    dropped, *more = _COMMANDS[name].split("k")
    tex.drop(dropped)
    for letters in more:
        tex.run(tex.stream.argument())
        tex.drop(letters)


def _url(tex: Interpreter, name: str) -> None:
    tokens = tex.stream.argument()
    tex.run_inline(tokens, style=tex.style._replace(href=address(tex, tokens)))


def _href(tex: Interpreter, name: str) -> None:
    tex.stream.optional()
    href = address(tex, tex.stream.argument())
    tokens = tex.stream.argument()
    tex.run_inline(tokens, style=tex.style._replace(href=href)) if tex.inline else tex.run(
        tokens, tex.style._replace(href=href)
    )


def address(tex: Interpreter, tokens: Tokens) -> str:
    """Return the address that the argument of ``\\href`` spells; empty if it is no address but a lost brace."""
    if len(tokens) > 200:
        return ""
    text = tex.plain([Token("raw", "~", "inline") if t.kind == "~" else t for t in tokens])
    return re.sub(r"\\([_%#&~{}$])", r"\1", re.sub(r"\\(?:textasciitilde|string)\s*(?:\{\})?", "~", text)).replace(
        " ", ""
    )


def _footnote(tex: Interpreter, name: str) -> None:
    tex.stream.optional()
    note = tex.stream.argument()
    if not tex.page.muted and len(tex.notes) < 1000:
        tex.notes.append(note)


def _margin(tex: Interpreter, name: str) -> None:
    """Set a margin note: the label of the line that it stands beside."""
    tex.stream.optional()
    tokens = tex.stream.argument()
    if not tex.page.at_line_start:
        tex.page.tab()
    tex.run_inline(tokens)
    tex.stream.skip_spaces()
    tex.page.tab()


def _math(tex: Interpreter, name: str) -> None:
    tex.math = name in "(["


def _rule(tex: Interpreter, name: str) -> None:
    if name == "rule":
        tex.stream.optional()
        width = written(tex.drop("mm")[0])
        if not width.lstrip().startswith(("\\", "1.0", "6", "7")):
            return
    elif name in ("titlerule", "hrule"):
        tex.stream.star()
        tex.stream.optional()
    if tex.innermost_table() is None and not tex.inline:
        tex.page.rule()


def _hypersetup(tex: Interpreter, name: str) -> None:
    options = tex.stream.optional() if name == "usepackage" else None
    tokens = tex.stream.argument()
    for key, value in re.findall(r"\b(pdfauthor|pdftitle)\s*=\s*\{([^{}]*)\}", written(options or tokens)):
        tex.fields.setdefault(key, [[Token("text", re.sub(r"\\[A-Za-z]+\s*|[{}~]", " ", value).strip())]])


# -- conditionals

_EMPTY_TESTS = frozenset("ifstrempty ifblank ifdefempty ifempty IfNoValueTF".split())
_BRACED_TESTS = _EMPTY_TESTS | frozenset("ifthenelse notblank ifstrequal iftoggle IfValueTF ifundef ifdef".split())
_TESTS = _BRACED_TESTS | frozenset(
    "ifx if ifnum ifdim ifcase ifodd ifcat iftrue iffalse ifdefined ifmmode ifvmode ifhmode else fi or ifcsname".split()
)


def conditional(tex: Interpreter, name: str) -> bool:
    """Decide a conditional as far as it can be decided, and set the branch that TeX would take, else the first.

    Return whether the command was a conditional, or set the flag of one.
    """
    flags = tex.macros.flags
    flag = name.removesuffix("true").removesuffix("false")
    if name in _TESTS:
        if name in tex.macros.commands:
            return False
    elif not (name[:2] == "if" and name[2:] in flags) and (flag == name or flag not in flags):
        return False
    if name == "fi":
        pass
    elif name in ("else", "or"):
        _skip_branch(tex, to_else=False)
    elif name[:2] != "if" and flag != name:
        flags[flag] = name.endswith("true")
    elif name in _BRACED_TESTS:
        _braced_test(tex, name)
    elif not _test(tex, name):
        _skip_branch(tex, to_else=True)
    return True


def _braced_test(tex: Interpreter, name: str) -> None:
    stream = tex.stream
    tested = stream.argument()
    if name == "ifthenelse":
        truth = _truth(tested)
    elif name == "ifstrequal":
        truth = written(tested) == written(stream.argument())
    else:
        truth = (not written(tested)) == (name in _EMPTY_TESTS)
    yes, no = stream.argument(), stream.argument()
    stream.push(yes if truth else no)


def _truth(tokens: Tokens) -> bool:
    """Decide the test of ``\\ifthenelse``."""
    text = written(tokens)
    negated = re.match(r"\s*\\(?:not|NOT)\b", text) is not None
    compared = re.search(r"\\equal\s*\{", text)
    inside = text[compared.end() :].rstrip() if compared else ""
    parting = re.search(r"\}\s{0,9}\{", inside[:-1]) if inside.endswith("}") else None
    return (not parting or inside[: parting.start()].strip() == inside[parting.end() : -1].strip()) != negated


def _test(tex: Interpreter, name: str) -> bool:
    stream = tex.stream
    if name in ("ifx", "if", "ifcat"):
        first, second = stream.next(), stream.next()
        return first is not None and second is not None and (first.kind, first.text) == (second.kind, second.text)
    if name == "ifcsname":
        return _named(tex) in tex.macros.commands
    if name == "ifdefined":
        token = stream.next()
        return token is not None and token.text in tex.macros.commands
    if name in ("ifnum", "ifdim", "ifcase", "ifodd"):
        tex.assignment()
        return True
    return tex.macros.flags.get(name.removeprefix("if"), name not in ("iffalse", "ifmmode"))


def _skip_branch(tex: Interpreter, to_else: bool) -> None:
    """Pass over a branch, up to ``\\fi`` or ``\\else``; if there is no end, nothing is passed over."""
    depth, taken = 0, []
    if tex.budget.is_spent:
        return
    while (token := tex.stream.next()) is not None:
        taken.append(token)
        if token.kind != "command":
            continue
        if token.text == "fi":
            if not depth:
                return
            depth -= 1
        elif token.text == "else" and to_else and not depth:
            return
        elif (token.text in _TESTS - _BRACED_TESTS and token.text[:2] == "if") or token.text[2:] in tex.macros.flags:
            depth += 1
    tex.stream.push(taken)


def _named(tex: Interpreter) -> str:
    r"""Take what stands before ``\endcsname``: the name of a command."""
    return tex.plain(tex.stream.until([Token("command", "endcsname")]))


def _csname(tex: Interpreter, name: str) -> None:
    if command := _named(tex):
        tex.stream.push([Token("command", command, f"\\{command}")])


def _expandafter(tex: Interpreter, name: str) -> None:
    r"""Do ``\expandafter`` where it is for a name that is put together: ``\expandafter\def\csname a\endcsname``."""
    after = tex.stream.ahead(2)
    if len(after) == 2 and after[1].text == "csname":
        first = tex.stream.next()
        tex.stream.next()
        _csname(tex, name)
        tex.stream.push([first] if first else [])


def _vskip(tex: Interpreter, name: str) -> None:
    """Do ``\\vskip``, which ends the paragraph: a space below it, and no words."""
    tex.assignment()
    tex.paragraph()


# -- columns of a set width beside each other, and room between words

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LONGEST_DATES = 40  # characters
_BETWEEN = 20  # tokens between two columns: "\hspace{0.02\textwidth}"
_LONGEST_COLUMN = 30  # tokens of a column that has dates alone
_ROOM = re.compile(r"\+?(?:\d{0,3}\.?\d{1,4}\s?(?:cm|mm|in|em|pt|pc|ex|true)|\d?\.?\d{0,4}\\)")


def _is_date(text: str) -> bool:
    return len(text) < _LONGEST_DATES and _YEAR.search(text) is not None


def _is_dated(tex: Interpreter) -> bool:
    """Return whether the line so far is only a date, as in a column of dates on the left."""
    draft = tex.page.draft
    if draft is None or tex.page.at_line_start:
        return False
    return _is_date(draft.text.rpartition("\n")[2])


def begin_column(tex: Interpreter) -> None:
    """Begin a minipage: a line of its own, unless it stands beside the one before."""
    if not tex.beside and tex.innermost_table() is None:
        tex.page.line()
    tex.beside = False


def end_column(tex: Interpreter) -> None:
    """End a minipage. Dates and what they date stand in one line, whichever of the two is on the left."""
    following = _following_column(tex)
    tex.beside = following is not None and (_is_dated(tex) or _is_date(tex.plain(following)))
    tex.page.tab() if tex.beside else tex.page.line()


def _following_column(tex: Interpreter) -> Tokens | None:
    """Return the first tokens of the column beside the one that ends, with nothing but room between; None if none."""
    ahead = tex.stream.ahead(_BETWEEN + _LONGEST_COLUMN)
    depth = 0
    start = 0
    for token in ahead:
        if token.kind == "par" or (not depth and (token.kind == "text" or token.text == "\\")):
            return None
        if not depth and token.kind == "command" and token.text == "begin":
            break
        depth += DEPTH.get(token.kind, 0)
        start += 1
    else:
        return None
    if written(ahead[start + 1 : start + 4]) != "{minipage}":
        return None
    column = list(ahead[start + 4 :])
    end = next((i for i, t in enumerate(column) if t.kind == "command" and t.text == "end"), len(column))
    begin = next((i for i, t in enumerate(column) if t.kind == "}"), 0)  # of "[t]{0.2\\textwidth}"
    return column[begin + 1 : end]


def _hbox(tex: Interpreter, name: str) -> None:
    r"""Set ``\hbox to 3cm{2019\hfil}``."""
    to = tex.stream.peek_solid()
    while to is not None and to.text.startswith(("to", "spread")) and not tex.stream.has_group():
        tex.stream.next()
    _styled(tex, name)


def _room(tex: Interpreter, name: str) -> None:
    r"""Leave room: ``\hspace{1cm}`` parts words; what is narrower than a space or leads back does not."""
    tex.stream.star()
    if _ROOM.match(written(tex.stream.argument())):
        tex.page.space()


# -- characters and layout


def _accent(tex: Interpreter, name: str) -> None:
    """Set the next letter with an accent."""
    letter = tex.plain(tex.stream.argument())
    tex.page.text(accented(name, letter), tex.style)


def _symbol(tex: Interpreter, name: str) -> None:
    """Set a symbol, and take the {} that an author writes behind it to keep the space."""
    text = symbols()[name]
    if text == "\t":
        tex.page.tab()
    elif text.isspace():
        tex.page.space()
    else:
        tex.page.text(text, tex.style)
    if (token := tex.stream.peek()) is not None and token.kind == "{":
        tex.stream.next()
        if (inner := tex.stream.peek()) is not None and inner.kind == "}":
            tex.stream.next()
        else:
            tex.stream.push([token])


TEXT_COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(symbols(), _symbol),
    **dict.fromkeys(REGISTERS, lambda tex, _: tex.assignment()),
    **dict.fromkeys(ACCENTS, _accent),
    **dict.fromkeys(SIZES, lambda tex, name: tex.set_style(size=SIZES[name])),
    **dict.fromkeys(_COMMANDS, _take_arguments),
    **dict.fromkeys(_ARGUMENT_STYLES, _styled),
    **dict.fromkeys(_SWITCH_STYLES, lambda tex, name: tex.set_style(**_SWITCH_STYLES[name])),
    **dict.fromkeys(("\\", "newline", "linebreak", "tabularnewline", "break"), lambda tex, _: tex.break_line()),
    **dict.fromkeys(("par", "endgraf"), lambda tex, _: tex.paragraph()),
    **dict.fromkeys(("url", "nolinkurl", "path"), _url),
    **dict.fromkeys(("footnote", "footnotetext", "thanks"), _footnote),
    **dict.fromkeys(("marginnote", "marginpar", "sidenote", "marginhead", "years"), _margin),
    **dict.fromkeys((*RULES, "toprule", "midrule", "bottomrule"), _rule),
    "emph": lambda tex, _: _group(tex, tex.style._replace(italic=not tex.style.italic)),
    "em": lambda tex, _: tex.set_style(italic=not tex.style.italic),
    ">": lambda tex, _: tex.page.tab(),
    "href": _href, "vskip": _vskip, "hbox": _hbox, "hspace": _room, "csname": _csname,
    "expandafter": _expandafter,
    "hypersetup": _hypersetup, "usepackage": _hypersetup,
    **dict.fromkeys("()[]", _math),
}  # fmt: skip
