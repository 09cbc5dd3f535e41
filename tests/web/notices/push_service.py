"""A push service on this machine, and browsers that subscribe to it: they read what is sent to them as browsers do."""

import base64
import json
import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Message = dict[str, Any]


def packed(data: bytes) -> str:
    """Bytes in base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The bytes again."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushService:
    """What came, by path, as it came. `answer`: the status for each path, 201 where nothing is said."""

    origin: str = ""
    came: dict[str, list[tuple[dict[str, str], bytes]]] = field(default_factory=lambda: defaultdict(list))
    answer: dict[str, int] = field(default_factory=dict)
    arrived: threading.Event = field(default_factory=threading.Event)
    """Set once something came."""


class Browser:
    """A browser that subscribed, with its keys."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service, self.path = service, f"/push/{name}"
        self._private = generate_private_key(SECP256R1())
        self._secret = os.urandom(16)

    @property
    def target(self) -> dict[str, str]:
        """Its subscription, as the page tells it."""
        point = _point(self._private.public_key())
        endpoint = self.service.origin + self.path
        return {"endpoint": endpoint, "p256dh": packed(point), "auth": packed(self._secret)}

    @property
    def read(self) -> list[Message]:
        """The messages that it got, decrypted."""
        came = self.service.came[self.path]
        return [json.loads(decrypted(body, self._private, self._secret)) for _, body in came]


def decrypted(body: bytes, private: EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What a browser reads in a push: the one record of RFC 8188 with the keys of RFC 8291, section 3.4."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size
    shared = private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
    info = b"WebPush: info\0" + _point(private.public_key()) + sender
    derived = HKDF(hashes.SHA256(), 32, secret, info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(derived)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(derived)
    text, delimiter, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\2")
    assert delimiter
    assert not padding.strip(b"\0")
    return text


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def signed_by(headers: dict[str, str]) -> tuple[str, Message]:
    """The public key that a push was signed with, and what the signature claims; it must be right."""
    scheme, _, rest = headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    text, _, signature = fields["t"].rpartition(".")
    raw = unpacked(signature)
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpacked(fields["k"]))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, text.encode(), ECDSA(hashes.SHA256()))
    return fields["k"], json.loads(unpacked(text.partition(".")[2]))


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service for the length of a block."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.came[self.path].append(({name.lower(): value for name, value in self.headers.items()}, body))
            service.arrived.set()
            self.send_response(service.answer.get(self.path, 201))
            self.send_header("Location", "http://127.0.0.1:1/")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    service.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
