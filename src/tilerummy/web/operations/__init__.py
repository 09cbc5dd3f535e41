"""What those who run a server look at and ask for: health, metrics, a line for each request, an orderly end."""
