"""The composition root: the one place that knows both engines and adapters."""
