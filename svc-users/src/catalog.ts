import {
  type Endpoint,
  getLandlords,
  getListings,
  type Landlord,
  type Listing,
  pathOf,
} from '@offquad/contracts'
import { UnavailableError } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'

/** What svc-catalog knows right now. Both throw UnavailableError when it does not say. */
export interface Catalog {
  /** In that order; unknown ones are left out. */
  listings(ids: string[]): Promise<Listing[]>
  /** In that order; unknown ones are left out. */
  landlords(ids: string[]): Promise<Landlord[]>
}

// It answers from memory, within milliseconds.
const TIMEOUT_MS = 3000

// The longest ids, escaped, stay within what a path may hold.
const IDS_PER_CALL = 50

export function createCatalog(url: string, log: FastifyBaseLogger): Catalog {
  async function ask<Item>(endpoint: Endpoint, ids: string[]): Promise<Item[]> {
    try {
      const response = await fetch(url + pathOf(endpoint, { ids: ids.join(',') }), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`svc-catalog answered ${response.status}`)
      // It serializes by the same contract.
      return (await response.json()) as Item[]
    } catch (err) {
      log.warn({ err }, 'catalog not reached')
      throw new UnavailableError(
        'catalog-unavailable',
        'Listings cannot be loaded right now. Please try again in a moment.',
      )
    }
  }

  async function askForAll<Item>(endpoint: Endpoint, wanted: string[]): Promise<Item[]> {
    const ids = wanted.filter((id) => !isDots(id))
    const starts = Array.from(
      { length: Math.ceil(ids.length / IDS_PER_CALL) },
      (_, page) => page * IDS_PER_CALL,
    )
    const pages = starts.map((start) => ask<Item>(endpoint, ids.slice(start, start + IDS_PER_CALL)))
    return (await Promise.all(pages)).flat()
  }

  return {
    listings: (ids) => askForAll<Listing>(getListings, ids),
    landlords: (ids) => askForAll<Landlord>(getLandlords, ids),
  }
}

// The last part of a path cannot be that, so the catalog cannot be asked for it.
const isDots = (id: string): boolean => id === '.' || id === '..'
