"""The subcommands of `tilerummy`, one module each."""
