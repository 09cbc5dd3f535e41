"""The same search with double, two-colour and mirror jokers. Each module has its C file in `kernel/special/`."""
