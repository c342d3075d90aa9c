import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '@offquad/embedded-mongo/lock-file'
import { pidFileOf } from '@offquad/embedded-redis'
import { CommandFailure } from '../command-failure'
import { type Stores } from './platform-plan'
import { writeWhole } from './write-whole'

/** DATA_DIR/run.json: the running processes, for other commands, for scripts, and for the next start. */
export interface RunFile {
  url: string
  /** The start command itself. */
  pid: number
  /** The stand-in identity provider; absent when Google signs people in. */
  identityUrl?: string
  emailDomain: string
  /** URLs that contain the passwords. */
  stores: Pick<Stores, 'mongoUri' | 'redisUrl'>
  /** False while the first data is being loaded. */
  isLoaded: boolean
  processes: RunningProcess[]
}

export interface RunningProcess {
  name: string
  pid: number
  port: number
  /** Port of /metrics; a store has none. */
  metricsPort?: number | undefined
  /** Its variables in addition to the start command's environment; only for processes of this repository. */
  env?: NodeJS.ProcessEnv
}

export const redisFolder = (dataDir: string) => path.join(dataDir, 'redis')

const fileOf = (dataDir: string) => path.join(dataDir, 'run.json')

/** @throws CommandFailure when no platform runs on this data */
export async function readRunFile(dataDir: string): Promise<RunFile> {
  const run = await readLastRun(dataDir)
  if (run && isAlive(run.pid)) return run
  throw new CommandFailure(
    `Offquad is not running on ${dataDir}: start it with npm start, or set DATA_DIR to a running one.`,
  )
}

export async function writeRunFile(dataDir: string, run: RunFile): Promise<void> {
  await writeWhole(fileOf(dataDir), JSON.stringify(run, null, 2))
}

export const removeRunFile = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

const STOP_TIMEOUT_MS = 15_000

/**
 * Ends the processes that a killed start command left running. Each is checked first: the system may have given its id to
 * another process.
 */
export async function endLeftoverProcesses(dataDir: string): Promise<void> {
  const { processes = [] } = (await readLastRun(dataDir)) ?? {}
  const ours = await findRedisIn(redisFolder(dataDir))
  for (const { pid } of processes) if (pid && !ours.includes(pid) && (await isOurs(pid))) ours.push(pid)
  for (const pid of ours) process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (ours.some(isAlive) && Date.now() < deadline) await delay(50)
  for (const pid of ours.filter(isAlive)) process.kill(pid, 'SIGKILL')
}

/** The Redis that keeps its data in this folder; it runs before there is a run file. Its working directory is that folder. */
async function findRedisIn(folder: string): Promise<number[]> {
  try {
    const pid = Number(await readFile(pidFileOf(folder), 'utf8'))
    return (await realpath(`/proc/${pid}/cwd`)) === (await realpath(folder)) ? [pid] : []
  } catch {
    return []
  }
}

async function isOurs(pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return /redis-server|mongod|leave-with-parent/.test(commandLine)
}

/** The run file of a start that runs or was killed; undefined when the last start ended properly. */
async function readLastRun(dataDir: string): Promise<RunFile | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as RunFile
  } catch {
    return undefined
  }
}
