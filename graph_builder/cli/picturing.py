"""Commands that write the graph out: draw, export."""

from __future__ import annotations

import click

COMMANDS: tuple[click.Command, ...] = ()
