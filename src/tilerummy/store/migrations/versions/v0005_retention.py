"""Finding what has not changed for long."""

from alembic import op

revision = "v0005"
down_revision = "v0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index("game_changed", "game", ["status", "changed"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("game_changed")
