"""The numbers of HTML lists, as a browser prints them."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborNode

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_MAX_DIGITS = 6


@dataclass(slots=True)
class Numbers:
    """The numbers of an ordered list: the style, the next number and the step to the one after it."""

    style: str
    following: int
    step: int = 1
    are_initial: bool = False

    @classmethod
    def of(cls, node: LexborNode) -> Numbers:
        """Return the numbers of an ``ol`` element."""
        attributes = node.attributes
        style = attributes.get("type") or "1"
        style = style if style in ("A", "a", "I", "i") else "1"
        count = _count_items(node)
        reverse = "reversed" in attributes
        start = _number(attributes.get("start"))
        first = start if start is not None else count if reverse else 1
        lettered = style in ("A", "I") and count == 1 and (start is not None)
        return cls(style, first, -1 if reverse else 1, lettered)

    def take(self, value: str | None = None) -> str:
        """Return the label of the next item, whose ``value`` attribute may set the number.

        >>> numbers = Numbers("a", 26)
        >>> numbers.take(), numbers.take(), Numbers("I", 4).take()
        ('z.', 'aa.', 'IV.')
        """
        number = _number(value)
        number = self.following if number is None else number
        self.following = number + self.step
        return f"{_printed(number, self.style)}."


def _number(value: str | None) -> int | None:
    value = (value or "").strip()
    return int(value) if value.isdecimal() and len(value) <= _MAX_DIGITS else None


def _count_items(node: LexborNode) -> int:
    count = 0
    child = node.first_child
    while child is not None:
        count += child.tag == "li"
        child = child.next
    return count


def _printed(number: int, style: str) -> str:
    if number < 1 or style == "1" or number > 3999:
        return str(number)
    if style in ("I", "i"):
        roman = ""
        for value, letters in _ROMAN + _ROMAN_SMALL:
            roman += letters * (number // value)
            number %= value
        return roman.upper() if style == "I" else roman
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters.upper() if style == "A" else letters
