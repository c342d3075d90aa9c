import { UnauthenticatedError, UnavailableError } from '@offquad/service-kit'
import { OAuth2Client } from 'google-auth-library'
import { type Profile } from './account'

/** Who a credential of the identity provider is about. */
export type VerifyCredential = (credential: string) => Promise<Profile>

interface Provider {
  audience: string
  certsUrl: string
  issuers: string[]
}

/**
 * Verifies ID tokens of Google, or of whoever signs under these issuers with the keys published there.
 * The verifier rejects with UnauthenticatedError for what does not verify, UnavailableError without the keys.
 */
export function createCredentialVerifier({ audience, certsUrl, issuers }: Provider): VerifyCredential {
  const client = new OAuth2Client({
    clientId: audience,
    endpoints: { oauth2FederatedSignonPemCertsUrl: certsUrl },
    issuers,
    transporterOptions: { fetchImplementation: fetch },
  })

  async function payloadOf(credential: string) {
    try {
      const ticket = await client.verifyIdToken({ idToken: credential, audience })
      return ticket.getPayload()
    } catch {
      // The library's message quotes the credential, so it goes nowhere.
      return undefined
    }
  }

  return async (credential) => {
    await client.getFederatedSignonCertsAsync().catch(() => {
      throw new UnavailableError(
        'identity-provider-unreachable',
        'Sign-in is not possible right now because the identity provider does not answer. Please try again.',
      )
    })
    const payload = await payloadOf(credential)
    if (!payload?.sub || !payload.email)
      throw new UnauthenticatedError(
        'credential-refused',
        'The sign-in could not be verified. Please try again.',
      )
    const email = payload.email.toLowerCase()
    return {
      subject: payload.sub,
      email,
      isEmailVerified: payload.email_verified === true,
      displayName: payload.name?.trim() || email.replace(/@.*$/, ''),
      photoURL: payload.picture ?? null,
    }
  }
}
