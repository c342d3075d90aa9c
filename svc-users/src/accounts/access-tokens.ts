import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from '@offquad/service-kit'
import { createSigner } from 'fast-jwt'
import { type Account } from './account'

export interface AccessTokens {
  /** @param signedInAt when the person last proved to the identity provider who they are; absent: not recently */
  issue(account: Pick<Account, 'id' | 'role'> & { tokenVersion?: number }, signedInAt?: Date): string
  /** The public keys with which every service verifies the tokens. */
  keySet: { keys: object[] }
}

const LIFETIME_MS = 600_000

interface TokenNames {
  issuer: string
  audience: string
}

/** Keys that sign nothing, and are published so that a rotation makes no token invalid. */
interface OtherKeys {
  /** What it signed before a rotation stays valid until it expires. */
  previous?: KeyObject | undefined
  /** Services know it before the first token that it signs. */
  next?: KeyObject | undefined
}

export function createAccessTokens(
  privateKey: KeyObject,
  { issuer, audience }: TokenNames,
  { previous, next }: OtherKeys = {},
): AccessTokens {
  const current = publicKeyOf(privateKey)
  const sign = createSigner({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    algorithm: 'EdDSA',
    kid: current.kid,
    iss: issuer,
    aud: audience,
    expiresIn: LIFETIME_MS,
  })
  return {
    issue: ({ id, role, tokenVersion = 0 }, signedInAt) =>
      sign({
        sub: id,
        role,
        ver: tokenVersion,
        // As OpenID Connect names it; in seconds.
        ...(signedInAt && { auth_time: Math.floor(signedInAt.getTime() / 1000) }),
      }),
    keySet: { keys: [current, ...[previous, next].flatMap((key) => (key ? [publicKeyOf(key)] : []))] },
  }
}

function publicKeyOf(privateKey: KeyObject) {
  const { crv, kty, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  // RFC 7638: the same key has the same id in every instance and after every restart.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { crv, kty, x, kid, alg: 'EdDSA', use: 'sig' }
}

/** @throws ConfigError naming the setting when its file is missing or holds anything but an Ed25519 private key */
export function readPrivateKey(setting: string, file: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${setting} ${file} cannot be read: ${(error as Error).message}`)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError(
      `${setting} ${file} holds a key of type ${key.asymmetricKeyType}, Ed25519 is needed`,
    )
  return key
}
