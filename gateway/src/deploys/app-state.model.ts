import { type Connection, Schema } from 'mongoose'
import { type AppState } from './app-state'

export interface AppStateDocument extends AppState {
  /** mfe-browse */
  _id: string
  /** Grows with every change: of two at once one wins. */
  revision: number
}

const schema = new Schema<AppStateDocument>(
  {
    _id: { type: String, required: true },
    stable: { type: Schema.Types.Mixed, required: true },
    canary: { type: Schema.Types.Mixed, default: null },
    previous: [Schema.Types.Mixed],
    localVersion: { type: String, default: null },
    history: [Schema.Types.Mixed],
    revision: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
)

export function appStateModel(connection: Connection) {
  return connection.model('AppState', schema, 'apps')
}
