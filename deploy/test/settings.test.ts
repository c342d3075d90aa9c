import { writeFileSync } from 'node:fs'
import Ajv from 'ajv'
import { inRepository, read, readYaml, SERVICES, WORKERS } from './repository'
import { type Setting, withSettingsTables } from './settings-tables'

/** A schema of typebox. */
interface Schema {
  properties: Record<string, Setting['schema']>
  required?: string[]
}

interface Container {
  environment: Record<string, unknown>
}

/** Settings that operators do not choose in .env, and why. */
const FIXED: Record<string, string> = {
  NODE_ENV: 'images run in production',
  HOST: 'containers have their own network',
  PORT: 'in .env it is the port of the host',
  METRICS_PORT: 'used by the health check',
  MONGODB_URI: 'a file in deploy/secrets, with the credentials of one service',
  REDIS_URL: 'a file in deploy/secrets, with the credentials of one service',
  MONGODB_DATABASE: "a service's MongoDB user has access to this database only",
  USERS_URL: 'services find each other by name',
  MF_DIR: 'a volume',
  SERVICES_DIR: 'in the memory of its container, for versions on trial',
  RENDERER_SOCKET: 'a volume that the container of the renderer shares',
  ACCESS_TOKEN_PRIVATE_KEY_FILE: 'a file in deploy/secrets',
  DEPLOY_TOKENS_FILE: 'a file in deploy/secrets',
  PUBLIC_PORT: 'set to PORT',
  MEDIA_DIR: 'only for pictures of demo data',
  RUN_JOBS_IN: 'workers have containers of their own',
  MAIL_DIR: 'mails are sent through SMTP_URL',
  SIGN_IN_CHOOSER_URL: 'replaces Google in development, rejected in production',
}
const isUrlOfService = (name: string) => /^SVC_[A-Z]+_URL$/.test(name)

const isCredential = (schema: object = {}): boolean => 'isCredential' in schema

/** All settings in the schema that a service's config.ts exports. */
function settingsOf(service: string): Setting[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the services are known by their folders only
  const exported = require(inRepository(service, 'src/config')) as Record<string, unknown>
  const schema = Object.values(exported).find(
    (value): value is Schema => typeof value === 'object' && value !== null && 'properties' in value,
  )
  if (!schema) throw new Error(`${service}/src/config.ts exports no schema of its settings`)
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: schema.required?.includes(name) ?? false,
  }))
}

const [compose] = readYaml('docker-compose.yml') as [{ services: Record<string, Container> }]

describe.each([...SERVICES, ...WORKERS.map((service) => `${service}-worker`)])('%s in containers', (name) => {
  const { environment = {} } = compose.services[name] ?? {}
  const settings = settingsOf(name.replace(/-worker$/, ''))

  it('gets every setting of its schema from .env', () => {
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

it('every setting in docker-compose.yml belongs to a service or is documented', () => {
  const expected = new Set([
    ...SERVICES.flatMap((service) => settingsOf(service).map(({ name }) => name)),
    // Of tools/operations.
    'BACKUP_DIR',
    'BACKUP_EVERY_HOURS',
    'BACKUP_KEEP',
  ])
  const inFile = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):/g)].map(([, name = '']) => name)
  const unknown = new Set(
    inFile.filter(
      (name) =>
        !expected.has(name) &&
        !/^([A-Z_]+_VERSION|REVISION|ALERTMANAGER_CONFIG|DEV_IDENTITY_PORT|IMPORT_DIR|MAPS_DIR|TRANSIT_DIR|MAIL_PORT)$/.test(
          name,
        ),
    ),
  )
  expect([...unknown]).toEqual([])
})

it('links in mails and previews use PORT if PUBLIC_URL is not set', () => {
  for (const name of ['gateway', 'svc-users'])
    expect(compose.services[name]?.environment).toMatchObject({
      PUBLIC_URL: '${PUBLIC_URL:-}',
      PUBLIC_PORT: '${PORT:-8080}',
    })
})

describe('docs/settings.md', () => {
  const page = 'docs/settings.md'
  const current = () =>
    withSettingsTables(read(page), new Map(SERVICES.map((service) => [service, settingsOf(service)])))

  if (process.env.RECORD_SETTINGS === 'yes') writeFileSync(inRepository(page), current())

  it('has the tables of the settings in the schemas (RECORD_SETTINGS=yes npx jest deploy/test/settings records them)', () => {
    expect(read(page)).toBe(current())
  })

  it('says what every setting is for', () => {
    const settings = SERVICES.flatMap(settingsOf)
    expect(settings.filter(({ schema }) => !schema.description).map(({ name }) => name)).toEqual([])
  })
})

describe('.env.example', () => {
  const lines = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  const schemas = new Map(SERVICES.flatMap(settingsOf).map(({ name, schema }) => [name, schema]))

  it('lists every setting of docker-compose.yml except credentials, which are files, and versions of images', () => {
    const inFile = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):/g)].map(([, name = '']) => name)
    const chosen = inFile.filter(
      (name) => !isCredential(schemas.get(name)) && !/^([A-Z_]+_VERSION|REVISION)$/.test(name),
    )
    expect(lines.map(([, name]) => name).sort()).toEqual([...new Set(['COMPOSE_PROFILES', ...chosen])].sort())
  })

  it('has only values that the services accept', () => {
    const ajv = new Ajv({ strict: false, coerceTypes: true })
    const rejected = lines.filter(([, name = '', value = '']) => {
      const schema = schemas.get(name)
      return schema && value !== '' && !ajv.validate({ properties: { value: schema } }, { value })
    })
    expect(rejected.map(([line]) => line)).toEqual([])
  })
})
