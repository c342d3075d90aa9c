import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { REPOSITORY } from './config'
import { CHROMIUM, ensureSystemPackage, REDIS, type SystemPackage } from './system-packages'

const BENCHMARKS: Record<string, string> = {
  servers: 'bench/src/main.ts',
  web: 'bench/src/web/main.ts',
  phone: 'bench/src/web/main.ts',
  map: 'bench/src/web/map-pan.ts',
  memory: 'bench/src/memory-alone.ts',
  files: 'bench/src/files-run.ts',
  soak: 'bench/src/soak.ts',
  alerts: 'bench/src/alerts.ts',
}

/**
 * Measures the product beside its yardsticks; exits with code 1 when a target is missed. `bench web` measures pages in a
 * browser instead of servers, `bench phone` on a slow phone only, `bench map` a map
 * that is moved, `bench memory` what all processes hold, `bench files` how many of our files run for a request, `bench soak` half an
 * hour of mixed load, `bench alerts` how long saved searches wait for their alerts.
 */
export async function bench([what = 'servers', ...args]: string[]): Promise<void> {
  const script = BENCHMARKS[what]
  if (!script)
    throw new CommandFailure(
      `Usage: npm run bench, or bench:${Object.keys(BENCHMARKS).slice(1).join(', bench:')}`,
      2,
    )
  await runScript(script, {
    programs: ['web', 'phone', 'map'].includes(what) ? [REDIS, CHROMIUM] : [REDIS],
    args: what === 'phone' ? ['--profile', 'phone', ...args] : args,
  })
}

/** Takes screenshots of screens into the folder `screens`, with a page that shows what changed since the last release. */
export async function screens(args: string[]): Promise<void> {
  await runScript('e2e/src/screens/main.ts', { programs: [REDIS, CHROMIUM], args })
}

/** Says whether the remote in whose folder it runs leaves the site as it found it; see e2e/src/conform. */
export async function conform(args: string[]): Promise<void> {
  await runScript('e2e/src/conform/main.ts', {
    programs: [REDIS, CHROMIUM],
    args: [path.basename(process.cwd()), ...args],
  })
}

/** Runs two of everything on a network that is slow, loses packets and is partitioned; see e2e/src/partitions. */
export async function partitions(args: string[]): Promise<void> {
  await runScript('e2e/src/partitions/main.ts', { programs: [REDIS], args })
}

/**
 * Checks the slice or package in whose folder it runs: format, lint, types and import rules. Files that have not changed since
 * the last time are not linted again, and the types of a remote only where a change reaches.
 */
export async function check(): Promise<void> {
  const folder = process.cwd()
  const cache = path.join(folder, 'node_modules/.cache')
  const ignored = path.join(REPOSITORY, '.prettierignore')
  const rules = path.join(REPOSITORY, '.dependency-cruiser.cjs')
  // Elsewhere, after some changes of a schema, models of files that did not change seem to have other types.
  const isRemote = existsSync(path.join(folder, 'remote.json'))
  const incrementally = isRemote ? ['--incremental', '--tsBuildInfoFile', path.join(cache, 'types.json')] : []
  const codes = await Promise.all([
    runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '--ignore-path', ignored, '.']),
    runTool('eslint/bin/eslint.js', ['--cache', '--cache-location', path.join(cache, 'eslint'), '.']),
    runTool('typescript/bin/tsc', ['--noEmit', ...incrementally]),
    runTool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ['--config', rules, path.relative(REPOSITORY, folder)],
      REPOSITORY,
    ),
  ])
  if (codes.some((code) => code !== 0)) process.exitCode = 1
}

async function runTool(tool: string, args: string[], cwd = process.cwd()): Promise<number | null> {
  const file = path.join(REPOSITORY, 'node_modules', tool)
  const child = spawn(process.execPath, [file, ...args], { cwd, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

interface ScriptOptions {
  /** Programs of the system that the script starts. */
  programs: SystemPackage[]
  args?: string[]
}

/** Builds the product, then runs a TypeScript file of the repository and exits with its code. */
async function runScript(file: string, { programs, args = [] }: ScriptOptions): Promise<void> {
  for (const program of programs) ensureSystemPackage(program)
  await buildApps()
  await runNode(['--import', 'tsx', path.join(REPOSITORY, file), ...args])
}

/** Runs Node in the repository's folder until it ends, and exits with its code. */
export async function runNode(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' })
  // It receives Ctrl-C as well, and cleans up; this process waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
