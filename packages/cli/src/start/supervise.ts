import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, rmSync, statSync, type WriteStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { say } from '../terminal'

export interface ProcessPlan {
  name: string
  /** Entry from the repository's root. */
  entry: string
  port: number
  env: NodeJS.ProcessEnv
  /** Answers 200 when the process is ready; absent: it is ready when it listens on its port's first output. */
  readyUrl?: string
}

export interface Supervised {
  name: string
  port: number
  pid(): number | undefined
  /** Resolves when the process is ready; rejects with its last words when it ends before. */
  ready(): Promise<void>
  /** Asks it to stop, insists after ten seconds, and does not start it again. */
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
const STABLE_AFTER_MS = 60_000
const STOP_PATIENCE_MS = 10_000
const LAST_WORDS = 2000
const MAX_LOG_BYTES = 5_000_000

// A laptop runs ten of these at once: small young generations keep each one small.
const NODE_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=192', '--optimize-for-size']
const PRELOAD = pathToFileURL(path.join(REPOSITORY, 'packages/cli/src/start/leave-with-parent.mjs')).href

/** Runs a process and starts it again whenever it dies, each time a little later. `onRestart` hears of new ids. */
export function supervise(plan: ProcessPlan, logFolder: string, onRestart: () => void): Supervised {
  const log = openLog(path.join(logFolder, `${plan.name}.log`))
  let child: ChildProcess | undefined
  let isStopping = false
  let isReady = false
  let lastWords = ''
  let restartDelayMs = FIRST_DELAY_MS
  let restart: NodeJS.Timeout | undefined
  let ended: Promise<void> = Promise.resolve()

  function launch(): void {
    const startedAt = Date.now()
    const running = spawn(process.execPath, [...NODE_OPTIONS, '--import', PRELOAD, plan.entry], {
      cwd: REPOSITORY,
      env: { ...process.env, ...plan.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches a whole process group: outside of it they stop in order, when they are told to.
      detached: true,
    })
    child = running
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (chunk: Buffer) => {
        log.write(chunk)
        lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS)
      })
    ended = new Promise((resolve) => {
      running.once('close', (code, signal) => {
        child = undefined
        resolve()
        if (!isStopping && isReady) scheduleRestart(signal ?? `code ${code}`, Date.now() - startedAt)
      })
    })
  }

  function scheduleRestart(reason: string, livedMs: number): void {
    restartDelayMs = livedMs > STABLE_AFTER_MS ? FIRST_DELAY_MS : restartDelayMs
    say(
      `${plan.name} ended (${reason}); starting it again in ${restartDelayMs / 1000} s. Its log: ${log.path.toString()}`,
    )
    restart = setTimeout(() => {
      launch()
      onRestart()
    }, restartDelayMs)
    restartDelayMs = Math.min(restartDelayMs * 2, LONGEST_DELAY_MS)
  }

  launch()
  return {
    name: plan.name,
    port: plan.port,
    pid: () => child?.pid,
    async ready() {
      while (!(await isUp(plan.readyUrl, lastWords))) {
        if (isStopping) return
        if (!child) throw new CommandFailure(`${plan.name} did not start: ${readable(lastWords)}`)
        await delay(50)
      }
      isReady = true
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      child?.kill('SIGTERM')
      const insist = setTimeout(() => child?.kill('SIGKILL'), STOP_PATIENCE_MS)
      await ended
      clearTimeout(insist)
      log.end()
    },
  }
}

async function isUp(readyUrl: string | undefined, output: string): Promise<boolean> {
  if (!readyUrl) return output.includes('listening') || output.includes('ready')
  const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  return response?.ok === true
}

/** The last line that says something: the message of a log line, or the line itself. */
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
  return messages.findLast(Boolean) ?? 'it said nothing.'
}

function openLog(file: string): WriteStream {
  mkdirSync(path.dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) rmSync(file)
  return createWriteStream(file, { flags: 'a' })
}
