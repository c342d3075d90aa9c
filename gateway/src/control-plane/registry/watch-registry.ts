import { watch } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { type FastifyBaseLogger } from 'fastify'
import { REGISTRY_FILE } from './registry-file'

/** The newest state of the registry. */
export interface RegistryWatch<T> {
  current(): T
  /** Looks whether the registry has changed, at most once a second; does not wait for it. */
  check(): void
  /** Resolves when the registry as it is now has been looked at. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface RegistrySource<T> {
  folder: string
  load(before?: T): Promise<T>
  /** Whether it was loaded whole; what it lacks may still be on its way, so it is loaded again at the next look. */
  isWhole(loaded: T): boolean
  /** Changes with what is loaded beside the file. */
  revision(): number
  log: FastifyBaseLogger
}

const CHECK_EVERY_MS = 1000
const INCOMPLETE = 'incomplete'

/**
 * Loads once, then again on every change; a state that cannot be loaded is logged and the last one stays.
 * @throws Error with a sentence when there is no such folder
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
  let isLookRequested = false

  async function reloadWhileRequested(): Promise<void> {
    do {
      isLookRequested = false
      // Taken before reading: a change in between is seen the next time.
      const found = await stamp()
      if (found === seen) continue
      try {
        const before = current
        current = await load(before)
        seen = isWhole(current) ? found : INCOMPLETE
        if (current !== before) log.info('registry loaded again')
      } catch (err) {
        seen = INCOMPLETE
        log.error({ err }, 'registry cannot be loaded, the last one stays')
      }
    } while (isLookRequested)
    // In the same turn as the last look at the flag: a request in between would be lost.
    running = undefined
  }

  function look(): void {
    checkedAt = Date.now()
    isLookRequested = true
    running ??= reloadWhileRequested()
  }

  // The folder, because a file replaced by renaming is another file.
  const watcher = watch(folder, { persistent: false }, (_event, name) => {
    if (name === null || name === REGISTRY_FILE) look()
  })
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
