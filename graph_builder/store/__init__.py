"""Keeps the graph on disk, with the text and the facts of every source, and hands them back.

``Store.open(path)`` reads, ``edit(path)`` gives the one builder a draft of the next snapshot.
"""
