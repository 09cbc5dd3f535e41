"""Who sits where: plans, local search, constructed designs."""
