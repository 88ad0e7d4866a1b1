"""The fixed parts of what models are asked."""
