import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { campusPlaces, University } from '@offquad/contracts'
import { type Static, type TObject, type TStringOptions, Type } from 'typebox'
import { Value } from 'typebox/value'
import { setTimeZone } from './calendar'
import { ConfigError } from './errors'

/**
 * The schema of a setting that is or contains a credential. `loadConfig` also reads it from the file in NAME_FILE, so that it
 * need not be in the environment.
 */
export const credential = (options: TStringOptions = {}) => Type.String({ ...options, isCredential: true })

/** The settings of every service, which spreads them into its own schema. */
export const serviceSettings = {
  NODE_ENV: Type.String({
    default: 'development',
    description: 'production rejects every stand-in, sends cookies over HTTPS only, and HSTS',
  }),
  DEVELOPMENT_SETTINGS: Type.Optional(
    Type.String({
      description:
        'Comma list of development settings that production rejects unless they are named here: MF_OVERRIDES=on, GOOGLE_CERTS_URL without TLS, SIGN_IN_CHOOSER_URL',
    }),
  ),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: 'Port to listen on, 0 for a free one',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'OTLP collector over HTTP; without it nothing is traced',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of traces to send',
  }),
  DRAIN_MS: Type.Integer({
    minimum: 0,
    maximum: 8_000,
    default: 1_000,
    description: 'Milliseconds for which a stopping process tells open connections that it will close them',
  }),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: 'Port of /metrics, /healthz and /readyz; without it they are not served',
    }),
  ),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe log lines that are written',
  }),
  MONGODB_URI: credential({ pattern: '^mongodb(\\+srv)?://', description: 'MongoDB that stores the data' }),
  REDIS_URL: credential({
    pattern: '^rediss?://',
    description:
      'Redis for queues and events; with Sentinel only its user and scheme (rediss: encrypted) count',
  }),
  REDIS_SENTINELS: Type.Optional(
    Type.String({
      pattern: '^rediss?://[^,\\s]+(,\\s*rediss?://[^,\\s]+)*$',
      description: 'Comma-separated Sentinels as redis://[user:password@]host:26379, which locate Redis',
    }),
  ),
  REDIS_SENTINEL_NAME: Type.String({
    default: 'offquad',
    description: 'Name under which Sentinels know Redis',
  }),
  QUEUE_PREFIX: Type.String({ default: 'offquad', description: 'Prefix of every key in Redis' }),
  UNIVERSITY_FILE: Type.String({
    default: 'config/university.json',
    description:
      "The university's settings, with the time zone of its days; a relative path is resolved from the working directory and its parents",
  }),
  TOKEN_ISSUER: Type.String({ default: 'offquad', description: 'Issuer of access tokens' }),
  TOKEN_AUDIENCE: Type.String({
    default: 'offquad',
    description: 'Audience of access tokens, one per platform',
  }),
  USERS_URL: Type.String({
    pattern: '^https?://',
    description:
      'Where svc-users publishes the keys of access tokens (/.well-known/jwks.json); comma-separated instances',
  }),
}

/** The settings of services that have a worker. */
export const jobSettings = {
  RUN_JOBS_IN: Type.Enum(['worker', 'service'], {
    default: 'worker',
    description: 'Which process runs the jobs of the service: its worker, or the service itself',
  }),
}

/** The site's public URL, for processes that send links. */
export const publicUrlSettings = {
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+/?$',
      description: 'The site as its users reach it, for links in mails and pictures in link previews',
    }),
  ),
  PUBLIC_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: 'Without PUBLIC_URL: the port of this machine at which the site is reached',
    }),
  ),
}

/** The site's public URL without a trailing slash; undefined when neither setting is set. */
export const publicUrlOf = (config: {
  PUBLIC_URL?: string | undefined
  PUBLIC_PORT?: number | undefined
}): string | undefined =>
  config.PUBLIC_URL?.replace(/\/$/, '') ??
  (config.PUBLIC_PORT === undefined ? undefined : `http://localhost:${config.PUBLIC_PORT}`)

export type ServiceConfig = Static<TObject<typeof serviceSettings>>

/**
 * Reads the settings of a schema from the environment: fills in defaults, converts numbers, leaves out unknown variables.
 * An empty variable counts as absent. A credential that is absent is read from the file in NAME_FILE and trimmed; an empty
 * file counts as absent, too.
 * @throws ConfigError listing every variable that is missing or invalid, and every file that cannot be read
 */
export function loadConfig<T extends TObject>(schema: T, env: NodeJS.ProcessEnv): Readonly<Static<T>> {
  const unreadable: string[] = []
  const values: Record<string, string> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const file = isCredential(property) ? env[`${name}_FILE`] : undefined
    const value = env[name] || (file && readCredential(name, file, unreadable))
    if (value) values[name] = value
  }
  const config = Value.Convert(schema, Value.Default(schema, values))
  const isUnreadable = (problem: string) =>
    unreadable.some((text) => text.startsWith(`${problem.split(' ')[0]}_FILE `))
  const problems = Value.Errors(schema, config)
    .flatMap((problem) => describeProblem(problem).split('\n'))
    .filter((problem) => !isUnreadable(problem))
  if (problems.length + unreadable.length > 0) throw new ConfigError([...unreadable, ...problems].join('\n'))
  return Object.freeze(config as Static<T>)
}

const isCredential = (property: object): boolean => 'isCredential' in property

function readCredential(name: string, file: string, unreadable: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    unreadable.push(`${name}_FILE ${file} cannot be read: ${(error as Error).message}`)
    return undefined
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const GOOGLE_CLIENT = '.apps.googleusercontent.com'

/** Settings with which anyone could sign in as anyone, or load code into visitors' pages. */
const isForDevelopment: Record<string, (value: string) => boolean> = {
  MF_OVERRIDES: (value) => value === 'on',
  GOOGLE_CERTS_URL: (value) => value.startsWith('http://'),
  SIGN_IN_CHOOSER_URL: () => true,
}

interface ModeSettings {
  NODE_ENV: string
  HOST: string
  DEVELOPMENT_SETTINGS?: string | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  MF_OVERRIDES?: string | undefined
  GOOGLE_CERTS_URL?: string | undefined
  SIGN_IN_CHOOSER_URL?: string | undefined
}

/**
 * In development, cookies need no HTTPS and pages may load code from other hosts. A process that other machines can reach, or
 * that real users sign in to, must not run in development mode or with development settings by mistake.
 * @throws ConfigError that names the settings to change
 */
export function requireProduction(config: ModeSettings): void {
  const { NODE_ENV, HOST, GOOGLE_CLIENT_ID } = config
  if (NODE_ENV === 'production') return throwIfForDevelopment(config)
  if (!LOOPBACK.test(HOST))
    throw new ConfigError(
      `HOST ${HOST} can be reached from other machines: set NODE_ENV=production, or HOST=127.0.0.1 to develop`,
    )
  if (GOOGLE_CLIENT_ID?.endsWith(GOOGLE_CLIENT))
    throw new ConfigError(
      'GOOGLE_CLIENT_ID is a client id of Google, with real accounts: set NODE_ENV=production, or leave it out to develop with tools/dev-identity',
    )
}

function throwIfForDevelopment(config: ModeSettings): void {
  const confirmed = (config.DEVELOPMENT_SETTINGS ?? '').split(',').map((name) => name.trim())
  const problems = Object.entries({ ...config })
    .filter(([name, value]) => value && isForDevelopment[name]?.(String(value)) && !confirmed.includes(name))
    .map(
      ([name, value]) =>
        `${name}=${value} is for development: leave it out, or name it in DEVELOPMENT_SETTINGS as well`,
    )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

function describeProblem(problem: { instancePath: string; message: string; params: object }): string {
  const missing =
    'requiredProperties' in problem.params ? (problem.params.requiredProperties as string[]) : []
  if (missing.length > 0) return missing.map((name) => `${name} is not set`).join('\n')
  return `${problem.instancePath.slice(1)} ${problem.message}`
}

/**
 * Loads the university's settings, and sets the time zone of the process (`dayOf`) to the university's.
 * @param file path of config/university.json: absolute, or relative to the working directory or one of its parents, because
 * npm starts a service in the service's folder
 * @throws ConfigError when the file is missing, not JSON, or does not fit the schema
 */
export function loadUniversity(file: string): University {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(findUpward(file), 'utf8'))
  } catch (error) {
    throw new ConfigError(`UNIVERSITY_FILE ${file} cannot be read: ${String(error)}`)
  }
  const problems = Value.Errors(University, value)
  if (problems.length > 0)
    throw new ConfigError(problems.map((p) => `${file}${p.instancePath} ${p.message}`).join('\n'))
  const university = value as University
  try {
    setTimeZone(university.timeZone ?? 'UTC')
  } catch {
    throw new ConfigError(`${file}/timeZone is no time zone: ${university.timeZone}`)
  }
  const ids = campusPlaces(university).map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined)
    throw new ConfigError(`${file} has two landmarks or buildings with the id "${repeated}"`)
  return university
}

/** The absolute path of the file in the working directory or its nearest parent that has it. */
function findUpward(file: string): string {
  const start = path.resolve(file)
  if (path.isAbsolute(file)) return start
  for (let folder = process.cwd(); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const candidate = path.join(folder, file)
    if (existsSync(candidate)) return candidate
  }
  return start
}
