"""Channels, their identities, figures, content and changes; notes on imports; vectors."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create everything."""
    _channels()
    _figures()
    _notes()
    for name in ("seq", "cid", "channels"):
        op.execute(sa.text(f"INSERT INTO counters (name, value) VALUES ('{name}', 0)"))


def _channels() -> None:
    op.create_table(
        "channels",
        sa.Column("cid", KEY, primary_key=True, autoincrement=False),
        sa.Column("platform", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded_name", sa.String, nullable=False),
        sa.Column("doc", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
    )
    op.create_index("channels_by_name", "channels", ["folded_name", "platform"])
    op.create_table(
        "changes",
        sa.Column("cid", KEY, primary_key=True, autoincrement=False),
        sa.Column("seq", KEY, nullable=False),
        sa.Column("deleted", sa.SmallInteger, nullable=False),
        sa.UniqueConstraint("seq", name="changes_by_seq"),
    )
    op.create_table(
        "identities",
        sa.Column("platform", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("folded", sa.String, primary_key=True),
        sa.Column("cid", KEY, nullable=False),
        sa.Column("current", sa.SmallInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "aliases",
        sa.Column("old_cid", KEY, primary_key=True, autoincrement=False),
        sa.Column("cid", KEY, nullable=False),
    )
    op.create_index("aliases_by_cid", "aliases", ["cid"])


def _figures() -> None:
    op.create_table(
        "snapshots",
        sa.Column("cid", KEY, primary_key=True, autoincrement=False),
        sa.Column("field", sa.String, primary_key=True),
        sa.Column("as_of", sa.String, primary_key=True),
        sa.Column("value", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "content",
        sa.Column("cid", KEY, primary_key=True, autoincrement=False),
        sa.Column("content_id", sa.String, primary_key=True),
        sa.Column("published_at", sa.String),
        sa.Column("observed_at", sa.String, nullable=False),
        sa.Column("doc", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("content_by_id", "content", ["content_id"])


def _notes() -> None:
    op.create_table(
        "imports",
        sa.Column("fingerprint", sa.String, primary_key=True),
        sa.Column("line", KEY, nullable=False),
        sa.Column("finished", sa.SmallInteger, nullable=False),
        sa.Column("mapping", sa.LargeBinary, nullable=False),
        sa.Column("counters", sa.LargeBinary, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
    )
    op.create_table(
        "mappings",
        sa.Column("signature", sa.String, primary_key=True),
        sa.Column("mapping", sa.LargeBinary, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
    )
    op.create_table(
        "vectors",
        sa.Column("text_hash", sa.LargeBinary, primary_key=True),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", KEY, nullable=False),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
