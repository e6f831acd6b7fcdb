"""Values of facts as people write them or documents print them, brought into the form that claims have."""

from __future__ import annotations

from collections.abc import Mapping

from graph_builder.model import DecisionError

_DATES = ("start", "end", "year")
_LEVELS = ("doctorate", "master", "bachelor", "other")
_PRESENT = "present"


def normalised(values: Mapping[str, str]) -> dict[str, str]:
    """Return values in the form that claims have; empty ones stay.

    Args:
        values: by name, as ``SCHEMA`` has them.

    Raises:
        DecisionError: one has no such form: a start that is no date, a position that is no number.

    >>> normalised({"degree": "Ph.D.", "start": "May 2015 – present"})
    {'degree': 'doctorate', 'start': '2015-05', 'end': 'present'}
    """
    from graph_builder.extract.normalise.degrees import degree_in
    from graph_builder.graph.facts import typed

    found = dict(values)
    for name, text in values.items():
        if not text or typed(name, text) is not None and name != "degree" or (name, text) == ("end", _PRESENT):
            continue
        if name == "degree" and text not in _LEVELS:
            degree = degree_in(text)
            found[name] = degree[2] if degree else "other"
        elif name in _DATES:
            found |= _dates(name, text, values)
        elif name == "position":
            raise DecisionError(f"the position {text!r} is no number from 1 on; give one such as 2")
    return found


def _dates(name: str, text: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return a date, and the end of a range where the text of its start has both."""
    from graph_builder.extract.normalise.dates import find_dates, is_present

    if name == "end" and is_present(text):
        return {name: _PRESENT}
    dates = find_dates(text)
    if len(dates) != 1:
        raise DecisionError(f"the {name} {text!r} is no date; write it as 2019 or 2019-09")
    (date,) = dates
    if name == "year":
        return {name: date.year}
    if name == "end":
        return {name: date.end or date.start}
    return {name: date.start, **({"end": date.end} if date.end and not values.get("end") else {})}
