import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogChanged, findLandlords, importApartments, importLandlords, pathOf } from '@offquad/contracts'
import { createLog } from '@offquad/service-kit'
import {
  dropCollections,
  emptyDatabase,
  startTokenIssuer,
  testSettings,
  until,
  untilTokensCanBeChecked,
} from '@offquad/service-kit/testing'
import { buildApp } from '../src/app'
import { type CatalogConfig } from '../src/config'
import { openContext } from '../src/context'
import { openTransit } from '../src/geography'
import { startJobs } from '../src/jobs'

export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>
export type Who = 'nobody' | 'student' | 'admin'
export type Row = Record<string, unknown>

export interface Outcome {
  line: number
  outcome: string
  reason?: string
  note?: string
}

const CALLS = { apartments: importApartments, landlords: importLandlords }

/** The service on a port and a database of its own, as main.ts runs it. Its worker is started by `work`. */
export async function startCatalog(changes: Partial<CatalogConfig> = {}) {
  const issuer = await startTokenIssuer()
  const config: CatalogConfig = {
    ...testSettings(issuer.url),
    RUN_JOBS_IN: 'worker',
    CATALOG_REFRESH_MS: 30_000,
    GEOCODER_ADDRESSES_PER_DAY: 500,
    GEOCODER_PER_SECOND: 50,
    ROUTING_COMMUTES_PER_DAY: 10_000,
    ROUTING_PER_SECOND: 50,
    ROUTING_PROFILES: 'walk=foot,bike=bike,drive=car',
    ...changes,
  }
  const tokens = { student: issuer.tokenFor('stu'), admin: issuer.tokenFor('adm', 'admin') }
  const closers: { app: () => Promise<unknown>; context: () => Promise<unknown> }[] = []

  async function startInstance() {
    const context = await openContext(config, createLog('svc-catalog', 'silent'))
    const transit = await openTransit(context)
    const app = await buildApp(context, transit)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await untilTokensCanBeChecked(app)
    const send = async (
      method: string,
      path: string,
      { who, body, headers }: { who: Who; body?: object; headers?: Record<string, string> },
    ) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(who !== 'nobody' && { authorization: `Bearer ${tokens[who]}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    }
    const call = (path: string, who: Who = 'nobody', body?: object) =>
      send(body ? 'POST' : 'GET', path, { who, ...(body && { body }) })
    const importRows = async (kind: keyof typeof CALLS, rows: Row[], dryRun = false) => {
      const batch = { dryRun, rows: rows.map((value, index) => ({ line: index + 1, value })) }
      const { body } = await call(pathOf(CALLS[kind]), 'admin', batch)
      return body.results as Outcome[]
    }
    closers.push({ app: () => app.close(), context: context.close })
    return {
      context,
      url,
      send,
      call,
      get: async (path: string) => (await call(path)).body,
      importRows,
      importApartments: (...rows: Row[]) => importRows('apartments', rows),
      importLandlords: (...rows: Row[]) => importRows('landlords', rows),
      /** Runs the service's queues with this instance's connections. */
      work: () => startJobs(context, transit),
    }
  }

  const first = await startInstance()
  return {
    ...first,
    config,
    startInstance,
    /** Removes everything, from the memory of the first instance as well, all but the versions of review stats. */
    async empty() {
      const { apartments, landlords, connection, events } = first.context
      const [apartmentIds, landlordIds] = [await apartments.listIds(), await landlords.listIds()]
      await emptyDatabase(connection)
      await events.publish(catalogChanged, { apartmentIds, landlordIds })
      await until(async () => {
        const { buildingData } = await first.get('/api/page-data/home/1')
        const { body } = await first.call(findLandlords.path, 'admin')
        return buildingData.length + body.total === 0
      })
    },
    async close() {
      await Promise.all(closers.map(({ app }) => app()))
      await dropCollections(first.context.connection)
      await Promise.all(closers.map(({ context }) => context()))
      await issuer.close()
    },
  }
}

const realFile = (file: 'buildings' | 'landlords') =>
  path.resolve(__dirname, `../../../shared/data/${file}.json`)

export const hasRealRows = (): boolean => existsSync(realFile('buildings'))

export const realRows = (file: 'buildings' | 'landlords'): Row[] =>
  JSON.parse(readFileSync(realFile(file), 'utf8'))

/** A row of an import file with nothing wrong with it. */
export const apartment = (id: string | number, changes: Row = {}): Row => ({
  id,
  name: `House ${id}`,
  address: `${id} Oak St`,
  landlordId: '',
  numBeds: 2,
  numBaths: 1,
  price: 900,
  area: 'WEST',
  photos: [],
  ...changes,
})
