"""The tables, for building statements. Migrations create them; ``tests`` compare the two.

``changes`` holds one row per channel that exists or existed: the sequence number of its last change. A
reader that has seen everything up to N asks for what is beyond N and misses nothing, deletions included.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    text,
)

metadata = MetaData()
Key = BigInteger().with_variant(Integer, "sqlite")

channels = Table(
    "channels",
    metadata,
    Column("cid", Key, primary_key=True, autoincrement=False),
    Column("platform", String, nullable=False),
    Column("name", String, nullable=False),
    Column("folded_name", String, nullable=False),
    Column("doc", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Index("channels_by_name", "folded_name", "platform"),
)

changes = Table(
    "changes",
    metadata,
    Column("cid", Key, primary_key=True, autoincrement=False),
    Column("seq", Key, nullable=False),
    Column("deleted", SmallInteger, nullable=False),
    UniqueConstraint("seq", name="changes_by_seq"),
)

identities = Table(
    "identities",
    metadata,
    Column("platform", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("folded", String, primary_key=True),
    Column("cid", Key, nullable=False),
    Column("current", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)

aliases = Table(
    "aliases",
    metadata,
    Column("old_cid", Key, primary_key=True, autoincrement=False),
    Column("cid", Key, nullable=False),
    Index("aliases_by_cid", "cid"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("cid", Key, primary_key=True, autoincrement=False),
    Column("field", String, primary_key=True),
    Column("as_of", String, primary_key=True),
    Column("value", Float(53), nullable=False),
    sqlite_with_rowid=False,
)

content = Table(
    "content",
    metadata,
    Column("cid", Key, primary_key=True, autoincrement=False),
    Column("content_id", String, primary_key=True),
    Column("published_at", String),
    Column("observed_at", String, nullable=False),
    Column("doc", LargeBinary, nullable=False),
    Index("content_by_id", "content_id"),
    sqlite_with_rowid=False,
)

imports = Table(
    "imports",
    metadata,
    Column("fingerprint", String, primary_key=True),
    Column("line", Key, nullable=False),
    Column("finished", SmallInteger, nullable=False),
    Column("mapping", LargeBinary, nullable=False),
    Column("counters", LargeBinary, nullable=False),
    Column("updated_at", String, nullable=False),
)

mappings = Table(
    "mappings",
    metadata,
    Column("signature", String, primary_key=True),
    Column("mapping", LargeBinary, nullable=False),
    Column("updated_at", String, nullable=False),
)

vectors = Table(
    "vectors",
    metadata,
    Column("text_hash", LargeBinary, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

counters = Table(
    "counters",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Key, nullable=False),
)
"""``seq``: the last change; ``cid``: the last key given out (never reused); ``channels``: how many exist."""

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("platform", String, nullable=False),
    Column("active", SmallInteger, nullable=False),
    Column("busy", SmallInteger, nullable=False),
    Column("version", Key, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("results", LargeBinary, nullable=False),
    Column("closed_at", String),
    Column("successor", String),
    Index(
        "sessions_active", "user_id", "platform",
        unique=True, sqlite_where=text("active = 1"), postgresql_where=text("active = 1"),
    ),
    Index("sessions_closed", "user_id", "closed_at"),
)  # fmt: skip
"""``busy``: a search or a link was running when it was stored; ``successor``: the session after a reset."""

session_requests = Table(
    "session_requests",
    metadata,
    Column("session_id", String, primary_key=True),
    Column("request_id", String, primary_key=True),
    Column("revision", Key, nullable=False),
)

model_calls = Table(
    "model_calls",
    metadata,
    Column("number", Key, primary_key=True),
    Column("at", String, nullable=False),
    Column("task", String, nullable=False),
    Column("model", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("seconds", Float(53), nullable=False),
    Column("prompt_tokens", Key),
    Column("completion_tokens", Key),
    Column("cost", Float(53)),
    Index("model_calls_at", "at"),
)
