"""What the camera's networks learn from and how: outside the product, see README.md."""
