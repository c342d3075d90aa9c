import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandFailure } from '../command-failure'
import { environment, REPOSITORY } from '../config'
import { takeLock } from '../lock-file'
import { type Progress, sayStep } from '../terminal'
import { type App, findApps } from './apps'
import { isBuilt, noteBuild, readInputs } from './built-from'

// Each build keeps about one core busy.
const AT_ONCE = 2

/** Builds every app whose sources, packages or dependencies changed since it was last built. */
export async function build(): Promise<void> {
  await buildApps()
}

/**
 * As `build`, for some apps or for all, and returns them.
 * @param whole what is done and what is next when all are built
 * @throws CommandFailure with the compiler's output when a build fails
 */
export async function buildApps(
  signal?: AbortSignal,
  apps = findApps(),
  whole: Progress = { done: 1 },
): Promise<App[]> {
  if ((await changedOf(apps)).length === 0) return apps
  const release = await waitForOtherBuilds(signal)
  try {
    await buildChanged(await changedOf(apps), { signal, whole, of: apps.length })
  } finally {
    await release()
  }
  return apps
}

async function changedOf(apps: readonly App[]): Promise<App[]> {
  const changed: App[] = []
  for (const app of apps) if (!(await isBuilt(app, await readInputs(app)))) changed.push(app)
  return changed
}

const LOCK = path.join(REPOSITORY, 'node_modules/.cache/offquad-build.lock')
const POLL_MS = 200
/** Longer than any build: whoever was killed may have left its process id to another program. */
const MAX_WAIT_MS = 300_000

/** Two builds of this folder at once would remove each other's files. @returns lets the next one begin */
async function waitForOtherBuilds(signal?: AbortSignal): Promise<() => Promise<void>> {
  await mkdir(path.dirname(LOCK), { recursive: true })
  const waitUntil = Date.now() + MAX_WAIT_MS
  let holder = await takeLock(LOCK)
  if (holder) sayStep(`waiting for process ${holder}, which builds this folder`)
  while (holder && Date.now() < waitUntil) {
    await delay(POLL_MS, undefined, { signal })
    holder = await takeLock(LOCK)
  }
  return () => rm(LOCK, { force: true })
}

interface Building {
  signal: AbortSignal | undefined
  whole: Progress
  /** How many apps there are. */
  of: number
}

async function buildChanged(changed: readonly App[], { signal, whole, of }: Building): Promise<void> {
  if (changed.length === 0) return
  let done = 0
  const queue = changed.toSorted((one, other) => Number(isLongest(other)) - Number(isLongest(one)))
  const worker = async () => {
    for (let app = queue.shift(); app; app = queue.shift()) {
      // What changes during the build makes the next one build again.
      const inputs = await readInputs(app)
      await buildApp(app, signal)
      await noteBuild(app, inputs)
      done += 1
      sayStep(`built ${app.folder} (${done} of ${changed.length})`, {
        done: (whole.done * done) / changed.length,
        next: done < changed.length ? queue[0]?.folder : whole.next,
      })
    }
  }
  sayStep(`building ${changed.length} of ${of} apps`)
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function buildApp(app: App, signal?: AbortSignal): Promise<void> {
  const folder = path.join(REPOSITORY, app.folder)
  await mkdir(path.join(folder, 'dist'), { recursive: true })
  const child = spawn(process.execPath, commandOf(app), {
    cwd: folder,
    env: { ...environment(), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandFailure(`${app.folder} does not build:\n${output.trim()}`)
}

// The longest build: started last, it would leave one core idle for half a minute.
const isLongest = ({ folder }: App) => folder === 'shell'

const commandOf = ({ kind }: App) =>
  kind === 'frontend'
    ? [path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js'), '--mode', 'production']
    : ['build.config.mjs']
