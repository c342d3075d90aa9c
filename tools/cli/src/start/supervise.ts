import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CommandFailure } from '../command-failure'
import { environment, REPOSITORY } from '../config'
import { say } from '../terminal'
import { type LogFile, openLogFile } from './log-file'

export interface ProcessPlan {
  name: string
  /** Entry from the repository's root. */
  entry: string
  port: number
  /** Port of /metrics. */
  metricsPort?: number | undefined
  env: NodeJS.ProcessEnv
  /** Setting and value by which the gateway finds the service. */
  joinsAs?: [variable: string, url: string]
  /** Responds with 200 once the process is ready; absent: it is ready when its output says so. */
  readyUrl?: string
}

export interface Supervised extends Pick<ProcessPlan, 'name' | 'port' | 'metricsPort' | 'env'> {
  pid(): number | undefined
  /** Resolves when the process is ready; rejects with the end of its output when it exits before. */
  ready(): Promise<void>
  /** Sends SIGTERM, after ten seconds SIGKILL, and does not restart it. */
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 10_000
const OUTPUT_PATIENCE_MS = 1000
const OUTPUT_TAIL_CHARACTERS = 2000
/** Delay before a process that ended is started again: twice as long each time, unless it was stable. */
const RESTART = {
  firstDelayMs: 1000,
  longestDelayMs: 30_000,
  stableAfterMs: 60_000,
}

const MAX_HEAP = '--max-old-space-size=192'
/** Arguments of Node for a process with an IPC channel, which then ends when its parent has ended, however that ended. */
export const LEAVE_WITH_PARENT = [
  '--import',
  pathToFileURL(path.join(REPOSITORY, 'tools/cli/src/start/leave-with-parent.mjs')).href,
]

interface ProcessEnd {
  livedMs: number
  /** It exited with code 0. */
  isClean: boolean
}

/** When the file that a process runs was written. */
const builtAt = ({ entry }: ProcessPlan) =>
  statSync(path.resolve(REPOSITORY, entry), { throwIfNoEntry: false })?.mtimeMs

interface Watched {
  plan: ProcessPlan
  log: LogFile
  onRestart: () => void
  nextDelayMs: (end: ProcessEnd) => number
  outputTail: string
  isReady: boolean
  isStopping: boolean
  child?: ChildProcess
  restart?: NodeJS.Timeout
  ended: Promise<void>
}

/** Runs a process and restarts it whenever it ends, with increasing delays. `onRestart` is called for each new process id. */
export function supervise(plan: ProcessPlan, logFolder: string, onRestart: () => void): Supervised {
  const watched: Watched = {
    plan,
    log: openLogFile(path.join(logFolder, `${plan.name}.log`)),
    onRestart,
    nextDelayMs: createBackoff(),
    outputTail: '',
    isReady: false,
    isStopping: false,
    ended: Promise.resolve(),
  }
  launch(watched)
  return {
    ...plan,
    pid: () => watched.child?.pid,
    ready: () => waitUntilReady(watched),
    stop: () => stop(watched),
  }
}

function launch(watched: Watched): void {
  const startedAt = Date.now()
  const before = builtAt(watched.plan)
  const child = spawnProcess(watched.plan)
  watched.child = child
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      watched.log.write(chunk)
      watched.outputTail = (watched.outputTail + chunk.toString()).slice(-OUTPUT_TAIL_CHARACTERS)
    })
  watched.ended = new Promise((resolve) => {
    child.once('exit', async (code, signal) => {
      // Its last output; not for ever, because whoever inherited the output and still runs keeps it open.
      await Promise.race([once(child, 'close'), delay(OUTPUT_PATIENCE_MS)])
      watched.child = undefined
      resolve()
      if (watched.isStopping || !watched.isReady) return
      const { name } = watched.plan
      const end = { livedMs: Date.now() - startedAt, isClean: code === 0 }
      const happened =
        builtAt(watched.plan) === before ? `${name} was stopped` : `the build of ${name} was replaced`
      scheduleRestart(watched, end.isClean ? happened : `${name} ended (${signal ?? `code ${code}`})`, end)
    })
  })
}

/** @param happened a clause about the end */
function scheduleRestart(watched: Watched, happened: string, end: ProcessEnd): void {
  const delayMs = watched.nextDelayMs(end)
  const when = delayMs === 0 ? '' : ` in ${delayMs / 1000} s. Its log: ${watched.log.path}`
  say(`${happened}; starting it again${when}`)
  watched.restart = setTimeout(() => {
    launch(watched)
    watched.onRestart()
  }, delayMs)
}

async function waitUntilReady(watched: Watched): Promise<void> {
  for (;;) {
    const isResponding = await isUp(watched.plan.readyUrl, watched.outputTail)
    if (watched.isStopping) return
    // Even if there is a response: after this process ended, it comes from another one on the same port.
    if (!watched.child && !watched.isReady)
      throw new CommandFailure(`${watched.plan.name} did not start: ${readable(watched.outputTail)}`)
    if (isResponding && watched.child) break
    await delay(50)
  }
  watched.isReady = true
}

async function stop(watched: Watched): Promise<void> {
  watched.isStopping = true
  clearTimeout(watched.restart)
  watched.child?.kill('SIGTERM')
  const insist = setTimeout(() => watched.child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await watched.ended
  clearTimeout(insist)
}

/**
 * The delay before a restart: none after a clean exit, which watch mode causes after each build; otherwise one second,
 * doubled each time up to thirty, and reset once a process has run for a minute.
 */
export function createBackoff(): (end: ProcessEnd) => number {
  let nextMs = RESTART.firstDelayMs
  return ({ livedMs, isClean }) => {
    // One that ends cleanly at once would be started in a tight loop.
    if (isClean && livedMs > RESTART.firstDelayMs) return 0
    const delayMs = livedMs > RESTART.stableAfterMs ? RESTART.firstDelayMs : nextMs
    nextMs = Math.min(delayMs * 2, RESTART.longestDelayMs)
    return delayMs
  }
}

const spawnProcess = (plan: ProcessPlan): ChildProcess =>
  spawn(process.execPath, [MAX_HEAP, ...LEAVE_WITH_PARENT, plan.entry], {
    cwd: REPOSITORY,
    env: { ...environment(), ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C signals a whole process group: outside of it, processes stop in the order that `stop` is called.
    detached: true,
  })

async function isUp(readyUrl: string | undefined, output: string): Promise<boolean> {
  if (!readyUrl) return output.includes('listening') || output.includes('ready')
  // Not with `fetch`, whose client and parser stay in memory for as long as the platform runs: 16 MB.
  return new Promise((resolve) => {
    const request = get(readyUrl, { agent: false, signal: AbortSignal.timeout(2000) })
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}

/** The last error message in the output: of a log line, or a plain line. */
function readable(output: string): string {
  const lines = output.trim().split('\n')
  const messages = lines.map((line) => {
    try {
      const { msg, level } = JSON.parse(line) as { msg?: string; level?: number }
      return (level ?? 0) >= 50 ? msg : undefined
    } catch {
      return line
    }
  })
  return messages.findLast(Boolean) ?? 'it printed nothing.'
}
