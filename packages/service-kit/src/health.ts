import { type FastifyInstance } from 'fastify'
import { withTimeout } from './with-timeout'

/** What a process needs in order to do its work, by name; each fails with the reason when it is not there. */
export type Checks = Record<string, () => Promise<unknown>>

/** What a check answers when something is wrong that is no reason to stop sending requests here. */
export interface Degraded {
  /** What is wrong, for people: /readyz shows it. */
  degraded: string
}

export interface Readiness {
  status: 'ready' | 'not ready'
  /** For each need `ok`, or what is wrong. */
  needs: Record<string, string>
}

/**
 * /healthz says that the process runs, /readyz whether each of its needs is met.
 * @param checks by the name of what is needed; one that fails makes /readyz answer 503 with its message, one that
 * resolves to `Degraded` is shown and changes nothing else
 */
export function serveHealth(app: FastifyInstance, checks: Checks): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (_request, reply) => {
    const readiness = await checkReadiness(checks)
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
}

/** Asks for every need at once; none takes longer than two seconds. */
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
      () => new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`),
    )
    return { name, isMet: true, result: isDegraded(answer) ? `degraded: ${answer.degraded}` : 'ok' }
  } catch (error) {
    return { name, isMet: false, result: (error as Error).message }
  }
}

const isDegraded = (answer: unknown): answer is Degraded =>
  typeof answer === 'object' && answer !== null && 'degraded' in answer
