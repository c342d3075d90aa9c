import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { takeLock } from '@offquad/embedded-mongo/lock-file'
import { CommandFailure } from '../command-failure'
import { environment, REPOSITORY } from '../config'
import { type Progress, sayStep } from '../terminal'
import { type App, findApps } from './apps'
import { isBuilt, noteBuild, readInputs } from './built-from'

// Each build keeps about one core busy.
const AT_ONCE = 2

/** Builds every app whose sources, packages or dependencies changed since it was last built. */
export async function build(): Promise<void> {
  await buildApps()
}

/** Callbacks with which a longer command reports builds. */
export interface BuildProgress extends Progress {
  /** Called for each app as soon as its files are those of the sources, also where there was nothing to build. */
  onBuilt?: (app: App) => void
}

/**
 * As `build`, for some apps or for all, and returns them.
 * @param progress what is done and what is next when all are built
 * @throws CommandFailure with the compiler's output when a build fails
 */
export async function buildApps(apps = findApps(), progress: BuildProgress = { done: 1 }): Promise<App[]> {
  const isAnyChanged = (await changedOf(apps)).length > 0
  const release = isAnyChanged ? await waitForOtherBuilds() : undefined
  try {
    const changed = isAnyChanged ? await changedOf(apps) : []
    for (const app of apps) if (!changed.includes(app)) progress.onBuilt?.(app)
    await buildChanged(changed, progress)
  } finally {
    await release?.()
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
async function waitForOtherBuilds(): Promise<() => Promise<void>> {
  await mkdir(path.dirname(LOCK), { recursive: true })
  const waitUntil = Date.now() + MAX_WAIT_MS
  let holder = takeLock(LOCK)
  if (holder) sayStep(`waiting for process ${holder}, which builds this folder`)
  while (holder && Date.now() < waitUntil) {
    await delay(POLL_MS)
    holder = takeLock(LOCK)
  }
  return () => rm(LOCK, { force: true })
}

async function buildChanged(changed: readonly App[], progress: BuildProgress): Promise<void> {
  if (changed.length === 0) return
  let done = 0
  const queue = changed.toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)))
  const buildQueued = async () => {
    const builder = startBuilder()
    try {
      for (let app = queue.shift(); app; app = queue.shift()) {
        // Changes during this build make the next one build again.
        const inputs = await readInputs(app)
        await builder.build(app)
        await noteBuild(app, inputs)
        done += 1
        sayStep(`built ${app.folder} (${done} of ${changed.length})`, {
          done: (progress.done * done) / changed.length,
          next: done < changed.length ? queue[0]?.folder : progress.next,
        })
        progress.onBuilt?.(app)
      }
    } finally {
      builder.stop()
    }
  }
  sayStep(`building ${changed.length} ${changed.length === 1 ? 'app' : 'apps'}`)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, changed.length) }, buildQueued))
}

/** Starts a process that builds apps one after the other. */
function startBuilder() {
  const child = fork(path.join(REPOSITORY, 'tools/build-kit/src/build-worker.mjs'), {
    env: { ...environment(), NODE_ENV: 'production' },
    // Without the arguments of this process: between two builds only the channel keeps the builder running.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // It also ends when it is stopped, while nothing is built.
  const ended = once(child, 'close').then(
    () => ({ failure: output }),
    (error: unknown) => ({ failure: String(error) }),
  )
  return {
    /** @throws CommandFailure with the compiler's output when the app does not build */
    async build({ folder }: App): Promise<void> {
      await mkdir(path.join(REPOSITORY, folder, 'dist'), { recursive: true })
      const built = once(child, 'message').then(([message]) => message as { failure?: string })
      child.send(path.join(REPOSITORY, folder))
      const { failure } = await Promise.race([built, ended])
      if (failure !== undefined) throw new CommandFailure(`${folder} does not build:\n${failure.trim()}`)
    },
    stop: () => child.connected && child.disconnect(),
  }
}

// The longest build: started last, it would leave one core idle for half a minute.
const isLongest = ({ folder }: App) => folder === 'shell'
