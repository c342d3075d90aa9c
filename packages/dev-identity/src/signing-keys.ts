import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  pem: string
  jwk: JWK
}

export interface SigningKeys {
  sign(claims: JWTPayload): Promise<string>
  /** Public keys in the format that Google publishes for servers: PEM by key id. */
  certificates(): Record<string, string>
  jwks(): { keys: JWK[] }
  /** Signs with a new key from now on; the old ones stay published. */
  rotate(): Promise<void>
}

const ALGORITHM = 'RS256'

export async function createSigningKeys(): Promise<SigningKeys> {
  let current = await createKey()
  const published = [current]
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: current.kid, typ: 'JWT' })
        .sign(current.privateKey),
    certificates: () => Object.fromEntries(published.map(({ kid, pem }) => [kid, pem])),
    jwks: () => ({ keys: published.map(({ jwk }) => jwk) }),
    async rotate() {
      current = await createKey()
      published.unshift(current)
    },
  }
}

async function createKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return {
    kid,
    privateKey,
    pem: await exportSPKI(publicKey),
    jwk: { ...jwk, kid, alg: ALGORITHM, use: 'sig' },
  }
}
