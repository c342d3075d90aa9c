export { announceAnswers, type AnswersAnnouncement } from './announce-answers'
export { ConfigError, loadConfig, loadUniversity, type ServiceConfig, serviceSettings } from './config'
export {
  ConflictError,
  type FieldError,
  InvalidInputError,
  NotAllowedError,
  NotFoundError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaError,
} from './errors'
export { type Events, openEvents } from './events'
export { type Caller, type Identity, requireAdmin, requireIdentity } from './identity'
export { type Jobs, openJobs } from './jobs'
export { createLog } from './log'
export { connectMongo, ensureIndexes, pingMongo } from './mongo'
export { answerErrorsWithProblems, sendProblem } from './problems'
export { listen, runProcess } from './process'
export { type Exchange, route } from './route'
export { buildService, requestIdOf, serveHealth } from './service'
