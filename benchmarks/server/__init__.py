"""What a server costs: moves, rooms, onlookers; and what that means for many people."""
