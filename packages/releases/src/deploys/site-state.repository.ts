import { setTimeout as delay } from 'node:timers/promises'
import { ConflictError, onDuplicateKey } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type AppState } from './app-state'
import { EMPTY_SITE, type Preview, type SiteState } from './site-state'

type NamedAppState = AppState & { name: string }

interface SiteStateDocument {
  _id: 'site'
  /** Incremented by every change, so that only one of two concurrent changes is applied. */
  revision: number
  apps: NamedAppState[]
  retired: NamedAppState[]
  previews: Preview[]
}

const schema = new Schema<SiteStateDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    apps: [Schema.Types.Mixed],
    retired: [Schema.Types.Mixed],
    previews: [Schema.Types.Mixed],
  },
  { versionKey: false, strict: 'throw', minimize: false },
)

export type SiteStateRepository = ReturnType<typeof createSiteStateRepository>

const ATTEMPTS = 10
const MAX_BACKOFF_MS = 50

/** Stores which versions are live, for all gateways. */
export function createSiteStateRepository(connection: Connection) {
  const model = connection.model('SiteState', schema, 'site')

  async function read(): Promise<{ site: SiteState; revision: number }> {
    const stored = await model.findById('site').lean()
    if (!stored) return { site: EMPTY_SITE, revision: 0 }
    const { apps, retired, previews, revision } = stored
    return { site: { apps: byName(apps), retired: byName(retired), previews }, revision }
  }

  /** Writes the site unless it has changed since that revision. @returns whether it was written */
  async function write({ apps, retired, previews }: SiteState, revision: number): Promise<boolean> {
    const content = {
      apps: named(apps),
      retired: named(retired),
      previews: [...previews],
      revision: revision + 1,
    }
    if (revision > 0)
      return (await model.updateOne({ _id: 'site', revision }, { $set: content })).matchedCount > 0
    const creating = model.create({ _id: 'site', ...content }).then(() => true)
    return onDuplicateKey(creating, () => false)
  }

  return {
    readSite: async (): Promise<SiteState> => (await read()).site,

    /**
     * Applies `change` to the site; returning the same site changes nothing. On a concurrent change, `change` is called again
     * with the new site.
     * @throws ConflictError after ten attempts that were overtaken by other changes
     */
    async changeSite(change: (site: SiteState) => SiteState | Promise<SiteState>): Promise<SiteState> {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const { site, revision } = await read()
        const next = await change(site)
        if (next === site || (await write(next, revision))) return next
        await delay(Math.random() * MAX_BACKOFF_MS * attempt)
      }
      throw new ConflictError(
        'overtaken',
        'The site was changed by others at the same time. Please try again.',
      )
    },
  }
}

const byName = (states: NamedAppState[]): Map<string, AppState> =>
  new Map(states.map(({ name, ...state }) => [name, state]))

const named = (states: ReadonlyMap<string, AppState>): NamedAppState[] =>
  [...states].map(([name, state]) => ({ name, ...state }))
