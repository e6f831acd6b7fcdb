"""Pushing a graph to a server: over Bolt, SPARQL 1.1 Update or the Graph Store protocol, in batches that can go on."""

from graph_builder.export.push.bolt import push_bolt
from graph_builder.export.push.client import Checkpoint, Client, Credentials
from graph_builder.export.push.sparql import push_sparql

__all__ = ["Checkpoint", "Client", "Credentials", "push_bolt", "push_sparql"]
