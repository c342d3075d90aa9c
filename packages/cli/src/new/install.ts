import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'

const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Brings package-lock.json and node_modules in line with the workspaces, without the network where that is enough.
 * @param repository absolute path of the repository's root
 * @throws CommandFailure with npm's words when it fails
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
      throw new CommandFailure(`npm install failed; run it again when what it says is mended:\n${stderr}`)
  }
  // As bootstrap.mjs leaves it: what is installed is what the lockfile says.
  const lockfile = readFileSync(path.join(repository, 'package-lock.json'))
  const stamp = path.join(repository, 'node_modules/.offquad-lock')
  rmSync(stamp, { force: true })
  writeFileSync(stamp, createHash('sha256').update(lockfile).digest('hex'))
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
