import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { type Service, type Slices, urlSettingOf } from './find-slices'
import { aclTemplate } from './redis-users'
import { fillIn, type Values } from './template'

/** Texts by their path from the repository's root. */
type Files = Map<string, string>

const BASE = 'deploy/kubernetes/base'
const OVERLAYS = 'deploy/kubernetes/overlays'
const METRICS_PORT = 9464

/**
 * Every deployment file as the slices require it: files of one slice as a whole, shared files with their generated
 * sections.
 * @param repository absolute path of the repository's root
 */
export function deploymentFiles(repository: string, slices: Slices): Files {
  const files: Files = new Map(sliceFiles(slices))
  for (const [file, name, lines] of sections(repository, slices)) {
    const text = files.get(file) ?? readFileSync(path.join(repository, file), 'utf8')
    files.set(file, replaceSection(file, text, name, lines))
  }
  return files
}

/** Files of slices that no longer exist, as paths from the repository's root. */
export function leftoverFiles(repository: string, { frontends, services }: Slices): string[] {
  const known = new Set([
    ...frontends.map(({ folder }) => `.github/workflows/${folder}.yml`),
    ...services.flatMap(({ folder, hasWorker }) => [
      `.github/workflows/${folder}.yml`,
      `${BASE}/${folder}.yaml`,
      ...(hasWorker ? [`${BASE}/${folder}-worker.yaml`] : []),
    ]),
  ])
  return ['.github/workflows', BASE]
    .filter((folder) => existsSync(path.join(repository, folder)))
    .flatMap((folder) => readdirSync(path.join(repository, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => /\/(mfe|svc)-[a-z]+(-worker)?\.ya?ml$/.test(file) && !known.has(file))
}

function* sliceFiles({ frontends, services }: Slices): Generator<[string, string]> {
  yield ['deploy/redis/users.acl.template', aclTemplate(services)]
  for (const { folder } of [{ folder: 'gateway' }, ...frontends, ...services])
    yield [`.github/workflows/${folder}.yml`, fillIn('deployment/workflow.yml', { folder })]
  for (const service of services) {
    const values = valuesOf(service)
    yield [`${BASE}/${service.folder}.yaml`, fillIn('deployment/kubernetes-service.yaml', values)]
    if (service.hasWorker)
      yield [`${BASE}/${service.folder}-worker.yaml`, fillIn('deployment/kubernetes-worker.yaml', values)]
  }
}

const valuesOf = ({ folder, settings }: Service): Values => ({
  ...settings,
  folder,
  VERSION: versionOf(folder),
  keys: settings.signsTokens ? ['keys'] : [],
  networks: listOf(settings.networks),
  // NAME_DIR of the host, without it ./NAME, is /NAME.
  volumes: listOf(settings.folders.map((name) => `\${${name.toUpperCase()}_DIR:-./${name}}:/${name}:ro`)),
})

/** What YAML has on one line, if there is anything. */
const listOf = (names: string[]): string[] => (names.length > 0 ? [names.join(', ')] : [])

/** Each slice is updated and rolled back separately. */
const versionOf = (folder: string): string => `${folder.replaceAll('-', '_').toUpperCase()}_VERSION`

type Section = [file: string, name: string, lines: (current: string[]) => string[]]

function sections(repository: string, { frontends, services }: Slices): Section[] {
  const processes = services.flatMap(({ folder, hasWorker }) =>
    hasWorker ? [folder, `${folder}-worker`] : [folder],
  )
  const owners = ['gateway', ...services.map(({ folder }) => folder)]
  const apps = frontends.map(({ folder }) => folder)
  const urls = services.map((service) => ({
    name: urlSettingOf(service),
    url: `http://${service.folder}:${service.settings.port}`,
  }))
  const compose: Record<string, string[]> = {
    urls: urls.map(({ name, url }) => `  ${name}: ${url}`),
    // The gateway starts when every service is healthy.
    healthy: services.map(({ folder }) => `      ${folder}: { condition: service_healthy }`),
    services: blocks(
      services.flatMap((service) => [
        fillIn('deployment/compose-service.yaml', valuesOf(service)),
        ...(service.hasWorker ? [fillIn('deployment/compose-worker.yaml', valuesOf(service))] : []),
      ]),
    ),
    frontends: blocks(
      apps.map((folder) =>
        fillIn('deployment/compose-frontend.yaml', { folder, VERSION: versionOf(folder) }),
      ),
    ),
    'mongodb-users': owners.map((folder) => `      - mongodb-uri-${folder}`),
    // Of the stores each container is given its own, of the frontends each its deploy token.
    secrets: [
      ...owners.map((folder) => `mongodb-uri-${folder}`),
      ...['gateway', ...processes].map((name) => `redis-url-${name}`),
      ...apps.map((folder) => `deploy-token-${folder}`),
    ].flatMap((name) => [`  ${name}:`, `    file: deploy/secrets/${name}`]),
  }
  const targets = ['gateway', ...processes]
  return [
    ...Object.entries(compose).map(([name, lines]): Section => ['docker-compose.yml', name, () => lines]),
    [`${BASE}/settings.env`, 'urls', () => urls.map(({ name, url }) => `${name}=${url}`)],
    [`${BASE}/kustomization.yaml`, 'manifests', () => processes.map((name) => `  - ${name}.yaml`)],
    ...readdirSync(path.join(repository, OVERLAYS)).map((overlay): Section => [
      `${OVERLAYS}/${overlay}/kustomization.yaml`,
      'images',
      (current) => imagesOf(repository, overlay, services, current),
    ]),
    ['deploy/prometheus/prometheus.yml', 'targets', () => targets.map((name) => `          - ${name}`)],
    [
      'deploy/prometheus/prometheus.yml',
      'names',
      () => targets.map((name) => `          - ${name}:${METRICS_PORT}`),
    ],
  ]
}

/** The lines of several texts, with an empty one between them. */
const blocks = (texts: string[]): string[] => texts.join('\n').trimEnd().split('\n')

/** Keeps the image that the operator of the overlay chose; a new service gets the registry and tag of the gateway's. */
function imagesOf(repository: string, overlay: string, services: Service[], current: string[]): string[] {
  const text = readFileSync(path.join(repository, OVERLAYS, overlay, 'kustomization.yaml'), 'utf8')
  const ofGateway = text.split('\n').find((line) => line.includes('name: offquad/gateway,')) ?? ''
  return services.map(
    ({ folder }) =>
      current.find((line) => line.includes(`name: offquad/${folder},`)) ??
      ofGateway.replaceAll('offquad/gateway', `offquad/${folder}`),
  )
}

const beginning = (name: string): RegExp => new RegExp(`^ *# slices: ${name} \\(.*\\)$`)
const end = (name: string): RegExp => new RegExp(`^ *# end of slices: ${name}$`)

/**
 * Replaces the lines between "# slices: NAME (…)" and "# end of slices: NAME".
 * @param replace returns the new lines, given those that are there
 * @throws CommandFailure when the section's markers are missing
 */
function replaceSection(
  file: string,
  text: string,
  name: string,
  replace: (current: string[]) => string[],
): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => beginning(name).test(line))
  const last = lines.findIndex((line) => end(name).test(line))
  if (first === -1 || last < first)
    throw new CommandFailure(
      `${file} has no section "# slices: ${name} (…)" to "# end of slices: ${name}": put its markers back, for example with git checkout ${file}.`,
    )
  return [...lines.slice(0, first + 1), ...replace(lines.slice(first + 1, last)), ...lines.slice(last)].join(
    '\n',
  )
}
