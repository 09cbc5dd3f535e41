"""Tiles off photographs: where they lie, what they are, and what the rules say of all of them together.

`camera.weights` learned from photographs by jonasbuehler, https://universe.roboflow.com/jonasbuehler/rummikub-nvypk, CC
BY 4.0, with corners of our own and changed light and view, and from drawn scenes.
"""
