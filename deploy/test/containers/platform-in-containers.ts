import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { freePorts } from '@offquad/service-kit/testing'
import { FRONTENDS, inRepository, readYaml, REPOSITORY, SERVICES } from '../repository'
import { type Engine, type Outcome, runCommand } from './engine'
import { bundleSubstitutes, overrideOfCompose } from './substitutes'

export interface Container {
  id: string
  service: string
  image: string
  state: 'created' | 'running' | 'restarting' | 'exited'
  exitCode: number
  /** Absent if the image has no health check. */
  health?: 'starting' | 'healthy' | 'unhealthy'
}

export type PlatformInContainers = Awaited<ReturnType<typeof preparePlatform>>

const OVERRIDE = 'compose.test.yml'
const CLIENT_ID = 'offquad-in-containers'

/**
 * Prepares a copy of the repository in which docker-compose.yml runs with a separate project name, ports and image versions.
 * @param folder an empty folder for the copy
 */
export async function preparePlatform(engine: Engine, folder: string) {
  const project = path.basename(folder).toLowerCase()
  copyRepository(folder)
  const substitutes = path.join(folder, 'substitutes')
  mkdirSync(substitutes)
  await bundleSubstitutes(substitutes)
  const [port = 0, mailPort = 0, identityPort = 0] = await freePorts(3)
  const [file] = readYaml('docker-compose.yml') as unknown as [
    { services: Record<string, { build?: object }> },
  ]
  const built = Object.entries(file.services).flatMap(([name, { build }]) => (build ? [name] : []))
  const override = overrideOfCompose(substitutes, {
    ports: { identity: identityPort },
    areNamedImagesUsed: process.env.CONTAINERS_SUBSTITUTES === 'none',
    built,
  })
  writeFileSync(path.join(folder, OVERRIDE), JSON.stringify(override))
  const settings = {
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: `docker-compose.yml:${OVERRIDE}`,
    PORT: port,
    MAIL_PORT: mailPort,
    GOOGLE_CLIENT_ID: CLIENT_ID,
    ADMIN_EMAILS: 'ann@cornell.edu',
    RATE_LIMIT_FACTOR: 0,
    DRAIN_MS: 200,
    ...Object.fromEntries(
      [...SERVICES, ...FRONTENDS, 'operations'].map((slice) => [versionSettingOf(slice), project]),
    ),
  }
  writeFileSync(
    path.join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )

  // Variables of this machine must not override those in .env.
  const env = Object.fromEntries(Object.entries(engine.env).filter(([name]) => !(name in settings)))
  const attempt = (...command: [string, ...string[]]) => runCommand(command, { cwd: folder, env })
  async function run(...command: [string, ...string[]]): Promise<string> {
    const { code, stdout, output } = await attempt(...command)
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.slice(-4000)}`)
    return stdout
  }
  const compose = (...args: string[]) => run(...engine.compose, ...args)
  const updated = new Set<string>()

  async function containers(): Promise<Container[]> {
    const ids = await run('docker', 'ps', '-aq', '--filter', `label=com.docker.compose.project=${project}`)
    if (ids.trim() === '') return []
    const { stdout } = await attempt('docker', 'inspect', ...ids.trim().split('\n'))
    return (JSON.parse(stdout) as Inspected[]).map(({ Id, Config, State }) => ({
      id: Id,
      service: Config.Labels['com.docker.compose.service'] ?? '',
      image: Config.Image,
      state: State.Status,
      exitCode: State.ExitCode,
      ...(State.Health && { health: State.Health.Status }),
    }))
  }

  async function container(service: string): Promise<Container> {
    const container = (await containers()).find((candidate) => candidate.service === service)
    if (!container) throw new Error(`there is no container of ${service}`)
    return container
  }

  return {
    folder,
    project,
    url: `http://localhost:${port}`,
    mailUrl: `http://127.0.0.1:${mailPort}`,
    identityUrl: `http://127.0.0.1:${identityPort}`,
    /** Runs a command in the folder; throws with its output if it fails. */
    run,
    /** Like `run`, but returns any exit code. */
    attempt,
    compose,
    containers,
    container,
    /** Runs a command in the container of a service. */
    async exec(service: string, ...command: string[]): Promise<Outcome> {
      return attempt('docker', 'exec', (await container(service)).id, ...command)
    },
    /** The value of a setting in .env. */
    setting: (name: string): string | undefined =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(path.join(folder, '.env'), 'utf8'))?.[1],
    /** Changes a file of the copy. */
    append: (file: string, lines: string) => appendFileSync(path.join(folder, file), lines),
    /** Removes its containers, volumes and images, but not the build cache. */
    async remove(): Promise<void> {
      await attempt(...engine.compose, 'down', '--volumes', '--remove-orphans', '--timeout', '5')
      const images = await run('docker', 'images', '--format', '{{.Repository}}:{{.Tag}}', 'offquad/*')
      const own = images.split('\n').filter((image) => image.includes(project) || updated.has(image))
      if (own.length > 0) await attempt('docker', 'image', 'rm', ...own)
    },
    /** Registers an image that an update has built, for `remove`. */
    noteImage: (image: string) => updated.add(image),
  }
}
interface Inspected {
  Id: string
  Config: { Image: string; Labels: Record<string, string> }
  State: {
    Status: Container['state']
    ExitCode: number
    Health?: { Status: NonNullable<Container['health']> }
  }
}

/** The variable in .env with the version of a slice. */
export const versionSettingOf = (slice: string): string =>
  `${slice.replaceAll('-', '_').toUpperCase()}_VERSION`

/** Copies tracked files and untracked ones that are not ignored. */
function copyRepository(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of listed.split('\0').filter((name) => name && existsSync(inRepository(name))))
    cpSync(inRepository(file), path.join(folder, file))
}
