const KEY_BYTES = 16

/** A new Idempotency-Key: 32 hexadecimal digits. `randomUUID` does not exist on pages without TLS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
