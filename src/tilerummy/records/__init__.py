"""The event-sourced record: decide, append with compare-and-set, fold, tell; and its registry."""
