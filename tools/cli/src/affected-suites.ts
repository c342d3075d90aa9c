import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './config'

const CRUISER = path.join(REPOSITORY, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const FOLDERS = ['shell', 'gateway', 'mfe-*', 'svc-*', 'packages', 'tools', 'e2e', 'bench', 'deploy/test']
/** One of each kind through the whole product, as `npm test` runs them. */
export const JOURNEYS = ['access', 'account', 'admin', 'browse']
/** Sources of pages: journeys in a browser cover them, although no suite imports them. */
const IN_BROWSERS = /^(shell|mfe-[a-z]+|packages\/(ui|web-kit))\/src\//
const MAX_OUTPUT_BYTES = 100_000_000

/** Files of tests, from the repository's root. */
export interface AffectedSuites {
  suites: string[]
  /** They need the whole product and a browser. */
  inABrowser: string[]
}

/**
 * The tests that import what has changed, directly or not, across slices: jest's own search ends at the folder of each project.
 * @param changed options of dependency-cruiser that name it: `--affected main` for what differs from main
 */
export async function affectedSuites(changed: string[]): Promise<AffectedSuites> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CRUISER, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...changed, ...FOLDERS],
    { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT_BYTES },
  ).catch((error: unknown) => {
    // A broken import rule is an exit code of its own, and `npm run check` says which.
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return { stdout }
  })
  const { modules } = JSON.parse(stdout) as { modules: { source: string }[] }
  const sources = modules.map(({ source }) => source)
  const tests = sources.filter((source) => /\.test\.[cm]?tsx?$/.test(source))
  const isInABrowser = (source: string) => source.startsWith('e2e/specs/')
  const journeys = sources.some((source) => IN_BROWSERS.test(source))
    ? JOURNEYS.map((name) => `e2e/specs/${name}.test.ts`)
    : []
  return {
    suites: tests.filter((source) => !isInABrowser(source)),
    inABrowser: [...new Set([...journeys, ...tests.filter(isInABrowser)])],
  }
}
