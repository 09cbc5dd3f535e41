"""A small authenticator of W3C's Web Authentication: it makes one passkey, signs with it, and can be bent."""

import base64
import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import urlsplit

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from tests.web.harness import Guest, Message

_PRESENT, _VERIFIED, _MADE = 0x01, 0x04, 0x40
_ES256, _EC2, _P256 = -7, 2, 1


def text(value: bytes) -> str:
    """Bytes as they travel."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def challenge(guest: Guest) -> str:
    """What a guest's browser is to have signed."""
    told: str = guest.http.post("/api/passkeys/challenge").json()["challenge"]
    return told


@dataclass
class Authenticator:
    """For pages of an `origin`, and the name of its server or another one."""

    origin: str
    host: str = ""
    handle: str = ""
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(20))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, guest: Guest, name: str = "Phone") -> Message:
        """The body that brings this passkey as one more of a guest's."""
        wanted = guest.http.post("/api/passkeys/wanted").json()
        self.handle = wanted["handle"]
        point = self.key.public_key().public_numbers()
        key = cbor2.dumps({1: _EC2, 3: _ES256, -1: _P256, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        data = self._data(_MADE) + bytes(16) + len(self.id).to_bytes(2) + self.id + key
        return {
            "name": name,
            "id": text(self.id),
            "client_data": text(self._client_data("webauthn.create", wanted["challenge"])),
            "attestation": text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def sign(self, what: str) -> Message:
        """The body that answers a challenge."""
        client, data = self._client_data("webauthn.get", what), self._data()
        return {
            "id": text(self.id),
            "client_data": text(client),
            "authenticator_data": text(data),
            "signature": text(self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))),
            "handle": self.handle,
        }

    def _data(self, more: int = 0) -> bytes:
        host = self.host or urlsplit(self.origin).hostname or ""
        return sha256(host.encode()).digest() + bytes([_PRESENT | _VERIFIED | more]) + self.count.to_bytes(4)

    def _client_data(self, kind: str, what: str) -> bytes:
        return json.dumps({"type": kind, "challenge": what, "origin": self.origin}).encode()
