import { watch } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { type FastifyBaseLogger } from 'fastify'
import { REGISTRY_FILE } from './registry-file'

/** The latest state of the registry. */
export interface RegistryWatch<T> {
  current(): T
  /** Checks in the background whether the registry has changed, at most once a second. */
  check(): void
  /** Resolves when the current registry has been loaded, or has failed to load. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface RegistrySource<T> {
  folder: string
  load(before?: T): Promise<T>
  /** Whether it was loaded completely; if not, files may still be on their way, and it is reloaded at the next check. */
  isWhole(loaded: T): boolean
  /** Changes with any input other than the file. */
  revision(): number
  log: FastifyBaseLogger
}

const CHECK_EVERY_MS = 1000
const INCOMPLETE = 'incomplete'

/**
 * Loads once, then again on every change. When loading fails, the failure is logged and the last state stays.
 * @throws Error with a message for the operator when there is no such folder
 */
export async function watchRegistry<T>(source: RegistrySource<T>): Promise<RegistryWatch<T>> {
  const { folder, load, isWhole, revision, log } = source
  const file = path.join(folder, REGISTRY_FILE)
  const stamp = async () => `${revision()} ${await stampOf(file)}`
  let seen = await stamp()
  let current = await loadFirst(file, load)
  if (!isWhole(current)) seen = INCOMPLETE
  let checkedAt = Date.now()
  let running: Promise<void> | undefined
  let isCheckRequested = false

  async function reloadWhileRequested(): Promise<void> {
    do {
      isCheckRequested = false
      // Taken before loading: a change in between is noticed at the next check.
      const found = await stamp()
      if (found === seen) continue
      try {
        const before = current
        current = await load(before)
        seen = isWhole(current) ? found : INCOMPLETE
        if (current !== before) log.info('registry reloaded')
      } catch (err) {
        seen = INCOMPLETE
        log.error({ err }, 'loading the registry failed; keeping the last state')
      }
    } while (isCheckRequested)
    // In the same turn as the last read of the flag: a request in between would be lost.
    running = undefined
  }

  function reload(): void {
    checkedAt = Date.now()
    isCheckRequested = true
    running ??= reloadWhileRequested()
  }

  // Watches the folder, because renaming a file over the old one replaces the watched inode.
  const watcher = watch(folder, { persistent: false }, (_event, name) => {
    if (name === null || name === REGISTRY_FILE) reload()
  })
  watcher.on('error', (err) => log.warn({ err }, 'watching the registry failed; polling it'))
  return {
    current: () => current,
    check() {
      if (Date.now() - checkedAt > CHECK_EVERY_MS) reload()
    },
    async settled() {
      reload()
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
    // Nothing has been deployed to a folder without a registry; a missing folder is a mistake.
    await access(path.dirname(file))
    return await load()
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(`${file} is unusable (${reason}): is MF_DIR the folder with the published apps?`)
  }
}

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'missing'
}
