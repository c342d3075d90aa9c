import { type Canary, type LiveApp, type Registry } from '@offquad/contracts'
import { type FastifyBaseLogger } from 'fastify'
import { canaryTest } from '../pages/cohorts'
import { createPageRouter, type PageRouter } from '../pages/page-router'
import { type PageSettings } from '../pages/page-settings'
import { type StoredResponse, storeResponse } from '../sending/stored-response'
import { loadSite, readRegistry } from './load-site'
import { publishedOf } from './published-app'

/** One state of the registry, ready to be served. */
export interface LiveSite {
  apps: LiveApp[]
  registryResponse: StoredResponse
  /** Some visitors get other versions than the rest. */
  hasCanaries: boolean
  /** The pages of a visitor; a developer's may take their own slices. */
  pagesOf(cohort: number | undefined, isDeveloper?: boolean): PageRouter
}

interface LiveSiteDeps {
  folder: string
  pageSettings: PageSettings
  headers: Record<string, string>
  log: FastifyBaseLogger
  /** What is served now. */
  before?: Pick<LiveSite, 'apps'> | undefined
}

/** @throws Error with a sentence when the registry or the shell cannot be used */
export async function loadLiveSite(deps: LiveSiteDeps): Promise<LiveSite> {
  const { folder, pageSettings, headers, log, before } = deps
  const registry = await readRegistry(folder)
  // A site is empty before its first deploy, and never again.
  if (registry.apps.length === 0 && before && before.apps.length > 0) throw new Error('no app is published')
  const canaries = registry.apps.flatMap(({ canary }) => canary ?? [])
  const variants = await Promise.all(
    subsetsOf(canaries).map(async (tried) => {
      const site = await loadSite(folder, registryWith(registry, tried), log)
      // A canary is judged by few visitors: each of them counts.
      const settings = tried.length > 0 ? { ...pageSettings, reportShare: 1 } : pageSettings
      let ofDevelopers: PageRouter | undefined
      return {
        ofVisitors: createPageRouter(site, settings),
        ofDevelopers: () => (ofDevelopers ??= createPageRouter(site, { ...settings, allowsOverrides: true })),
      }
    }),
  )
  const tests = canaries.map(canaryTest)
  const body = Buffer.from(JSON.stringify({ apps: registry.apps }))
  return {
    apps: registry.apps,
    registryResponse: storeResponse(
      { status: 200, contentType: 'application/json; charset=utf-8', body },
      { ...headers, 'access-control-allow-origin': '*' },
    ),
    hasCanaries: canaries.length > 0,
    pagesOf(cohort, isDeveloper = false) {
      const bits = tests.reduce(
        (sum, test, index) => (cohort !== undefined && test(cohort) ? sum | (1 << index) : sum),
        0,
      )
      const variant = variants[bits]
      if (!variant)
        throw new Error(`there are ${variants.length} variants of the site, and no number ${bits}`)
      return isDeveloper ? variant.ofDevelopers() : variant.ofVisitors
    },
  }
}

/** Every choice of canaries; each stands at the number whose bits say which ones. There are as many apps as teams. */
const subsetsOf = (canaries: Canary[]): Canary[][] =>
  Array.from({ length: 1 << canaries.length }, (_, bits) =>
    canaries.filter((_canary, index) => bits & (1 << index)),
  )

const registryWith = (registry: Registry, tried: Canary[]): Registry => ({
  apps: registry.apps.map((app) => publishedOf(app.canary && tried.includes(app.canary) ? app.canary : app)),
})
