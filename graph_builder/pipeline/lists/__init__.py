"""Lists that a user adds to the gazetteer, as they are published: registries of organizations, venues, topics."""
