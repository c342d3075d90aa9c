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
  certificates(): Promise<Record<string, string>>
  jwks(): Promise<{ keys: JWK[] }>
  /** Signs with a new key from now on; the old ones stay published. */
  rotate(): Promise<void>
}

const ALGORITHM = 'RS256'

/** Shared by all providers of the process and created on first use: creating it takes a fifth of a second. */
let firstKey: Promise<SigningKey> | undefined

export function createSigningKeys(): SigningKeys {
  const rotated: SigningKey[] = []
  const publishedKeys = async () => [...rotated, await (firstKey ??= createKey())]
  return {
    async sign(claims) {
      const { kid, privateKey } = rotated[0] ?? (await (firstKey ??= createKey()))
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(privateKey)
    },
    certificates: async () => Object.fromEntries((await publishedKeys()).map(({ kid, pem }) => [kid, pem])),
    jwks: async () => ({ keys: (await publishedKeys()).map(({ jwk }) => jwk) }),
    async rotate() {
      rotated.unshift(await createKey())
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
