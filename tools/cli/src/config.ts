import { existsSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from './command-failure'

/** The repository's root: the folder of the commands' entry, found from the working directory upwards. */
export const REPOSITORY = findRepository(process.cwd())

function findRepository(folder: string): string {
  if (existsSync(path.join(folder, 'tools/cli/bootstrap.mjs'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error(`${process.cwd()} is not inside the repository`)
  return findRepository(parent)
}

/** Absolute path of the folder with the platform's data: DATA_DIR, or .data beside the code. */
export const dataDirectory = (): string => path.resolve(REPOSITORY, process.env.DATA_DIR || '.data')

export const gatewayPort = (): string => process.env.PORT || '8080'

/** Port of the stand-in for Google; 0 for a free port. */
export const devIdentityPort = (): number => Number(process.env.DEV_IDENTITY_PORT || 0)

/** Whether the first start loads the demo data; `DEMO_DATA=none` starts with an empty site. */
export const wantsDemoData = (): boolean => process.env.DEMO_DATA !== 'none'

/**
 * Says whether services with a worker run their jobs themselves, or in their workers as in production.
 * @throws CommandFailure for any other value
 */
export function jobsRunIn(): 'service' | 'worker' {
  const { RUN_JOBS_IN = '' } = process.env
  if (RUN_JOBS_IN === '' || RUN_JOBS_IN === 'service') return 'service'
  if (RUN_JOBS_IN === 'worker') return 'worker'
  throw new CommandFailure(`RUN_JOBS_IN must be "service" or "worker", not "${RUN_JOBS_IN}".`)
}

/**
 * When this command began, in milliseconds since 1970. A step of `npm start` is told; any other process began long before its
 * modules were loaded where it had to install packages first.
 */
export const commandBeganAt = (): number => Number(process.env.COMMAND_BEGAN_AT_MS ?? performance.timeOrigin)

/** Settings that replace the embedded stores, and those that are passed to the processes. */
export const environment = (): NodeJS.ProcessEnv => process.env

/** The platform that an import goes to, unless it is the running one. */
export const remotePlatform = (): { url: string; token: string } | undefined => {
  const { OFFQUAD_URL: url, OFFQUAD_TOKEN: token } = process.env
  return url && token ? { url, token } : undefined
}

/** The CI run this command is part of, and who started it; undefined on a person's machine. */
export const ciRun = (): { actor: string; url: string } | undefined => {
  const { GITHUB_ACTIONS, GITHUB_ACTOR, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = process.env
  return GITHUB_ACTIONS === 'true'
    ? {
        actor: GITHUB_ACTOR ?? 'CI',
        url: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`,
      }
    : undefined
}
