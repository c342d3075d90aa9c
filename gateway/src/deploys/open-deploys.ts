import { setTimeout as delay } from 'node:timers/promises'
import { DEPLOYED_FILE_MAX_BYTES } from '@offquad/contracts'
import { connectMongo, ensureIndexes, type Events } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type Connection } from 'mongoose'
import { type GatewayConfig } from '../config'
import { createTalliesRepository, type TalliesRepository } from '../telemetry/tallies.repository'
import { type VersionWatch, watchVersions } from '../telemetry/watch-versions'
import {
  createGatewaySecretsRepository,
  type GatewaySecretsRepository,
} from '../telemetry/gateway-secrets.repository'
import { type AppStatesRepository, createAppStatesRepository } from './app-states.repository'
import { mirror, openSharedRegistry, type SharedRegistry } from './shared-registry'
import { createUploads, type Uploads } from './uploads'

export interface Deploys {
  secrets: GatewaySecretsRepository
  states: AppStatesRepository
  uploads: Uploads
  shared: SharedRegistry
  tallies: TalliesRepository
  versions: VersionWatch
}

/** What gateways share, once the database has been reached. */
export interface DeploysConnection {
  current(): Deploys | undefined
  /** From here on the live versions follow what is shared; `settled` resolves when the file has been looked at. */
  serve(events: Pick<Events, 'publish' | 'subscribe'>, settled: () => Promise<void>): void
  close(): Promise<void>
}

interface Database {
  connection: Connection
  states: AppStatesRepository
  tallies: TalliesRepository
  secrets: GatewaySecretsRepository
}

const TRY_AGAIN_MS = 5_000
// Until then nothing is served; after that, what the folder says.
const PATIENCE_MS = 1_000

/** Pages are served as the folder says without a database, and while it is away. */
export async function openDeploys(config: GatewayConfig, log: FastifyBaseLogger): Promise<DeploysConnection> {
  const { MF_DIR: folder, MONGODB_URI: uri, MONGODB_DATABASE } = config
  const rules = { networks: config.CANARY_NETWORKS, stepSeconds: config.CANARY_STEP_SECONDS }
  let database: Database | undefined
  let deploys: Deploys | undefined
  let timer: NodeJS.Timeout | undefined
  let start: (() => Promise<void>) | undefined

  async function connect(address: string): Promise<void> {
    try {
      const connection = await connectMongo(address, MONGODB_DATABASE)
      const states = createAppStatesRepository(connection)
      database = {
        connection,
        states,
        tallies: createTalliesRepository(connection),
        secrets: createGatewaySecretsRepository(connection),
      }
      // Before the first page where it is in time for that; whatever fails from here on is looked at again every few seconds.
      await (start ? start() : mirror(folder, states))
      await ensureIndexes(connection)
    } catch (err) {
      log.error({ err }, 'the shared registry cannot be reached, pages are served as the folder says')
      if (!database) timer = setTimeout(() => void connect(address), TRY_AGAIN_MS).unref()
    }
  }

  if (uri) await Promise.race([connect(uri), delay(PATIENCE_MS, undefined, { ref: false })])
  return {
    current: () => deploys,
    serve(events, settled) {
      start = async () => {
        if (!database || deploys) return
        const { states, tallies, secrets } = database
        const shared = openSharedRegistry({ folder, states, log }, events, settled)
        const versions = watchVersions({ states, tallies, push: shared.push, rules, log })
        const uploads = createUploads(folder, DEPLOYED_FILE_MAX_BYTES)
        deploys = { states, shared, uploads, tallies, versions, secrets }
        await shared.pull()
      }
      void start().catch((err: unknown) => log.warn({ err }, 'shared registry not read yet'))
    },
    async close() {
      clearTimeout(timer)
      await deploys?.versions.close()
      await deploys?.shared.close()
      await database?.connection.close()
    },
  }
}
