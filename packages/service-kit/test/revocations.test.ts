import { Readable } from 'node:stream'
import { endpoint } from '@offquad/contracts'
import { Type } from 'typebox'
import { createLog } from '../src/log'
import { requireIdentity } from '../src/identity'
import { route } from '../src/route'
import { buildService } from '../src/service'
import { startTokenIssuer, testSettings, type TokenIssuer } from '../src/testing'

const writeEndpoint = endpoint('POST /api/write', {
  summary: 'Writes something as the caller.',
  access: 'signed-in',
  reply: Type.Object({ by: Type.String() }),
})
const look = endpoint('GET /api/look', { summary: 'Looks.', reply: Type.String() })
const watch = endpoint('GET /api/watch', {
  summary: 'Goes on.',
  access: 'signed-in',
  reply: Type.String(),
  replyType: 'text/event-stream',
})

let issuer: TokenIssuer
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  issuer = await startTokenIssuer()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await issuer.close()
})

async function startService(usersUrl = issuer.url) {
  const app = await buildService({
    name: 'svc-test',
    config: testSettings(usersUrl),
    log: createLog('svc-test', 'silent'),
    checks: {},
    register(instance) {
      route(instance, writeEndpoint, ({ caller }) => ({ by: requireIdentity(caller).userId }))
      route(instance, look, ({ caller }) => caller.identity?.userId ?? 'nobody')
      route(instance, watch, (_call, { reply }) => {
        reply.type('text/event-stream')
        const stream = new Readable({ read: () => undefined })
        stream.push('data: 1\n\n')
        return stream as unknown as string
      })
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => app.close())
  const write = async (token: string) => {
    const response = await fetch(url + '/api/write', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: await response.json() }
  }
  return { url, write }
}

describe('a revoked access token', () => {
  it('is distinguished from a token of the next version', async () => {
    issuer.revoke({ userId: 'ann', minVersion: 1 })
    const service = await startService()

    expect((await service.write(issuer.tokenFor('ann', 'student', 0, 1))).status).toBe(200)
  })

  it('ends the event streams that it opened', async () => {
    const service = await startService()
    const [ann, bob] = await Promise.all(
      ['ann', 'bob'].map(async (name) => {
        const headers = { authorization: `Bearer ${issuer.tokenFor(name)}` }
        return (await fetch(service.url + watch.path, { headers })).body?.getReader()
      }),
    )
    await Promise.all([ann?.read(), bob?.read()])

    issuer.revoke({ userId: 'ann' })

    await expect(ann?.read()).rejects.toThrow()
    const others = await Promise.race([bob?.read(), Promise.resolve('still open')])
    expect(others).toBe('still open')
    await bob?.cancel()
  })
})

describe('a service that could never read the list', () => {
  it('serves anonymous callers, and asks signed-in ones to try again', async () => {
    const service = await startService('http://127.0.0.1:9')

    const { status, body } = await service.write(issuer.tokenFor('ann'))

    expect([status, body.type]).toEqual([503, '/problems/identity-unavailable'])
    expect((await fetch(service.url + look.path)).status).toBe(200)
  })
})
