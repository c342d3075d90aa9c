import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ENDPOINTS, GATEWAY_ENDPOINTS, JOBS } from '@offquad/contracts'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { CronJob } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { readImage } from './dockerfile'
import { documentedVariables, inRepository, read, readYaml, SERVICES } from './repository'

interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
}
interface Kustomization {
  resources: string[]
  patches?: { path: string; target?: { kind: string } }[]
  images?: { newTag: string }[]
}

const ROOT = 'deploy/kubernetes'
const BASE = `${ROOT}/base`
const OVERLAYS = readdirSync(inRepository(ROOT, 'overlays')).map((name) => `${ROOT}/overlays/${name}`)

const HAS_KUBECTL = spawnSync('kubectl', ['kustomize', '--help']).status === 0

/** Kinds with a schema of Kubernetes; kinds of operators have none here. */
const MODELS: Record<string, new (resource: never) => { validate(): void }> = {
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  PersistentVolumeClaim,
  Service,
}
const OF_OPERATORS = ['ScaledObject', 'MongoDBCommunity', 'Redis']

const resourcesIn = (folder: string): [string, Resource][] =>
  kustomizationOf(folder)
    .resources.filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => readYaml(path.join(folder, file)) as unknown as Resource[])
    .map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource])
const kustomizationOf = (folder: string) =>
  readYaml(path.join(folder, 'kustomization.yaml'))[0] as unknown as Kustomization

const base = resourcesIn(BASE)
const deployments = base.flatMap(([, manifest]) =>
  manifest.kind === 'Deployment' ? [manifest as unknown as DeploymentShape] : [],
)

interface Container {
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  envFrom?: { secretRef?: { name: string } }[]
  volumeMounts?: { name: string; mountPath: string }[]
  startupProbe?: { exec?: { command: string[] } }
}
interface DeploymentShape {
  metadata: { name: string }
  spec: {
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        securityContext: object
        containers: Container[]
        volumes?: { name: string; emptyDir?: object }[]
      }
    }
  }
}

interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: 'In' | 'NotIn'; values: string[] }[]
}
interface Policy {
  spec: {
    podSelector: Selector
    policyTypes?: string[]
    ingress?: { ports: { port: string }[] }[]
    egress?: object[]
  }
}
const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
  )

describe.each([...base, ...OVERLAYS.flatMap(resourcesIn)])('%s', (_name, resource) => {
  it('is valid by the schema of Kubernetes', () => {
    const Model = MODELS[resource.kind]
    if (!Model) return expect(OF_OPERATORS).toContain(resource.kind)
    expect(() => new Model(resource as never).validate()).not.toThrow()
  })
})

describe.each([BASE, ...OVERLAYS])('%s', (folder) => {
  it('references only existing files, and all of them', () => {
    const { resources, patches = [] } = kustomizationOf(folder)
    const named = [...resources, ...patches.map((patch) => patch.path)]
    expect(named.filter((name) => !existsSync(inRepository(folder, name)))).toEqual([])
    const files = readdirSync(inRepository(folder)).filter((name) => name.endsWith('.yaml'))
    expect(files.filter((name) => name !== 'kustomization.yaml' && !named.includes(name))).toEqual([])
  })

  it('patches only existing resources', () => {
    const kinds = new Set(base.map(([, { kind }]) => kind))
    const names = new Set(base.map(([name]) => name))
    for (const { path: file, target } of kustomizationOf(folder).patches ?? []) {
      if (target) expect(kinds).toContain(target.kind)
      else
        for (const patch of readYaml(path.join(folder, file)) as unknown as Resource[])
          expect(names).toContain(`${patch.kind} ${patch.metadata.name}`)
    }
  })
})

describe.each(OVERLAYS)('%s', (folder) => {
  ;(HAS_KUBECTL ? it : it.skip)('takes every image from one registry, in a version', () => {
    const rendered = execFileSync('kubectl', ['kustomize', inRepository(folder)], { encoding: 'utf8' })
    const images = [...rendered.matchAll(/image: (\S*offquad\S*)/g)].map(([, image]) => image)
    const tag = kustomizationOf(folder).images?.[0]?.newTag
    expect(new Set(images)).toEqual(
      new Set(SERVICES.map((name) => `registry.example/offquad/${name}:${tag}`)),
    )
  })
})

const ofCode = deployments.filter(({ metadata }) => metadata.name !== 'renderer')
describe.each(ofCode.map((deployment) => [deployment.metadata.name, deployment] as const))(
  '%s in Kubernetes',
  (name, deployment) => {
    const [container] = deployment.spec.template.spec.containers
    const slice = container?.image.replace('offquad/', '') ?? ''

    it('runs the command and ports of its image', () => {
      const image = readImage(slice)
      const isWorker = name.endsWith('-worker')
      expect(container?.command).toEqual(isWorker ? ['node', 'dist/worker.js'] : undefined)
      const http = container?.ports.find((port) => port.name === 'http')?.containerPort
      const port = container?.env?.find(({ name: setting }) => setting === 'PORT')?.value ?? image.env.PORT
      expect(http).toBe(isWorker ? undefined : Number(port))
      expect(container?.ports).toContainEqual({
        name: 'metrics',
        containerPort: Number(image.env.METRICS_PORT),
      })
    })

    it('has an autoscaler and a disruption budget', () => {
      const names = base.map(([file]) => file)
      if (name.endsWith('-worker'))
        return expect(names.includes(`ScaledObject ${name}`)).toBe(
          JOBS.some(({ to, scalesWorkers }) => scalesWorkers && name === `${to}-worker`),
        )
      expect(names).toEqual(
        expect.arrayContaining([
          `HorizontalPodAutoscaler ${name}`,
          `PodDisruptionBudget ${name}`,
          `Service ${name}`,
        ]),
      )
    })

    it('uses only Secrets that the README of this folder documents', () => {
      const secrets = container?.envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? []) ?? []
      for (const secret of secrets) expect(read(`${ROOT}/README.md`)).toContain(`\`${secret}\``)
    })
  },
)

it('lets no service become ready before the gateway was asked for its calls', () => {
  const services = ofCode.filter(({ metadata: { name } }) => /^svc-(?!.*-worker$)/.test(name))
  expect(services).not.toEqual([])
  for (const { metadata, spec } of services) {
    const [container] = spec.template.spec.containers
    expect(container?.startupProbe?.exec?.command).toEqual([
      'node',
      '/offquad/ask-gate.mjs',
      metadata.name,
      '/proc/1/fd/1',
    ])
    expect(readImage(metadata.name).finalCopies.map(({ target }) => target)).toContain('ask-gate.mjs')
  }
  const gateway = base.find(([name]) => name === 'Service gateway')?.[1] as unknown as {
    spec: { ports: { port: number }[] }
  }
  const port = gateway.spec.ports[0]?.port
  expect(read(`${BASE}/settings.env`)).toContain(`DEPLOY_TO=http://gateway:${port}\n`)
  const allowed = base.flatMap(([, one]) =>
    one.kind === 'NetworkPolicy' ? ((one as unknown as Policy).spec.egress ?? []) : [],
  )
  expect(allowed).toContainEqual({
    ports: [{ port }],
    to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }],
  })
})

describe('the renderer in Kubernetes, which runs code of teams,', () => {
  const renderer = deployments.find(({ metadata }) => metadata.name === 'renderer')
  const { labels = {} } = renderer?.spec.template.metadata ?? {}
  const policies = base.flatMap(([, manifest]) =>
    manifest.kind === 'NetworkPolicy' ? [manifest as unknown as Policy] : [],
  )
  const selecting = policies.filter(({ spec }) => matches(spec.podSelector, labels))

  it('has a user and a pod of its own, without a secret, a setting or a file of anyone', () => {
    const { containers, volumes, securityContext } = renderer?.spec.template.spec ?? {}
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1001 })
    expect(containers).toHaveLength(1)
    const [{ image, command, env, envFrom, volumeMounts } = {} as Partial<Container>] = containers ?? []
    expect({ env, envFrom, volumeMounts, volumes }).toEqual({})
    expect([image, command]).toEqual(['offquad/gateway', ['node', 'dist/renderer-host.js', ':8090']])
  })

  it('is reached by the gateway and reaches nobody', () => {
    expect(selecting.some(({ spec }) => spec.policyTypes?.includes('Egress'))).toBe(true)
    expect(selecting.flatMap(({ spec }) => spec.egress ?? [])).toEqual([])
    const from = selecting
      .flatMap(({ spec }) => spec.ingress ?? [])
      .filter(({ ports }) => ports[0]?.port !== 'metrics')
    const gateway = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }
    expect(from).toEqual([{ ports: [{ port: 'renderer' }], from: [gateway] }])
    const [container] =
      deployments.find(({ metadata }) => metadata.name === 'gateway')?.spec.template.spec.containers ?? []
    expect(container?.env).toContainEqual({ name: 'RENDERER_SOCKET', value: 'renderer:8090' })
  })
})

it('accepts every request body in the ingress that a call accepts', () => {
  const limits = [...Object.values(ENDPOINTS).flat(), ...GATEWAY_ENDPOINTS].map(
    ({ bodyLimit = 0 }) => bodyLimit,
  )
  const annotations = base.flatMap(([, { kind, metadata }]) =>
    kind === 'Ingress' ? [metadata.annotations ?? {}] : [],
  )

  const megabytes = Math.ceil(Math.max(...limits) / 1024 ** 2)
  expect(annotations).toMatchObject([{ 'nginx.ingress.kubernetes.io/proxy-body-size': `${megabytes}m` }])
})

it('sets only documented variables', () => {
  const names = [...read(`${BASE}/settings.env`).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !documentedVariables().has(name))).toEqual([])
})

it('overlays trust the addresses of a proxy, not those of every pod', () => {
  const trusted = OVERLAYS.flatMap((folder) =>
    [...read(`${folder}/kustomization.yaml`).matchAll(/TRUSTED_PROXIES=(\S+)/g)].flatMap(([, list = '']) =>
      list.split(','),
    ),
  )
  expect(trusted.length).toBeGreaterThan(0)
  expect(trusted.filter((network) => Number(network.split('/')[1] ?? 32) < 24)).toEqual([])
})
