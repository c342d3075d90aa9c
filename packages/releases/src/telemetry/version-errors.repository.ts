import { createHash } from 'node:crypto'
import { documentSchema, required } from '@offquad/service-kit'
import { type VersionError } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { withoutPersonalData } from './personal-data'

type VersionErrorRecord = Omit<VersionError, 'source' | 'first' | 'last'> & { first: Date; last: Date }

export type PendingError = Omit<VersionErrorRecord, 'first' | 'last'> & { app: string }

interface VersionErrorDocument extends VersionErrorRecord {
  _id: string
  app: string
}

/** Most records of a version; the ones that were seen last stay. */
const MAX_RECORDS = 50
const RETENTION_SECONDS = 14 * 86_400

const schema = documentSchema<VersionErrorDocument>({
  _id: required.text,
  app: required.text,
  version: required.text,
  route: required.text,
  path: String,
  kind: required.text,
  message: required.text,
  at: String,
  count: { type: Number, required: true },
  first: required.date,
  last: required.date,
})
schema.index({ app: 1, version: 1, last: -1 })
schema.index({ app: 1, last: -1 })
schema.index({ last: 1 }, { expireAfterSeconds: RETENTION_SECONDS })
// The same as for version metrics.
schema.set('autoCreate', false)

export type VersionErrorsRepository = ReturnType<typeof createVersionErrorsRepository>

/** Stores what fails with versions, summed over all gateways. */
export function createVersionErrorsRepository(connection: Connection) {
  const model = connection.model('VersionErrors', schema, 'version-errors')

  async function dropOldest({ app, version }: Pick<PendingError, 'app' | 'version'>): Promise<void> {
    const dropped = await model.find({ app, version }, { _id: 1 }).sort({ last: -1 }).skip(MAX_RECORDS).lean()
    if (dropped.length > 0) await model.deleteMany({ _id: { $in: dropped.map(({ _id }) => _id) } })
  }

  return {
    async add(errors: readonly PendingError[], now: Date): Promise<void> {
      if (errors.length === 0) return
      await model.bulkWrite(
        errors.map(({ count, ...error }) => {
          const about = { ...error, message: withoutPersonalData(error.message) }
          return {
            updateOne: {
              filter: { _id: idOf(about) },
              update: {
                $inc: { count },
                $set: { last: now },
                $setOnInsert: { ...about, first: now },
              },
              upsert: true,
            },
          }
        }),
        { ordered: false },
      )
      const versions = new Map(errors.map((error) => [`${error.app}@${error.version}`, error]))
      for (const version of versions.values()) await dropOldest(version)
    },

    /** The recent errors of an app's versions, most frequent first. */
    async of(app: string): Promise<VersionErrorRecord[]> {
      const recent = await model
        .find({ app }, { _id: 0, app: 0 })
        .sort({ last: -1 })
        .limit(4 * MAX_RECORDS)
        .lean()
      return recent.toSorted((a, b) => b.count - a.count)
    },
  }
}

function idOf({ app, version, route, kind, message, at = '' }: Omit<PendingError, 'count'>): string {
  const what = createHash('sha256').update([route, kind, message, at].join('\n')).digest('base64url')
  return `${app}@${version} ${what.slice(0, 16)}`
}
