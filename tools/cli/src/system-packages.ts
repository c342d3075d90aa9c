import { spawnSync } from 'node:child_process'
import { CommandFailure } from './command-failure'
import { environment } from './config'
import { sayStep } from './terminal'

export interface SystemPackage {
  /** Names under which the program may be found. */
  commands: string[]
  /** Its package on Debian and Ubuntu. */
  aptPackage: string
  /** Why it is needed, and an alternative: '..., or set REDIS_URL'. */
  purpose: string
}

export const REDIS: SystemPackage = {
  commands: ['redis-server'],
  aptPackage: 'redis-server',
  purpose: 'Redis holds the queues; instead of installing it, set REDIS_URL to a running one',
}

export const CHROMIUM: SystemPackage = {
  commands: ['chromium', 'chromium-browser', 'google-chrome'],
  aptPackage: 'chromium',
  purpose: 'the end-to-end tests use a real browser',
}

/**
 * Ensures that a program of the system is installed; installs it where that needs no password.
 * @throws CommandFailure that says what to install
 */
export function ensureSystemPackage(program: SystemPackage): void {
  if (isInstalled(program)) return
  const apt = aptCommand()
  if (apt) {
    sayStep(`installing ${program.aptPackage} with apt-get`)
    runQuietly([...apt, 'update'])
    runQuietly([...apt, 'install', '-y', '--no-install-recommends', program.aptPackage])
  }
  if (!isInstalled(program))
    throw new CommandFailure(
      `${program.commands[0]} is not installed and may not be installed from here: install your system's package (for example "sudo apt-get install ${program.aptPackage}"); ${program.purpose}.`,
    )
}

const isInstalled = ({ commands }: SystemPackage) =>
  commands.some((command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0)

function aptCommand(): string[] | undefined {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  if (process.getuid?.() === 0) return ['apt-get']
  const maySudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  return maySudo ? ['sudo', '-n', 'apt-get'] : undefined
}

function runQuietly([command = '', ...args]: string[]): void {
  spawnSync(command, args, { stdio: 'ignore', env: { ...environment(), DEBIAN_FRONTEND: 'noninteractive' } })
}
