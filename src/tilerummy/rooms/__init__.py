"""Hosting: commands become durable rows, rows become what each viewer may see. Knows no web framework."""
