import { type VitalRating, type WebVital } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'

/** How many pages had which rating, by web vital. */
export type VitalCounts = Partial<Record<WebVital, Partial<Record<VitalRating, number>>>>

export interface TallyDocument {
  /** mfe-browse@2.1.0 2026-11-21T13:40 */
  _id: string
  app: string
  version: string
  minute: Date
  views: number
  failures: number
  vitals?: VitalCounts
}

const KEPT_SECONDS = 7 * 86_400

const text = { type: String, required: true }
const count = { type: Number, default: 0 }

const schema = new Schema<TallyDocument>(
  {
    _id: text,
    ...{ app: text, version: text, minute: { type: Date, required: true } },
    ...{ views: count, failures: count, vitals: Schema.Types.Mixed },
  },
  { versionKey: false, strict: 'throw' },
)

// Summed while a canary is tried, every few seconds.
schema.index({ app: 1, version: 1, minute: 1 })
schema.index({ minute: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export function tallyModel(connection: Connection) {
  return connection.model('Tally', schema, 'tallies')
}
