import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { ServiceApi } from './service-api'

export type StoredApis = ReturnType<typeof openStoredApis>

/**
 * Stores the last known calls of each service in a file, for a gateway that starts while the service is down.
 * @param folder MF_DIR; the files are in its folder `apis`
 */
export function openStoredApis(folder: string, log: FastifyBaseLogger) {
  const directory = path.join(folder, 'apis')
  const fileOf = (service: string) => path.join(directory, `${service}.json`)
  // Serialized: an older state must not overwrite a newer one.
  let writing = Promise.resolve()

  async function writeWhole(service: string, api: ServiceApi): Promise<void> {
    const file = fileOf(service)
    // Several gateways may share the folder.
    const partial = `${file}.${randomUUID()}`
    await mkdir(directory, { recursive: true })
    try {
      await writeFile(partial, JSON.stringify(api, null, 1))
      await rename(partial, file)
    } finally {
      await rm(partial, { force: true })
    }
  }

  return {
    async read(service: string): Promise<ServiceApi | undefined> {
      const text = await readFile(fileOf(service), 'utf8').catch(() => undefined)
      if (text === undefined) return undefined
      try {
        const stored: unknown = JSON.parse(text)
        if (Value.Check(ServiceApi, stored)) return stored
      } catch {
        // Reported below.
      }
      log.warn(
        { file: fileOf(service) },
        'stored calls of a service are unreadable; fetching them from the service',
      )
      return undefined
    },
    /** Writes in the background; a failure is logged, and the next start depends on the service. */
    write(service: string, api: ServiceApi): void {
      writing = writing
        .then(() => writeWhole(service, api))
        .catch((err: unknown) => log.warn({ err, service }, 'storing the calls of a service failed'))
    },
    /** Resolves when everything is written. */
    settled: () => writing,
  }
}
