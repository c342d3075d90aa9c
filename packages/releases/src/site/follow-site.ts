import { coalesce } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type Site } from './load-site'

interface SiteSource {
  load(before?: Site): Promise<Site>
  /** The apps to load, as the same object until they change. */
  wanted(): unknown
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

const RETRY_MS = 1_000

export type SiteFollower = Awaited<ReturnType<typeof followSite>>

/**
 * Loads the site, reloads it when the wanted apps change, and retries soon when only a part could be loaded, because files may
 * still be arriving. When loading fails, the last site stays.
 */
export async function followSite({ load, wanted, log }: SiteSource) {
  const listeners: (() => void)[] = []
  let loaded = wanted()
  let current = await load()

  const reload = coalesce(async () => {
    const next = wanted()
    if (next === loaded && current.problems.length === 0) return
    try {
      const site = await load(current)
      loaded = next
      if (site === current) return
      current = site
      listeners.forEach((listener) => listener())
      log.info('registry reloaded')
    } catch (err) {
      log.error({ err }, 'loading the registry failed; keeping the last state')
    }
  })

  const retries = setInterval(() => void reload(), RETRY_MS).unref()
  return {
    current: () => current,
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Resolves when what is wanted now has been loaded, or has failed to load. */
    reload,
    async close() {
      clearInterval(retries)
      await reload()
    },
  }
}
