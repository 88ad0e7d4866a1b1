"""The embedded channel index: immutable segments of postings, columns and vectors in memory maps."""
