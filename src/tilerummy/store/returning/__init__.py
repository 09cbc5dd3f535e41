"""By what guests come back without another browser at hand, as stores keep it."""
