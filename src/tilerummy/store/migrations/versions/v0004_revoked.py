"""Which guests are no longer known by the cookies they had."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. A session of `player` (`*`: anybody) that was issued before `before` (ms) counts no more."""
    op.create_table(
        "revoked",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("before", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("revoked")
