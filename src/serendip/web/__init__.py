"""The JSON endpoint: FastAPI over the same services as the terminal."""
