"""Channels and their content: what is known, since when, and on what basis."""
