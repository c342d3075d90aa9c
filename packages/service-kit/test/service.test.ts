import { Day, endpoint } from '@offquad/contracts'
import { mongo } from 'mongoose'
import { Type } from 'typebox'
import { createLog } from '../src/log'
import { ConflictError } from '../src/errors'
import { route } from '../src/route'
import { buildService, type ServiceOptions } from '../src/service'
import { startTokenIssuer, testSettings } from '../src/testing'

const rename = endpoint('POST /api/rooms/:id', {
  summary: 'Renames a room.',
  access: 'admin',
  status: 201,
  bodyLimit: 2_000_000,
  params: Type.Object({ id: Type.Integer() }),
  body: Type.Object({
    name: Type.String({ minLength: 1, pattern: '\\S' }),
    from: Type.Optional(Day),
    kind: Type.Optional(Type.String({ enum: ['single', 'shared'] })),
  }),
  reply: Type.Object({ id: Type.Integer(), name: Type.String(), by: Type.String() }),
})

const explode = endpoint('GET /api/explode/:how', {
  summary: 'Fails in the given way.',
  params: Type.Object({ how: Type.String() }),
  reply: Type.Null(),
})

const mark = endpoint('PUT /api/mark', {
  rate: 'search',
  summary: 'Marks something; answers a text.',
  status: 201,
  body: Type.Union([Type.Object({ text: Type.String() }), Type.Null()]),
  reply: Type.String(),
})

const steppedDown = { message: 'not primary', code: 10107 }
/** Errors of the driver while a replica set has no primary. */
const STORE_ERRORS: Record<string, Error> = {
  'no-server': new mongo.MongoServerSelectionError('timed out', {} as never),
  'one-write': new mongo.MongoServerError(steppedDown),
  'many-writes': new mongo.MongoBulkWriteError({ ...steppedDown, writeErrors: [] }, {} as never),
  'many-writes-without-a-connection': new mongo.MongoBulkWriteError(
    new mongo.MongoNetworkError('connection closed') as never,
    {} as never,
  ),
  'some-of-many-writes': new mongo.MongoBulkWriteError(
    { message: 'some failed', code: 11000, writeErrors: [{ code: 11000 }, { code: 11602 }] as never },
    {} as never,
  ),
  'a-wrapped-write': new Error('not saved', { cause: new mongo.MongoServerError({ code: 11602 }) }),
}

async function startService(more: Partial<ServiceOptions> = {}) {
  const issuer = await startTokenIssuer()
  const app = await buildService({
    name: 'svc-test',
    holds: 'Rooms',
    publishesChanges: true,
    ...more,
    config: testSettings(issuer.url),
    log: createLog('svc-test', 'silent'),
    checks: { database: () => Promise.reject(new Error('gone')) },
    register(instance) {
      route(instance, rename, ({ params, body, caller }) => ({
        ...params,
        ...body,
        by: caller.identity?.userId ?? '',
      }))
      route(instance, mark, ({ body }) => body?.text ?? 'nothing')
      route(instance, explode, ({ params }) => {
        if (params.how === 'conflict') throw new ConflictError('room-taken', 'Somebody was faster.')
        const storeError = STORE_ERRORS[params.how]
        if (storeError) throw storeError
        throw new Error('secret detail')
      })
    },
  })
  return { app, issuer, close: () => Promise.all([app.close(), issuer.close()]) }
}

describe('a service', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  it.each([
    ['a JSON body', '{"text":"\\""}', 'application/json', '"\\""'],
    ['an empty one', '', 'application/json', '"nothing"'],
    ['an empty form', '', 'application/x-www-form-urlencoded', '"nothing"'],
  ])('sends a string as JSON, to %s', async (_what, payload, type, answer) => {
    const response = await mark(payload, type)

    expect(response.statusCode).toBe(201)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.body).toBe(answer)
  })

  it('takes no form with content', async () => {
    expect((await mark('text=a', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  })

  const mark = (payload: string, type: string) =>
    service.app.inject({ method: 'PUT', url: '/api/mark', payload, headers: { 'content-type': type } })

  const renameAs = (token: string | undefined, payload: object) =>
    service.app.inject({
      method: 'POST',
      url: '/api/rooms/7/',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      payload,
    })

  it.each(Object.keys(STORE_ERRORS))('responds with 503 while there is no primary for %s', async (how) => {
    const response = await service.app.inject(`/api/explode/${how}`)

    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toMatchObject({ type: '/problems/unavailable' })
  })

  it('does not mistake an invalid write for one without a primary', async () => {
    STORE_ERRORS.duplicate = new mongo.MongoServerError({ message: 'E11000', code: 11000 })

    expect((await service.app.inject('/api/explode/duplicate')).statusCode).toBe(500)
  })

  it.each([
    ['the disk of the database is full', new mongo.MongoServerError({ message: 'ENOSPC', code: 14031 })],
    ['the database is full', new mongo.MongoServerError({ message: 'too large', code: 146 })],
    ['the disk of files is full', Object.assign(new Error('no space left'), { code: 'ENOSPC' })],
  ])('responds with 507 and a reason when %s', async (_how, error) => {
    STORE_ERRORS.full = error

    const response = await service.app.inject('/api/explode/full')

    expect(response.statusCode).toBe(507)
    expect(response.json()).toMatchObject({
      type: '/problems/no-room',
      title: 'No room',
      detail: 'There is no room for more data. Reading works as before.',
    })
  })

  it.each([
    ['nobody', undefined],
    ['a forged token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4iLCJyb2xlIjoiYWRtaW4ifQ.'],
  ])('refuses %s', async (_who, token) => {
    const response = await renameAs(token, { name: 'Attic' })

    expect(response.statusCode).toBe(401)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.json()).toMatchObject({ type: '/problems/sign-in-required', status: 401 })
  })

  it.each(['student', 'of a newer version'] as const)(
    'rejects a caller with the role "%s" if the contract requires an admin',
    async (role) => {
      const response = await renameAs(service.issuer.tokenFor('bob', role), { name: 'Attic' })

      expect(response.statusCode).toBe(403)
    },
  )

  it('does not respond with 401 when a token cannot be checked', async () => {
    const other = await startService()
    await other.issuer.close()

    const response = await other.app.inject({
      method: 'POST',
      url: '/api/rooms/7',
      headers: { authorization: `Bearer ${other.issuer.tokenFor('ann', 'admin')}` },
      payload: { name: 'Attic' },
    })

    expect(response.statusCode).toBe(503)
    await other.app.close()
  })

  it.each([
    ['name', 'a missing field', {}, 'is required'],
    ['name', 'one that does not fit, whose type is not converted', { name: 5 }, 'must be string'],
    ['name', 'a blank text', { name: ' ' }, 'must not be blank'],
    ['from', 'the form of a day', { name: 'Attic', from: '8/1/2027' }, 'must have this form: 2027-08-01'],
    ['kind', 'the allowed values', { name: 'Attic', kind: 'double' }, 'must be one of single, shared'],
  ])('names the field %s: %s', async (field, _what, body, message) => {
    const response = await renameAs(service.issuer.tokenFor('ann', 'admin'), body)

    expect(response.json()).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  it('names what is wrong with a body that may be missing, not that it is there', async () => {
    const response = await mark('{"text":5}', 'application/json')

    expect(response.json()).toMatchObject({
      detail: 'text must be string',
      errors: [{ field: 'text', message: 'must be string' }],
    })
  })

  it('sends a domain error with its status, code and message', async () => {
    const response = await service.app.inject('/api/explode/conflict')

    expect(response.json()).toMatchObject({
      type: '/problems/room-taken',
      status: 409,
      detail: 'Somebody was faster.',
    })
  })

  it('does not send the message of an unexpected error', async () => {
    const response = await service.app.inject('/api/explode/now')

    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secret')
  })

  it.each(['/api/nothing', '/api/%zz'])('responds to %s with problem details', async (url) => {
    const response = await service.app.inject(url)

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.json()).toHaveProperty('requestId')
  })

  it('propagates the request id of the gateway', async () => {
    const response = await service.app.inject({ url: '/healthz', headers: { 'x-request-id': 'abcd-1234' } })

    expect(response.headers['x-request-id']).toBe('abcd-1234')
  })

  it('names unavailable dependencies in /readyz', async () => {
    const response = await service.app.inject('/readyz')

    expect(response.statusCode).toBe(503)
    expect(response.json().needs).toEqual({ database: 'gone' })
  })

  it('serves its calls in /openapi.json with an ETag', async () => {
    const response = await service.app.inject('/openapi.json')
    const { etag = '' } = response.headers
    const again = await service.app.inject({ url: '/openapi.json', headers: { 'if-none-match': etag } })

    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(etag).toMatch(/^"[\w-]+"$/)

    expect(Object.keys(response.json().paths)).toEqual(['/api/rooms/{id}', '/api/mark', '/api/explode/{how}'])
  })

  it('describes in its document what a gateway has to know about each call', async () => {
    const { info, paths } = (await service.app.inject('/openapi.json')).json()

    expect(info).toMatchObject({ 'x-holds': 'Rooms', 'x-publishes-changes': true })
    expect(paths['/api/rooms/{id}'].post).toMatchObject({
      'x-access': 'admin',
      'x-rate': 'write',
      'x-body-limit': 2_000_000,
    })
    expect(paths['/api/rooms/{id}'].post).not.toHaveProperty('x-cacheable')
    expect(paths['/api/mark'].put).toMatchObject({ 'x-access': 'anyone', 'x-rate': 'search' })
    expect(paths['/api/explode/{how}'].get).toMatchObject({ 'x-rate': 'read', 'x-cacheable': true })
    expect(Object.keys(paths['/api/explode/{how}'].get.responses)).toEqual(['200', '4XX', '5XX'])
  })
})
