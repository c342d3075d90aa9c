import { type Frontend, type Service, urlSettingOf } from '../find-slices'

/** The URL of each service, for its callers. */
export const composeUrls = (services: Service[]): string[] =>
  services.map((service) => `  ${urlSettingOf(service)}: http://${service.folder}:${service.settings.port}`)

/** The gateway starts when every service is healthy. */
export const composeGatewayDependencies = (services: Service[]): string[] =>
  services.map(({ folder }) => `      ${folder}: { condition: service_healthy }`)

/** The containers of services and their workers. */
export const composeServices = (services: Service[]): string[] =>
  separated(
    services.flatMap((service) => [
      serviceContainer(service),
      ...(service.hasWorker ? [workerContainer(service)] : []),
    ]),
  )

/** The containers that deploy the frontends and exit. */
export const composeFrontends = (frontends: Frontend[]): string[] =>
  separated(
    frontends.map(({ folder }) => [
      `  ${folder}:`,
      '    <<: *frontend',
      ...build(folder, 'frontend'),
      '    secrets:',
      secret(`deploy-token-${folder}`, 'deploy-token'),
    ]),
  )

/** The files of credentials that each container is given: of the stores its own, of a frontend its deploy token. */
export const composeSecrets = ({
  services,
  frontends,
}: {
  services: Service[]
  frontends: Frontend[]
}): string[] =>
  [
    ...['gateway', ...services.map(({ folder }) => folder)].map((folder) => `mongodb-uri-${folder}`),
    'redis-url-gateway',
    ...services.flatMap(({ folder, hasWorker }) =>
      hasWorker ? [`redis-url-${folder}`, `redis-url-${folder}-worker`] : [`redis-url-${folder}`],
    ),
    ...frontends.map(({ folder }) => `deploy-token-${folder}`),
  ].flatMap((name) => [`  ${name}:`, `    file: deploy/secrets/${name}`])

/** The addresses of MongoDB whose users are created. */
export const composeMongoUsers = (services: Service[]): string[] =>
  ['gateway', ...services.map(({ folder }) => folder)].map((folder) => `      - mongodb-uri-${folder}`)

function serviceContainer(service: Service): string[] {
  const { folder, settings } = service
  return [
    `  ${folder}:`,
    '    <<: *service',
    ...build(folder, 'service'),
    ...runtime(service, folder),
    ...(settings.folders.length === 0
      ? []
      : [`    volumes: [${settings.folders.map((name) => `'${mount(name)}'`).join(', ')}]`]),
    ...(settings.networks.length === 0
      ? []
      : [`    networks: [services, stores, ${settings.networks.join(', ')}]`]),
    '    depends_on: *stores',
  ]
}

function workerContainer(service: Service): string[] {
  const { folder } = service
  return [
    `  ${folder}-worker:`,
    '    <<: *service',
    `    image: ${imageOf(folder)}`,
    "    command: ['node', 'dist/worker.js']",
    ...runtime(service, `${folder}-worker`),
    '    depends_on:',
    `      ${folder}: { condition: service_healthy }`,
  ]
}

/** What a service and its worker are given; each is a user of Redis, both are one of MongoDB. */
function runtime({ folder, settings }: Service, name: string): string[] {
  const groups = ['settings', ...settings.settings].map((name) => `*${name}`)
  return [
    '    environment:',
    `      <<: ${groups.length === 1 ? groups[0] : `[${groups.join(', ')}]`}`,
    `      PORT: ${settings.port}`,
    '    secrets:',
    secret(`mongodb-uri-${folder}`, 'mongodb-uri'),
    secret(`redis-url-${name}`, 'redis-url'),
    ...settings.secrets.map((name) => `      - ${name}`),
  ]
}

const build = (folder: string, kind: 'service' | 'frontend'): string[] => [
  '    build:',
  '      context: .',
  `      dockerfile: deploy/docker/${kind}.Dockerfile`,
  `      args: [*node-image, SLICE=${folder}, 'VERSION=${version(folder)}', *revision]`,
  `    image: ${imageOf(folder)}`,
]

const imageOf = (folder: string): string => `offquad/${folder}:${version(folder)}`

/** '${SVC_USERS_VERSION:-latest}': each slice is updated and rolled back separately. */
const version = (folder: string): string => `\${${folder.replaceAll('-', '_').toUpperCase()}_VERSION:-latest}`

/** '${TRANSIT_DIR:-./transit}:/transit:ro' */
const mount = (name: string): string => `\${${name.toUpperCase()}_DIR:-./${name}}:/${name}:ro`

/** A secret by a name that is the same in every container, for the settings that all of them share. */
const secret = (source: string, target: string): string => `      - { source: ${source}, target: ${target} }`

const separated = (blocks: string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))
