"""The store that several servers share: PostgreSQL by asyncpg, which only `tilerummy[scale]` installs."""
