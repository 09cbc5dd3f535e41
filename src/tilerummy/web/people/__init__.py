"""The people whom a guest knows, over HTTP."""
