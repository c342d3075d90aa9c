import { once } from 'node:events'
import path from 'node:path'
import { type Readable } from 'node:stream'
import { type Endpoint, pathOf, type Problem } from '@offquad/contracts'
import { firstComplaint, openServiceTrial } from '@offquad/releases/service-trial'
import { type loadTrialConfig } from './config'
import { variableOf } from './edge/services/service-urls'

interface Options {
  service: string
  /** URL of the instance with the new version. */
  url: string
  /** It ran before: it gets all requests at once. */
  isKnownToWork: boolean
  /** The gateway knows the instance until this ends, however it ends. */
  lease: Readable
  say(line: string): void
  /** Called when the instances that run may be replaced. */
  onAll(): void
}

/**
 * Has the gateway of this container check the calls of a new version and send it some of the requests, then all.
 * @throws Error that says why the version must not replace the one that runs; the gateway does not know it any more
 */
export async function tryService(
  { PORT, SERVICES_DIR, DEPLOY_TOKEN }: ReturnType<typeof loadTrialConfig>,
  { service, url, isKnownToWork, lease, say, onAll }: Options,
): Promise<void> {
  const trial = openServiceTrial({
    service,
    url,
    file: path.join(SERVICES_DIR, variableOf(service)),
    send: (endpoint, { params, body }) =>
      send(`http://127.0.0.1:${PORT}${pathOf(endpoint, params)}`, { endpoint, body, token: DEPLOY_TOKEN }),
  })
  const interruption = new AbortController()
  const { signal } = interruption
  const interrupt = () => interruption.abort()
  const ended = once(lease.resume(), 'close').then(interrupt, interrupt)
  try {
    await trial.check()
    signal.throwIfAborted()
    if (!isKnownToWork) {
      await trial.add()
      say('it gets a tenth of the requests')
      const complaint = await firstComplaint(trial.complaint, signal)
      if (complaint !== undefined) throw new Error(`it was taken back: ${complaint}`)
    }
    await trial.add('all')
    onAll()
    await ended
  } finally {
    lease.destroy()
    await trial.remove()
  }
}

async function send<Reply>(
  url: string,
  { endpoint, body, token }: { endpoint: Endpoint; body: unknown; token: string },
): Promise<Reply> {
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return (await response.json()) as Reply
  const { detail } = (await response.json().catch(() => ({}))) as Partial<Problem>
  throw new Error(detail ?? `The gateway responded with ${response.status}.`)
}
