const BYTES = 16

/** A new Idempotency-Key: 32 hexadecimal digits. Not `randomUUID`, which browsers lack where a site has no TLS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
