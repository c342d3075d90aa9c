import {
  type CommutePlace,
  type Endpoint,
  getCommutes,
  getLandlords,
  getListings,
  getReportedRents,
  type Landlord,
  type Listing,
  pathOf,
  type ReplyOf,
} from '@offquad/contracts'
import { inParts, NotFoundError, UnavailableError } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'

export type Catalog = ReturnType<typeof createCatalog>
type Commutes = ReplyOf<typeof getCommutes>['items']

// svc-catalog responds from memory, within milliseconds.
const TIMEOUT_MS = 3000

// Even 50 ids of the maximum length, escaped, fit into a path.
const IDS_PER_CALL = 50
const PLACES_PER_CALL = 5

/**
 * The current listings, landlords and commutes of svc-catalog. All calls throw UnavailableError when it does not respond.
 */
export function createCatalog(url: string, log: FastifyBaseLogger) {
  async function request<Reply>(path: string, init: RequestInit = {}): Promise<Reply> {
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`svc-catalog responded with ${response.status}`)
      // svc-catalog serializes by the same contract.
      return (await response.json()) as Reply
    } catch (err) {
      log.warn({ err }, 'svc-catalog request failed')
      throw new UnavailableError(
        'catalog-unavailable',
        'Listings cannot be loaded right now. Please try again in a moment.',
      )
    }
  }

  /** In the order of the ids; unknown ids are left out. */
  async function fetchAll<Item>(endpoint: Endpoint, requested: string[]): Promise<Item[]> {
    const ids = requested.filter((id) => !NO_SEGMENT.test(id))
    const pages = inParts(ids, IDS_PER_CALL).map((part) =>
      request<Item[]>(pathOf(endpoint, { ids: part.join(',') })),
    )
    return (await Promise.all(pages)).flat()
  }

  /** Commutes from these apartments, at most 100, to all of the places; unknown apartments are left out. */
  async function commutes(apartmentIds: string[], places: CommutePlace[]): Promise<Commutes> {
    if (apartmentIds.length === 0) return []
    const replies = inParts(places, PLACES_PER_CALL).map((part) =>
      request<ReplyOf<typeof getCommutes>>(getCommutes.path, {
        method: getCommutes.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apartmentIds, places: part }),
      }),
    )
    return (await Promise.all(replies)).flatMap(({ items }) => items)
  }

  return {
    listings: (ids: string[]) => fetchAll<Listing>(getListings, ids),
    landlords: (ids: string[]) => fetchAll<Landlord>(getLandlords, ids),
    commutes,
    /** When leases in an area are usually signed; undefined if too few reviews say so. */
    async seasonIn(area: string) {
      const path = `${getReportedRents.path}?${new URLSearchParams({ area })}`
      return (await request<ReplyOf<typeof getReportedRents>>(path)).season
    },
  }
}

/** @throws NotFoundError when the catalog does not have the item */
export async function requireKnown(
  catalog: Catalog,
  { kind, itemId }: { kind: 'apartment' | 'landlord'; itemId: string },
): Promise<void> {
  const ids =
    kind === 'apartment'
      ? (await catalog.listings([itemId])).map(({ buildingData }) => buildingData.id)
      : (await catalog.landlords([itemId])).map(({ id }) => id)
  // svc-catalog reads an id with a comma as several ids, none of which equals it.
  if (!ids.includes(itemId)) throw new NotFoundError(`${kind}-not-found`, `There is no ${kind} "${itemId}".`)
}

// Such ids cannot be requested: a path does not end with dots, nor contain half a character.
const NO_SEGMENT = /^\.\.?$|\p{Surrogate}/u
