"""Between two stages: who goes on, who is equal at the line and how that is settled, who moves up for whom."""
