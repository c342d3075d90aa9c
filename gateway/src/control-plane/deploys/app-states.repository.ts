import { setTimeout as delay } from 'node:timers/promises'
import { ConflictError, isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AppState } from './app-state'
import { EMPTY_SITE, type SiteState, withApp } from './site-state'
import { type NamedAppState, type SiteStateDocument, siteStateModel } from './site-state.model'

export type AppStatesRepository = ReturnType<typeof createAppStatesRepository>

const ATTEMPTS = 10
const MAX_BACKOFF_MS = 50

/** Stores which versions are live, for all gateways. */
export function createAppStatesRepository(connection: Connection) {
  const model = siteStateModel(connection)

  async function read(): Promise<{ site: SiteState; revision: number }> {
    const found = await model.findById('site').lean()
    return found ? { site: siteOf(found), revision: found.revision } : { site: EMPTY_SITE, revision: 0 }
  }

  /** Writes the site unless it has changed since that revision. @returns whether it was written */
  async function write(site: SiteState, revision: number): Promise<boolean> {
    const content = { ...documentOf(site), revision: revision + 1 }
    if (revision > 0)
      return (await model.updateOne({ _id: 'site', revision }, { $set: content })).matchedCount > 0
    try {
      await model.create({ _id: 'site', ...content })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /**
   * Applies `change` to the site; returning the same site changes nothing. On a concurrent change, `change` is called again
   * with the new site.
   * @throws ConflictError after ten attempts that were overtaken by other changes
   */
  async function changeSite(change: (site: SiteState) => SiteState | Promise<SiteState>): Promise<SiteState> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { site, revision } = await read()
      const next = await change(site)
      if (next === site || (await write(next, revision))) return next
      await delay(Math.random() * MAX_BACKOFF_MS * attempt)
    }
    throw new ConflictError('overtaken', 'The site was changed by others at the same time. Please try again.')
  }

  return {
    changeSite,

    readSite: async (): Promise<SiteState> => (await read()).site,

    async list(): Promise<ReadonlyMap<string, AppState>> {
      return (await read()).site.apps
    },

    async find(app: string): Promise<AppState | undefined> {
      return (await read()).site.apps.get(app)
    },

    /**
     * Changes the state of one app without checking it against the others.
     * @throws ConflictError after ten attempts that were overtaken by other changes
     */
    async change(app: string, change: (state: AppState | undefined) => AppState): Promise<AppState> {
      let changed: AppState | undefined
      await changeSite((site) => {
        const state = site.apps.get(app)
        changed = change(state)
        return changed === state ? site : withApp(site, app, changed)
      })
      if (!changed) throw new Error(`the state of ${app} was not changed`)
      return changed
    },
  }
}

const siteOf = ({ apps, retired, previews }: SiteStateDocument): SiteState => ({
  apps: byName(apps),
  retired: byName(retired),
  previews,
})

const byName = (states: SiteStateDocument['apps']): Map<string, AppState> =>
  new Map(states.map(({ name, ...state }) => [name, state]))

const documentOf = ({ apps, retired, previews }: SiteState): Omit<SiteStateDocument, '_id' | 'revision'> => ({
  apps: named(apps),
  retired: named(retired),
  previews: [...previews],
})

const named = (states: ReadonlyMap<string, AppState>): NamedAppState[] =>
  [...states].map(([name, state]) => ({ name, ...state }))
