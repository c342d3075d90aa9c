import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { addressKey } from '../postal-address'
import { type Candidate, type Geocoder } from './geocoder'

interface CachedGeocode {
  /** The provider and the normalized address: 'nominatim/304 college ave ithaca new york' */
  _id: string
  candidates: Candidate[]
  storedAt: Date
}

// The maximum that Google's terms allow for coordinates.
const KEPT_SECONDS = 30 * 24 * 3600

const schema = documentSchema<CachedGeocode>({
  _id: required.text,
  candidates: [{ _id: false, latitude: Number, longitude: Number, precision: String, label: String }],
  storedAt: required.date,
})
schema.index({ storedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type GeocodeCacheRepository = ReturnType<typeof createGeocodeCacheRepository>

/** Caches the results of providers, so that no address is sent twice. */
export function createGeocodeCacheRepository(connection: Connection) {
  const model = connection.model('Geocode', schema, 'geocodes')

  return {
    async find(provider: Geocoder['id'], address: string): Promise<Candidate[] | undefined> {
      const cached = await model.findById(keyOf(provider, address)).lean()
      return cached?.candidates
    },

    async save(provider: Geocoder['id'], address: string, candidates: Candidate[]): Promise<void> {
      await model.updateOne(
        { _id: keyOf(provider, address) },
        { $set: { candidates, storedAt: new Date() } },
        { upsert: true },
      )
    },

    async remove(provider: Geocoder['id'], addresses: string[]): Promise<void> {
      const keys = addresses.map((address) => keyOf(provider, address))
      await retryOnFailover(() => model.deleteMany({ _id: { $in: keys } }))
    },
  }
}

const keyOf = (provider: Geocoder['id'], address: string): string => `${provider}/${addressKey(address)}`
