"""Where a connection comes from, as limits count it."""

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """The client's address."""
    return connection.client.host if connection.client else ""
