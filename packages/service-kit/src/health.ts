import { type FastifyInstance } from 'fastify'
import { withTimeout } from './with-timeout'

/** Readiness checks by the name of the dependency; each rejects with the reason when the dependency is unavailable. */
export type Checks = Record<string, () => Promise<unknown>>

/** The result of a check that found a problem which is no reason to stop sending requests here. */
export interface Degraded {
  /** Description of the problem; shown by /readyz. */
  degraded: string
}

export interface Readiness {
  status: 'ready' | 'not ready'
  /** For each dependency, `ok` or the problem. */
  needs: Record<string, string>
}

/**
 * Serves /healthz (the process is alive) and /readyz (its dependencies are available).
 * @param checks returns the current checks; if one rejects, /readyz responds with 503 and its message; `Degraded` is only
 * shown
 */
export function serveHealth(app: FastifyInstance, checks: () => Checks): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (_request, reply) => {
    const readiness = await checkReadiness(checks())
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
}

/** Runs all checks concurrently, each with a timeout of two seconds. */
export async function checkReadiness(checks: Checks): Promise<Readiness> {
  const results = await Promise.all(Object.entries(checks).map(runCheck))
  return {
    status: results.every(({ isMet }) => isMet) ? 'ready' : 'not ready',
    needs: Object.fromEntries(results.map(({ name, result }) => [name, result])),
  }
}

const CHECK_TIMEOUT_MS = 2000

async function runCheck([name, check]: [string, () => Promise<unknown>]) {
  try {
    const answer = await withTimeout(
      check(),
      CHECK_TIMEOUT_MS,
      () => new Error(`no response within ${CHECK_TIMEOUT_MS} ms`),
    )
    return { name, isMet: true, result: isDegraded(answer) ? `degraded: ${answer.degraded}` : 'ok' }
  } catch (error) {
    return { name, isMet: false, result: (error as Error).message }
  }
}

const isDegraded = (answer: unknown): answer is Degraded =>
  typeof answer === 'object' && answer !== null && 'degraded' in answer
