"""What an authenticator has made or signed, checked as W3C's Web Authentication says, by py_webauthn.

Who it comes from is not asked for: a phone, a key to plug in and a keeper of passwords are the same here.
"""

import base64
from typing import Final, NamedTuple

from tilerummy.rules.refusal import refuse
from tilerummy.store import Passkey
from tilerummy.web.guests.protocol import NewPasskey, PasskeyAnswer

ALGORITHMS: Final = (-8, -7, -257)
"""By which keys may sign, those we like best first: Ed25519, ES256, RS256, as IANA's list for COSE numbers them."""


class Place(NamedTuple):
    """Where a browser asks from: the page's `origin` and the name of its `host`, which passkeys are made for."""

    origin: str
    host: str


class Made(NamedTuple):
    """What is kept of a passkey that an authenticator has made."""

    id: bytes
    public_key: bytes
    sign_count: int


def read_new(asked: NewPasskey, challenge: bytes, place: Place) -> Made:
    """The passkey that an authenticator has made for this challenge. Raises Refusal `passkey-invalid`."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, structs
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

    ident = to_bytes(asked.id)
    response = structs.AuthenticatorAttestationResponse(to_bytes(asked.client_data), to_bytes(asked.attestation))
    try:
        made = webauthn.verify_registration_response(
            credential=structs.RegistrationCredential(bytes_to_base64url(ident), ident, response),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(number) for number in ALGORITHMS],
        )
    # the library lets through what it meets in bytes that no authenticator sends
    except Exception as error:
        raise refuse("passkey-invalid") from error
    if made.credential_id != ident:
        raise refuse("passkey-invalid")
    return Made(ident, made.credential_public_key, made.sign_count)


def read_answer(answer: PasskeyAnswer, passkey: Passkey, challenge: bytes, place: Place) -> int:
    """How often this passkey has signed by now, where it has signed this challenge. Raises Refusal
    `passkey-invalid`."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, structs

    signed = structs.AuthenticatorAssertionResponse(
        *map(to_bytes, (answer.client_data, answer.authenticator_data, answer.signature))
    )
    if to_bytes(answer.handle) != passkey.handle:
        raise refuse("passkey-invalid")
    try:
        return webauthn.verify_authentication_response(
            credential=structs.AuthenticationCredential(bytes_to_base64url(passkey.id), passkey.id, signed),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        ).new_sign_count
    except Exception as error:
        raise refuse("passkey-invalid") from error


def to_text(value: bytes) -> str:
    """Bytes as browsers and authenticators write them in text: base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """The bytes of such a text. Raises Refusal `passkey-invalid`."""
    try:
        return base64.urlsafe_b64decode(text + "==")
    except ValueError:
        raise refuse("passkey-invalid") from None
