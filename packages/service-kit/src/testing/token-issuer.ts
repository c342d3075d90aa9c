import { generateKeyPairSync } from 'node:crypto'
import { type Revocation, REVOCATIONS_PATH, type Role } from '@offquad/contracts'
import { createSigner } from 'fast-jwt'
import fastify, { type FastifyInstance } from 'fastify'
import { until } from './until'

export interface TokenIssuer {
  /** URL of the published keys: the USERS_URL of the service under test. */
  url: string
  /** An access token like those of svc-users, optionally issued some time ago. */
  tokenFor(userId: string, role?: Role | 'of a newer version', ageSeconds?: number, version?: number): string
  /** A token of an engineer of these slices. */
  tokenForEngineer(userId: string, slices: string[]): string
  /** Adds a revocation to the published list. */
  revoke(revocation: Revocation): void
  close(): Promise<void>
}

/** Replaces svc-users for a service under test: publishes a key and signs tokens with it. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = 'test'
  const app = fastify()
  app.get('/.well-known/jwks.json', () => ({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }],
  }))
  const revocations: Revocation[] = []
  app.get(REVOCATIONS_PATH, () => ({ revocations }))
  const sign = createSigner({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    algorithm: 'EdDSA',
    kid,
    iss: 'offquad',
    aud: 'offquad',
    expiresIn: 600_000,
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    tokenFor: (userId, role = 'student', ageSeconds = 0, version = 0) =>
      sign({ sub: userId, role, ver: version, iat: Math.floor(Date.now() / 1000) - ageSeconds }),
    tokenForEngineer: (userId, slices) => sign({ sub: userId, role: 'developer', slices, ver: 0 }),
    revoke: (revocation) => void revocations.push(revocation),
    close: () => app.close(),
  }
}

/**
 * Waits until the service can check tokens. It starts without the list of revoked tokens when svc-users takes longer than a
 * second, as on a busy machine, and rejects every token until then.
 */
export async function untilTokensCanBeChecked({ tokenChecks }: FastifyInstance): Promise<void> {
  await until(() => tokenChecks.revocations.isKnown())
}
