import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type ServiceConfig } from '../config'

export type TestSettings = ServiceConfig & { MONGODB_DATABASE: string }

/**
 * A configuration with the stores of the test run, a new database and a new queue prefix.
 * @throws Error when the run has no stores (the jest preset `serviceJest` starts them)
 */
export function testSettings(usersUrl = 'http://127.0.0.1:9'): TestSettings {
  const { MONGODB_URI, REDIS_URL } = process.env
  if (!MONGODB_URI || !REDIS_URL)
    throw new Error('MONGODB_URI and REDIS_URL are not set: use the serviceJest preset')
  const name = `test-${randomBytes(6).toString('hex')}`
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    DRAIN_MS: 0,
    OTEL_TRACES_SAMPLER_ARG: 1,
    LOG_LEVEL: 'silent',
    MONGODB_URI,
    MONGODB_DATABASE: name,
    REDIS_URL,
    REDIS_SENTINEL_NAME: 'offquad',
    QUEUE_PREFIX: name,
    UNIVERSITY_FILE: path.resolve(__dirname, '../../../../config/university.json'),
    TOKEN_ISSUER: 'offquad',
    TOKEN_AUDIENCE: 'offquad',
    USERS_URL: usersUrl,
  }
}
