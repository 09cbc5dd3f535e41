"""What runs beside the games: computer players, hints, reviews, and what strangers send."""
