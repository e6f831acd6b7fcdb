"""Resolution over tables: what changed is resolved again with all that it may affect; at first that is everything.

Mentions are in groups that are resolved independently: components of ties, and for people, components of pairs whose
scores are above the threshold. A change of sources finds the groups that it touches, resolves these with the functions
of ``graph_builder.resolve``, and reports which links and entities differ. The result is that of resolving everything.
"""
