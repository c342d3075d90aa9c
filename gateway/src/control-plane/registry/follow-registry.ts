import { type FastifyBaseLogger } from 'fastify'

/** What a gateway has loaded of the registry. */
export interface RegistryFollower<T> {
  current(): T
  /** Resolves when the current registry has been loaded, or has failed to load. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface RegistrySource<T> {
  load(before?: T): Promise<T>
  /** Whether it was loaded completely; if not, files may still be on their way, and it is loaded again soon. */
  isWhole(loaded: T): boolean
  /** Changes with the registry. */
  revision(): number
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

const RETRY_MS = 1000

/** Loads once, then again on every change. When loading fails, the failure is logged and the last state stays. */
export async function followRegistry<T>(source: RegistrySource<T>): Promise<RegistryFollower<T>> {
  const { load, isWhole, revision, log } = source
  let seen = revision()
  let current = await load()
  let isComplete = isWhole(current)
  let running: Promise<void> | undefined
  let isRequested = false

  async function reloadWhileRequested(): Promise<void> {
    do {
      isRequested = false
      // Taken before loading: a change in between is noticed next time.
      const found = revision()
      if (found === seen && isComplete) continue
      try {
        const before = current
        current = await load(before)
        seen = found
        isComplete = isWhole(current)
        if (current !== before) log.info('registry reloaded')
      } catch (err) {
        isComplete = false
        log.error({ err }, 'loading the registry failed; keeping the last state')
      }
    } while (isRequested)
    // In the same turn as the last read of the flag: a request in between would be lost.
    running = undefined
  }

  function reload(): Promise<void> {
    isRequested = true
    // Not at once: where nothing has changed it would end before it is assigned.
    return (running ??= Promise.resolve().then(reloadWhileRequested))
  }

  const retries = setInterval(() => {
    if (!isComplete) void reload()
  }, RETRY_MS).unref()
  return {
    current: () => current,
    settled: reload,
    async close() {
      clearInterval(retries)
      await running
    },
  }
}
