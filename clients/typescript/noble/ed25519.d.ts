/** What the verifier uses of @noble/ed25519. */
export class Point {
  static BASE: Point;
  static CURVE(): { n: bigint };
  static fromBytes(bytes: Uint8Array): Point;
  isSmallOrder(): boolean;
  multiply(scalar: bigint, isSafe?: boolean): Point;
  subtract(other: Point): Point;
  toBytes(): Uint8Array;
}
export const hashes: { sha512: ((message: Uint8Array) => Uint8Array) | undefined };
