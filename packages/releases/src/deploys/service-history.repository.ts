import { type ServiceEntry } from '@offquad/contracts'
import { documentSchema, required } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

const MAX_HISTORY = 50

const schema = documentSchema<{ service: string; entry: ServiceEntry }>({
  service: required.text,
  entry: { type: Schema.Types.Mixed, required: true },
})
schema.index({ service: 1, _id: -1 })

/** Stores which versions services had, for all gateways. */
export function createServiceHistoryRepository(connection: Connection) {
  const model = connection.model('ServiceHistory', schema, 'service-history')
  return {
    add: (service: string, entry: ServiceEntry): Promise<unknown> => model.create({ service, entry }),

    /** Newest first. */
    async of(service: string): Promise<ServiceEntry[]> {
      const latest = await model.find({ service }).sort({ _id: -1 }).limit(MAX_HISTORY).lean()
      return latest.map(({ entry }) => entry)
    },
  }
}
