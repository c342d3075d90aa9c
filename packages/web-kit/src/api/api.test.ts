import { addLike, getApartments, searchListings, setData, type TracedCall } from '@offquad/contracts'
import { traceCalls } from '../telemetry/traces'
import { replaceSession } from '../session/session-store'
import { MAYA } from '../testing'
import { api } from './api'
import { ProblemError } from './problem-error'

interface Request {
  url: string
  init: RequestInit
}

const tokenOf = ({ init }: Request) => (init.headers as Record<string, string>).authorization

const headers = { get: () => 'request-7' }

function answerWith(answer: () => Promise<unknown>): Request[] {
  const requests: Request[] = []
  globalThis.fetch = (url, init = {}) => {
    requests.push({ url: String(url), init })
    // The part of Response that is used.
    return answer() as Promise<Response>
  }
  return requests
}

const reply = (status: number, body: unknown) =>
  Promise.resolve({ ok: status < 400, status, headers, json: () => Promise.resolve(body) })
const failureOf = (call: Promise<unknown>): Promise<ProblemError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: ProblemError) => error,
  )

describe('api', () => {
  afterEach(() => replaceSession(undefined))

  it('fills in the path, omits undefined parameters and returns the body', async () => {
    const requests = answerWith(() => reply(200, []))

    await api(getApartments, { params: { ids: 'a b/c' } })
    const body = await api(searchListings, { query: { q: 'café & co', minPrice: 800, maxPrice: undefined } })

    expect(requests.map(({ url }) => url)).toEqual([
      '/api/apts/a%20b%2Fc',
      '/api/search-with-query-and-filters?q=caf%C3%A9+%26+co&minPrice=800',
    ])
    expect(body).toEqual([])
  })

  it('sends the body as JSON, and the token if the response depends on the caller', async () => {
    const requests = answerWith(() => reply(200, {}))

    replaceSession({ accessToken: 'token-1', user: MAYA })
    await api(addLike, { body: { reviewId: 'r1' } })
    await api(getApartments, { params: { ids: '1' } })
    await api(getApartments, { params: { ids: '1' }, asUser: true })
    replaceSession(undefined)
    await api(addLike, { body: { reviewId: 'r1' } })

    expect(requests[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"reviewId":"r1"}',
      headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
    })
    expect(requests.map(tokenOf)).toEqual(['Bearer token-1', undefined, 'Bearer token-1', undefined])
  })

  it('starts a trace only on sampled pages', async () => {
    const requests = answerWith(() => reply(200, []))
    const traceOf = ({ init }: Request) => (init.headers as Record<string, string>).traceparent

    await api(getApartments, { params: { ids: '1' } })
    const reported: TracedCall[] = []
    traceCalls(1, (call) => void reported.push(call))
    await api(getApartments, { params: { ids: '1' } })
    traceCalls(0, () => undefined)

    expect(requests.map(traceOf)).toEqual([
      undefined,
      expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    ])
    expect(reported).toMatchObject([{ method: 'GET', path: '/api/apts/:ids', status: 200 }])
  })

  it('sends form data unchanged', async () => {
    const requests = answerWith(() => reply(200, {}))
    const form = new FormData()

    await api(addLike, { body: form })

    expect(requests[0]?.init).toMatchObject({ body: form, headers: { accept: 'application/json' } })
  })

  it('accepts a response without a body', async () => {
    answerWith(() => reply(204, undefined))

    expect(await api(setData)).toBeUndefined()
  })

  it('fails with the problem of the service', async () => {
    const errors = [{ field: 'reviewText', message: '* Required' }]
    answerWith(() =>
      reply(400, {
        type: '/problems/invalid-input',
        title: 'Invalid input',
        status: 400,
        detail: 'Look at the marked fields.',
        requestId: 'r1',
        errors,
      }),
    )

    const problem = await failureOf(api(getApartments, { params: { ids: '1' } }))

    expect(problem).toBeInstanceOf(ProblemError)
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid-input',
      title: 'Invalid input',
      detail: 'Look at the marked fields.',
      requestId: 'r1',
      errors,
    })
  })

  it('fails with a readable message when the network is down', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))

    const problem = await failureOf(api(getApartments, { params: { ids: '1' } }))

    expect(problem).toMatchObject({
      status: 0,
      code: 'unreachable',
      detail: 'The site cannot be reached. Check your connection and try again.',
    })
  })

  it.each([
    [502, "a proxy's error page"],
    [200, 'a truncated body'],
  ])('fails with a readable message on a %i with %s', async (status) => {
    const json = () => Promise.reject(new SyntaxError('Unexpected token'))
    answerWith(() => Promise.resolve({ ok: status < 400, status, headers, json }))

    const problem = await failureOf(api(getApartments, { params: { ids: '1' } }))

    expect(problem).toMatchObject({ status, code: 'unexpected-answer', requestId: 'request-7' })
  })

  it('rejects a cancelled call with the abort error', async () => {
    const cancelled = new AbortController()
    cancelled.abort()
    answerWith(() => Promise.reject(new DOMException('aborted', 'AbortError')))

    const error = await failureOf(api(getApartments, { params: { ids: '1' }, signal: cancelled.signal }))

    expect(error.name).toBe('AbortError')
  })
})
