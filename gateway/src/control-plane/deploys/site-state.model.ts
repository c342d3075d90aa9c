import { type Connection, Schema } from 'mongoose'
import { type AppState } from './app-state'
import { type Preview } from './site-state'

/** Older gateways write it without the versions that were set aside. */
export type NamedAppState = Omit<AppState, 'setAside'> &
  Partial<Pick<AppState, 'setAside'>> & { name: string }

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

/** One document per app, as older gateways, which lack the site document, still write them. */
export interface OldAppDocument extends Omit<AppState, 'bad' | 'setAside'> {
  _id: string
}

const oldSchema = new Schema<OldAppDocument>(
  { _id: { type: String, required: true } },
  { versionKey: false, strict: false, minimize: false },
)

export const oldAppModel = (connection: Connection) => connection.model('OldAppState', oldSchema, 'apps')
