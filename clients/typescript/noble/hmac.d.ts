/** HMAC of @noble/hashes. */
export function hmac(hash: (message: Uint8Array) => Uint8Array, key: Uint8Array, message: Uint8Array): Uint8Array;
