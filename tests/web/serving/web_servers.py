"""Caddy and nginx in front of servers, each as in `deploy/` and nothing of our own but ports and paths."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.web.harness import PATIENCE

DEPLOY = Path(__file__).parents[3] / "deploy"
ONE = {"caddy": "caddy/Caddyfile", "nginx": "nginx/rummy.conf"}
"""The file for one server, by program."""
WORKERS = {"caddy": "caddy/workers.Caddyfile", "nginx": "nginx/workers.conf"}
"""The file for three workers."""
NAME = "localhost"
"""Stands for the name in the files: every machine knows where it leads."""


def program(name: str) -> str | None:
    """Where the web server is installed; system folders are not on everybody's path."""
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))


@contextmanager
def in_front(file: str, upstreams: Sequence[int], folder: Path, name: str = NAME) -> Iterator[int]:
    """The web server of a file of `deploy/`, for that host name, before the servers on these ports; its https port."""
    port, spare = free_port(), free_port()
    block = (DEPLOY / file).read_text().replace("rummy.example", name)
    written = [8000] if len(upstreams) == 1 else range(8001, 8001 + len(upstreams))
    for ours, theirs in zip(upstreams, written, strict=True):
        assert f"127.0.0.1:{theirs}" in block
        block = block.replace(f"127.0.0.1:{theirs}", f"127.0.0.1:{ours}")
    command = _caddy(block, name, port, spare, folder) if "caddy" in file else _nginx(block, name, port, folder)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        _wait_for(port, process, folder / "said")
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _caddy(block: str, name: str, port: int, spare: int, folder: Path) -> list[str]:
    ours = f"admin off\nskip_install_trust\nhttps_port {port}\nhttp_port {spare}\n"
    block = block.replace("{\n", "{\n" + ours, 1).replace(f"{name} {{\n", f"{name} {{\ntls internal\n")
    file = folder / "Caddyfile"
    file.write_text(block.replace("/var/log/caddy/rummy.log", str(folder / "log")))
    return [str(program("caddy")), "run", "--config", str(file), "--adapter", "caddyfile"]


def _nginx(block: str, name: str, port: int, folder: Path) -> list[str]:
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    make += ["-keyout", str(folder / "key"), "-out", str(folder / "certificate")]
    subprocess.run(make, check=True, capture_output=True)
    places = {
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/ssl/rummy.pem": str(folder / "certificate"),
        "/etc/ssl/rummy.key": str(folder / "key"),
        "/var/log/nginx/rummy.log": str(folder / "log"),
        "/var/log/nginx/rummy-error.log": str(folder / "errors"),
    }
    for place, ours in places.items():
        assert place in block
        block = block.replace(place, ours)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    start = f"daemon off; master_process off; pid {folder / 'pid'};\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{start}http {{\n{temporary}{block}}}\n")
    return [str(program("nginx")), "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "errors")]


def _wait_for(port: int, process: "subprocess.Popen[bytes]", said: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, said.read_text()
        assert time.monotonic() < until, said.read_text()
        try:
            _shake_hands(port)
            return
        except OSError:
            time.sleep(0.02)


def _shake_hands(port: int) -> None:
    """Raises OSError before the port is open, and before its certificate is made."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), 1) as plain:
        trusting.wrap_socket(plain, server_hostname=NAME).close()
