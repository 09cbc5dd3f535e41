"""What is said at a table: the last lines of each game."""

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Lines are numbered within their game; `at` is milliseconds since the epoch."""
    op.create_table(
        "chat_line",
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sa.UniqueConstraint("game_id", "actor", "command_id", name="chat_command"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("chat_line")
