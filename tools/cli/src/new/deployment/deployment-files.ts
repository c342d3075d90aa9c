import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../../command-failure'
import { type Service, type Slices, urlSettingOf } from '../find-slices'
import {
  composeFrontends,
  composeGatewayDependencies,
  composeMongoUsers,
  composeSecrets,
  composeServices,
  composeUrls,
} from './compose'
import { serviceManifests, workerManifests } from './kubernetes'
import { aclTemplate } from './redis-users'

/** Texts by their path from the repository's root. */
export type Files = Map<string, string>

const BASE = 'deploy/kubernetes/base'
const OVERLAYS = 'deploy/kubernetes/overlays'
const METRICS_PORT = 9464

/**
 * Every deployment file as the slices require it: files of one slice as a whole, shared files with their generated
 * sections.
 * @param repository absolute path of the repository's root
 */
export function deploymentFiles(repository: string, slices: Slices): Files {
  const files: Files = new Map([...sliceFiles(slices)])
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
  yield ['.github/workflows/gateway.yml', sliceWorkflow('gateway')]
  yield ['deploy/redis/users.acl.template', aclTemplate(services)]
  for (const { folder } of frontends) {
    yield [`.github/workflows/${folder}.yml`, sliceWorkflow(folder)]
  }
  for (const service of services) {
    const { folder, hasWorker } = service
    yield [`.github/workflows/${folder}.yml`, sliceWorkflow(folder)]
    yield [`${BASE}/${folder}.yaml`, serviceManifests(service)]
    if (hasWorker) yield [`${BASE}/${folder}-worker.yaml`, workerManifests(service)]
  }
}

type Section = [file: string, name: string, lines: (current: string[]) => string[]]

function sections(repository: string, { frontends, services }: Slices): Section[] {
  const processes = services.flatMap(({ folder, hasWorker }) =>
    hasWorker ? [folder, `${folder}-worker`] : [folder],
  )
  const folders = ['gateway', ...services, ...frontends].map((slice) =>
    typeof slice === 'string' ? slice : slice.folder,
  )
  return [
    ['docker-compose.yml', 'urls', () => composeUrls(services)],
    ['docker-compose.yml', 'healthy', () => composeGatewayDependencies(services)],
    ['docker-compose.yml', 'services', () => composeServices(services)],
    ['docker-compose.yml', 'frontends', () => composeFrontends(frontends)],
    ['docker-compose.yml', 'mongodb-users', () => composeMongoUsers(services)],
    ['docker-compose.yml', 'secrets', () => composeSecrets({ services, frontends })],
    [`${BASE}/settings.env`, 'urls', () => services.map(kubernetesUrl)],
    [`${BASE}/kustomization.yaml`, 'manifests', () => processes.map((name) => `  - ${name}.yaml`)],
    ...readdirSync(path.join(repository, OVERLAYS)).map((overlay): Section => [
      `${OVERLAYS}/${overlay}/kustomization.yaml`,
      'images',
      (current) => imagesOf(repository, overlay, services, current),
    ]),
    [
      'deploy/prometheus/prometheus.yml',
      'targets',
      () => ['gateway', ...processes].map((name) => `          - ${name}`),
    ],
    [
      'deploy/prometheus/prometheus.yml',
      'names',
      () => ['gateway', ...processes].map((name) => `          - ${name}:${METRICS_PORT}`),
    ],
    ['.github/workflows/ci.yml', 'images', () => folders.map((folder) => `          - ${folder}`)],
  ]
}

const kubernetesUrl = (service: Service): string =>
  `${urlSettingOf(service)}=http://${service.folder}:${service.settings.port}`

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

/** A slice's workflow, which runs when the slice or one of its inputs has changed. */
const sliceWorkflow = (folder: string): string => `\
# Runs when the slice or something it is built from has changed.
name: ${folder}
on:
  push:
    branches: [main]
    paths: &paths
      - ${folder}/**
      - packages/**
      - tools/build-kit/**
      - package-lock.json
      - .github/workflows/${folder}.yml
      - .github/workflows/slice.yml
  pull_request:
    paths: *paths
permissions: { contents: read }

jobs:
  slice:
    uses: ./.github/workflows/slice.yml
    with: { slice: ${folder} }
`
