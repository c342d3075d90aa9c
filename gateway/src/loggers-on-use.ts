import { type FastifyBaseLogger, type FastifyServerOptions } from 'fastify'

type Level = (typeof LEVELS)[number]
type Create = () => FastifyBaseLogger

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * Creates the logger of a request when it logs: most requests log nothing, and creating their loggers took 4 % of the time of a
 * page from the cache.
 */
export const createLoggerOnUse: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  parent,
  bindings,
  options,
) => new LoggerOnUse(parent, () => parent.child(bindings, options))

// Its methods are those of the class: Fastify looks at each of them when it checks the logger of a request.
class LoggerOnUse implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #create: Create
  #created: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, create: Create) {
    this.#parent = parent
    this.#create = create
  }

  get level() {
    return (this.#created ?? this.#parent).level
  }

  set level(level) {
    this.#use().level = level
  }

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#use().child(...options)
  }

  trace(...message: unknown[]): void {
    this.#log('trace', message)
  }

  debug(...message: unknown[]): void {
    this.#log('debug', message)
  }

  info(...message: unknown[]): void {
    this.#log('info', message)
  }

  warn(...message: unknown[]): void {
    this.#log('warn', message)
  }

  error(...message: unknown[]): void {
    this.#log('error', message)
  }

  fatal(...message: unknown[]): void {
    this.#log('fatal', message)
  }

  silent(): void {
    // Writes nothing, by definition.
  }

  #use(): FastifyBaseLogger {
    return (this.#created ??= this.#create())
  }

  #log(level: Level, message: unknown[]): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.level as Level)) return
    const logger = this.#use()
    Reflect.apply(logger[level], logger, message)
  }
}
