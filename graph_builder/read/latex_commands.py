"""The commands of LaTeX that print or style text inside a block, and its conditionals."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from graph_builder.model import BlockKind
from graph_builder.read.latex_macros import written
from graph_builder.read.latex_stream import Tokens
from graph_builder.read.latex_tokens import Token

if TYPE_CHECKING:
    from graph_builder.read.latex_page import Style
    from graph_builder.read.latex_setter import Setter

Handler = Callable[["Setter", str], None]
_SLOPE = re.compile(r"\s*\(\s*-?\d{1,2}\s*,\s*-?\d{1,2}\s*\)\s*")  # of a line

# Style of the next argument, and of the rest of the group.
_ARGUMENT_STYLES: dict[str, dict[str, bool]] = {
    "textbf": {"bold": True}, "textit": {"italic": True}, "textsl": {"italic": True}, "underline": {"underline": True},
    "uline": {"underline": True}, "ul": {"underline": True}, "texttt": {"code": True}, "textsc": {"caps": True},
    "textsuperscript": {"superscript": True}, "sout": {"strike": True}, "st": {"strike": True},
    "mathbf": {"bold": True}, "mathit": {"italic": True}, "boldsymbol": {"bold": True}, "textmd": {"bold": False},
    "textup": {"italic": False}, "textnormal": {}, "textrm": {}, "textsf": {}, "mathrm": {}, "text": {}, "mbox": {},
    "fbox": {}, "emphh": {}, "uppercase": {}, "MakeUppercase": {}, "lowercase": {}, "MakeLowercase": {},
    "textsubscript": {}, "hbox": {}, "mathsf": {}, "mathtt": {}, "mathcal": {}, "ensuremath": {}, "textls": {},
    "textlf": {}, "so": {}, "hl": {}, "makecell": {}, "shortstack": {}, "centerline": {}, "leftline": {},
    "rightline": {}, "framebox": {}, "textcircled": {}, "operatorname": {}, "mathbb": {}, "vbox": {}, "vtop": {},
    "llap": {}, "rlap": {}, "uwave": {"underline": True}, "capitalisewords": {}, "NoCaseChange": {}, "smash": {},
    "textlarge": {}, "enquote": {}, "foreignlanguage@": {},
}  # fmt: skip
_SWITCH_STYLES: dict[str, dict[str, bool]] = {
    "bf": {"bold": True, "italic": False}, "bfseries": {"bold": True}, "it": {"italic": True, "bold": False},
    "itshape": {"italic": True}, "sl": {"italic": True}, "slshape": {"italic": True}, "tt": {"code": True},
    "ttfamily": {"code": True}, "sc": {"caps": True}, "scshape": {"caps": True}, "rm": {"bold": False, "italic": False},
    "rmfamily": {}, "sffamily": {}, "sf": {}, "mdseries": {"bold": False}, "upshape": {"italic": False},
    "boldmath": {"bold": True}, "normalfont": {"bold": False, "italic": False, "caps": False, "code": False},
    "reset@font": {},
}  # fmt: skip
# Which arguments are printed (k), which are layout (d, o optional).
_KEEP = {
    "multicolumn": "ddk", "multirow": "oddk", "parbox": "ooodk", "makebox": "ook", "raisebox": "dook",
    "scalebox": "dok", "resizebox": "ddk", "colorbox": "odk", "fcolorbox": "oddk", "textcolor": "odk",
    "rotatebox": "dk", "hyperref": "ok", "hyperlink": "dk", "hypertarget": "dk", "texorpdfstring": "kd",
    "foreignlanguage": "dk", "adjustbox": "dk", "bibentry": "d", "framebox": "ook", "savebox": "dd", "fullcite": "d",
    "minipage": "k", "captionof": "dk", "caption": "ok", "phantomsection": "", "titlerule": "so", "nameref": "d",
    "textsubscript": "k", "color": "od", "usebox": "d", "pdfbookmark": "odd", "bookmark": "od", "ifthispageodd": "kd",
    "DTLforeach": "ddd", "sectionfont": "d", "subsectionfont": "d", "subsubsectionfont": "d", "allsectionsfont": "d",
    "titleformat": "sdodddo", "cvcolor": "d", "makeatother": "", "pdfinfo": "d", "linkedin@": "k", "fbox": "k",
    "cvsidebar@": "d", "protect": "", "setcolumnwidth": "d", "definesymbol": "dd", "social@": "odk", "fontspec": "od",
    "addfontfeature": "d", "addfontfeatures": "d", "vrule": "", "arrayrulecolor": "d", "marginparpush": "",
    "rowcolor": "od", "rowcolors": "ddd", "cellcolor": "od", "cmidrule": "od", "cline": "d", "specialrule": "ddd",
    "columncolor": "od", "includepdf": "od", "qrcode": "od", "svgpath": "d", "fullwidth": "", "textblock": "d",
}  # fmt: skip


def _styled(setter: Setter, name: str) -> None:
    style = setter.style.but(_ARGUMENT_STYLES[name])
    _group(setter, style)


def _group(setter: Setter, style: Style) -> None:
    """Set the next argument in *style*, without reading ahead for its end."""
    from graph_builder.read.latex_setter import Group

    if setter.stream.has_group():
        setter.stream.skip_spaces()
        setter.stream.next()
        setter.groups.append(Group(setter.style))
        setter.style = style
    else:
        setter.run(setter.stream.argument(), style)


def _emphasis(setter: Setter, name: str) -> None:
    _group(setter, setter.style._replace(italic=not setter.style.italic))


def _switch(setter: Setter, name: str) -> None:
    setter.style = setter.style.but(_SWITCH_STYLES[name])


def _em(setter: Setter, name: str) -> None:
    setter.style = setter.style._replace(italic=not setter.style.italic)


def _keep(setter: Setter, name: str) -> None:
    for letter in _KEEP[name]:
        if letter == "k":
            setter.run(setter.stream.argument())
        else:
            setter.drop({"d": "m"}.get(letter, letter))


def _url(setter: Setter, name: str) -> None:
    tokens = setter.stream.argument()
    setter.run_inline(tokens, style=setter.style._replace(href=address(setter, tokens)))


def _href(setter: Setter, name: str) -> None:
    setter.stream.optional()
    href = address(setter, setter.stream.argument())
    tokens = setter.stream.argument()
    setter.run_inline(tokens, style=setter.style._replace(href=href)) if setter.inline else setter.run(
        tokens, setter.style._replace(href=href)
    )


def address(setter: Setter, tokens: Tokens) -> str:
    """Return the address that the argument of ``\\href`` spells; empty if it is no address but a lost brace."""
    if len(tokens) > 200:
        return ""
    text = setter.plain([Token("raw", "~", -1, "inline") if t.kind == "~" else t for t in tokens])
    return re.sub(r"\\([_%#&~{}$])", r"\1", re.sub(r"\\(?:textasciitilde|string)\s*(?:\{\})?", "~", text)).replace(
        " ", ""
    )


def _footnote(setter: Setter, name: str) -> None:
    setter.stream.optional()
    note = setter.stream.argument()
    if not setter.page.muted and len(setter.notes) < 1000:
        setter.notes.append(note)


def _margin(setter: Setter, name: str) -> None:
    """Set a margin note: the label of the line that it stands beside."""
    setter.stream.optional()
    tokens = setter.stream.argument()
    if not setter.page.at_line_start:
        setter.page.tab()
    setter.run_inline(tokens)
    setter.stream.skip_spaces()
    setter.page.tab()


def _item_line(setter: Setter, name: str) -> None:
    setter.page.line() if not setter.inline or setter.inline == "\n" else setter.page.space()


def _math(setter: Setter, name: str) -> None:
    setter.math = name in "(["


def _tab_stop(setter: Setter, name: str) -> None:
    if setter.innermost_tabbing() is not None:
        setter.page.tab()
    elif name == "=":
        setter.accent(name)
    elif name in (">", ":"):
        setter.page.space()


def _rule(setter: Setter, name: str) -> None:
    if name == "rule":
        setter.stream.optional()
        width = written(setter.drop("mm")[0])
        if not width.lstrip().startswith(("\\", "1.0", "6", "7")):
            return
    elif name in ("titlerule", "hrule"):
        setter.stream.star()
        setter.stream.optional()
    if setter.innermost_table() is None and not setter.inline:
        setter.page.rule()
    if name == "hrule":
        _rule_size(setter)


def _line(setter: Setter, name: str) -> None:
    """Draw ``\\line(1,0){450}``, which sets a rule outside pictures too."""
    taken: Tokens = []
    while len(taken) < 8 and (token := setter.stream.peek()) is not None and token.kind in ("text", "space"):
        taken.append(token)
        setter.stream.next()
    if not _SLOPE.fullmatch("".join(token.text for token in taken)) or not setter.stream.has_group():
        setter.stream.push(taken)
        return
    setter.drop("m")
    if setter.innermost_table() is None and not setter.inline:
        setter.page.rule()


def _tikz(setter: Setter, name: str) -> None:
    """Pass over a drawing in the line: a group, or what ends with a semicolon."""
    setter.stream.optional()
    if setter.stream.has_group():
        setter.drop("m")
    else:
        setter.stream.until([Token("text", ";")])


def _rule_size(setter: Setter) -> None:
    """Pass over ``height 1pt`` after ``\\hrule``."""
    while (token := setter.stream.peek_solid()) is not None and token.text in ("height", "width", "depth"):
        setter.stream.skip_spaces()
        setter.stream.next()
        setter.assignment()


def _hypersetup(setter: Setter, name: str) -> None:
    options = setter.stream.optional() if name == "usepackage" else None
    tokens = setter.stream.argument()
    for key, value in re.findall(r"\b(pdfauthor|pdftitle)\s*=\s*\{([^{}]*)\}", written(options or tokens)):
        setter.fields.setdefault(key, [[Token("text", re.sub(r"\\[A-Za-z]+\s*|[{}~]", " ", value).strip())]])


# -- conditionals

_TESTS = frozenset(
    "ifthenelse ifstrempty ifblank notblank ifstrequal ifdefempty ifx if ifnum ifdim ifcase ifodd ifcat iftrue "
    "iffalse ifdefined ifmmode ifvmode ifhmode else fi or ifcsname iftoggle ifempty IfNoValueTF IfValueTF "
    "ifundef ifdef isempty".split()
)


def is_conditional(setter: Setter, name: str) -> bool:
    """Tell whether a command is a conditional, or sets the flag of one."""
    if name in _TESTS:
        return name not in setter.macros.commands
    flags = setter.macros.flags
    return (
        (name[:2] == "if" and name[2:] in flags)
        or name.removesuffix("true") in flags
        or name.removesuffix("false") in flags
    )


def conditional(setter: Setter, name: str) -> None:
    """Decide a conditional as far as it can be decided: set the branch that TeX would take, else the first."""
    flags = setter.macros.flags
    if name == "fi":
        return
    if name in ("else", "or"):
        _skip_branch(setter, to_else=False)
    elif name[:2] != "if" and name in {f"{flag}{value}" for flag in flags for value in ("true", "false")}:
        flags[name.removesuffix("true").removesuffix("false")] = name.endswith("true")
    elif name in ("ifthenelse", "ifstrempty", "ifblank", "notblank", "ifstrequal", "ifdefempty", "iftoggle", "ifempty",
                  "IfNoValueTF", "IfValueTF", "ifundef", "ifdef", "isempty"):  # fmt: skip
        _braced_test(setter, name)
    elif not _test(setter, name):
        _skip_branch(setter, to_else=True)


def _braced_test(setter: Setter, name: str) -> None:
    stream = setter.stream
    if name == "ifthenelse":
        truth = _truth(stream.argument())
    elif name == "ifstrequal":
        truth = written(stream.argument()) == written(stream.argument())
    else:
        empty = not written(stream.argument())
        truth = (
            empty if name in ("ifstrempty", "ifblank", "ifdefempty", "ifempty", "IfNoValueTF", "isempty") else not empty
        )
    if name == "isempty":
        return
    yes, no = stream.argument(), stream.argument()
    stream.push(yes if truth else no)


def _truth(tokens: Tokens) -> bool:
    """Decide the test of ``\\ifthenelse``."""
    text = written(tokens)
    negated = re.match(r"\s*\\(?:not|NOT)\b", text) is not None
    compared = re.search(r"\\equal\s*\{", text)
    inside = text[compared.end() :].rstrip() if compared else ""
    parting = re.search(r"\}\s{0,9}\{", inside[:-1]) if inside.endswith("}") else None
    if parting:
        return (inside[: parting.start()].strip() == inside[parting.end() : -1].strip()) != negated
    asked = re.search(r"\\isempty\s*\{", text)
    return (
        not text[asked.end() : text.rfind("}")].strip() if asked and "}" in text[asked.end() :] else True
    ) != negated


def _test(setter: Setter, name: str) -> bool:
    stream = setter.stream
    if name == "ifx":
        first, second = stream.next(), stream.next()
        if first is not None and first.text == "\\" and second is not None and second.text != "\\":
            # \ifx\\#1\\ tests whether the argument is empty: pass over the rest of it.
            stream.until([Token("command", "\\")])
            return False
        return first is not None and second is not None and (first.kind, first.text) == (second.kind, second.text)
    if name == "if" and (token := stream.peek()) is not None and token.text == "relax":
        stream.next()
        inner = stream.until([Token("command", "relax")])
        return not [t for t in inner if t.kind in ("text", "command") and t.text != "detokenize"]
    if name in ("if", "ifcat"):
        first, second = stream.next(), stream.next()
        return first is not None and second is not None and first.text == second.text
    if name == "ifdefined":
        token = stream.next()
        return token is not None and token.text in setter.macros.commands
    if name in ("ifnum", "ifdim", "ifcase", "ifodd"):
        setter.assignment()
        return True
    return setter.macros.flags.get(name.removeprefix("if"), name not in ("iffalse", "ifmmode"))


def _skip_branch(setter: Setter, to_else: bool) -> None:
    """Pass over a branch, up to ``\\fi`` or ``\\else``; if there is no end, nothing is passed over."""
    depth, taken = 0, []
    if setter.budget.is_spent:
        return
    while (token := setter.stream.next()) is not None:
        taken.append(token)
        if token.kind != "command":
            continue
        if token.text == "fi":
            if not depth:
                return
            depth -= 1
        elif token.text == "else" and to_else and not depth:
            return
        elif token.text in ("ifx", "if", "ifnum", "ifdim", "ifcase", "ifodd", "iftrue", "iffalse", "ifdefined") or (
            token.text[:2] == "if" and token.text[2:] in setter.macros.flags
        ):
            depth += 1
    setter.stream.push(taken)


def _counter(setter: Setter, name: str) -> None:
    """Do a command that makes or changes a counter."""
    counter = written(setter.stream.argument())
    if name == "newcounter":
        setter.stream.optional()
        setter.counters[counter] = 0
    elif name in ("stepcounter", "refstepcounter"):
        setter.counters[counter] = setter.counters.get(counter, 0) + 1
    else:
        number = re.fullmatch(r"-?\d{1,6}", written(setter.stream.argument()))
        base = setter.counters.get(counter, 0) if name == "addtocounter" else 0
        setter.counters[counter] = base + int(number.group()) if number else base


def _number(setter: Setter, name: str) -> None:
    """Print a counter of the author's own."""
    counter = written(setter.stream.argument())
    if counter in setter.counters:
        setter.page.text(str(setter.counters[counter]), -1, setter.style)


def _quote_mark(setter: Setter, name: str) -> None:
    setter.page.text("“" if name == "ldq" else "”", -1, setter.style)


def _csname(setter: Setter, name: str) -> None:
    setter.stream.until([Token("command", "endcsname")])


def _break(setter: Setter, name: str) -> None:
    setter.break_line()


def _own_line(setter: Setter, name: str) -> None:
    """Set a line of its own: ``\\centerline{Ada Lovelace}``."""
    setter.run(setter.stream.argument(), setter.style)
    setter.break_line()


def _par(setter: Setter, name: str) -> None:
    setter.paragraph()


def _vskip(setter: Setter, name: str) -> None:
    """Do ``\\vskip``, which ends the paragraph: a space below it, and no words."""
    setter.assignment()
    setter.paragraph()


def _kill(setter: Setter, name: str) -> None:
    """Drop a line of ``tabbing`` that only sets tab stops."""
    draft = setter.page.draft
    if draft is not None and draft.kind is BlockKind.PARAGRAPH:
        last = max((i for i, piece in enumerate(draft.pieces) if piece.text == "\n"), default=0)
        del draft.pieces[last:]


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys((n for n in _ARGUMENT_STYLES if not n.endswith("@")), _styled),
    **dict.fromkeys(_SWITCH_STYLES, _switch),
    **dict.fromkeys((n for n in _KEEP if not n.endswith("@")), _keep),
    "emph": _emphasis, "em": _em, "url": _url, "nolinkurl": _url, "path": _url, "href": _href,
    "footnote": _footnote, "footnotetext": _footnote, "thanks": _footnote, "marginnote": _margin, "marginpar": _margin,
    "sidenote": _margin, "marginhead": _margin, "\\": _break, "newline": _break, "linebreak": _break,
    "centerline": _own_line, "leftline": _own_line,
    "tabularnewline": _break, "par": _par, "endgraf": _par, "vskip": _vskip, "(": _math, ")": _math,
    "[": _math, "]": _math,
    ">": _tab_stop, "=": _tab_stop, "<": _tab_stop, "+": _tab_stop, "kill": _kill, "hrule": _rule, "rule": _rule,
    "line": _line, "tikz": _tikz,
    "titlerule": _rule, "hline": _rule, "toprule": _rule, "midrule": _rule, "bottomrule": _rule, "hrulefill": _rule,
    **dict.fromkeys(("newcounter", "stepcounter", "refstepcounter", "setcounter", "addtocounter"), _counter),
    "arabic": _number, "value": _number,
    "hypersetup": _hypersetup, "usepackage": _hypersetup, "csname": _csname, "break": _item_line,
}  # fmt: skip
