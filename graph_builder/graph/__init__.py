"""Claims and links become quads: IRIs are minted, facts are merged, shapes are checked."""
