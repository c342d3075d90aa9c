import path from 'node:path'
import { environment, REPOSITORY } from '../config'
import { freePorts } from './ports'
import { type ProcessPlan } from './supervise'

export interface Stores {
  mongoUri: string
  redisUrl: string
}

export interface PlatformSettings {
  dataDir: string
  gatewayPort: number
  stores: Stores
  /** What svc-users needs to know of the identity provider. */
  identity: NodeJS.ProcessEnv
  /** What the pages need to know of it. */
  signIn: NodeJS.ProcessEnv
  /** Who is given which role when they sign in. */
  roles: NodeJS.ProcessEnv
  /** Hashes of who may deploy what. */
  deployTokens: string
}

const HOST = '127.0.0.1'

/** Every process of the platform but the stores, on free ports; the gateway is the last. */
export async function planPlatform(settings: PlatformSettings): Promise<ProcessPlan[]> {
  const { dataDir, gatewayPort, stores } = settings
  const [users = 0, catalog = 0, reviews = 0, ...metrics] = await freePorts(9)
  const publicUrl = environment().PUBLIC_URL || `http://localhost:${gatewayPort}`
  const urlOf = (port: number) => `http://${HOST}:${port}`
  const common = {
    NODE_ENV: 'development',
    HOST,
    MONGODB_URI: stores.mongoUri,
    REDIS_URL: stores.redisUrl,
    USERS_URL: urlOf(users),
    UNIVERSITY_FILE: path.join(REPOSITORY, 'config/university.json'),
  }
  const service = (name: string, port: number, env: NodeJS.ProcessEnv = {}): ProcessPlan => ({
    ...{ name, port, entry: `${name}/dist/main.js`, readyUrl: `${urlOf(port)}/readyz` },
    env: { ...common, ...env, PORT: String(port) },
  })
  const worker = (name: string): ProcessPlan => ({
    ...{ name: `${name} worker`, port: 0, entry: `${name}/dist/worker.js` },
    ...{ env: common, isFrugal: true },
  })
  const plans = [
    service('svc-users', users, {
      ...settings.identity,
      ...settings.roles,
      SVC_CATALOG_URL: urlOf(catalog),
      PUBLIC_URL: publicUrl,
      MAIL_DIR: environment().MAIL_DIR || path.join(dataDir, 'mail'),
      ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(dataDir, 'keys/access-token.pem'),
    }),
    service('svc-catalog', catalog),
    service('svc-reviews', reviews),
    worker('svc-catalog'),
    worker('svc-reviews'),
    service('gateway', gatewayPort, {
      PUBLIC_URL: publicUrl,
      ...settings.signIn,
      SVC_CATALOG_URL: urlOf(catalog),
      SVC_REVIEWS_URL: urlOf(reviews),
      SVC_USERS_URL: urlOf(users),
      ...frontends(settings),
    }),
  ]
  return plans.map((plan, index) => measured(plan, metrics[index] ?? 0))
}

const measured = (plan: ProcessPlan, metricsPort: number): ProcessPlan => ({
  ...plan,
  env: { ...plan.env, METRICS_PORT: String(metricsPort) },
  metricsPort,
})

/** What the gateway serves, who may change it, and that developers may put their own slice into it. */
const frontends = ({ dataDir, deployTokens }: PlatformSettings): NodeJS.ProcessEnv => ({
  DEPLOY_TOKENS: environment().DEPLOY_TOKENS || deployTokens,
  MF_OVERRIDES: environment().MF_OVERRIDES || 'on',
  MF_DIR: path.join(dataDir, 'mf'),
  MEDIA_DIR: path.join(dataDir, 'media'),
})
