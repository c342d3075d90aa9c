import path from 'node:path'
import { environment, jobsRunIn, REPOSITORY } from '../config'
import { findSlices, urlSettingOf } from '../new/find-slices'
import { deployTokenHashesFile } from './deploy-tokens'
import { type ProcessPlan } from './supervise'
import { UNIVERSITY_FILE } from './university'

export interface Stores {
  mongoUri: string
  redisUrl: string
}

export interface PlatformSettings {
  dataDir: string
  gatewayPort: number
  /** A port for each name, the same whenever it is asked for. */
  portOf: (name: string) => Promise<number>
  stores: Stores
  /** Settings of svc-users: the identity provider. */
  identity: NodeJS.ProcessEnv
  /** Settings of the gateway: sign-in on pages. */
  signIn: NodeJS.ProcessEnv
  /** Settings of svc-users: roles by e-mail address. */
  roles: NodeJS.ProcessEnv
  /** Folder of the demo's buses, unless GTFS_FILE names others. */
  timetable?: string | undefined
}

const HOST = '127.0.0.1'
/** Signs people in and publishes the keys of access tokens. */
const IDENTITY_SERVICE = 'svc-users'

/**
 * Every process of the platform except the stores, on ports of its own: each service, its worker where workers run the jobs,
 * and the gateway, which is the last.
 */
export async function planPlatform(
  settings: PlatformSettings,
  { services } = findSlices(REPOSITORY),
): Promise<ProcessPlan[]> {
  const { gatewayPort, portOf, stores } = settings
  const urlOf = (port: number) => `http://${HOST}:${port}`
  const workers = jobsRunIn() === 'worker' ? services.filter(({ hasWorker }) => hasWorker) : []
  const addresses: { service: (typeof services)[number]; port: number; url: string }[] = []
  for (const service of services) {
    const port = await portOf(service.folder)
    addresses.push({ service, port, url: urlOf(port) })
  }
  const common = {
    NODE_ENV: 'development',
    HOST,
    REDIS_URL: stores.redisUrl,
    USERS_URL: addresses.find(({ service }) => service.folder === IDENTITY_SERVICE)?.url,
    UNIVERSITY_FILE,
    MEDIA_DIR: path.join(settings.dataDir, 'media'),
    GTFS_FILE: environment().GTFS_FILE || settings.timetable,
    RUN_JOBS_IN: jobsRunIn(),
    PUBLIC_URL: environment().PUBLIC_URL || `http://localhost:${gatewayPort}`,
    ...Object.fromEntries(addresses.map(({ service, url }) => [urlSettingOf(service), url])),
  }
  const ofService = (folder: string): NodeJS.ProcessEnv => ({
    ...common,
    ...databaseOf(folder, stores),
    ...(folder === IDENTITY_SERVICE && identitySettings(settings)),
  })
  const plans: ProcessPlan[] = [
    ...addresses.map(({ service, port, url }) => ({
      name: service.folder,
      port,
      entry: `${service.folder}/dist/main.js`,
      readyUrl: `${url}/readyz`,
      joinsAs: [urlSettingOf(service), url] as [string, string],
      env: { ...ofService(service.folder), PORT: String(port) },
    })),
    ...workers.map(({ folder }) => ({
      name: workerNameOf(folder),
      port: 0,
      entry: `${folder}/dist/worker.js`,
      env: ofService(folder),
    })),
    {
      name: 'gateway',
      port: gatewayPort,
      entry: 'gateway/dist/main.js',
      readyUrl: `${urlOf(gatewayPort)}/readyz`,
      env: {
        ...common,
        ...databaseOf('gateway', stores),
        ...settings.signIn,
        ...frontendSettings(settings),
        PORT: String(gatewayPort),
      },
    },
  ]
  const withMetrics: ProcessPlan[] = []
  for (const plan of plans) {
    const metricsPort = await portOf(`${plan.name} metrics`)
    withMetrics.push({ ...plan, env: { ...plan.env, METRICS_PORT: String(metricsPort) }, metricsPort })
  }
  return withMetrics
}

/** A user of the database for each service where a folder has their URIs, as containers are given them; else one URI for all. */
function databaseOf(folder: string, { mongoUri }: Stores): NodeJS.ProcessEnv {
  const { SECRETS_DIR } = environment()
  return SECRETS_DIR
    ? { MONGODB_URI: undefined, MONGODB_URI_FILE: path.join(SECRETS_DIR, `mongodb-uri-${folder}`) }
    : { MONGODB_URI: mongoUri }
}

/** The name of a service's second process. */
export const workerNameOf = (folder: string): string => `${folder} worker`

/** Settings of the service that signs users in. */
const identitySettings = ({ dataDir, identity, roles }: PlatformSettings): NodeJS.ProcessEnv => ({
  ...identity,
  ...roles,
  MAIL_DIR: environment().MAIL_DIR || path.join(dataDir, 'mail'),
  ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(dataDir, 'keys/access-token.pem'),
})

/** Folder of the URLs of services that join the running platform. */
export const servicesFolder = (dataDir: string): string => path.join(dataDir, 'services')

/** Settings of the gateway: deployed frontends, deploy tokens, and overrides by developers. */
const frontendSettings = ({ dataDir }: PlatformSettings): NodeJS.ProcessEnv => ({
  // All visitors come from this machine.
  CANARY_NETWORKS: environment().CANARY_NETWORKS || '1',
  DEPLOY_TOKENS: environment().DEPLOY_TOKENS,
  DEPLOY_TOKENS_FILE: deployTokenHashesFile(dataDir),
  MF_OVERRIDES: environment().MF_OVERRIDES || 'on',
  MF_DIR: path.join(dataDir, 'mf'),
  SERVICES_DIR: servicesFolder(dataDir),
})
