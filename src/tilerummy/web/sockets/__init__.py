"""WebSockets after their handshake: rooms, and what is only watched."""
