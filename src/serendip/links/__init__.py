"""Asking platforms about links: official lookups, and where a platform's own short links lead."""
