"""Lists as people bring them and take them home."""
