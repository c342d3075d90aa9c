import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { CommandFailure } from '../command-failure'

const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Updates package-lock.json and node_modules to match the workspaces, offline where possible.
 * @param repository absolute path of the repository's root
 * @throws CommandFailure with npm's output when it fails
 */
export function installWorkspaces(repository: string): void {
  const npm = (args: string[]) =>
    spawnSync('npm', args, {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
  if (npm([...INSTALL, '--offline']).status !== 0) {
    const { status, stderr } = npm(INSTALL)
    if (status !== 0)
      throw new CommandFailure(`npm install failed; fix what it reports and run it again:\n${stderr}`)
  }
}

/** Formats files as `npm run format:fix` does. */
export function format(repository: string, files: string[]): void {
  const prettier = path.join(repository, 'node_modules/prettier/bin/prettier.cjs')
  const { status, stderr } = spawnSync(
    process.execPath,
    [prettier, '--write', '--log-level', 'warn', '--ignore-unknown', ...files],
    { cwd: repository, encoding: 'utf8' },
  )
  if (status !== 0) throw new CommandFailure(`prettier failed:\n${stderr}`)
}
