"""Hosting tournaments: roles by links, backups, tables played online."""
