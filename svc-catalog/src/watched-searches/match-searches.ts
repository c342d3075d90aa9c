import { isDeepStrictEqual } from 'node:util'
import {
  type AlertPlace,
  campusPlaces,
  MAX_ALERT_PLACES,
  rentRangeOf,
  type University,
} from '@offquad/contracts'
import { indexedForm, wordsOf } from '@offquad/search-index'
import { InvalidInputError } from '@offquad/service-kit'
import { type CommuteTimes } from '../catalog/catalog'
import { type StoredApartment, type StoredLandlord, type VersionedStats } from '../catalog/entities'
import { type CatalogIndex, createCatalogIndex } from '../catalog-index/catalog-index'
import { explainMatch, type SearchCriteria } from '../search/explain-match'
import { commuteOf, type CountQuery, criteriaOf, filterOf, textOf } from '../search/read-search'
import { type ListingChange } from './listing-changes.repository'

interface MatchDeps {
  university: University
  commuteTimes: CommuteTimes
}

interface Changed {
  changes: readonly ListingChange[]
  /** Landlords of these listings. */
  landlords: StoredLandlord[]
  stats: readonly VersionedStats[]
}

/** The changed listings that now meet a search, and why that is news. */
interface Match {
  /** The first listings, as many as an alert names; none for a search that this site cannot run. */
  places: AlertPlace[]
  /** Includes listings beyond `places`, for which it is not checked whether the cheaper room meets the search. */
  total: number
}
export type MatchSearch = (search: CountQuery) => Match

const NONE: Match = { places: [], total: 0 }

/**
 * Indexes the changed listings twice, before and after the change: each search is looked up in both, instead of comparing
 * each listing with each search.
 */
export function createSearchMatcher(deps: MatchDeps, { changes, ...others }: Changed): MatchSearch {
  const { university, commuteTimes } = deps
  const before = openIndex(
    changes.flatMap((change) => change.before ?? []),
    others,
    deps,
  )
  const after = openIndex(
    changes.map((change) => change.after),
    others,
    deps,
  )
  const repriced = new Set(changes.filter(isRepriced).map((change) => change.after.apartment.id))
  const offered = { places: campusPlaces(university), modes: commuteTimes.modes }

  function find({ index, words }: ChangedIndex, search: CountQuery): Set<string> {
    const text = textOf(search)
    const ids = index.select({
      text,
      filter: filterOf(search),
      order: { by: 'originalOrder', isAscending: true },
      commute: commuteOf(search, offered),
      size: Infinity,
    })
    if (text === undefined) return new Set(ids)
    const searched = wordsOf(text).map(indexedForm)
    return new Set(ids.filter((id) => hasWords(words.get(id) ?? [], searched)))
  }

  function rentOf({ index }: ChangedIndex, id: string, criteria: SearchCriteria): number | undefined {
    const listing = index.listing(id)
    if (!listing) return undefined
    const rent = explainMatch(listing, criteria).match?.room?.rent
    // Rents that students paid are not asking rents.
    return rent ?? rentRangeOf(listing, undefined)?.least
  }

  function match(search: CountQuery): Match {
    const matchedBefore = find(before, search)
    const news = [...find(after, search)].filter((id) => !matchedBefore.has(id) || repriced.has(id))
    if (news.length === 0) return NONE
    const criteria = criteriaOf(search)
    const { availableBy, ...atAnyDate } = search
    const withoutRoom = availableBy === undefined ? new Set<string>() : find(before, atAnyDate)
    const places: AlertPlace[] = []
    let rest = news.length
    for (const aptId of news) {
      if (places.length === MAX_ALERT_PLACES) break
      rest -= 1
      const rent = rentOf(after, aptId, criteria)
      const place = { aptId, ...(rent !== undefined && { rent }) }
      const rentBefore = matchedBefore.has(aptId) ? rentOf(before, aptId, criteria) : undefined
      if (!matchedBefore.has(aptId))
        places.push({ ...place, reason: withoutRoom.has(aptId) ? 'available' : 'match' })
      else if (rent !== undefined && rentBefore !== undefined && rent < rentBefore)
        places.push({ ...place, reason: 'rent', rentBefore })
    }
    return { places, total: places.length + rest }
  }

  return (search) => {
    try {
      return match(search)
    } catch (error) {
      // The building, or buses, are no longer configured.
      if (error instanceof InvalidInputError) return NONE
      throw error
    }
  }
}

interface ChangedIndex {
  index: CatalogIndex
  /** Words of each listing. */
  words: ReadonlyMap<string, readonly string[]>
}

function openIndex(
  apartments: StoredApartment[],
  { landlords, stats }: Omit<Changed, 'changes'>,
  { university, commuteTimes }: MatchDeps,
): ChangedIndex {
  const index = createCatalogIndex(university, commuteTimes)
  const apartmentIds = apartments.map(({ apartment }) => apartment.id)
  index.applyStats(stats)
  index.replace({ apartmentIds, landlordIds: landlords.map(({ id }) => id) }, { apartments, landlords })
  const names = new Map(landlords.map(({ id, name }) => [id, name]))
  const words = apartments.map(({ apartment: { id, name, address, landlordId } }) => {
    const texts = `${name} ${address} ${names.get(landlordId ?? '') ?? ''}`
    return [id, wordsOf(texts).map(indexedForm)] as const
  })
  return { index, words: new Map(words) }
}

/** A search among few listings tolerates more typos than among all, so each word must begin a word of the listing. */
const hasWords = (words: readonly string[], searched: readonly string[]): boolean =>
  searched.every((prefix) => words.some((word) => word.startsWith(prefix)))

const isRepriced = ({ before, after }: ListingChange): boolean =>
  before !== undefined && !isDeepStrictEqual(rentsOf(before), rentsOf(after))

const rentsOf = ({ apartment: { price, roomTypes = [] } }: StoredApartment) => [
  price,
  ...roomTypes.map(({ rent }) => rent),
]
