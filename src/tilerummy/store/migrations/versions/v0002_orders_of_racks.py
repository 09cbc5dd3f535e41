"""How each player arranged his rack."""

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; one row per player and game, written anew with every change."""
    op.create_table(
        "rack_order",
        sa.Column("game_id", sa.Text, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("rack_order")
