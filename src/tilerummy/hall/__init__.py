"""Hosting tournaments and score sheets: command, decide, append, tell; roles by unguessable links; backups."""
