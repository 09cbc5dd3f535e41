"""Whom guests have played with, and whom they want to see no more."""
