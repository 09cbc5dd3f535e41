"""Web Push: a message encrypted for one browser (RFC 8291, RFC 8188), signed by the server's own key (RFC 8292).

No account with anybody: whoever runs the push service learns when something was sent, and nothing of what.
"""

import base64
import os
from typing import Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SIGNED: Final = 12 * 3600
"""Seconds for which a signature counts; push services take at most 24 hours."""
_RECORD: Final = 4096
"""Bytes of the one record that a message is."""
_AUTH: Final = 16
_LAST: Final = b"\x02"


class BadTarget(Exception):
    """No key and secret of a browser."""


def read_target(p256dh: str, auth: str) -> tuple[EllipticCurvePublicKey, bytes]:
    """A browser's public key and secret. Raises BadTarget."""
    try:
        secret = unpacked(auth)
        key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpacked(p256dh))
    except ValueError:
        raise BadTarget from None
    if len(secret) != _AUTH:
        raise BadTarget
    return key, secret


def encrypted(
    message: bytes,
    target: tuple[EllipticCurvePublicKey, bytes],
    salt: bytes | None = None,
    own: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The message as only this browser reads it: `aes128gcm` in one record. `salt` and `own` key are new each time,
    unless a test says which."""
    theirs, secret = target
    salt, own = salt or os.urandom(16), own or generate_private_key(SECP256R1())
    mine = _point(own.public_key())
    info = b"WebPush: info\0" + _point(theirs) + mine
    shared = HKDF(hashes.SHA256(), 32, secret, info).derive(own.exchange(ECDH(), theirs))
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
    head = salt + _RECORD.to_bytes(4, "big") + len(mine).to_bytes(1, "big") + mine
    return head + AESGCM(key).encrypt(nonce, message + _LAST, None)


class Vapid:
    """The server as push services know it, by a key of its own."""

    def __init__(self, private: bytes) -> None:
        self._key = derive_private_key(int.from_bytes(private, "big"), SECP256R1())
        self.public = packed(_point(self._key.public_key()))
        """With this a browser subscribes: pushes of others it does not take."""

    def authorization(self, service: str, contact: str, now: int) -> str:
        """The header for a push service, by its origin; `contact`: where the server's owner is found. `now` in
        seconds."""
        claims = {"aud": service, "exp": now + SIGNED, "sub": contact}
        text = ".".join(packed(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(text.encode(), ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={text}.{packed(signature)}, k={self.public}"


def new_private_key() -> bytes:
    """A key for a server that has none."""
    return generate_private_key(SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def packed(data: bytes) -> str:
    """Bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The bytes again. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
