"""What to offer when a search gives too little, and what to ask when it could mean several things.

``repairs.suggest`` and ``questions.weigh`` are pure: every figure comes from a ``Counter``.
"""
