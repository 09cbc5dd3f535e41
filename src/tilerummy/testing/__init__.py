"""Conformance kits, published with the package: what makes an edition sound."""

from tilerummy.testing.editions import check_edition

__all__ = ["check_edition"]
