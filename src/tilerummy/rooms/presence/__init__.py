"""Who looks at rooms, here and on other servers that share the store, and what follows from who does not."""
