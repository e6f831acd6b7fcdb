"""The command line: words typed become calls.

Exit status: 0 done; 1 nothing was done, and the message says why; 2 the command was typed wrongly; 3 done with
problems, under ``--strict``; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from graph_builder.cli import (
    build,
    decisions,
    doctor,
    draw,
    enrich,
    export,
    forget,
    gazetteer,
    query,
    serve,
    teach,
)
from graph_builder.cli.console import FAILED, INTERRUPTED, complain
from graph_builder.model import GraphBuilderError

__all__ = ["app", "main"]


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 done, 1 failed, 2 typed wrongly, 3 done with problems under --strict.",
)
@click.version_option(package_name="graph-builder", prog_name="graph-builder")
def app() -> None:
    """Turn CVs, homepages and scholarly records into one RDF knowledge graph.

    \b
    Example:
      graph-builder build cvs --store kg
      graph-builder query --store kg employment
    """


_MODULES = (
    build,
    forget,
    enrich,
    query,
    draw,
    export,
    decisions,
    teach,
    gazetteer,
    serve,
    doctor,
)
for _command in (command for module in _MODULES for command in module.COMMANDS):
    app.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = app.main(arguments, prog_name="graph-builder", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except GraphBuilderError as error:
        complain(f"error: {error}")
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted; the store is as it was before")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough of it. Python would complain once more when it closes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        complain(
            f"error: {error.filename or 'system'}: {error.strerror or error}; check the path, the space, the rights"
        )
    return FAILED
