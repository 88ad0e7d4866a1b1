"""Data made by us: the seeded universe of channels for the demo, tests and benchmarks."""
