"""Events and seasons as web pages that need no server and no script, with their figures as CSV and JSON."""
