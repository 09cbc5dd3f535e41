"""Guests in their browsers: by which they are known, and what travels between them."""
