"""A PostgreSQL of our own, in a temporary folder on a free port: kill it, hang it, start it again."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import pytest

from building.servers import postgresql
from tests.servers.processes import PATIENCE, family, free_port, nobody, send, until_answers, until_gone

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "deadlock_timeout": "200ms",
}


class Postgresql:
    """One cluster, as durable as any, in a folder of its own or in `folder`. `start` before use, `stop` after. Root may
    not run it: there it is another one's."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        programs = postgresql()
        if programs is None:
            pytest.skip("PostgreSQL is not installed")
        self._programs = programs
        self._settings = {**_SETTINGS, **settings}
        self._as, owner = nobody("postgres")
        self.folder = folder or Path(tempfile.mkdtemp(prefix="tilerummy-postgresql-"))
        os.chown(self.folder, owner, -1)
        self.port = free_port()
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "tilerummy", "-A", "trust", "-E", "UTF8", "-N", "-k")

    def start(self) -> Self:
        """Start, and wait until it answers; also after `kill`."""
        words = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command: list[str | Path] = [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-p", str(self.port), *words],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self.folder,
                **self._as,
            )
        until_answers(self.port, self._process)
        while subprocess.run(
            [self._programs / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)], cwd=self.folder
        ).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()
        return self

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The first of its processes, while it runs."""
        assert self._process is not None
        return self._process

    def kill(self) -> None:
        """End all its processes at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it, no matter who is connected, and throw its data away."""
        if self._process is not None:
            self.wake()
            self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def hang(self) -> None:
        """From now on it takes what is sent and answers nothing."""
        send(family(self.process), signal.SIGSTOP)

    def wake(self) -> None:
        """After `hang`: it goes on."""
        send(family(self.process), signal.SIGCONT)

    def database(self) -> str:
        """The address of an empty database: a schema of its own, which is made much faster."""
        self._made += 1
        self.execute(f"create schema test_{self._made}")
        return f"{self.address()}?search_path=test_{self._made}"

    def address(self) -> str:
        """Where it is, as `--store` takes it."""
        return f"postgresql://tilerummy@127.0.0.1:{self.port}/postgres"

    def execute(self, statement: str) -> str:
        """What psql says to a statement."""
        return self._run("psql", "-Atqc", statement, self.address())

    def _end(self, number: signal.Signals) -> None:
        processes = family(self.process)
        send(processes if number == signal.SIGKILL else processes[:1], number)
        self.process.wait(PATIENCE)
        until_gone(processes)
        self._process = None

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [self._programs / program, *words], capture_output=True, text=True, cwd=self.folder, **self._as
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()
