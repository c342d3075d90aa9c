import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './config'

const CRUISER = path.join(REPOSITORY, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const FOLDERS = ['shell', 'gateway', 'mfe-*', 'svc-*', 'packages', 'tools', 'e2e', 'bench', 'deploy/test']
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
  const tests = modules.map(({ source }) => source).filter((source) => /\.test\.[cm]?tsx?$/.test(source))
  const isInABrowser = (source: string) => source.startsWith('e2e/specs/')
  return {
    suites: tests.filter((source) => !isInABrowser(source)),
    inABrowser: tests.filter(isInABrowser),
  }
}
