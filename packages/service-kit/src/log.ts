import { type FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino } from 'pino'

const LONGEST_CAUSE = 3

/**
 * A process's logger: JSON lines on standard output with the name of the app. What people wrote, who they are and what
 * lets them in is left out, also where an error carries it.
 */
export const createLog = (app: string, level: string): FastifyBaseLogger => pino(logOptions(app, level))

export const logOptions = (app: string, level: string): LoggerOptions => ({
  level,
  base: { app, pid: process.pid },
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.email'],
  serializers: { err: (error: unknown) => describeError(error) },
})

/** An error without what was being done: a failed write carries the whole document. */
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

// MongoDB names the value a unique index has already: an address, perhaps.
const withoutKeys = (text: string): string => text.replace(/dup key: \{.*\}/g, 'dup key')
