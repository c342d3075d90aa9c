import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import {
  checkServiceVersion,
  type Endpoint,
  getServiceTrial,
  type ServiceChange,
  type ServiceTrial,
} from '@offquad/contracts'

interface Candidate {
  service: string
  /** URL of the instance with the new version, for the gateway. */
  url: string
  /** The service's file in the gateway's folder of services. */
  file: string
  /** URL of the running instance, if the gateway has it from the file alone. */
  runningUrl?: string | undefined
  /** Sends a request to the gateway with a token that may read. */
  send<Reply>(endpoint: Endpoint, sent: { params: Record<string, string>; body?: unknown }): Promise<Reply>
}

/** How a version shows, beside the one that runs, that it may replace it. */
export interface Trial {
  /** The app whose canary gets its responses; absent: a tenth of all requests do. */
  partner?: string
  /**
   * @param complaint what it does worse, while it does
   * @throws WorseVersionError when it must not replace the other one
   */
  run(complaint: () => Promise<string | undefined>, signal: AbortSignal): Promise<void>
}

const TRIAL_MS = 20_000
const POLL_MS = 250
/** The gateway reads its folder of services every two seconds. */
const ROUTED_WITHIN_MS = 15_000

export class ServiceTrialError extends Error {
  override name = 'ServiceTrialError'
}

/** A version does worse than the one that runs, or ran before it; the message says what. */
export class WorseVersionError extends Error {}

/**
 * Has a gateway check the calls of a version beside the instances that run, send it some of the requests, and all of them while
 * the others are replaced. After that the gateway does not know it any more.
 * @param trial absent: it is known to work
 * @throws WorseVersionError, and the gateway's reasons when the version lacks calls that live slices use
 */
export async function tryBeside(
  { service, url, file, runningUrl, send }: Candidate,
  {
    trial,
    signal,
    replaceOthers,
  }: { trial: Trial | undefined; signal: AbortSignal; replaceOthers(): Promise<void> },
): Promise<void> {
  const read = () => send<ServiceTrial>(getServiceTrial, { params: { service } })

  async function until(isReached: (state: ServiceTrial) => boolean): Promise<void> {
    for (const endsAt = Date.now() + ROUTED_WITHIN_MS; !isReached(await read()); await delay(POLL_MS))
      if (Date.now() > endsAt)
        throw new ServiceTrialError('The gateway does not read its folder of services; its log says why.')
  }

  async function list(...added: string[]): Promise<void> {
    const text = await readFile(file, 'utf8').catch(() => '')
    const urls = [...text.split(',').filter((listed) => listed === runningUrl), ...added]
    if (urls.length === 0) return rm(file, { force: true })
    await writeFile(`${file}.partial`, urls.join(','), { mode: 0o600 })
    await rename(`${file}.partial`, file)
  }

  async function remove(): Promise<void> {
    await list()
    await until((state) => state.url !== url)
  }

  try {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as unknown
    await send(checkServiceVersion, { params: { service }, body: document })
    signal.throwIfAborted()
    if (trial) {
      await list(trial.partner === undefined ? url : `${url}#with=${trial.partner}`)
      await until((state) => state.url === url)
      await trial.run(async () => (await read()).complaint, signal)
    }
    await list(`${url}#all`)
    await until((state) => state.url === url && state.getsAll)
    signal.throwIfAborted()
    await replaceOthers()
  } catch (error) {
    // If the gateway is away, removing fails as well; the first error says why.
    await remove().catch(() => undefined)
    throw error
  }
  await remove()
}

/** @throws WorseVersionError as soon as there is a complaint within this time */
export async function watch(
  complaint: () => Promise<string | undefined>,
  signal?: AbortSignal,
  ms = TRIAL_MS,
): Promise<void> {
  for (const endsAt = Date.now() + ms; Date.now() < endsAt;) {
    const failure = await complaint()
    if (failure !== undefined) throw new WorseVersionError(failure)
    await delay(POLL_MS, undefined, signal && { signal })
  }
}

/** Notes a change in the history of a service once it is made, or that the version was taken back. */
export async function noting(
  change: ServiceChange,
  shipping: Promise<void>,
  note: (change: ServiceChange) => Promise<unknown>,
): Promise<void> {
  await shipping.catch(async (error: unknown) => {
    if (error instanceof WorseVersionError)
      await note({ ...change, action: 'taken back', reason: error.message.slice(0, 300) })
    throw error
  })
  await note(change)
}
