"""What threads gain from a solver that lets go of the interpreter."""
