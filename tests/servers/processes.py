"""Processes of ours that tests kill, hang and start again."""

import os
import pwd
import signal
import socket
import subprocess
import time
from typing import TypedDict

PATIENCE = 60.0
"""Seconds to wait for one."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def answers(port: int) -> bool:
    """Whether a server listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until_answers(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the process listens there."""
    until = time.monotonic() + PATIENCE
    while not answers(port):
        assert time.monotonic() < until, f"{process.args!r} does not answer"
        assert process.poll() is None, f"{process.args!r} has ended"
        time.sleep(0.02)


def family(process: "subprocess.Popen[bytes]") -> list[int]:
    """The process and its children."""
    listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout
    return [process.pid, *map(int, listed.split())]


def send(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to all that are still there."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def until_gone(pids: list[int]) -> None:
    """Wait until none of them is there."""
    until = time.monotonic() + PATIENCE
    while any(map(is_there, pids)):
        assert time.monotonic() < until
        time.sleep(0.02)


class Somebody(TypedDict, total=False):
    """Who starts a process, as `subprocess` takes it."""

    user: int
    group: int
    extra_groups: list[str | int]


def nobody(name: str) -> tuple[Somebody, int]:
    """How to start a process as a user who is not root, and who that is; nothing where we are not."""
    if os.geteuid() != 0:
        return {}, os.geteuid()
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}, user.pw_uid


def is_there(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
