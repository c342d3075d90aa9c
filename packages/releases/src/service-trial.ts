import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServiceVersion, type Endpoint, getServiceTrial, type ServiceTrial } from '@offquad/contracts'

interface Options {
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

const TRIAL_MS = 20_000
const POLL_MS = 250
/** The gateway reads its folder of services every two seconds. */
const ROUTED_WITHIN_MS = 15_000

export class ServiceTrialError extends Error {
  override name = 'ServiceTrialError'
}

/** The steps by which a gateway gets to know a new version of a service beside the instances that run. */
export function openServiceTrial({ service, url, file, runningUrl, send }: Options) {
  const read = () => send<ServiceTrial>(getServiceTrial, { params: { service } })

  async function until(isReached: (trial: ServiceTrial) => boolean): Promise<void> {
    for (const endsAt = Date.now() + ROUTED_WITHIN_MS; !isReached(await read()); await delay(POLL_MS))
      if (Date.now() > endsAt)
        throw new ServiceTrialError('The gateway does not read its folder of services; its log says why.')
  }

  async function lasting(): Promise<string[]> {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.split(',').filter((listed) => listed === runningUrl)
  }

  async function write(urls: string[]): Promise<void> {
    if (urls.length === 0) return rm(file, { force: true })
    await writeFile(`${file}.partial`, urls.join(','), { mode: 0o600 })
    await rename(`${file}.partial`, file)
  }

  return {
    /** Rejects with the gateway's reasons if the version lacks calls that the live slices use. */
    async check(): Promise<void> {
      const document = (await (await fetch(`${url}/openapi.json`)).json()) as unknown
      await send(checkServiceVersion, { params: { service }, body: document })
    },
    /** @param share the requests that it gets: all, or those of a canary's visitors (`with=mfe-account`); absent: a tenth */
    async add(share?: string): Promise<void> {
      await write([...(await lasting()), share === undefined ? url : `${url}#${share}`])
      await until((trial) => trial.url === url && trial.getsAll === (share === 'all'))
    },
    complaint: async (): Promise<string | undefined> => (await read()).complaint,
    async remove(): Promise<void> {
      await write(await lasting())
      await until((trial) => trial.url !== url)
    },
  }
}

/** @returns what a version does worse than the others; undefined when there was nothing for 20 seconds */
export async function firstComplaint(
  complaint: () => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const endsAt = Date.now() + TRIAL_MS; Date.now() < endsAt;) {
    const failure = await complaint()
    if (failure !== undefined) return failure
    await delay(POLL_MS, undefined, { signal })
  }
  return undefined
}
