import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'
import { LiveApp, PublishedApp, RemoteDescriptor } from './remotes'
import { Timestamp } from './shapes'
import { VersionMeasure } from './telemetry-endpoints'

const { app, version } = PublishedApp.properties
const AppParams = Type.Object({ app })
const VersionParams = Type.Object({ app, version })

export const DEPLOYED_FILE_MAX_BYTES = 20 * 1024 * 1024

/** One file of a version, by its path inside the version's folder. */
export const DeployedFile = Type.Object({
  path: Type.String({ maxLength: 300, pattern: '^(?!/)(?!.*(^|/)\\.)[\\w@.+/-]+$' }),
  sha384: Type.String({ pattern: '^[A-Za-z0-9+/=]{64}$', description: 'Base64' }),
  bytes: Type.Integer({ minimum: 0 }),
})
export type DeployedFile = Static<typeof DeployedFile>

/** Who changed what about an app, when and why. */
export const DeployEntry = Type.Object({
  action: Type.Enum(['local build', 'deploy', 'canary', 'promote', 'rollback', 'automatic rollback']),
  version: Type.String({ description: 'What is live, or tried, since' }),
  date: Timestamp,
  by: Type.String(),
  reason: Type.Optional(Type.String()),
})
export type DeployEntry = Static<typeof DeployEntry>

export const DeployState = Type.Object({
  live: LiveApp,
  /** Newest first. */
  previous: Type.Array(Type.String(), {
    description: 'Versions a rollback leads back to, the next one first',
  }),
  history: Type.Array(DeployEntry, { description: 'Newest first' }),
  measured: Type.Array(VersionMeasure, {
    description: 'What pages said of the last day, of what is live and of what is tried',
  }),
})
export type DeployState = Static<typeof DeployState>

const problems = [401, 403, 409, 503]

export const uploadDeployedFile = endpoint({
  method: 'PUT',
  path: '/api/deploys/:app/:version/file',
  summary: 'Uploads one file of a version that is not live yet. With the deploy token of the app.',
  params: VersionParams,
  query: Type.Object({ path: DeployedFile.properties.path }),
  bodyLimit: DEPLOYED_FILE_MAX_BYTES,
  reply: DeployedFile,
  problems: [...problems, 413],
})

export const deployVersion = endpoint({
  method: 'POST',
  path: '/api/deploys/:app/:version',
  summary:
    'Makes a version live whose files are all there, or tries it with some visitors. Refused, with every reason, where it does not fit what is live.',
  status: 201,
  params: VersionParams,
  body: Type.Object({
    files: Type.Array(DeployedFile, { minItems: 1, maxItems: 2000 }),
    remote: Type.Optional(RemoteDescriptor),
    uses: PublishedApp.properties.uses,
    canary: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100, description: 'Percent of visitors' }),
    ),
  }),
  reply: DeployState,
  problems,
})

export const promoteCanary = endpoint({
  method: 'POST',
  path: '/api/deploys/:app/promote',
  summary: 'Gives all visitors what some have tried.',
  params: AppParams,
  reply: DeployState,
  problems,
})

export const rollBack = endpoint({
  method: 'POST',
  path: '/api/deploys/:app/rollback',
  summary:
    'Takes back the canary, or, where there is none, the version that is live: the one before it is live at once.',
  params: AppParams,
  reply: DeployState,
  problems,
})

export const getDeploys = endpoint({
  method: 'GET',
  path: '/api/deploys/:app',
  summary: 'What is live of an app, and who changed it when.',
  params: AppParams,
  reply: DeployState,
  problems,
})

export const pruneVersions = endpoint({
  method: 'POST',
  path: '/api/deploys/:app/prune',
  summary:
    'Removes versions nobody can ask for any more: neither a step of rollback away nor served to anybody in the last week, so that no open tab uses them. Uploads nobody finished in a week go, too.',
  params: AppParams,
  reply: Type.Object({ removed: Type.Array(Type.String()) }),
  problems,
})
