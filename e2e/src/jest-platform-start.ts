import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Command, startPlatform } from './platform'

const started = globalThis as typeof globalThis & { offquadPlatform?: Command }

/** Starts one platform from scratch for the whole run, like a newcomer would. */
async function startSharedPlatform(): Promise<void> {
  // Of suites that start their own on databases which two platforms cannot share.
  if (process.env.E2E_PLATFORM === 'none') return
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-e2e-'))
  const { command, url } = await startPlatform(dataDir)
  started.offquadPlatform = command
  process.env.OFFQUAD_E2E_URL = url
  process.env.OFFQUAD_E2E_DATA_DIR = dataDir
}

export default startSharedPlatform
