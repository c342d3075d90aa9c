import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ACCESS_TOKEN_LIFETIME_MS, PHOTO_AUDIENCE } from '@offquad/contracts'
import { ConfigError } from '@offquad/service-kit'
import { createSigner } from 'fast-jwt'
import { type Account } from '../accounts/account'

/** The key of a photo is constant within a step, so that a list that is fetched again has the same URLs. */
const PHOTO_STEP_SECONDS = 1800

interface TokenNames {
  issuer: string
  audience: string
}

/** Keys that are published but not used for signing, so that a rotation invalidates no token. */
interface OtherKeys {
  /** Tokens that it signed before a rotation stay valid until they expire. */
  previous?: KeyObject | undefined
  /** Services know it before it signs its first token. */
  next?: KeyObject | undefined
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens(
  privateKey: KeyObject,
  { issuer, audience }: TokenNames,
  { previous, next }: OtherKeys = {},
) {
  const current = publicKeyOf(privateKey)
  const signing = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    algorithm: 'EdDSA',
    kid: current.kid,
    iss: issuer,
  } as const
  const sign = createSigner({ ...signing, aud: audience, expiresIn: ACCESS_TOKEN_LIFETIME_MS })
  const signPhoto = createSigner({ ...signing, aud: PHOTO_AUDIENCE, noTimestamp: true })
  return {
    /** @param signedInAt when the user last authenticated with the identity provider; absent: not recently */
    issue: (
      { id, role, slices = [], tokenVersion = 0 }: Pick<Account, 'id' | 'role'> & Partial<Account>,
      signedInAt?: Date,
    ): string =>
      sign({
        sub: id,
        role,
        ...(slices.length > 0 && { slices }),
        ver: tokenVersion,
        // The claim of OpenID Connect, in seconds.
        ...(signedInAt && { auth_time: Math.floor(signedInAt.getTime() / 1000) }),
      }),
    /** A key with which svc-reviews shows a photo that is not public. It lasts for half an hour to an hour. */
    photoKey(photoId: string, now: Date): string {
      const step = Math.floor(now.getTime() / 1000 / PHOTO_STEP_SECONDS)
      return signPhoto({ sub: photoId, exp: (step + 2) * PHOTO_STEP_SECONDS })
    },
    /** The public keys that services verify the tokens with. */
    keySet: { keys: [current, ...[previous, next].flatMap((key) => (key ? [publicKeyOf(key)] : []))] },
  }
}

function publicKeyOf(privateKey: KeyObject) {
  const { crv, kty, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  // RFC 7638: a key has the same id in every instance and after every restart.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { crv, kty, x, kid, alg: 'EdDSA', use: 'sig' }
}

/** @throws ConfigError naming the setting when its file is missing or is not an Ed25519 private key */
export function readPrivateKey(setting: string, file: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${setting} ${file} cannot be read: ${(error as Error).message}`)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError(
      `${setting} ${file} is a key of type ${key.asymmetricKeyType}; an Ed25519 key is required`,
    )
  return key
}
