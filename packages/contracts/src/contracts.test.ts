import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import * as contracts from './index'
import {
  type Endpoint,
  ENDPOINTS,
  type EventContract,
  type JobContract,
  JOBS,
  Registry,
  type RemoteDescriptor,
  University,
} from './index'

const every: Endpoint[] = Object.values(ENDPOINTS).flat()
const titled = every.map((endpoint) => ({ ...endpoint, title: `${endpoint.method} ${endpoint.path}` }))
const exported: unknown[] = Object.values(contracts)
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const jobs = exported.filter((value): value is JobContract => isObject(value) && 'queue' in value)
const events = exported.filter((value): value is EventContract => isObject(value) && 'topic' in value)

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(path.resolve(__dirname, '../../..', file), 'utf8'))

/** As it travels in OpenAPI documents: nothing of it may get lost. */
function expectJsonSchema(schema: TSchema): void {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  expect(() => Compile(schema)).not.toThrow()
}

describe('the endpoints', () => {
  it('are all there, of every service that has a folder of them', () => {
    const isOfEndpoints = (file: string) => file === 'endpoints.ts' || file.endsWith('-endpoints.ts')
    const folders = readdirSync(__dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ name, files: readdirSync(path.join(__dirname, name)).filter(isOfEndpoints) }))
      .filter(({ files }) => files.length > 0)
    const declared = folders.map(({ name, files }) => {
      const sources = files.map((file) => readFileSync(path.join(__dirname, name, file), 'utf8'))
      return [`svc-${name}`, sources.join('').match(/ = endpoint\(/g)?.length]
    })

    const listed = Object.entries(ENDPOINTS).map(([service, endpoints]) => [service, endpoints.length])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared))
  })

  it('have a path of their own for each method', () => {
    const shapes = titled.map(({ title }) => title.replace(/:\w+/g, ':'))

    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([])
  })

  it('never share a path between two services', () => {
    const claims = Object.values(ENDPOINTS).flatMap((endpoints) => [...new Set(endpoints.map((e) => e.path))])

    expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([])
  })

  it.each(titled)(
    '$title describes its parameters, is valid JSON Schema, has a body and a reply as HTTP does, and says in a sentence what it does',
    (call) => {
      const { method, path: address, params, query, body, reply, status, summary } = call
      const inPath = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name)
      const described = Object.keys((params as { properties?: object } | undefined)?.properties ?? {})

      expect(described.toSorted()).toEqual(inPath.toSorted())
      for (const schema of [params, query, body, reply]) if (schema) expectJsonSchema(schema)
      if (method === 'GET') expect(body).toBeUndefined()
      expect((reply as { type?: string }).type === 'null').toBe(status === 204)
      expect(summary).toMatch(/^[A-Z].*\.$/)
    },
  )

  it('have limits for every number in a URL, which may be infinite', () => {
    const numbersOf = ({ params, query }: Endpoint) =>
      [params, query].flatMap((schema) =>
        Object.values((schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}),
      )
    const unlimited = every.filter((endpoint) =>
      numbersOf(endpoint).some(
        (schema) =>
          /^(integer|number)$/.test(String((schema as { type?: string }).type)) &&
          !('minimum' in schema && 'maximum' in schema),
      ),
    )

    expect(unlimited.map(({ method, path: url }) => `${method} ${url}`)).toEqual([])
  })

  it('let only administrators import', () => {
    const imports = every.filter((endpoint) => endpoint.path.startsWith('/api/import/'))

    expect(imports.map(({ access }) => access)).toEqual(imports.map(() => 'admin'))
    expect(imports.length).toBeGreaterThan(0)
  })
})

describe('the messages between processes', () => {
  it.each([
    ['jobs', / = (?:job|signal)\(/g, jobs],
    ['events', / = event\(/g, events],
  ])('that are %s are all exported', (_kind, declaration, messages) => {
    const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(path.join(__dirname, file), 'utf8'))

    expect(messages).toHaveLength(sources.join('').match(declaration)?.length ?? 0)
  })

  it('that are jobs are all listed', () => {
    expect(new Set(JOBS)).toEqual(new Set(jobs))
  })

  it('each have a queue or a topic of their own', () => {
    const names = [...jobs.map(({ queue }) => queue), ...events.map(({ topic }) => topic)]

    expect(new Set(names).size).toBe(names.length)
  })

  it('have valid JSON Schemas', () => {
    for (const { payload } of [...jobs, ...events]) expectJsonSchema(payload)
  })
})

describe('the university', () => {
  it('of config/university.json is complete', () => {
    expect(Value.Errors(University, readJson('config/university.json'))).toEqual([])
  })

  it('has no setting that nothing reads', () => {
    const university = readJson('config/university.json') as object

    expect(Value.Check(University, { ...university, colour: '#fff' })).toBe(false)
  })
})

describe('the registry of remotes', () => {
  const remote: RemoteDescriptor = {
    name: 'browse',
    routes: [{ path: '/apartment/:aptId', title: 'Apartment' }],
    slots: [],
  }
  const published = {
    app: 'mfe-browse',
    version: '0.1.0-1a2b',
    baseUrl: '/mf/mfe-browse/0.1.0-1a2b/',
    remote,
  }

  it('names a version of each app and what it contributes', () => {
    expect(
      Value.Check(Registry, { apps: [published, { ...published, app: 'shell', remote: undefined }] }),
    ).toBe(true)
  })

  it.each([
    ['an app of another kind', { ...published, app: 'svc-catalog' }],
    ['a version that is a path', { ...published, version: '../0.1.0' }],
    ['files of another origin', { ...published, baseUrl: 'https://cdn.example/mfe-browse/' }],
    ['a folder without its last slash', { ...published, baseUrl: '/mf/mfe-browse/0.1.0-1a2b' }],
    [
      'a link preview from outside the API',
      {
        ...published,
        remote: { ...remote, routes: [{ path: '/', title: '', preview: { answer: '/x', title: '/title' } }] },
      },
    ],
    ['a descriptor with unknown members', { ...published, remote: { ...remote, pages: [] } }],
  ])('refuses %s', (_what, app) => {
    expect(Value.Check(Registry, { apps: [app] })).toBe(false)
  })
})

describe('the schemas of the contracts', () => {
  it('have no references and no unique items, which browsers do not check (ADR 014)', () => {
    const schemas = JSON.stringify(exported)

    expect(schemas.length).toBeGreaterThan(10_000)
    expect(schemas).not.toMatch(/"(uniqueItems|\$ref|\$dynamicRef|\$recursiveRef)"/)
  })
})
