export { type Announcement, createAnnouncement } from './announce'
export { announceAnswers } from './announce-answers'
export { type LogOutbox, moveToLog, openAppendOnlyLog } from './append-only-log'
export {
  credential,
  loadConfig,
  loadUniversity,
  publicUrlOf,
  publicUrlSettings,
  type ServiceConfig,
  serviceSettings,
} from './config'
export { ConfigError } from './config-error'
export {
  ConflictError,
  type FieldError,
  InvalidInputError,
  MethodNotAllowedError,
  NotAllowedError,
  NotFoundError,
  TooLargeError,
  TooManyRequestsError,
  TooSlowError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaError,
} from './errors'
export { createEventStreams, type EventStreams } from './event-stream'
export { type Events, openEvents } from './events'
export { isStoreUnavailable, retryOnFailover } from './failover'
export { type Checks, type Degraded, serveHealth } from './health'
export {
  type Caller,
  callerOf,
  type Identity,
  onRevocation,
  requireAdmin,
  requireIdentity,
  requireRecentSignIn,
  verifyAccessTokens,
} from './identity'
export { idempotencyKeyUsed, idOfWrite } from './idempotency'
export { inTime } from './in-time'
export { type Jobs, openJobs } from './jobs'
export { createLog } from './log'
export {
  type Backlog,
  backlogIn,
  matchedRoute,
  observeQueues,
  observeRedis,
  observeRequests,
  watchOutbox,
} from './metrics'
export {
  type Migration,
  type MigrationOptions,
  type MigrationOutcome,
  type Migrations,
  openMigrations,
} from './migrations'
export { connectMongo, ensureIndexes, isDuplicateKey, pingMongo } from './mongo'
export { answerErrorsWithProblems, sendProblem } from './problems'
export { listen, runProcess } from './process'
export { openQueues, type Queues } from './queues'
export { openRedisClient, type RedisSettings } from './redis'
export { openRevocations, type Revocations } from './revocations'
export { type Exchange, route } from './route'
export { createSharpLoader } from './sharp'
export { currentTracing } from './tracing/tracing'
export { cacheSigningKeys } from './signing-keys'
export { buildService, describeApi, requestIdOf } from './service'
