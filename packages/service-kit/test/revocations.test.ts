import { Readable } from 'node:stream'
import { endpoint, type EventContract, tokensRevoked } from '@offquad/contracts'
import { Type } from 'typebox'
import { createLog } from '../src/log'
import { requireIdentity } from '../src/identity'
import { route } from '../src/route'
import { buildService, type ServiceOptions } from '../src/service'
import { startTokenIssuer, testSettings, type TokenIssuer, until } from '../src/testing'

const write = endpoint('POST /api/write', {
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

async function startService(events?: ServiceOptions['events'], usersUrl = issuer.url) {
  const app = await buildService({
    name: 'svc-test',
    ...(events && { events }),
    config: testSettings(usersUrl),
    log: createLog('svc-test', 'silent'),
    checks: {},
    register(instance) {
      route(instance, write, ({ caller }) => ({ by: requireIdentity(caller).userId }))
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
  const call = async (method: string, path: string, token: string) => {
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: await response.json() }
  }
  return {
    url,
    write: (token: string) => call('POST', write.path, token),
    look: (token: string) => call('GET', look.path, token),
  }
}

const untilRefused = (call: () => Promise<{ status: number }>) =>
  until(async () => (await call()).status === 401)

/** Events of one process, without Redis. */
function localEvents() {
  const listeners: ((payload: unknown) => unknown)[] = []
  return {
    publish: async (_event: EventContract, payload: unknown) =>
      listeners.forEach((listener) => listener(payload)),
    subscribe: async (event: EventContract, listener: (payload: never) => unknown) => {
      if (event.topic === tokensRevoked.topic) listeners.push(listener as (payload: unknown) => unknown)
    },
    onGap: () => undefined,
  }
}

describe('a revoked access token', () => {
  it('is rejected also by a service without events, and others are not', async () => {
    const service = await startService()
    const [ann, bob] = [issuer.tokenFor('ann'), issuer.tokenFor('bob')]
    expect((await service.write(ann)).status).toBe(200)

    issuer.revoke({ userId: 'ann', minVersion: 1 })

    await untilRefused(() => service.write(ann))
    expect((await service.write(ann)).body.type).toBe('/problems/token-revoked')
    expect((await service.look(ann)).body).toBe('nobody')
    expect((await service.write(bob)).status).toBe(200)
  })

  it('is rejected at once when the event arrives', async () => {
    const events = localEvents()
    const service = await startService(events)
    const token = issuer.tokenFor('ann')

    await events.publish(tokensRevoked, { userId: 'ann', minVersion: 1 })

    expect((await service.write(token)).status).toBe(401)
  })

  it('is rejected from the first request on by a service that was started afterwards', async () => {
    issuer.revoke({ userId: 'ann' })

    const service = await startService()

    expect((await service.write(issuer.tokenFor('ann'))).status).toBe(401)
  })

  it('stays rejected while the list cannot be read', async () => {
    const service = await startService()
    const token = issuer.tokenFor('ann')
    const bob = issuer.tokenFor('bob')
    issuer.revoke({ userId: 'ann' })
    await untilRefused(() => service.write(token))
    await service.write(bob)

    await issuer.close()

    expect((await service.write(token)).status).toBe(401)
    expect((await service.write(bob)).status).toBe(200)
  })

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
    const service = await startService(undefined, 'http://127.0.0.1:9')

    const { status, body } = await service.write(issuer.tokenFor('ann'))

    expect([status, body.type]).toEqual([503, '/problems/identity-unavailable'])
    expect((await fetch(service.url + look.path)).status).toBe(200)
  })
})
