import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Command, runCommand, type SharedPlatform, startPlatform, stopPlatform } from './platform'

const started = globalThis as typeof globalThis & { offquadPlatforms?: Command[] }

/** Starts a platform from scratch, like a newcomer would, for each worker of the run, whose suites share it one after the other. */
async function startSharedPlatforms({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  // Some suites start their own platform on databases which two platforms cannot share.
  if (process.env.E2E_PLATFORM === 'none') return
  // Once: otherwise one platform would start what another is building.
  const build = runCommand(['build'])
  const { code } = await build.result
  if (code !== 0) throw new Error(build.output())
  const starting = Array.from({ length: maxWorkers }, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-e2e-'))
    // Workers in processes of their own, as in production: suites kill them, and their Redis users reach fewer queues.
    const { command, url } = await startPlatform(dataDir, { environment: { RUN_JOBS_IN: 'worker' } })
    return { command, platform: { url, dataDir } satisfies SharedPlatform }
  })
  const outcomes = await Promise.allSettled(starting)
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await Promise.all(running.map(({ command }) => stopPlatform(command)))
    throw failed.reason
  }
  started.offquadPlatforms = running.map(({ command }) => command)
  process.env.OFFQUAD_E2E_PLATFORMS = JSON.stringify(running.map(({ platform }) => platform))
}

export default startSharedPlatforms
