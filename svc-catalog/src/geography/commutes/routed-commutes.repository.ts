import { createHash } from 'node:crypto'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type Ways } from '../../catalog/catalog'
import { type Router } from '../router'
import { keyOf } from './way'

/** One request to the router: recorded before it is sent, and completed by its result. */
interface RoutedDocument {
  _id: string
  /** The router and the ways: 'osrm walk 42.4440,-76.4826' */
  ways: string
  origins: string[]
  /** In the order of the origins; null without a route. Absent until the router has responded. */
  minutes?: (number | null)[]
  requestedAt: Date
}

// The same as for geocoded coordinates.
const KEPT_SECONDS = 30 * 24 * 3600

const schema = documentSchema<RoutedDocument>({
  _id: required.text,
  ways: required.text,
  origins: { type: [String], required: true },
  minutes: { type: [Number], default: undefined },
  requestedAt: required.date,
})
schema.index({ ways: 1 })
schema.index({ requestedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type RoutedCommutesRepository = ReturnType<typeof createRoutedCommutesRepository>

/**
 * Commutes that a router has returned, by rounded origin and destination. A request is recorded before it is sent: if the
 * process is killed in between, its result is lost, and it is not sent again until `forgetLost`.
 */
export function createRoutedCommutesRepository(connection: Connection) {
  const model = connection.model('RoutedCommutes', schema, 'routedCommutes')
  const nameOf = (router: Router['id'], ways: Ways) => `${router} ${keyOf(ways)}`

  return {
    /** Minutes by origin; null without a route, undefined while the router has not responded, or never will. */
    async find(router: Router['id'], ways: Ways): Promise<Map<string, number | null | undefined>> {
      const requests = await model.find({ ways: nameOf(router, ways) }).lean()
      return new Map(
        requests.flatMap(({ origins, minutes }) =>
          origins.map((origin, index) => [origin, minutes && (minutes[index] ?? null)] as const),
        ),
      )
    },

    /** Records a request that is about to be sent. @returns its id; undefined if another process has recorded it */
    async begin(
      router: Router['id'],
      ways: Ways,
      { origins, now }: { origins: string[]; now: Date },
    ): Promise<string | undefined> {
      const name = nameOf(router, ways)
      const digest = createHash('sha256').update(origins.join(' ')).digest('hex').slice(0, 24)
      const _id = `${name} ${digest}`
      const recording = model.create({ _id, ways: name, origins, requestedAt: now })
      const recorded = await onDuplicateKey(recording, () => undefined)
      return recorded && _id
    },

    /** Deletes requests from before this time that have no result, so that they may be sent again. */
    async forgetLost(router: Router['id'], ways: Ways, before: Date): Promise<void> {
      await retryOnFailover(() =>
        model.deleteMany({
          ways: nameOf(router, ways),
          minutes: { $exists: false },
          requestedAt: { $lt: before },
        }),
      )
    },

    async finish(id: string, minutes: (number | null)[]): Promise<void> {
      await retryOnFailover(() => model.updateOne({ _id: id }, { $set: { minutes } }))
    },

    /** Deletes a request that the router did not process, so that it may be sent again. */
    release: (id: string) => retryOnFailover(() => model.deleteOne({ _id: id })),
  }
}
