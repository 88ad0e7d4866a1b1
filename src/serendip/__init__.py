"""Serendip: find creators by what you mean, and see why each one is there."""

__version__ = "0.1.0"
