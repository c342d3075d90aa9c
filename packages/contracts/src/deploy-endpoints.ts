import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'
import { LiveApp, PublishedApp, RemoteDescriptor } from './remotes'
import { Timestamp } from './shapes'
import { VersionError, VersionMeasure } from './telemetry-endpoints'

const app = PublishedApp.properties.app
const version = PublishedApp.properties.version
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

/** Author and reason of a change, for the history. */
export const Authorship = {
  by: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'A person or a CI run: its `author`' }),
  ),
  commit: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
}

/** An entry in the history of an app. */
export const DeployEntry = Type.Object({
  action: Type.Enum([
    'deploy',
    'canary',
    'canary step',
    'promote',
    'rollback',
    'automatic rollback',
    'retire',
  ]),
  version: Type.String({ description: 'What is live, or tried as a canary, since' }),
  date: Timestamp,
  by: Type.String({ description: 'Whom the deploy token belongs to, an administrator, or the gateway' }),
  adminId: Type.Optional(Type.String({ description: 'The administrator' })),
  author: Type.Optional(Type.String({ description: 'Who they say acted: a person or a CI run' })),
  team: Type.Optional(Type.String({ description: 'The app whose deploy token was used' })),
  commit: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
})
export type DeployEntry = Static<typeof DeployEntry>

/** A version that failed: it was taken back automatically, or rolled back from. */
export const BadVersion = Type.Object({
  version,
  reason: Type.String(),
  date: Timestamp,
  adminId: Type.Optional(Type.String({ description: 'The administrator who called it bad' })),
})
export type BadVersion = Static<typeof BadVersion>

/** A published version that only visitors with its link see. */
export const PreviewedVersion = Type.Object({
  version,
  path: Type.String({ description: '/?preview=TOKEN; the query works on every page of the site' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type PreviewedVersion = Static<typeof PreviewedVersion>

/** Whether the responding gateway serves the version that should be live. */
export const ServedState = Type.Object({
  version: Type.Optional(
    Type.String({ description: 'What this gateway serves to most visitors; absent: nothing of the app' }),
  ),
  isServed: Type.Boolean({ description: 'It serves the live version, and the canary where there is one' }),
  problem: Type.Optional(Type.String({ description: 'Why it does not' })),
})
export type ServedState = Static<typeof ServedState>

/** The canary compared to the live version, and its next step. */
export const CanaryOutlook = Type.Object({
  views: Type.Integer(),
  failures: Type.Integer(),
  liveViews: Type.Integer({ description: 'Of the live version, in the same time' }),
  liveFailures: Type.Integer(),
  takenBackAt: Type.Integer({ description: 'About so many failures, at these views, are too many' }),
  nextPercent: Type.Optional(Type.Number({ description: 'Absent: it takes no further step by itself' })),
  waitsForViews: Type.Integer({ description: 'Views that the next step still needs' }),
  waitsUntil: Type.Optional(Timestamp),
  slower: Type.Optional(
    Type.String({ description: 'Where it is slower than what is live, for which it takes no further step' }),
  ),
})
export type CanaryOutlook = Static<typeof CanaryOutlook>

export const DeployState = Type.Object({
  /** Absent: nothing of the app is live; it was retired, or has only previews. */
  live: Type.Optional(LiveApp),
  served: ServedState,
  previous: Type.Array(Type.String(), {
    description:
      'Stored versions that can be made live: those from before the live one, the newest first, then those it was gone back from',
  }),
  rollsBackTo: Type.Optional(Type.String({ description: 'Where a rollback without `to` leads' })),
  bad: Type.Array(BadVersion, { description: 'Deployed again only with `again`' }),
  previews: Type.Array(PreviewedVersion, { description: 'Newest first, without expired ones' }),
  history: Type.Array(DeployEntry, { description: 'Newest first' }),
  measured: Type.Array(VersionMeasure, {
    description:
      'What is known of the last day about live versions, canaries, previews and what was taken back',
  }),
  canary: Type.Optional(CanaryOutlook),
  scripts: Type.Optional(
    Type.Object(
      { kb: Type.Number(), budgetKb: Type.Number() },
      { description: 'JavaScript of the live version, compressed with brotli' },
    ),
  ),
  previewPath: Type.Optional(
    Type.String({ description: 'Of the preview that was just made: /?preview=TOKEN' }),
  ),
})
export type DeployState = Static<typeof DeployState>

/** An app of the site, with the state of its versions. */
export const Release = Type.Object({ app, state: DeployState })
export type Release = Static<typeof Release>

/** Common parts of the calls that return the state of an app. */
const stateCall = { params: AppParams, reply: DeployState }

const dryRun = Type.Optional(
  Type.Boolean({ description: 'Changes nothing, and is refused where the change would be' }),
)

export const uploadDeployedFile = endpoint('PUT /api/deploys/:app/:version/file', {
  summary: 'Uploads one file of a version that is not live yet. With the deploy token of the app.',
  params: VersionParams,
  query: Type.Object({ path: DeployedFile.properties.path }),
  bodyLimit: DEPLOYED_FILE_MAX_BYTES,
  reply: DeployedFile,
})

export const downloadDeployedFile = endpoint('GET /api/deploys/:app/:version/file', {
  summary:
    'Downloads one file of a published version, source maps included, which the public cannot. With the deploy token of the app.',
  params: VersionParams,
  query: Type.Object({ path: DeployedFile.properties.path }),
  reply: Type.Unknown({ description: 'The file as it was uploaded' }),
  replyType: 'application/octet-stream',
})

const Percent = Type.Number({
  exclusiveMinimum: 0,
  exclusiveMaximum: 100,
  description: 'Percent of visitors',
})

export const deployVersion = endpoint('POST /api/deploys/:app/:version', {
  summary:
    'Makes a version live whose files are all there, tries it with some visitors, or previews it. Refused, with every reason, where the site it would lead to does not fit together, and taken back where this gateway cannot serve it.',
  status: 201,
  params: VersionParams,
  body: Type.Object({
    files: Type.Array(DeployedFile, { minItems: 1, maxItems: 2000 }),
    remote: Type.Optional(RemoteDescriptor),
    uses: PublishedApp.properties.uses,
    calls: PublishedApp.properties.calls,
    canary: Type.Optional(Percent),
    steps: Type.Optional(
      Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 100 }), {
        minItems: 1,
        maxItems: 10,
        description:
          'Instead of `canary`: growing percentages through which it steps up by itself, as in 10, 50, 100; a last step of 100 promotes it',
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'Changes nothing for visitors: the answer has a link to it' }),
    ),
    previewWith: Type.Optional(
      Type.String({
        pattern: '^[\\w-]{16,64}$',
        description:
          'With `preview`: the token of an earlier preview, such as that of a shell, whose link then shows both',
      }),
    ),
    again: Type.Optional(
      Type.Boolean({ description: 'Although the version failed before, or is older than the live one' }),
    ),
    replaceCanary: Type.Optional(Type.Boolean({ description: 'Although another version is being tried' })),
    ...Authorship,
  }),
  reply: DeployState,
})

export const promoteCanary = endpoint('POST /api/deploys/:app/promote', {
  ...stateCall,
  summary: 'Gives all visitors what some have tried. Refused where that would break what others have live.',
  body: Type.Union([
    Type.Object({
      /** The expected canary: 409 if another version is the canary. */
      version: Type.Optional(version),
      dryRun,
      ...Authorship,
    }),
    Type.Null(),
  ]),
})

export const rollBack = endpoint('POST /api/deploys/:app/rollback', {
  ...stateCall,
  summary:
    'Takes back the canary, or, where there is none, the version that is live: the one before it is live at once. Refused where that would break what others have live.',
  body: Type.Union([
    Type.Object({
      /** A stored version, earlier or later; absent: `rollsBackTo`. */
      to: Type.Optional(version),
      withRemotes: Type.Optional(
        Type.Boolean({
          description: 'Of a shell: takes back the remotes that need what only the newer one shares, too',
        }),
      ),
      dryRun,
      ...Authorship,
    }),
    Type.Null(),
  ]),
})

export const pauseCanary = endpoint('POST /api/deploys/:app/pause', {
  ...stateCall,
  summary: 'Keeps the canary at its share: it takes no further step by itself.',
  body: Type.Object({ version, ...Authorship }),
})

export const markVersionBad = endpoint('POST /api/deploys/:app/bad', {
  ...stateCall,
  summary: 'Marks a version that no visitor gets, so that it is deployed again only with `again`.',
  body: Type.Object({ version, ...Authorship, reason: Type.String({ minLength: 1, maxLength: 300 }) }),
})

export const previewStoredVersion = endpoint('POST /api/deploys/:app/preview', {
  ...stateCall,
  summary: 'Makes a link with which pages have this stored version: to see what failed with it.',
  body: Type.Object({ version }),
})

export const endPreview = endpoint('POST /api/deploys/:app/end-preview', {
  ...stateCall,
  summary: 'Ends the preview of a version: its link shows what everyone gets.',
  body: Type.Object({ version }),
})

export const retireApp = endpoint('POST /api/deploys/:app/retire', {
  summary:
    'Takes a remote off the site. Refused while others place its slots. Deploying it again brings it back.',
  params: AppParams,
  body: Type.Union([Type.Object({ ...Authorship }), Type.Null()]),
  reply: Type.Object({ app, history: Type.Array(DeployEntry, { description: 'Newest first' }) }),
})

export const getReleases = endpoint('GET /api/admin/releases', {
  summary:
    'Every app of the site: what is live, tried and previewed, how it does, and who changed it. For administrators and engineers.',
  access: 'signed-in',
  reply: Type.Array(Release),
})

export const getDeploys = endpoint('GET /api/deploys/:app', {
  ...stateCall,
  summary: 'What is live of an app, and who changed it when.',
})

export const getVersionErrors = endpoint('GET /api/deploys/:app/errors', {
  summary:
    'What failed with the versions of an app in the last two weeks: up to 50 for each, those seen last.',
  params: AppParams,
  reply: Type.Array(VersionError, { description: 'Most frequent first' }),
})

export const pruneVersions = endpoint('POST /api/deploys/:app/prune', {
  summary:
    'Removes versions that are not needed any more: not live, tried, previewed or what a rollback leads to, and not served to anyone in the last week, so that no open tab uses them. What was uploaded in the last hour stays: its deploy may be running.',
  params: AppParams,
  reply: Type.Object({ removed: Type.Array(Type.String()) }),
})
