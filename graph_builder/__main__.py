"""Runs the command line: ``python -m graph_builder``."""

from graph_builder.cli import main

main()
