import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
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
  const changed: App[] = []
  for (const app of apps) if (!(await isBuilt(app, await readInputs(app)))) changed.push(app)
  if (changed.length === 0) return apps
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
  sayStep(`building ${changed.length} of ${apps.length} apps`)
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return apps
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
