import { type Connection, Schema } from 'mongoose'
import { type AppState } from './app-state'
import { type Preview } from './site-state'

export type NamedAppState = AppState & { name: string }

export interface SiteStateDocument {
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

export const siteStateModel = (connection: Connection) => connection.model('SiteState', schema, 'site')
