import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { CommandFailure } from '../command-failure'

/** Ports of services: network policies allow this range. */
export const SERVICE_PORTS = { first: 4001, last: 4999 }

/** The "offquad" block of a service's package.json: what its deployment files need beyond what its folder shows. */
const ServiceSettings = Type.Object(
  {
    port: Type.Integer({
      minimum: SERVICE_PORTS.first,
      maximum: SERVICE_PORTS.last,
      description: 'Port in containers',
    }),
    settings: Type.Array(Type.String({ pattern: '^[a-z]+$' }), {
      default: [],
      description: 'Groups of settings beside the common ones: x-NAME in compose, Secret offquad-NAME',
    }),
    secrets: Type.Array(Type.String({ pattern: '^[a-z0-9-]+$' }), {
      default: [],
      description: 'Files of deploy/secrets that its containers of compose read beside those of the stores',
    }),
    networks: Type.Array(Type.String({ pattern: '^[a-z]+$' }), {
      default: [],
      description: 'Networks of compose it is on beside services and stores',
    }),
    folders: Type.Array(Type.String({ pattern: '^[a-z]+$' }), {
      default: [],
      description: 'Folders of the host that it reads in compose: NAME_DIR, without it ./NAME, is /NAME',
    }),
    signsTokens: Type.Boolean({
      default: false,
      description: 'It is given the private key of access tokens',
    }),
    maxReplicas: Type.Integer({ minimum: 2, default: 8, description: 'Upper bound of autoscaling' }),
  },
  { additionalProperties: false },
)
export type ServiceSettings = Static<typeof ServiceSettings>

export interface Frontend {
  /** 'shell', 'mfe-browse' */
  folder: string
}

export interface Service {
  /** 'svc-users' */
  folder: string
  /** 'users' */
  name: string
  /** Whether it has a second process, src/worker.ts. */
  hasWorker: boolean
  settings: ServiceSettings
}

export interface Slices {
  frontends: Frontend[]
  services: Service[]
}

/**
 * All slices. Their folders are the only list of them: shell, mfe-*, svc-*.
 * @param repository absolute path of the repository's root
 * @throws CommandFailure when a service's "offquad" block is missing or wrong, or two services have one port
 */
export function findSlices(repository: string): Slices {
  const folders = readdirSync(repository)
    .filter((folder) => existsSync(path.join(repository, folder, 'package.json')))
    .toSorted()
  const slices: Slices = {
    frontends: ['shell', ...folders.filter((folder) => /^mfe-[a-z]+$/.test(folder))]
      .filter((folder) => folders.includes(folder))
      .map((folder) => ({ folder })),
    services: folders
      .filter((folder) => /^svc-[a-z]+$/.test(folder))
      .map((folder) => readService(repository, folder)),
  }
  throwIfPortsCollide(slices.services)
  return slices
}

function readService(repository: string, folder: string): Service {
  const file = path.join(repository, folder, 'package.json')
  const { offquad = {} } = JSON.parse(readFileSync(file, 'utf8')) as { offquad?: unknown }
  const settings: unknown = Value.Default(ServiceSettings, offquad)
  const [problem] = Value.Errors(ServiceSettings, settings)
  if (problem)
    throw new CommandFailure(
      `${folder}/package.json: offquad${problem.instancePath} ${problem.message}. A service needs at least "offquad": { "port": 4001 }.`,
    )
  return {
    folder,
    name: folder.slice('svc-'.length),
    hasWorker: existsSync(path.join(repository, folder, 'src/worker.ts')),
    settings: settings as ServiceSettings,
  }
}

function throwIfPortsCollide(services: Service[]): void {
  for (const service of services) {
    const rival = services.find(
      (candidate) => candidate !== service && candidate.settings.port === service.settings.port,
    )
    if (rival)
      throw new CommandFailure(
        `${service.folder} and ${rival.folder} both have port ${service.settings.port}: give one another port in "offquad" of its package.json.`,
      )
  }
}

/** The name of the setting with a service's URL: SVC_USERS_URL. */
export const urlSettingOf = ({ name }: Service): string => `SVC_${name.toUpperCase()}_URL`
