"""A tournament's format as data, and its reader."""
