"""The HTTP addresses, one module for each kind of thing."""
