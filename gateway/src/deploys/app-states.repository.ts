import { ConflictError, isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AppState } from './app-state'
import { type AppStateDocument, appStateModel } from './app-state.model'

export type AppStatesRepository = ReturnType<typeof createAppStatesRepository>

/** Which versions are live, shared by all gateways. */
export function createAppStatesRepository(connection: Connection) {
  const model = appStateModel(connection)

  return {
    async list(): Promise<Map<string, AppState>> {
      return byApp(await model.find().sort({ _id: 1 }).lean())
    },

    async find(app: string): Promise<AppState | undefined> {
      const found = await model.findById(app).lean()
      return found ? stateOf(found) : undefined
    },

    /** Those of which a version is being tried. */
    async listTried(): Promise<Map<string, AppState>> {
      return byApp(await model.find({ canary: { $ne: null } }).lean())
    },

    /**
     * Changes the state of an app to what `change` makes of it; returning the same state changes nothing.
     * @throws ConflictError when somebody else was faster
     */
    async change(app: string, change: (state: AppState | undefined) => AppState): Promise<AppState> {
      const found = await model.findById(app).lean()
      if (!found) {
        const created = change(undefined)
        await model.create({ _id: app, ...created, revision: 1 }).catch(refuseDuplicate)
        return created
      }
      const state = stateOf(found)
      const next = change(state)
      if (next === state) return state
      const { matchedCount } = await model.updateOne(
        { _id: app, revision: found.revision },
        { $set: { ...next, revision: found.revision + 1 } },
      )
      if (matchedCount === 0) throw overtaken()
      return next
    },
  }
}

const stateOf = ({ stable, canary, previous, localVersion, history }: AppStateDocument): AppState => ({
  ...{ stable, canary, previous, localVersion, history },
})

const byApp = (found: AppStateDocument[]): Map<string, AppState> =>
  new Map(found.map((document) => [document._id, stateOf(document)]))

const overtaken = () =>
  new ConflictError('overtaken', 'Somebody else changed this app in the same moment: look and try again.')

function refuseDuplicate(error: unknown): never {
  throw isDuplicateKey(error) ? overtaken() : error
}
