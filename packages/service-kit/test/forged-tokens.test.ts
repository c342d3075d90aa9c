import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { REVOCATIONS_PATH } from '@offquad/contracts'
import { createSigner } from 'fast-jwt'
import fastify, { type FastifyInstance } from 'fastify'
import { callerOf, verifyAccessTokens } from '../src/identity'

const signerOf = (kid: string, key: KeyObject = generateKeyPairSync('ed25519').privateKey) =>
  createSigner({
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    algorithm: 'EdDSA',
    kid,
    iss: 'offquad',
    aud: 'offquad',
    expiresIn: 600_000,
  })

/** Publishes keys as svc-users does and counts how often somebody asks. */
async function startPublisher() {
  const published: object[] = []
  let fetches = 0
  const app = fastify()
  app.get('/.well-known/jwks.json', () => {
    fetches += 1
    return { keys: published }
  })
  app.get(REVOCATIONS_PATH, () => ({ revocations: [] }))
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    fetches: () => fetches,
    publish(kid: string) {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      published.unshift({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' })
      return signerOf(kid, privateKey)
    },
    close: () => app.close(),
  }
}

describe('access tokens', () => {
  let publisher: Awaited<ReturnType<typeof startPublisher>>
  let service: FastifyInstance
  beforeEach(async () => {
    publisher = await startPublisher()
    service = fastify()
    await verifyAccessTokens(service, {
      TOKEN_ISSUER: 'offquad',
      TOKEN_AUDIENCE: 'offquad',
      USERS_URL: publisher.url,
    })
    service.get('/', (request) => callerOf(request))
  })
  afterEach(async () => {
    await service.close()
    await publisher.close()
  })

  const callWith = async (token: string) => {
    const response = await service.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })
    return response.json()
  }

  it('that are forged with 30 unknown keys cost two fetches of the keys at most', async () => {
    const sign = publisher.publish('genuine')
    const forged = Array.from({ length: 30 }, (_, index) => signerOf(`forged-${index}`))

    const callers = await Promise.all(forged.map((forge) => callWith(forge({ sub: 'ann', role: 'admin' }))))

    expect(callers.filter(({ identity }) => identity)).toEqual([])
    expect(publisher.fetches()).toBeLessThanOrEqual(2)
    expect(await callWith(sign({ sub: 'ann', role: 'student' }))).toMatchObject({
      identity: { userId: 'ann' },
    })
  })

  it('that a new key signed work at once after a rotation, and those of the key before go on', async () => {
    const before = publisher.publish('before')
    await callWith(before({ sub: 'ann', role: 'student' }))

    const after = publisher.publish('after')

    expect(await callWith(after({ sub: 'ben', role: 'student' }))).toMatchObject({
      identity: { userId: 'ben' },
    })
    expect(await callWith(before({ sub: 'cleo', role: 'student' }))).toMatchObject({
      identity: { userId: 'cleo' },
    })
  })
})
