"""Tasks with double, two-colour and mirror jokers for the kernel: what searches them is in `kernel/special/`."""
