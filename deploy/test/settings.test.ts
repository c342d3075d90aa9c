import Ajv from 'ajv'
import { inRepository, read, readYaml, SERVICES, WORKERS } from './repository'

/** A schema of typebox. */
interface Schema {
  properties: Record<string, object>
}

interface Container {
  environment: Record<string, unknown>
}

/** What operators do not choose in .env, and why. */
const FIXED: Record<string, string> = {
  NODE_ENV: 'images run in production',
  HOST: 'a container has a network of its own',
  PORT: 'in .env it is the port of this machine',
  METRICS_PORT: 'the health check asks there',
  MONGODB_URI: 'a file in deploy/secrets, with the credentials of one service',
  REDIS_URL: 'a file in deploy/secrets, with the credentials of one service',
  MONGODB_DATABASE: "a service's user of MongoDB may use this database alone",
  USERS_URL: 'services find each other by name',
  MF_DIR: 'a volume',
  ACCESS_TOKEN_PRIVATE_KEY_FILE: 'a file in deploy/secrets',
  DEPLOY_TOKENS_FILE: 'a file in deploy/secrets',
  PUBLIC_PORT: 'it is PORT',
  MEDIA_DIR: 'pictures of demo data',
  MAIL_DIR: 'there is a mail server',
  SIGN_IN_CHOOSER_URL: 'a stand-in for Google, which production refuses',
}
const isUrlOfService = (name: string) => /^SVC_[A-Z]+_URL$/.test(name)

interface Setting {
  name: string
  schema: object
}
const isCredential = (schema: object = {}): boolean => 'isCredential' in schema

/** Every setting in the schema that a service's config.ts exports. */
function settingsOf(service: string): Setting[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the services are known by their folders only
  const exported = require(inRepository(service, 'src/config')) as Record<string, unknown>
  const schema = Object.values(exported).find(
    (value): value is Schema => typeof value === 'object' && value !== null && 'properties' in value,
  )
  if (!schema) throw new Error(`${service}/src/config.ts exports no schema of its settings`)
  return Object.entries(schema.properties).map(([name, property]) => ({ name, schema: property }))
}

const [compose] = readYaml('docker-compose.yml') as [{ services: Record<string, Container> }]

describe.each([...SERVICES, ...WORKERS.map((service) => `${service}-worker`)])('%s in containers', (name) => {
  const { environment = {} } = compose.services[name] ?? {}
  const settings = settingsOf(name.replace(/-worker$/, ''))

  it('is given every setting of its schema from .env', () => {
    const chosen = settings
      .map((setting) => setting.name)
      .filter((setting) => !FIXED[setting] && !isUrlOfService(setting))
    const ignored = chosen.filter((setting) => !String(environment[setting]).startsWith(`\${${setting}:-`))
    expect(ignored).toEqual([])
  })

  it('reads its credentials from files', () => {
    const credentials = settings.filter(({ schema }) => isCredential(schema)).map((setting) => setting.name)
    const withoutFile = credentials.filter(
      (setting) => !String(environment[`${setting}_FILE`]).startsWith('/run/secrets/'),
    )
    expect(withoutFile).toEqual([])
  })
})

it('every setting in docker-compose.yml is one of a service, or explained', () => {
  const known = new Set([
    ...SERVICES.flatMap((service) => settingsOf(service).map(({ name }) => name)),
    // Of packages/operations.
    'BACKUP_DIR',
    'BACKUP_EVERY_HOURS',
    'BACKUP_KEEP',
  ])
  const inFile = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):/g)].map(([, name = '']) => name)
  const unknown = new Set(
    inFile.filter(
      (name) =>
        !known.has(name) &&
        !/^([A-Z_]+_VERSION|REVISION|ALERTMANAGER_CONFIG|DEV_IDENTITY_PORT|IMPORT_DIR|MAIL_PORT)$/.test(name),
    ),
  )
  expect([...unknown]).toEqual([])
})

it('follows PORT in the links it sends when PUBLIC_URL is not set', () => {
  for (const name of ['gateway', 'svc-users'])
    expect(compose.services[name]?.environment).toMatchObject({
      PUBLIC_URL: '${PUBLIC_URL:-}',
      PUBLIC_PORT: '${PORT:-8080}',
    })
})

describe('.env.example', () => {
  const lines = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  const schemas = new Map(SERVICES.flatMap(settingsOf).map(({ name, schema }) => [name, schema]))

  it('lists every setting of docker-compose.yml but credentials, which are files, and versions of images', () => {
    const inFile = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):/g)].map(([, name = '']) => name)
    const chosen = inFile.filter(
      (name) => !isCredential(schemas.get(name)) && !/^([A-Z_]+_VERSION|REVISION)$/.test(name),
    )
    expect(lines.map(([, name]) => name).sort()).toEqual([...new Set(['COMPOSE_PROFILES', ...chosen])].sort())
  })

  it('gives only values that the services accept', () => {
    const ajv = new Ajv({ strict: false, coerceTypes: true })
    const rejected = lines.filter(([, name = '', value = '']) => {
      const schema = schemas.get(name)
      return schema && value !== '' && !ajv.validate({ properties: { value: schema } }, { value })
    })
    expect(rejected.map(([line]) => line)).toEqual([])
  })
})
