"""How a guest comes back without another browser at hand."""
