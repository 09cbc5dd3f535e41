"""The ASGI edge: HTTP, the socket, the typed protocol, sessions, limits."""
