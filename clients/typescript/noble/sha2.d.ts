/** What the verifier uses of @noble/hashes. */
export function sha256(message: Uint8Array): Uint8Array;
export function sha512(message: Uint8Array): Uint8Array;
