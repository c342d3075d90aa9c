import { cleanText, ProfilePhotoUrl } from '@offquad/contracts'
import { cacheSigningKeys, UnauthenticatedError, UnavailableError } from '@offquad/service-kit'
import { OAuth2Client } from 'google-auth-library'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Profile } from '../accounts/account'

/** The verified content of an ID token. */
export interface VerifiedCredential extends Profile {
  /** Domain of the organization that manages the account; null for a personal account. */
  hostedDomain: string | null
  /** Binds the token to the browser that requested it; null if none was requested. */
  nonce: string | null
  expiresAt: Date
}

export type VerifyCredential = (credential: string) => Promise<VerifiedCredential>

interface Provider {
  audience: string
  certsUrl: string
  issuers: string[]
}

const Certificates = Type.Record(Type.String(), Type.String())
const Header = Type.Object({ kid: Type.String({ minLength: 1, maxLength: 256 }) })

/** The claims in use; see developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload. */
const Claims = Type.Object({
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  email_verified: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
  picture: Type.Optional(Type.Unknown()),
  hd: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  exp: Type.Integer(),
})

const FETCH_TIMEOUT_MS = 5_000
// The provider publishes keys days before it uses them.
const KEYS_MAX_AGE_MS = 60 * 60_000

/**
 * Verifies ID tokens of Google, or of another provider with these issuers and published keys.
 * The verifier rejects with UnauthenticatedError for an invalid token, and with UnavailableError when the keys cannot be
 * fetched.
 */
export function createCredentialVerifier({ audience, certsUrl, issuers }: Provider): VerifyCredential {
  const client = new OAuth2Client()
  const keys = cacheSigningKeys({ load: () => fetchCertificates(certsUrl), maxAgeMs: KEYS_MAX_AGE_MS })

  async function claimsOf(credential: string): Promise<unknown> {
    const header = headerOf(credential)
    if (!header) return undefined
    const certificate = await keys.find(header.kid).catch(() => {
      throw new UnavailableError(
        'identity-provider-unreachable',
        'Sign-in is not possible right now because the identity provider does not respond. Please try again.',
      )
    })
    if (certificate === undefined) return undefined
    try {
      const certificates = { [header.kid]: certificate }
      const ticket = await client.verifySignedJwtWithCertsAsync(credential, certificates, audience, issuers)
      return ticket.getPayload()
    } catch {
      // Not logged: the library's message quotes the credential.
      return undefined
    }
  }

  return async (credential) => {
    const claims = await claimsOf(credential)
    if (!Value.Check(Claims, claims))
      throw new UnauthenticatedError(
        'credential-refused',
        'The sign-in could not be verified. Please try again.',
      )
    const email = claims.email.toLowerCase()
    return {
      subject: claims.sub,
      email,
      isEmailVerified: claims.email_verified === true,
      displayName: cleanText(claims.name ?? '') || email.replace(/@.*$/, ''),
      photoURL: Value.Check(ProfilePhotoUrl, claims.picture) ? claims.picture : null,
      hostedDomain: claims.hd?.toLowerCase() ?? null,
      nonce: claims.nonce ?? null,
      expiresAt: new Date(claims.exp * 1000),
    }
  }
}

/** Not verified yet: only names the key that the token claims to be signed with. */
function headerOf(credential: string): { kid: string } | undefined {
  const [header = ''] = credential.split('.')
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString())
    return Value.Check(Header, parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

async function fetchCertificates(url: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  const body: unknown = response.ok ? await response.json() : undefined
  if (!Value.Check(Certificates, body))
    throw new Error(`${url} publishes no certificates (status ${response.status})`)
  return new Map(Object.entries(body))
}
