"""The trained tagger: what it sees of a document, what it says of each word, and the facts assembled from that."""
