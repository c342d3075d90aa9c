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

/** The current listings and landlords of svc-catalog. Both calls throw UnavailableError when it does not respond. */
export interface Catalog {
  /** In the order of the ids; unknown ids are left out. */
  listings(ids: string[]): Promise<Listing[]>
  /** In the order of the ids; unknown ids are left out. */
  landlords(ids: string[]): Promise<Landlord[]>
}

// svc-catalog responds from memory, within milliseconds.
const TIMEOUT_MS = 3000

// Even 50 ids of the maximum length, escaped, fit into a path.
const IDS_PER_CALL = 50

export function createCatalog(url: string, log: FastifyBaseLogger): Catalog {
  async function fetchPage<Item>(endpoint: Endpoint, ids: string[]): Promise<Item[]> {
    try {
      const response = await fetch(url + pathOf(endpoint, { ids: ids.join(',') }), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`svc-catalog responded with ${response.status}`)
      // svc-catalog serializes by the same contract.
      return (await response.json()) as Item[]
    } catch (err) {
      log.warn({ err }, 'svc-catalog request failed')
      throw new UnavailableError(
        'catalog-unavailable',
        'Listings cannot be loaded right now. Please try again in a moment.',
      )
    }
  }

  async function fetchAll<Item>(endpoint: Endpoint, requested: string[]): Promise<Item[]> {
    const ids = requested.filter((id) => !isDots(id))
    const starts = Array.from(
      { length: Math.ceil(ids.length / IDS_PER_CALL) },
      (_, page) => page * IDS_PER_CALL,
    )
    const pages = starts.map((start) => fetchPage<Item>(endpoint, ids.slice(start, start + IDS_PER_CALL)))
    return (await Promise.all(pages)).flat()
  }

  return {
    listings: (ids) => fetchAll<Listing>(getListings, ids),
    landlords: (ids) => fetchAll<Landlord>(getLandlords, ids),
  }
}

// A path cannot end with these segments, so they cannot be requested.
const isDots = (id: string): boolean => id === '.' || id === '..'
