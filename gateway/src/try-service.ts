import path from 'node:path'
import { type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Endpoint, pathOf, type Problem, type ServiceEntry } from '@offquad/contracts'
import { noteStoredServiceChange } from '@offquad/releases'
import { firstComplaint, openServiceTrial } from '@offquad/releases/service-trial'
import { type loadTrialConfig } from './config'
import { variableOf } from './edge/services/service-urls'

interface Options {
  service: string
  /** URL of the instance with the new version. */
  url: string
  version: string
  /** The version that runs. */
  before: string
  /** Who ships it. */
  by?: string | undefined
  /** It ran before: it gets all requests at once. */
  isKnownToWork: boolean
  /** The gateway knows the instance until this ends, however it ends; "live" when the version runs in place of the others. */
  lease: Readable
  say(line: string): void
  /** Called when the instances that run may be replaced. */
  onAll(): void
}

/**
 * Has the gateway of this container check the calls of a new version and send it some of the requests, then all. Notes for all
 * gateways that it is live, or was taken back.
 * @throws Error that says why the version must not replace the one that runs; the gateway does not know it any more
 */
export async function tryService(
  { PORT, SERVICES_DIR, DEPLOY_TOKEN, ...store }: ReturnType<typeof loadTrialConfig>,
  { service, url, isKnownToWork, lease, say, onAll, ...change }: Options,
): Promise<void> {
  const note = (noted: Pick<ServiceEntry, 'action' | 'reason'>) =>
    noteStoredServiceChange(store, service, { ...change, ...noted })
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
  const outcome = text(lease).catch(() => '')
  void outcome.then(interrupt)
  try {
    await trial.check()
    signal.throwIfAborted()
    if (!isKnownToWork) {
      await trial.add()
      say('it gets a tenth of the requests')
      const complaint = await firstComplaint(trial.complaint, signal)
      if (complaint !== undefined) {
        await note({ action: 'taken back', reason: complaint.slice(0, 300) })
        throw new Error(`it was taken back: ${complaint}`)
      }
    }
    await trial.add('all')
    onAll()
    if ((await outcome).includes('live')) await note({ action: isKnownToWork ? 'rollback' : 'deploy' })
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
