"""Games, their logs, and the players' index of their games."""

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the three tables. Times are milliseconds since the epoch."""
    op.create_table(
        "game",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("computer", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.CheckConstraint("status in ('lobby', 'playing', 'over')", name="game_status"),
    )
    op.create_index(
        "game_deadline",
        "game",
        ["deadline"],
        sqlite_where=sa.text("deadline is not null"),
        postgresql_where=sa.text("deadline is not null"),
    )
    op.create_index(
        "game_computer", "game", ["id"], sqlite_where=sa.text("computer"), postgresql_where=sa.text("computer")
    )
    op.create_table(
        "event",
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq"),
        sa.UniqueConstraint("game_id", "actor", "command_id", name="event_command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player_game",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), nullable=False),
        sa.PrimaryKeyConstraint("player", "game_id"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the three tables."""
    op.drop_table("player_game")
    op.drop_table("event")
    op.drop_table("game")
