"""Tasks with regular jokers for the kernel: what searches them is in `kernel/regular/`."""
