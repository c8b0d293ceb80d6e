/** Types of what we use of qr. */
export function encodeQR(text: string, output: "raw", options?: { border?: number; ecc?: "low" | "medium" | "quartile" | "high" }): boolean[][];
