import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** The outcome of a command. */
export interface Outcome {
  code: number | null
  /** Standard output alone. */
  stdout: string
  /** Standard output, then standard error. */
  output: string
}

/** A container engine, and the environment for commands that use it. */
export interface Engine {
  env: NodeJS.ProcessEnv
  /** `docker compose`, or the older `docker-compose`. */
  compose: [command: string, ...args: string[]]
}

/** The engine at DOCKER_HOST; undefined if none responds. */
export function findEngine(): Engine | undefined {
  if (!process.env.DOCKER_HOST) return undefined
  const folder = (process.env.PATH ?? '').split(path.delimiter).find(hasClientThatBuilds)
  if (folder === undefined) return undefined
  const env = {
    ...process.env,
    PATH: `${folder}${path.delimiter}${process.env.PATH}`,
    // For versions of docker and docker-compose in which BuildKit is not the default yet.
    DOCKER_BUILDKIT: '1',
    COMPOSE_DOCKER_CLI_BUILD: '1',
  }
  const works = (command: string, ...args: string[]) => spawnSync(command, args, { env }).status === 0
  if (!works('docker', 'version')) return undefined
  return { env, compose: works('docker', 'compose', 'version') ? ['docker', 'compose'] : ['docker-compose'] }
}

/** Clients before version 23 include BuildKit; later ones need the plugin buildx. */
function hasClientThatBuilds(folder: string): boolean {
  const client = path.join(folder, 'docker')
  if (!existsSync(client)) return false
  if (spawnSync(client, ['buildx', 'version']).status === 0) return true
  const version = spawnSync(client, ['version', '--format', '{{.Client.Version}}'], {
    encoding: 'utf8',
  }).stdout
  return Number.parseInt(version, 10) < 23
}

/** Runs a command to its end, whatever its exit code. */
export async function runCommand(
  [command, ...args]: [string, ...string[]],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, output: stdout + stderr }
}
