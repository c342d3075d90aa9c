import { type Frontend, type Service, urlSettingOf } from '../find-slices'

/** Where each service listens, for everyone who calls it. */
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

/** The containers that deploy the frontends and end. */
export const composeFrontends = (frontends: Frontend[]): string[] =>
  separated(
    frontends.map(({ folder }) => [
      `  ${folder}:`,
      '    <<: *frontend',
      `    build: { context: ., dockerfile: ${folder}/Dockerfile }`,
      `    image: offquad/${folder}`,
      `    environment: { DEPLOY_TO: 'http://gateway:8080', DEPLOY_TOKEN: '\${${tokenSettingOf(folder)}:?}' }`,
    ]),
  )

/** 'DEPLOY_TOKEN_BROWSE' for 'mfe-browse'. */
const tokenSettingOf = (folder: string): string => `DEPLOY_TOKEN_${folder.replace('mfe-', '').toUpperCase()}`

function serviceContainer(service: Service): string[] {
  const { folder, settings } = service
  const { startsAfter, signsTokens } = settings
  return [
    `  ${folder}:`,
    '    <<: *container',
    `    build: { context: ., dockerfile: ${folder}/Dockerfile }`,
    `    image: offquad/${folder}`,
    `    environment: ${environmentOf(service)}`,
    ...(signsTokens ? ['    secrets: [access-token-key]'] : []),
    ...(startsAfter.length === 0
      ? ['    depends_on: *stores']
      : [
          '    depends_on:',
          '      <<: *stores',
          ...startsAfter.map((name) => `      ${name}: { condition: service_completed_successfully }`),
        ]),
    '    stop_grace_period: 20s',
  ]
}

function workerContainer(service: Service): string[] {
  const { folder } = service
  return [
    `  ${folder}-worker:`,
    '    <<: *container',
    `    image: offquad/${folder}`,
    `    command: ['node', '${folder}/dist/worker.js']`,
    `    environment: ${environmentOf(service)}`,
    ...(service.settings.signsTokens ? ['    secrets: [access-token-key]'] : []),
    '    depends_on:',
    `      ${folder}: { condition: service_healthy }`,
    '    stop_grace_period: 20s',
  ]
}

const environmentOf = ({ settings }: Service): string =>
  settings.settings.length === 0
    ? '*settings'
    : `{ <<: [${['settings', ...settings.settings].map((name) => `*${name}`).join(', ')}] }`

const separated = (blocks: string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))
