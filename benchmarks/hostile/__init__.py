"""What honest players feel while others attack."""
