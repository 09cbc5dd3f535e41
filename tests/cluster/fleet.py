"""Three workers behind nginx, where a test asks for one server over a folder: `TILERUMMY_TEST_CLUSTER=1`.

Each request and each socket goes to the next worker in turn.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.servers.postgresql import Postgresql
from tests.servers.processes import PATIENCE, free_port, until_answers
from tests.servers.redis import Redis
from tests.servers.server_process import ServerProcess

WANTED: Final = os.environ.get("TILERUMMY_TEST_CLUSTER") == "1"
"""Whether tests get a fleet for a server."""
WORKERS: Final = 3
KEYS: Final = "c1" * 32
_NGINX = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    {temporary}
    map $http_upgrade $upgraded {{ default upgrade; '' ''; }}
    upstream workers {{ {servers} keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 0;
        location / {{
            proxy_pass http://workers;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $upgraded;
            proxy_connect_timeout 5s;
            proxy_read_timeout 1h;
            proxy_send_timeout 1h;
        }}
    }}
}}
"""


class _Backing:
    """What the fleets of one test process share."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tilerummy-fleets-"))
        self.postgresql, self.redis = Postgresql().start(), Redis().start()
        self._stores: dict[Path, tuple[str, ...]] = {}
        atexit.register(self.close)

    def options(self, data: Path) -> tuple[str, ...]:
        """Where workers find what lies in that folder for others: the same again after a restart."""
        if data not in self._stores:
            bus = self.redis.address.removesuffix("0") + str(len(self._stores))
            self._stores[data] = ("--store", self.postgresql.database(), "--bus", bus)
        return self._stores[data]

    def close(self) -> None:
        """End all."""
        self.redis.stop()
        self.postgresql.stop()
        shutil.rmtree(self.folder)


@cache
def _backing() -> _Backing:
    return _Backing()


class Fleet:
    """The workers over one folder, and nginx before them on a port that stays the same."""

    def __init__(
        self, data: Path, options: Sequence[str], environment: Mapping[str, str], log: Path | None = None
    ) -> None:
        backing = _backing()
        own = backing.options(data)
        self.store = own[1]
        words = (*own, *options)
        settings = {"TILERUMMY_SESSION_KEYS": KEYS, **environment}
        self._folder = Path(tempfile.mkdtemp(dir=backing.folder))
        self.workers = [ServerProcess(words, log=log, environment=settings) for _ in range(WORKERS)]
        self.port = 0
        self._front: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start all, and wait until they answer."""
        for worker in self.workers:
            worker.launch()
        for worker in self.workers:
            worker.until_ready()
        self.port = self.port or free_port()
        self._front = subprocess.Popen(self._nginx())
        until_answers(self.port, self._front)

    def kept(self, query: str) -> str:
        """The one value that a query finds in their database."""
        schema = self.store.partition("search_path=")[2]
        return _backing().postgresql.execute(f"set search_path = {schema}; {query}")

    def kill(self) -> None:
        """End all at once."""
        self._end_front()
        for worker in self.workers:
            worker.kill()

    def stop(self) -> int:
        """Ask all to end; the exit code of the first that did not end well, otherwise 0."""
        codes = [worker.stop() for worker in self.workers]
        self._end_front()
        return next(filter(None, codes), 0)

    def freeze(self) -> None:
        """Nobody answers any more."""
        for worker in self.workers:
            worker.freeze()

    def thaw(self) -> None:
        """All go on."""
        for worker in self.workers:
            worker.thaw()

    def _end_front(self) -> None:
        if self._front is not None:
            self._front.kill()
            self._front.wait(PATIENCE)
            self._front = None

    def _nginx(self) -> list[str]:
        program = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))
        if program is None:
            pytest.skip("nginx is not installed")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = _lines(f"{kind}_temp_path {self._folder / kind};" for kind in kinds)
        servers = _lines(f"server 127.0.0.1:{worker.port} max_fails=0;" for worker in self.workers)
        file = self._folder / "nginx.conf"
        file.write_text(_NGINX.format(folder=self._folder, temporary=temporary, servers=servers, port=self.port))
        return [program, "-p", str(self._folder), "-c", str(file), "-e", str(self._folder / "errors")]


def _lines(words: Iterable[str]) -> str:
    return "\n".join(words)
