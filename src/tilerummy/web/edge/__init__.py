"""The edge of the server: what is counted, timed and refused before anything reads a request."""
