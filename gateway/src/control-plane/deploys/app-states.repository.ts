import { setTimeout as delay } from 'node:timers/promises'
import { ConflictError, isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AppState } from './app-state'
import { EMPTY_SITE, type SiteState, withApp } from './site-state'
import {
  type NamedAppState,
  oldAppModel,
  type OldAppDocument,
  type SiteStateDocument,
  siteStateModel,
} from './site-state.model'

export type AppStatesRepository = ReturnType<typeof createAppStatesRepository>

const ATTEMPTS = 10
const LONGEST_PAUSE_MS = 50

/** Which versions are live, shared by all gateways. */
export function createAppStatesRepository(connection: Connection) {
  const model = siteStateModel(connection)
  const oldModel = oldAppModel(connection)

  async function read(): Promise<{ site: SiteState; revision: number }> {
    const found = await model.findById('site').lean()
    return found ? { site: siteOf(found), revision: found.revision } : { site: EMPTY_SITE, revision: 0 }
  }

  /** Whether the site is unchanged since that revision. */
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
   * Changes the site to what `change` makes of it; returning the same site changes nothing. Where somebody else was
   * faster, `change` is called again with what they made of it.
   * @throws ConflictError when others are faster ten times
   */
  async function changeSite(change: (site: SiteState) => SiteState | Promise<SiteState>): Promise<SiteState> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { site, revision } = await read()
      const next = await change(site)
      if (next === site || (await write(next, revision))) return next
      await delay(Math.random() * LONGEST_PAUSE_MS * attempt)
    }
    throw new ConflictError('overtaken', 'Others kept changing the site in the same moment: try again.')
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

    /** Those of which a version is being tried. */
    async listTried(): Promise<Map<string, AppState>> {
      return new Map([...(await read()).site.apps].filter(([, { canary }]) => canary))
    },

    /**
     * Changes the state of one app, without checking how it fits the others.
     * @throws ConflictError when others are faster ten times
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

    /** Takes over what gateways of before the site's document have written: when it is newer, it happened later. */
    async importOldApps(): Promise<void> {
      const documents = await oldModel.find().lean<OldAppDocument[]>()
      const isNews = (site: SiteState) => (document: OldAppDocument) => {
        const known = site.apps.get(document._id) ?? site.retired.get(document._id)
        return !known || newestDate(document) > newestDate(known)
      }
      if (documents.length === 0 || !documents.some(isNews((await read()).site))) return
      await changeSite((site) =>
        documents
          .filter(isNews(site))
          .reduce((next, document) => withApp(next, document._id, importedState(document, site)), site),
      )
    },
  }
}

const newestDate = ({ history }: Pick<AppState, 'history'>): string => history[0]?.date ?? ''

const importedState = (document: OldAppDocument, { apps, retired }: SiteState): AppState => ({
  stable: document.stable,
  canary: document.canary,
  previous: document.previous,
  localVersion: document.localVersion,
  bad: (apps.get(document._id) ?? retired.get(document._id))?.bad ?? [],
  history: document.history,
})

const siteOf = ({ apps, retired, previews }: SiteStateDocument): SiteState => ({
  apps: byName(apps),
  retired: byName(retired),
  previews,
})

const byName = (states: NamedAppState[]): Map<string, AppState> =>
  new Map(states.map(({ name, ...state }) => [name, state]))

const documentOf = ({ apps, retired, previews }: SiteState): Omit<SiteStateDocument, '_id' | 'revision'> => ({
  apps: named(apps),
  retired: named(retired),
  previews: [...previews],
})

const named = (states: ReadonlyMap<string, AppState>): NamedAppState[] =>
  [...states].map(([name, state]) => ({ name, ...state }))
