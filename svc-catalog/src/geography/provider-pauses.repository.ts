import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type ProviderError, type ProviderFailure } from './provider-request'

/** During a pause no process of the service sends requests to the provider. */
export interface ProviderPause {
  until: Date
  reason: string
}

interface PauseDocument extends ProviderPause {
  /** 'geocoding' */
  _id: string
  failures: number
  /** The provider's settings at the time: the pause does not apply to other settings. */
  settings: string
}

const schema = documentSchema<PauseDocument>({
  _id: required.text,
  until: required.date,
  failures: required.number,
  reason: required.text,
  settings: { type: String, default: '' },
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses double with each failure, from the first to the longest. */
const PAUSES: Record<ProviderFailure, { firstMs: number; longestMs: number }> = {
  denied: { firstMs: 15 * MINUTE, longestMs: 6 * HOUR },
  quota: { firstMs: MINUTE, longestMs: 6 * HOUR },
  unavailable: { firstMs: 5 * SECOND, longestMs: 10 * MINUTE },
  rejected: { firstMs: 0, longestMs: 0 },
}

export type ProviderPausesRepository = ReturnType<typeof createProviderPausesRepository>

/** Pauses of providers after failures, for all processes of the service; stored, so that they survive restarts. */
export function createProviderPausesRepository(connection: Connection) {
  const model = connection.model('ProviderPause', schema, 'providerPauses')

  return {
    /** @param provider its `settings`: a pause of other settings does not apply */
    async find(
      name: string,
      { settings }: { settings: string },
      now: Date,
    ): Promise<ProviderPause | undefined> {
      const pause = await model.findOne({ _id: name, settings, until: { $gt: now } }).lean()
      return pause ? { until: pause.until, reason: pause.reason } : undefined
    },

    /** @returns the duration in ms */
    async pause(
      name: string,
      { settings }: { settings: string },
      { error: { failure, message, retryAfterMs }, now }: { error: ProviderError; now: Date },
    ): Promise<number> {
      const last = await model.findOne({ _id: name, settings }).lean()
      const failures = (last?.failures ?? 0) + 1
      const { firstMs, longestMs } = PAUSES[failure]
      const ms = retryAfterMs ?? Math.min(firstMs * 2 ** (failures - 1), longestMs)
      const until = new Date(now.getTime() + ms)
      await model.updateOne(
        { _id: name },
        { $set: { settings, failures, until, reason: message } },
        { upsert: true },
      )
      return ms
    },

    /** Ends the pause, after a successful request or on an administrator's request. */
    clear: (name: string) => retryOnFailover(() => model.deleteOne({ _id: name })),
  }
}
