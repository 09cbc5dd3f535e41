"""What commands do with the store of a server, also while it runs."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import place
from tilerummy.store import DataError, StorageFailure, Store
from tilerummy.store.opening import open_beside

T = TypeVar("T")


def with_store(args: argparse.Namespace, work: Callable[[Store], Awaitable[T]]) -> T:
    """The result of the work with the store that the options name.

    Raises CliError: `storage`, the codes of DataError, and what the work raises.
    """
    try:
        return asyncio.run(_work(place(args), work))
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    except StorageFailure as failure:
        raise CliError("storage", detail=str(failure)) from None


async def _work(where: str, work: Callable[[Store], Awaitable[T]]) -> T:
    store = open_beside(where)
    try:
        return await work(store)
    finally:
        await store.close()
