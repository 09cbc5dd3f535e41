"""The servers that are attacked."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running
