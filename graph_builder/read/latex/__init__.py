"""LaTeX becomes Documents: tokens, the author's macros, and an interpreter with a table of commands."""
