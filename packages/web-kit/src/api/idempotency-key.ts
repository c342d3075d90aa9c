const KEY_BYTES = 16

/** A new Idempotency-Key: 32 hexadecimal digits. */
export const newIdempotencyKey = (): string => randomHex(KEY_BYTES)

/** Random hexadecimal digits, two for each byte. `randomUUID` does not exist on pages without TLS. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
