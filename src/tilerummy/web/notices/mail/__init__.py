"""Notices by mail: addresses that their owners have confirmed, and what goes there."""
