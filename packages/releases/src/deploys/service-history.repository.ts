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
  const newestOf = (service: string) => model.find({ service }).sort({ _id: -1 }).lean()
  return {
    async add(service: string, entry: ServiceEntry): Promise<void> {
      await model.create({ service, entry })
      const [dropped] = await newestOf(service).skip(MAX_HISTORY).limit(1)
      if (dropped) await model.deleteMany({ service, _id: { $lte: dropped._id } })
    },

    /** Newest first. */
    of: async (service: string): Promise<ServiceEntry[]> =>
      (await newestOf(service).limit(MAX_HISTORY)).map(({ entry }) => entry),
  }
}
