"""Texts to vectors: the local model, an HTTP model, and the cache between either and the store."""
