"""The terminal: the same services as the JSON endpoint, for people and for scripts."""
