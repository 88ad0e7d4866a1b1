"""Search sessions, the requests that changed them, and what models were asked."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
ACTIVE = sa.text("active = 1")


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("platform", sa.String, nullable=False),
        sa.Column("active", sa.SmallInteger, nullable=False),
        sa.Column("busy", sa.SmallInteger, nullable=False),
        sa.Column("version", KEY, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("results", sa.LargeBinary, nullable=False),
        sa.Column("closed_at", sa.String),
        sa.Column("successor", sa.String),
    )
    op.create_index(
        "sessions_active", "sessions", ["user_id", "platform"],
        unique=True, sqlite_where=ACTIVE, postgresql_where=ACTIVE,
    )  # fmt: skip
    op.create_index("sessions_closed", "sessions", ["user_id", "closed_at"])
    op.create_table(
        "session_requests",
        sa.Column("session_id", sa.String, primary_key=True),
        sa.Column("request_id", sa.String, primary_key=True),
        sa.Column("revision", KEY, nullable=False),
    )
    op.create_table(
        "model_calls",
        sa.Column("number", KEY, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("task", sa.String, nullable=False),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("outcome", sa.String, nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
        sa.Column("prompt_tokens", KEY),
        sa.Column("completion_tokens", KEY),
        sa.Column("cost", sa.Float(53)),
    )
    op.create_index("model_calls_at", "model_calls", ["at"])
