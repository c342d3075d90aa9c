import path from 'node:path'
import { type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  type Endpoint,
  getServiceTrial,
  pathOf,
  type Problem,
  type ServiceChange,
  type ServiceTrial,
} from '@offquad/contracts'
import { noteStoredServiceChange } from '@offquad/releases'
import { noting, tryBeside, watch } from '@offquad/releases/service-trial'
import { type loadTrialConfig } from './config'
import { variableOf } from './edge/services/service-urls'

type Config = ReturnType<typeof loadTrialConfig>

interface TrialOptions {
  service: string
  /** A rollback leads to a version that ran before: it gets all requests at once. */
  change: ServiceChange
  /** URL of the instance with the new version. */
  url: string
  /** The gateway knows the instance until this ends, however it ends; "live" when the version runs in place of the others. */
  lease: Readable
  /** Called when the instances that run may be replaced. */
  onAll(): void
}

/**
 * Has the gateway of this container check the calls of a new version and send it some of the requests, then all. Notes for all
 * gateways what becomes of it.
 * @throws Error that says why the version must not replace the one that runs; the gateway does not know it any more
 */
export async function tryService(
  config: Config,
  { service, change, url, lease, onAll }: TrialOptions,
): Promise<void> {
  const { send, note } = openGateway(config, service)
  const interruption = new AbortController()
  const outcome = text(lease).catch(() => '')
  void outcome.then(() => interruption.abort())
  const file = path.join(config.SERVICES_DIR, variableOf(service))
  const shipping = tryBeside(
    { service, url, file, send },
    {
      trial: change.action === 'rollback' ? undefined : { run: watch },
      signal: interruption.signal,
      async replaceOthers() {
        onAll()
        if (!(await outcome).includes('live')) throw new Error('it does not run in place of the others')
      },
    },
  )
  await noting(change, shipping, note).finally(() => lease.destroy())
}

/**
 * Compares a version that an engine has put in place of another with that one, by the requests that the gateway of this container
 * sends to the service, and notes the verdict for all gateways.
 * @returns the number of requests in which it did no worse; 0: nothing is known of it
 * @throws WorseVersionError
 */
export async function judgeService(
  config: Config,
  { service, change, seconds }: { service: string; change: ServiceChange; seconds: number },
): Promise<number> {
  const { send, note } = openGateway(config, service)
  const read = () => send<ServiceTrial>(getServiceTrial, { params: { service } })
  const judging = watch(async () => (await read()).complaint, undefined, seconds * 1_000)
  await noting(change, judging, note)
  return (await read()).requests
}

/** The gateway of this container, and the history that it shares with others. */
function openGateway({ PORT, DEPLOY_TOKEN, ...store }: Config, service: string) {
  return {
    note: (change: ServiceChange) => noteStoredServiceChange(store, service, change),
    async send<Reply>(
      endpoint: Endpoint,
      { params, body }: { params: Record<string, string>; body?: unknown },
    ): Promise<Reply> {
      const response = await fetch(`http://127.0.0.1:${PORT}${pathOf(endpoint, params)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${DEPLOY_TOKEN}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return (await response.json()) as Reply
      const { detail } = (await response.json().catch(() => ({}))) as Partial<Problem>
      throw new Error(detail ?? `The gateway responded with ${response.status}.`)
    },
  }
}
