"""Commands about computer players."""
