/** Passkeys: the browser asks the reader and their authenticator, and may find neither willing. */
import type { NewPasskey, PasskeyAnswer, PasskeyChallenge, PasskeyWanted } from './gen/protocol';

/** Names of servers that are addresses, which passkeys are not made for. */
const ADDRESS = /^\[|^\d+(\.\d+){3}$/;
/** Milliseconds for the reader: less than the server waits. */
const PATIENCE = 240_000;

/** Whether the browser has them for this page. */
export const there = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && !ADDRESS.test(location.hostname);

/** A new passkey under the name of the guest; null where none is made. Fails where the authenticator has one already. */
export async function make(wanted: PasskeyWanted, name: string): Promise<Omit<NewPasskey, 'name'> | null> {
  const found = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(wanted.challenge),
        rp: { name: 'Tilerummy' },
        user: { id: bytes(wanted.handle), name, displayName: name },
        pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: wanted.known.map((id) => ({ type: 'public-key', id: bytes(id) })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
        attestation: 'none',
        timeout: PATIENCE,
      },
    }),
  );
  const response = found?.response;
  if (found === null || !(response instanceof AuthenticatorAttestationResponse)) return null;
  return { id: found.id, client_data: text(response.clientDataJSON), attestation: text(response.attestationObject) };
}

/** What one of the reader's passkeys has signed; null where none has. */
export async function sign(wanted: PasskeyChallenge): Promise<PasskeyAnswer | null> {
  const found = await asked(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytes(wanted.challenge), userVerification: 'preferred', timeout: PATIENCE },
    }),
  );
  const response = found?.response;
  if (found === null || !(response instanceof AuthenticatorAssertionResponse)) return null;
  return {
    id: found.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    handle: text(response.userHandle ?? new ArrayBuffer(0)),
  };
}

/** That an authenticator already has one of the guest's passkeys. */
export class Known extends Error {}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'InvalidStateError') throw new Known();
    return null;
  }
}

/** Bytes as they travel: base64url without padding. */
function text(value: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(value));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytes(value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
