import {
  addLike,
  PRIVATE_CACHE,
  refreshSession,
  type Session,
  signInWithGoogle,
  signOut as signOutCall,
} from '@offquad/contracts'
import { waitFor } from '@testing-library/react'
import { api } from '../api/api'
import { type ProblemError } from '../api/problem-error'
import { MAYA as user } from '../testing'
import { resumeSession, signIn, signOut } from './session'
import { replaceSession, sessionState, sessionStore } from './session-store'

const session = (accessToken: string): Session => ({ accessToken, user })

interface Answer {
  status: number
  body?: unknown
}
const problem = (status: number): Answer => ({
  status,
  body: { type: '/problems/test', title: 'Problem', status, detail: 'Please try again.', requestId: 'r' },
})

/** Mocks the responses of each path in turn, repeating the last one. @returns the calls with their tokens */
function answerWith(answers: Record<string, Answer[]>): string[] {
  const calls: string[] = []
  globalThis.fetch = (input, init = {}) => {
    const path = String(input)
    const token = (init.headers as Record<string, string>).authorization ?? 'nobody'
    calls.push(`${path} ${token}`)
    const queue = answers[path] ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(
      new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status }),
    )
  }
  return calls
}

const like = () => api(addLike, { body: { reviewId: 'r1' } })
const LIKED: Answer = { status: 200, body: { result: 'Success', likes: 1 } }

describe('a session', () => {
  afterEach(() => replaceSession(undefined))

  it('starts with a credential and is stored without its token', async () => {
    answerWith({ [signInWithGoogle.path]: [{ status: 200, body: session('t1') }] })

    await signIn('credential')

    expect(sessionState()).toEqual({ user, accessToken: 't1' })
    expect(JSON.stringify({ ...localStorage })).toContain('Maya')
    expect(JSON.stringify({ ...localStorage })).not.toContain('t1')
  })

  it('has what is kept of another user’s deleted, also what the service worker has yet to keep', async () => {
    const order: unknown[] = []
    const registration = { active: { postMessage: (message: unknown) => order.push(['told', message]) } }
    Object.assign(globalThis, { caches: { delete: async (name: string) => order.push(['deleted', name]) } })
    Object.assign(navigator, { serviceWorker: { getRegistration: async () => registration } })
    const both = [
      ['deleted', PRIVATE_CACHE],
      ['told', PRIVATE_CACHE],
    ]

    replaceSession(session('t1'))
    await waitFor(() => expect(order).toEqual(both))
    replaceSession(session('t2'))
    replaceSession(undefined)

    await waitFor(() => expect(order).toEqual([...both, ...both]))
    for (const [holder, name] of [
      [globalThis, 'caches'],
      [navigator, 'serviceWorker'],
    ] as const)
      Reflect.deleteProperty(holder, name)
  })

  it('is not started when the sign-in is rejected, and the reason is reported', async () => {
    answerWith({ [signInWithGoogle.path]: [problem(403)] })

    await expect(signIn('credential')).rejects.toMatchObject({ status: 403, message: 'Please try again.' })
    expect(sessionState().user).toBeUndefined()
  })

  it('replaces an expired token and retries the call', async () => {
    replaceSession(session('old'))
    const calls = answerWith({
      [addLike.path]: [problem(401), LIKED],
      [refreshSession.path]: [{ status: 200, body: session('new') }],
    })

    await like()

    expect(calls).toEqual([
      `${addLike.path} Bearer old`,
      `${refreshSession.path} nobody`,
      `${addLike.path} Bearer new`,
    ])
  })

  it('is refreshed once for concurrent calls', async () => {
    replaceSession(session('old'))
    const calls = answerWith({
      [addLike.path]: [problem(401), problem(401), problem(401), LIKED],
      [refreshSession.path]: [{ status: 200, body: session('new') }],
    })

    await Promise.all([like(), like(), like()])

    expect(calls.filter((call) => call.startsWith(refreshSession.path))).toHaveLength(1)
  })

  it('sends a call never again as another user, who signed in meanwhile', async () => {
    replaceSession(session('old'))
    const calls = answerWith({ [addLike.path]: [problem(401), LIKED] })
    const answering = globalThis.fetch
    globalThis.fetch = (...request) => {
      replaceSession({ ...session('another'), user: { ...user, uid: 'u2' } })
      return answering(...request)
    }

    await expect(like()).rejects.toMatchObject({ status: 401 })

    expect(calls).toEqual([`${addLike.path} Bearer old`])
  })

  it('sends no call of one user as another, who signed in while it was refreshed', async () => {
    sessionStore.set({ user, accessToken: undefined })
    const calls = answerWith({
      [refreshSession.path]: [{ status: 200, body: session('new') }],
      [addLike.path]: [problem(401)],
    })
    const calling = like()
    replaceSession({ ...session('another'), user: { ...user, uid: 'u2' } })

    await expect(calling).rejects.toMatchObject({ status: 401 })

    expect(calls).not.toContain(`${addLike.path} Bearer another`)
  })

  it('ends when it can no longer be refreshed', async () => {
    replaceSession(session('old'))
    answerWith({ [addLike.path]: [problem(401)], [refreshSession.path]: [problem(401)] })

    await expect(like()).rejects.toMatchObject({ status: 401 })
    expect(sessionState()).toEqual({ user: undefined, accessToken: undefined })
    expect(localStorage).toHaveLength(0)
  })

  it('stays over when it was being refreshed as the user signed out', async () => {
    replaceSession(session('expired'))
    sessionStore.set({ user, accessToken: undefined })
    let refresh: (response: Response) => void = () => undefined
    globalThis.fetch = (input) =>
      input === refreshSession.path
        ? new Promise((resolve) => (refresh = resolve))
        : Promise.resolve(new Response(null, { status: 204 }))
    const resuming = resumeSession()
    await signOut()

    refresh(Response.json(session('fresh')))
    await resuming

    expect(sessionState()).toEqual({ user: undefined, accessToken: undefined })
  })

  it('is over on a page that Back restores after it ended on another', () => {
    replaceSession(session('t1'))
    localStorage.clear()

    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

    expect(sessionState()).toEqual({ user: undefined, accessToken: undefined })
  })

  it('survives an outage of the service', async () => {
    replaceSession(session('old'))
    answerWith({ [addLike.path]: [problem(401)], [refreshSession.path]: [problem(503)] })

    const failure = await like().catch((error: ProblemError) => error)

    expect(failure).toMatchObject({ status: 503 })
    expect(sessionState().user).toEqual(user)
  })

  it('survives a refresh that gets no answer, and does not wait for it for ever', async () => {
    replaceSession(session('expired'))
    answerWith({ [addLike.path]: [problem(401), LIKED] })
    const answering = globalThis.fetch
    const waiting = new AbortController()
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(waiting.signal)
    globalThis.fetch = (input, init = {}) => {
      if (String(input) !== refreshSession.path) return answering(input, init)
      queueMicrotask(() => waiting.abort(new DOMException('timed out', 'TimeoutError')))
      return new Promise((_, reject) =>
        waiting.signal.addEventListener('abort', () => reject(waiting.signal.reason as Error)),
      )
    }

    await expect(like()).rejects.toMatchObject({ code: 'unreachable' })

    expect(sessionState().user).toEqual(user)
    globalThis.fetch = answering
    timeout.mockRestore()
    answerWith({
      [addLike.path]: [problem(401), LIKED],
      [refreshSession.path]: [{ status: 200, body: session('t2') }],
    })
    expect(await like()).toEqual(LIKED.body)
  })

  it('sends no request when there is no stored session', async () => {
    const calls = answerWith({})

    await resumeSession()

    expect(calls).toEqual([])
  })

  it('ends when the server confirms the sign-out, and continues when the request fails', async () => {
    replaceSession(session('t1'))
    answerWith({})
    await expect(signOut()).rejects.toMatchObject({ code: 'unreachable' })
    expect(sessionState().user).toEqual(user)

    answerWith({ [signOutCall.path]: [{ status: 204 }] })
    await signOut()

    expect(sessionState().user).toBeUndefined()
  })

  it('ends once remotes have sent what only this user can', async () => {
    replaceSession(session('t1'))
    const calls = answerWith({ [signOutCall.path]: [{ status: 204 }] })
    let finish = (): void => undefined
    const onSignOut = (event: Event) =>
      (event as CustomEvent<unknown[]>).detail.push(new Promise<void>((resolve) => (finish = resolve)))
    addEventListener('offquad/sign-out', onSignOut, { once: true })

    const signingOut = signOut()
    expect(calls).toEqual([])
    finish()
    await signingOut

    expect(calls).toHaveLength(1)
  })
})
