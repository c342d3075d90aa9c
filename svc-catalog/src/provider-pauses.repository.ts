import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type ProviderError, type ProviderFailure } from './provider-request'

/** While one is in force no process of the service sends requests to the provider. */
export interface ProviderPause {
  until: Date
  failures: number
  reason: string
}

interface PauseDocument extends ProviderPause {
  /** 'geocoding' */
  _id: string
  /** The provider's, at the time: with other settings it is another provider. */
  settings: string
}

const schema = new Schema<PauseDocument>(
  {
    _id: { type: String, required: true },
    until: { type: Date, required: true },
    failures: { type: Number, required: true },
    reason: { type: String, required: true },
    settings: { type: String, default: '' },
  },
  { versionKey: false },
)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses grow by the power of two, from the first to the longest. */
const PAUSES: Record<ProviderFailure, { firstMs: number; longestMs: number }> = {
  denied: { firstMs: 15 * MINUTE, longestMs: 6 * HOUR },
  quota: { firstMs: MINUTE, longestMs: 6 * HOUR },
  unavailable: { firstMs: 5 * SECOND, longestMs: 10 * MINUTE },
  rejected: { firstMs: 0, longestMs: 0 },
}

export type ProviderPauses = ReturnType<typeof createProviderPausesRepository>

/** What keeps all processes of the service from asking a provider that refuses: in the database, so that it outlives them. */
export function createProviderPausesRepository(connection: Connection) {
  const model = connection.model('ProviderPause', schema, 'providerPauses')

  return {
    /** @param provider its `settings`: other settings are not paused */
    async find(name: string, { settings }: { settings: string }): Promise<ProviderPause | undefined> {
      const found = await model.findOne({ _id: name, settings, until: { $gt: new Date() } }).lean()
      return found ? { until: found.until, failures: found.failures, reason: found.reason } : undefined
    },

    /** @returns how long it is */
    async pause(
      name: string,
      { settings }: { settings: string },
      { failure, message, retryAfterMs }: ProviderError,
    ): Promise<number> {
      const known = await model.findOne({ _id: name, settings }).lean()
      const failures = (known?.failures ?? 0) + 1
      const { firstMs, longestMs } = PAUSES[failure]
      const ms = retryAfterMs ?? Math.min(firstMs * 2 ** (failures - 1), longestMs)
      const until = new Date(Date.now() + ms)
      await model.updateOne(
        { _id: name },
        { $set: { settings, failures, until, reason: message } },
        { upsert: true },
      )
      return ms
    },

    /** The provider has answered, or an administrator wants it to be asked again. */
    async clear(name: string): Promise<void> {
      await retryOnFailover(() => model.deleteOne({ _id: name }))
    },
  }
}
