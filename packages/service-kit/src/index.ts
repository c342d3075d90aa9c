export { dayOf, midnightOf, monthOf, yearOf } from './calendar'
export { auditLogSchema, openAuditLog } from './audit-log'
export { networkOf } from './identity'
export { documentSchema, required } from './document-schema'
export {
  coalesce,
  createInvalidationPublisher,
  groupWrites,
  type InvalidationPublisher,
  type ThrottledPublish,
  throttlePublish,
} from './coalesce'
export {
  credential,
  jobSettings,
  loadConfig,
  loadUniversity,
  publicUrlOf,
  publicUrlSettings,
  type ServiceConfig,
  serviceSettings,
} from './config'
export {
  ConfigError,
  ConflictError,
  InvalidInputError,
  MethodNotAllowedError,
  NotAllowedError,
  NotFoundError,
  TooLargeError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaError,
} from './errors'
export { createEventStreams, type EventStreams } from './event-stream'
export { type Events, openEvents } from './events'
export { openMessaging } from './messaging'
export { isStoreUnavailable, retryOnFailover } from './failover'
export { inParts } from './in-parts'
export { type Checks, type Degraded, serveHealth } from './health'
export {
  type Caller,
  callerOf,
  type Identity,
  requireAdmin,
  requireIdentity,
  requireRecentSignIn,
  subjectOf,
  verifyAccessTokens,
} from './identity'
export { idempotencyKeyUsed, idOfWrite } from './idempotency'
export { isAccepted, parseRows, planRows } from './import-rows'
export { createEnqueuer, type Jobs, openJobs } from './jobs'
export { createLog } from './log'
export { type Backlog, backlogIn, watchOutbox } from './metrics/outbox'
export { readCursor, toPage } from './cursor-pages'
export { matchedRoute, observeRequests } from './metrics/requests'
export { type Migration, openMigrations } from './migrations'
export { connectMongo, ensureIndexes, onDuplicateKey, pingMongo, upsertNewer } from './mongo'
export {
  drainOutbox,
  moveToLog,
  openMarkOutbox,
  openOutbox,
  openVersionCounter,
  type Outbox,
  type PendingEntries,
} from './outbox'
export { answerErrorsWithProblems, sendProblem } from './problems'
export { listen, runProcess, startJobsInBackground } from './process'
export { observeQueues, openQueues, type Queues } from './inspect-queues'
export { observeRedis, openRedisClient, type RedisSettings } from './redis'
export { openRevocations, type Revocations } from './revocations'
export { type Call, type Exchange, onClose, route, showOnly } from './route'
export { cacheValidators } from './schema-compilers'
export { currentTracing } from './tracing/tracing'
export { cacheSigningKeys } from './signing-keys'
export { buildService, describeApi, polledJson, requestIdOf, sendPolled } from './service'
export { withTimeout } from './with-timeout'
