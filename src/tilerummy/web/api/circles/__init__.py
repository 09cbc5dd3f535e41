"""Circles over HTTP."""
