import { readFileSync } from 'node:fs'
import path from 'node:path'
import { JOBS } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { type Service, type Slices, urlSettingOf } from './find-slices'
import { aclTemplate, aclTemplateOf } from './redis-users'
import { fillIn, type Values } from './template'

/** Texts by their path from the repository's root. */
type Files = Map<string, string>

const MANIFESTS = 'deploy/kubernetes/base/services.yaml'

/**
 * Every deployment file as the slices require it: files of one slice as a whole, shared files with their generated
 * sections.
 * @param repository absolute path of the repository's root
 */
export function deploymentFiles(repository: string, slices: Slices): Files {
  const files: Files = new Map(sliceFiles(slices))
  for (const [file, name, lines] of sections(slices)) {
    const text = files.get(file) ?? readFileSync(path.join(repository, file), 'utf8')
    files.set(file, replaceSection(file, text, name, lines))
  }
  return files
}

function* sliceFiles({ services }: Slices): Generator<[string, string]> {
  yield ['deploy/redis/users.acl.template', aclTemplate()]
  for (const service of services) yield [`${service.folder}/redis.acl`, aclTemplateOf(service)]
  yield [
    MANIFESTS,
    fillIn('deployment/kubernetes-urls.yaml', { urls: urlsOf(services) }) + manifestsOf(services),
  ]
}

const urlsOf = (services: Service[]): string[] =>
  services.map((service) => `${urlSettingOf(service)}: http://${service.folder}:${service.settings.port}`)

const manifestsOf = (services: Service[]): string =>
  services
    .flatMap((service) => {
      const values = valuesOf(service)
      return [
        fillIn('deployment/kubernetes-service.yaml', values),
        ...(service.hasWorker ? [fillIn('deployment/kubernetes-worker.yaml', values)] : []),
        ...(service.hasWorker && values.queues.length > 0
          ? [fillIn('deployment/kubernetes-scaling.yaml', values)]
          : []),
      ]
    })
    .map((manifest) => `---\n${manifest}`)
    .join('')

const valuesOf = ({ folder, settings }: Service) =>
  ({
    ...settings,
    folder,
    VERSION: versionOf(folder),
    queues: JOBS.filter(({ to, scalesWorkers }) => to === folder && scalesWorkers).map(({ queue }) => queue),
    keys: settings.signsTokens ? ['keys'] : [],
    networks: listOf(settings.networks),
    // NAME_DIR of the host, without it ./NAME, is /NAME.
    volumes: listOf(settings.folders.map((name) => `\${${name.toUpperCase()}_DIR:-./${name}}:/${name}:ro`)),
  }) satisfies Values

/** Names as a YAML list on one line; nothing for no names. */
const listOf = (names: string[]): string[] => (names.length > 0 ? [names.join(', ')] : [])

/** Each slice is updated and rolled back separately. */
const versionOf = (folder: string): string => `${folder.replaceAll('-', '_').toUpperCase()}_VERSION`

type Section = [file: string, name: string, lines: string[]]

function sections({ frontends, services }: Slices): Section[] {
  const processes = services.flatMap(({ folder, hasWorker }) =>
    hasWorker ? [folder, `${folder}-worker`] : [folder],
  )
  const owners = ['gateway', ...services.map(({ folder }) => folder)]
  const apps = frontends.map(({ folder }) => folder)
  const compose: Record<string, string[]> = {
    urls: urlsOf(services).map((url) => `  ${url}`),
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
    // Each container gets the URLs of its own stores, each frontend its deploy token.
    secrets: [
      ...owners.map((folder) => `mongodb-uri-${folder}`),
      ...['gateway', ...processes].map((name) => `redis-url-${name}`),
      ...apps.map((folder) => `deploy-token-${folder}`),
    ].flatMap((name) => [`  ${name}:`, `    file: deploy/secrets/${name}`]),
  }
  return Object.entries(compose).map(([name, lines]) => ['docker-compose.yml', name, lines])
}

/** The lines of several texts, with an empty one between them. */
const blocks = (texts: string[]): string[] => texts.join('\n').trimEnd().split('\n')

const beginning = (name: string): RegExp => new RegExp(`^ *# slices: ${name} \\(.*\\)$`)
const end = (name: string): RegExp => new RegExp(`^ *# end of slices: ${name}$`)

/**
 * Replaces the lines between "# slices: NAME (…)" and "# end of slices: NAME".
 * @throws CommandFailure when the section's markers are missing
 */
function replaceSection(file: string, text: string, name: string, replacement: string[]): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => beginning(name).test(line))
  const last = lines.findIndex((line) => end(name).test(line))
  if (first === -1 || last < first)
    throw new CommandFailure(
      `${file} has no section "# slices: ${name} (…)" to "# end of slices: ${name}": put its markers back, for example with git checkout ${file}.`,
    )
  return [...lines.slice(0, first + 1), ...replacement, ...lines.slice(last)].join('\n')
}
