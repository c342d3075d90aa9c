import { type FieldError, type PageData, type User } from '@offquad/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, type RenderResult } from '@testing-library/react'
import { type ReactNode } from 'react'
import { MemoryRouter, type RouteObject, useRoutes } from 'react-router-dom'
import { createQueryClient } from '../api/query-client'
import { replacePageData } from '../page-data'
import { replaceRemotes } from '../remotes/load-remote'
import { type RemoteDefinition } from '../remotes/remote-definition'
import { remoteApps } from '../remotes/remote-requests'
import { replaceSession } from '../session/session-store'
import { useSignInRequest } from '../session/sign-in-request'
import { testPage } from './test-university'

export { buildApp, testPage, testUniversity } from './test-university'
export { compareWithDescriptor } from './described-remote'
export { buildApartment, buildCampusBuses, buildLandlord, buildListing, buildReview } from './build'
export { translatePage } from './translate-page'
export { replacePageData }

/** Signs a user in for a test; undefined signs out. */
export function replaceUser(user: User | undefined): void {
  act(() => replaceSession(user && { user, accessToken: 'test-token' }))
}

export const MAYA = { uid: 'u1', displayName: 'Maya', email: 'maya@testville.edu', role: 'student' } as const

/** Signs Maya in before each test, and out after it. */
export function signInBeforeEach(): void {
  beforeEach(() => replaceUser(MAYA))
  afterEach(() => replaceUser(undefined))
}

/** Replaces the shell's sign-in dialog: its buttons sign `user` in, or cancel. */
export function SignInDouble({ user = MAYA }: { user?: User }) {
  const request = useSignInRequest()
  if (!request) return null
  const enter = () => {
    replaceUser(user)
    request.resolve(user)
  }
  return (
    <>
      <button onClick={enter}>Sign in to {request.purpose}</button>
      <button onClick={request.cancel}>Do not sign in</button>
    </>
  )
}

/**
 * Responses of the API in a test, by path and query: a body, a stream of events, or the status of a problem. Requests
 * without a response stay pending.
 */
export type ApiResponses = Record<
  string,
  | { body: unknown }
  | { events: unknown[] }
  | { status: number; code?: string; detail?: string; errors?: FieldError[] }
>

/**
 * The remotes of a test, by name: loaded, or a function that loads them. Other remotes stay pending if the page's registry
 * has them, and fail otherwise.
 */
export type Remotes = Record<string, RemoteDefinition | (() => Promise<RemoteDefinition>)>

interface RenderAppOptions {
  /** Path pattern that the element is mounted at; also the URL when it has no parameters. */
  path?: string
  url?: string
  responses?: ApiResponses
  pageData?: Partial<PageData>
  /** Routes instead of the element, called once the page data is set. */
  routes?: () => RouteObject[]
  remotes?: Remotes
}

/** Renders a page as the shell does, with router, query cache and page data; `fetch` is mocked. */
export function renderApp(
  element: ReactNode,
  options: RenderAppOptions = {},
): RenderResult & { calls: string[] } {
  const { path = '/', url = path, responses = {}, pageData = {}, remotes = {} } = options
  mockRemotes(remotes)
  replacePageData({ ...testPage, ...pageData })
  const calls = mockNetwork(responses)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const routes = options.routes?.() ?? [
    { path, element },
    { path: '*', element: null },
  ]
  const result = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[url]}>
        <Routes routes={routes} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { ...result, calls }
}

const Routes = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)

/** Records the Idempotency-Key of every call of this path from now on; null for calls without one. */
export function recordIdempotencyKeys(path: string): (string | null)[] {
  const keys: (string | null)[] = []
  const originalFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (input === path) keys.push(new Headers(init?.headers).get('idempotency-key'))
    return originalFetch(input, init)
  }
  return keys
}

/** Records the parsed request bodies from now on; with `path`, only of calls to it. */
export function recordBodies(path?: string): unknown[] {
  const sent: unknown[] = []
  const originalFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.body && (path === undefined || input === path)) sent.push(JSON.parse(String(init.body)))
    return originalFetch(input, init)
  }
  return sent
}

function mockRemotes(remotes: Remotes): void {
  const here = Object.entries(remotes).flatMap(([name, remote]) =>
    typeof remote === 'function' ? [] : [[name, remote] as const],
  )
  replaceRemotes(new Map(here), (name) => {
    const remote = remotes[name]
    if (typeof remote === 'function') return remote()
    const isRegistered = remoteApps().some((app) => app.remote?.name === name)
    return isRegistered ? new Promise(() => undefined) : Promise.reject(new Error('not in the registry'))
  })
}

function mockNetwork(responses: ApiResponses): string[] {
  const calls: string[] = []
  globalThis.fetch = (input) => {
    const url = String(input).replace(location.origin, '')
    calls.push(url)
    const answer = responses[url]
    if (!answer) return new Promise(() => undefined)
    if ('events' in answer) return Promise.resolve(eventStream(answer.events))
    if ('body' in answer) return Promise.resolve(jsonResponse(200, answer.body))
    const { status, code = 'test', detail = 'Please try again.', errors } = answer
    return Promise.resolve(
      jsonResponse(status, {
        type: `/problems/${code}`,
        title: 'Problem',
        status,
        detail,
        requestId: 'test',
        ...(errors && { errors }),
      }),
    )
  }
  return calls
}

const eventStream = (events: unknown[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

const jsonResponse = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
