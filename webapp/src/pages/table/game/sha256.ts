import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text, in hex. The browser's own is missing over plain http. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
