import { type FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino } from 'pino'

const LONGEST_CAUSE = 3

/**
 * The logger of a process: JSON lines on standard output with the name of the app. Credentials, e-mail addresses and contents
 * written by users are left out, also from errors.
 */
export const createLog = (app: string, level: string): FastifyBaseLogger => pino(logOptions(app, level))

export const logOptions = (app: string, level: string): LoggerOptions => ({
  level,
  base: { app, pid: process.pid },
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.email'],
  serializers: { err: (error: unknown) => describeError(error) },
})

/** An error without further properties: errors of failed writes contain the whole document. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: withoutKeys(error.message),
    stack: withoutKeys(error.stack ?? ''),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && depth < LONGEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  }
}

// The message of a duplicate key contains the value, which may be an e-mail address.
const withoutKeys = (text: string): string => text.replace(/dup key: \{.*\}/g, 'dup key')
