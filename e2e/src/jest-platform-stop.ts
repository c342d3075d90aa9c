import { rm } from 'node:fs/promises'
import { type Command, stopPlatform } from './platform'

const started = globalThis as typeof globalThis & { offquadPlatform?: Command }

async function stopSharedPlatform(): Promise<void> {
  if (started.offquadPlatform) await stopPlatform(started.offquadPlatform)
  if (process.env.OFFQUAD_E2E_DATA_DIR)
    await rm(process.env.OFFQUAD_E2E_DATA_DIR, { recursive: true, force: true })
}

export default stopSharedPlatform
