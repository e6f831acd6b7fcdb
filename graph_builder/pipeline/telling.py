"""Decisions in words, for commands and pages alike."""

from __future__ import annotations

from collections.abc import Iterable

from graph_builder.model import Anchor, ClaimKey, Decision, DecisionKind


def describe(decision: Decision) -> str:
    """Return a decision in one line: what it does, to what, and who decided it when and why."""
    if decision.kind is DecisionKind.MERGE:
        what = f"merge {_shown(decision.one)} and {_shown(decision.other)}"
    elif decision.kind is DecisionKind.CONFIRM:
        what = f"confirm {_shown(decision.other)} as one with {_shown(decision.one)}"
    elif decision.kind is DecisionKind.SPLIT:
        what = f"split {_shown(decision.other)} from {_shown(decision.one)}"
    elif decision.kind in (DecisionKind.ACCEPT, DecisionKind.REJECT):
        what = f"{decision.kind} {'; '.join(map(_claim, decision.claims))}"
    elif decision.kind is DecisionKind.UNDO:
        what = f"undo {decision.undoes}"
    else:
        what = f"{decision.kind} {_shown(decision.one)} as {decision.name}"
    return f"{what}, {decision.in_words}"


def _shown(anchors: Iterable[Anchor]) -> str:
    first, *rest = anchors
    shown = f"{first.name} ({first.source})" if first.source else first.key
    return f"{shown} and {len(rest)} more" if rest else shown


def _claim(claim: ClaimKey) -> str:
    said = ", ".join(f"{name} {value}" for name, value in (*claim.roles.items(), *claim.values.items()))
    return f"{claim.relation}: {said} ({claim.source})"
