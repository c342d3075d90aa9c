import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable } from 'node:stream'
import { CommandFailure } from '../command-failure'
import { commandBeganAt, environment, REPOSITORY } from '../config'
import { LEAVE_WITH_PARENT } from './supervise'

export const BUILD_STEP = 'start:build'
export const FIRST_DATA_STEP = 'start:first-data'

export interface Step {
  /**
   * The next line that it prints.
   * @throws CommandFailure when it ended before; it has said why
   */
  nextLine(): Promise<string>
  /** Waits for its end. @throws CommandFailure when it failed; it has said why */
  finish(): Promise<void>
  /** Ends it, unless it has ended. */
  stop(): Promise<unknown>
}

/**
 * Runs a step of the start command in a process of its own, because compilers and pictures need memory that this process
 * would keep for as long as the platform runs.
 */
export function startStep(name: string, args: string[], signal: AbortSignal): Step {
  const stopping = new AbortController()
  const command = path.join(REPOSITORY, 'tools/cli/bootstrap.mjs')
  const child = spawn(process.execPath, [...LEAVE_WITH_PARENT, command, name, ...args], {
    cwd: REPOSITORY,
    env: { ...environment(), COMMAND_BEGAN_AT_MS: String(commandBeganAt()) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    signal: AbortSignal.any([signal, stopping.signal]),
  })
  // Stopping the process emits an error as well as its exit, which is handled below.
  child.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]()
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const failure = () => new CommandFailure('Offquad was not started.')
  return {
    async nextLine() {
      const line = await lines.next()
      if (line.done) throw failure()
      return line.value
    },
    async finish() {
      if ((await exited) !== 0) throw failure()
    },
    stop() {
      stopping.abort()
      return exited
    },
  }
}
