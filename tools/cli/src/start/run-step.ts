import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { commandBeganAt, environment, REPOSITORY } from '../config'

export const PREPARE_STEP = 'start:prepare'
export const DEPLOY_STEP = 'start:deploy'
export const FIRST_DATA_STEP = 'start:first-data'

/**
 * Runs a step of the start command in a process of its own, because compilers and pictures need memory that this process
 * would keep for as long as the platform runs.
 * @returns what the step has printed
 * @throws CommandFailure when it failed; it has said why
 */
export async function runStep(name: string, args: string[], signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'tools/cli/bootstrap.mjs'), name, ...args], {
    cwd: REPOSITORY,
    env: { ...environment(), COMMAND_BEGAN_AT_MS: String(commandBeganAt()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new CommandFailure('Offquad was not started.')
  return output
}
