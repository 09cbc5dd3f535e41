"""Whole games as short text for people: written, read, compared line by line, pasted (docs/transcripts.md)."""
