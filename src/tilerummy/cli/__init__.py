"""The command `tilerummy`: one module per subcommand."""
