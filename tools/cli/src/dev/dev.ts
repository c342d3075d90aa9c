import { rm } from 'node:fs/promises'
import path from 'node:path'
import { watchService } from '@offquad/build-kit/service'
import { CommandFailure } from '../command-failure'
import { dataDirectory, REPOSITORY } from '../config'
import { findSlices } from '../new/find-slices'
import { say } from '../terminal'
import { restartService } from './restart-service'

/**
 * Watch mode of a service: builds it after every change and restarts it in the running platform. Build errors are printed,
 * and the platform keeps the last good build. Runs until it receives SIGINT or SIGTERM.
 */
export async function dev(): Promise<void> {
  const folder = path.basename(process.cwd())
  const service = findSlices(REPOSITORY).services.find((slice) => slice.folder === folder)
  if (!service)
    throw new CommandFailure(
      `${folder} is not a service: start this command with -w svc-<name>. For a frontend, npm run dev -w ${folder} serves it from your machine.`,
      2,
    )
  // From here on dist does not match the recorded hash: the next start has to build again.
  await rm(path.join(REPOSITORY, folder, 'dist/.build-hash'), { force: true })
  say(`Watching ${folder}. Stop with Ctrl-C.`)
  let restarting = Promise.resolve()
  const stopWatching = await watchService(path.join(REPOSITORY, folder), (errors) => {
    if (errors.length > 0)
      return say(`${errors.join('\n')}\n${folder} does not build; the last build keeps running.`)
    // Restarts are serialized: each must find the process that the last one started.
    restarting = restarting
      .then(() => restartService(service.folder, dataDirectory()))
      .catch((error: unknown) => say((error as Error).message))
  })
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await stopWatching()
  say(`Stopped watching ${folder}: a platform that runs it keeps its last build.`)
  process.exit(0)
}
