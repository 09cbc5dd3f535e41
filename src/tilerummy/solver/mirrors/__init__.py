"""Branch and bound over the mirrored runs whose two sides differ in colours; the rest is an ordinary task."""
