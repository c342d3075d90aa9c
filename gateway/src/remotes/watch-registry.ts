import { watch } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { type FastifyBaseLogger } from 'fastify'
import { REGISTRY_FILE } from './load-site'

/** The newest usable state of the registry file. */
export interface RegistryWatch<T> {
  current(): T
  /** Looks whether the file has changed, at most once a second; does not wait for it. */
  check(): void
  /** Resolves when the file as it is now has been looked at. */
  settled(): Promise<void>
  close(): Promise<void>
}

const CHECK_EVERY_MS = 1000
const UNUSABLE = 'unusable'

/**
 * Loads now and again whenever the file changes, and is told what was there before; a state that cannot be loaded is logged and the last one stays.
 * @throws Error with a sentence when there is nothing usable to begin with
 */
export async function watchRegistry<T>(
  folder: string,
  load: (before?: T) => Promise<T>,
  log: FastifyBaseLogger,
): Promise<RegistryWatch<T>> {
  const file = path.join(folder, REGISTRY_FILE)
  let seen = await stampOf(file)
  let current = await loadFirst(file, load)
  let checkedAt = Date.now()
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function reloadIfChanged(): Promise<void> {
    do {
      isAskedAgain = false
      // Taken before reading: a change in between is seen the next time.
      const stamp = await stampOf(file)
      if (stamp === seen) continue
      seen = stamp
      try {
        current = await load(current)
        log.info('registry read again')
      } catch (err) {
        // What it names may still be on its way: the next look tries again.
        seen = UNUSABLE
        log.error({ err }, 'registry cannot be used, the last good one stays')
      }
    } while (isAskedAgain)
  }

  function look(): void {
    checkedAt = Date.now()
    isAskedAgain = true
    running ??= reloadIfChanged().finally(() => (running = undefined))
  }

  // The folder, because a file replaced by renaming is another file.
  const watcher = watch(folder, { persistent: false }, look)
  watcher.on('error', (err) => log.warn({ err }, 'registry is not watched, only looked at'))
  return {
    current: () => current,
    check() {
      if (Date.now() - checkedAt > CHECK_EVERY_MS) look()
    },
    async settled() {
      look()
      await running
    },
    async close() {
      watcher.close()
      await running
    },
  }
}

async function loadFirst<T>(file: string, load: () => Promise<T>): Promise<T> {
  try {
    // A folder without a registry is one nothing was deployed to; without the folder something is wrong.
    await access(path.dirname(file))
    return await load()
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(`${file} cannot be used (${reason}): is MF_DIR the folder apps are published in?`)
  }
}

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'missing'
}
