import { BUILD_HEADER, type Endpoint, endpoint, type PublishedApp } from '@offquad/contracts'
import { buildService, createLog, listen, route } from '@offquad/service-kit'
import { testSettings } from '@offquad/service-kit/testing'
import { Type } from 'typebox'
import { type GatewayUnderTest } from './gateway-under-test'

export const greet = endpoint('GET /api/greetings/:name', {
  summary: 'A greeting.',
  params: Type.Object({ name: Type.String() }),
  reply: Type.Object({ by: Type.String() }),
})

/** A call that only the next version of the service has. */
export const listGreetings = endpoint('GET /api/greetings', {
  summary: 'Every greeting.',
  reply: Type.Object({ by: Type.String() }),
})

export const addGreeting = endpoint('POST /api/greetings', {
  summary: 'Adds a greeting.',
  body: Type.Object({ text: Type.String() }),
  reply: Type.Object({ by: Type.String() }),
})

interface HelloOptions {
  /** Included in every response. */
  version: string
  calls: readonly Endpoint[]
  port?: number
  drainMs?: number
  /** The build that it says it runs. */
  build?: string
  /** Called for each request to its calls. */
  before?: () => Promise<void>
}

export interface HelloService {
  url: string
  port: number
  /** Number of requests to its calls. */
  requests(): number
  stop(): Promise<void>
}

/** Starts a service like a service's main.ts, which drains when it stops. */
export async function startHello({
  version,
  calls,
  port = 0,
  drainMs = 0,
  build,
  before,
}: HelloOptions): Promise<HelloService> {
  let requests = 0
  const app = await buildService({
    name: 'svc-hello',
    holds: 'Greetings',
    publishesChanges: true,
    config: testSettings(),
    log: createLog('svc-hello', 'silent'),
    checks: {},
    register(service) {
      if (build) service.addHook('onSend', async (_request, reply) => void reply.header(BUILD_HEADER, build))
      for (const call of calls)
        route(service, call, async () => {
          requests += 1
          await before?.()
          return { by: version }
        })
    },
  })
  const stop = await listen(app, { HOST: '127.0.0.1', PORT: port, DRAIN_MS: drainMs })
  const url = app.listeningOrigin
  return { url, port: Number(new URL(url).port), requests: () => requests, stop }
}

/** Makes these the only calls that live slices use. @returns the app that uses them */
export function limitUsedCalls({ context }: GatewayUnderTest, calls: string[]): PublishedApp | undefined {
  const [app, ...others] = context.releases.currentSite().apps
  if (app) app.calls = calls
  for (const served of [app, ...others]) delete served?.remote
  for (const served of others) delete served.calls
  return app
}
