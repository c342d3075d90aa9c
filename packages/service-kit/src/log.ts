import { pino } from 'pino'
import { type FastifyBaseLogger } from 'fastify'

/** A service's logger: JSON lines on standard output, credentials left out. */
export function createLog(name: string, level: string): FastifyBaseLogger {
  return pino({ name, level, redact: ['req.headers.authorization', 'req.headers.cookie', '*.email'] })
}
