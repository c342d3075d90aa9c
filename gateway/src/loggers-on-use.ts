import { type FastifyBaseLogger, type FastifyServerOptions } from 'fastify'

const LEVELS: (string | symbol)[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const logNothing = () => undefined

/**
 * Creates the logger of a request when it logs: most requests log nothing, and creating their loggers took 3 % of the time of a
 * page from the cache.
 */
export const createLoggerOnUse: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
): FastifyBaseLogger => {
  let created: FastifyBaseLogger | undefined
  return new Proxy(logger, {
    get(_, name) {
      const level = LEVELS.indexOf(name)
      if (level >= 0 && level < LEVELS.indexOf(logger.level)) return logNothing
      created ??= logger.child(bindings, options)
      return Reflect.get(created, name) as unknown
    },
  })
}
