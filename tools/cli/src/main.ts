import { CommandFailure } from './command-failure'
import { BUILD_STEP, FIRST_DATA_STEP } from './start/run-step'
import { say } from './terminal'

type Command = (args: string[]) => Promise<void>

// Loaded on demand: the token command does not need the build.
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start/start')).start,
  test: async () => (await import('./test')).test,
  token: async () => (await import('./token')).token,
  role: async () => (await import('./role')).role,
  import: async () => (await import('./import')).runImport,
  build: async () => (await import('./build/build-apps')).build,
  deploy: async () => (await import('./deploy/deploy')).deploy,
  promote: async () => (await import('./deploy/deploy')).promote,
  rollback: async () => (await import('./deploy/deploy')).rollback,
  retire: async () => (await import('./deploy/deploy')).retire,
  list: async () => (await import('./deploy/deploy')).list,
  prune: async () => (await import('./deploy/deploy')).prune,
  new: async () => (await import('./new/new-slice')).newSlice,
  dev: async () => (await import('./dev/dev')).dev,
  release: async () => (await import('./release')).release,
  slices: async () => (await import('./new/write-deployment-files')).slices,
  backup: async () => (await import('./backup/backup')).backup,
  restore: async () => (await import('./backup/restore')).restore,
  check: async () => (await import('./scripts')).check,
  screens: async () => (await import('./scripts')).screens,
  conform: async () => (await import('./scripts')).conform,
  partitions: async () => (await import('./scripts')).partitions,
  bench: async () => (await import('./scripts')).bench,
}

/** Steps of `start`, each in a process of its own (see `run-step.ts`). */
const STEPS: typeof COMMANDS = {
  [BUILD_STEP]: async () => (await import('./start/build-and-deploy')).buildAndDeploy,
  [FIRST_DATA_STEP]: async () => (await import('./start/first-data')).loadFirstData,
}

/** Errors of packages whose messages say what to do. */
const EXPLAINED = new Set(['OperationFailure', 'DemoDataError', 'ServiceTrialError'])

/** Runs the command named by the first argument; a failure is reported by one sentence and the exit code. */
export async function main([name = '', ...args]: string[]): Promise<void> {
  const load = COMMANDS[name] ?? STEPS[name]
  if (!load) {
    say(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`)
    process.exitCode = 2
    return
  }
  try {
    await (
      await load()
    )(args)
  } catch (error) {
    const isExplained = error instanceof CommandFailure || EXPLAINED.has((error as Error).name)
    say(isExplained ? (error as Error).message : String((error as Error).stack ?? error))
    process.exitCode = error instanceof CommandFailure ? error.exitCode : 1
  }
}
