import { isDeepStrictEqual } from 'node:util'
import {
  type Landlord,
  type LandlordStats,
  leaseSeasonOf,
  type Listing,
  type ListingCommute,
  type ListingStats,
  rentRangeOf,
  resourceOf,
  REVIEW_TOPICS,
  type ReviewTopic,
  type SearchResult,
  sortableRent,
  type TravelTimes,
  type University,
} from '@offquad/contracts'
import {
  compareIds,
  createSearchIndex,
  indexedForm,
  type SearchDocument,
  type SearchIndex,
  wordsOf,
} from '@offquad/search-index'
import {
  type Catalog,
  type CommuteMinutes,
  type CommuteSelection,
  type CommuteTimes,
  LISTING_COLUMNS,
  type ListingColumn,
  type ListingOrder,
  type ListingSelection,
  MOST_REVIEWED,
  ROOM_COLUMNS,
  type RoomColumn,
  uncriticisedTag,
  type Ways,
} from '../catalog/catalog'
import {
  byTravelLeg,
  type ChangedIds,
  type Coordinates,
  coordinatesIn,
  type StoredApartment,
  type StoredLandlord,
  type TravelLeg,
  travelLegOf,
  type VersionedStats,
} from '../catalog/entities'
import { createCommuteColumns } from './commute-columns'
import { createAreaReports, paidRents, createRatingPrior, weightedRating } from './sums'

/** The stored rows of some ids; an id without a row was deleted or never existed. */
export interface CatalogRows {
  apartments: StoredApartment[]
  landlords: StoredLandlord[]
}

/** The whole catalog in memory. */
export interface CatalogIndex extends Catalog {
  /** Replaces these apartments and landlords with the rows. @returns the resources that have changed */
  replace(ids: ChangedIds, rows: CatalogRows): string[]
  /**
   * Applies review stats, even of apartments and landlords that do not exist yet, unless newer stats are known.
   * @returns the resources that have changed
   */
  applyStats(stats: readonly VersionedStats[]): string[]
  /** The ids of the first of the selected listings. */
  select(selection: ListingSelection): string[]
  /** The version of the known review stats; 0 if there are none. */
  statsVersion(resource: string): number
  /** The times to this destination have changed. */
  releaseCommute(ways: Ways): void
  ids(): ChangedIds
}

/** An apartment in memory; immutable. */
interface Entry {
  stored: StoredApartment
  listing: Listing
  /** Milliseconds since 1970. */
  lastReviewedAt: number | null
  /** Topics that reviews could have criticized and did not; empty without reviews. */
  uncriticised: ReviewTopic[]
  rents: ListingStats['rents']
  signedMonths: ListingStats['signedMonths']
}

interface LandlordEntry {
  landlord: StoredLandlord
  stats: LandlordStats | undefined
}

type LandlordField = 'name' | 'address'
type ListingField = LandlordField | 'company'

const UNKNOWN_TRAVEL_TIMES: TravelTimes = byTravelLeg(() => null)

export const NO_STATS: Omit<ListingStats, 'aptId'> = {
  numReviews: 0,
  avgRating: 0,
  avgPrice: 0,
  lastReviewedAt: null,
  reportedRent: null,
  topics: [],
  rents: [],
}

export function createCatalogIndex(
  { priceBracketStarts }: Pick<University, 'priceBracketStarts'>,
  commuteTimes: Pick<CommuteTimes, 'to' | 'isReturned'>,
): CatalogIndex {
  const entries = new Map<string, Entry>()
  const landlords = new Map<string, LandlordEntry>()
  const reviewStats = new Map<string, VersionedStats>()
  /** Includes landlords that do not exist. */
  const apartmentIdsByLandlord = new Map<string, Set<string>>()
  const listingIndex: SearchIndex<ListingField, ListingColumn, RoomColumn> = createSearchIndex({
    fields: { name: 3, address: 2, company: 1 },
    columns: LISTING_COLUMNS,
    variantColumns: ROOM_COLUMNS,
  })
  const landlordIndex: SearchIndex<LandlordField, never, never> = createSearchIndex({
    fields: { name: 3, address: 2 },
    columns: [],
    variantColumns: [],
  })
  const commutes = createCommuteColumns(commuteTimes, (column, minutesFrom) =>
    listingIndex.setColumn(column, (id) => {
      const from = coordinatesOf(entries.get(id))
      return (from && minutesFrom(from)?.minutes) ?? null
    }),
  )
  const prior = createRatingPrior()
  const areaReports = createAreaReports()
  let meanRating = prior.mean()
  let revision = 0

  // The id of a resource determines the kind of its stats.
  const listingStatsOf = (id: string) =>
    reviewStats.get(resourceOf('apartment', id))?.stats as ListingStats | undefined
  const landlordStatsOf = (id: string) =>
    reviewStats.get(resourceOf('landlord', id))?.stats as LandlordStats | undefined

  function replaceLandlord(id: string, landlord: StoredLandlord | undefined, changed: Set<string>): void {
    const next = landlord && { landlord, stats: landlordStatsOf(id) }
    const current = landlords.get(id)
    if (isDeepStrictEqual(current, next)) return
    changed.add(resourceOf('landlord', id))
    if (next) landlords.set(id, next)
    else landlords.delete(id)
    landlordIndex.set(
      id,
      next && {
        texts: { name: next.landlord.name, address: next.landlord.address ?? '' },
        category: '',
        numbers: {},
        tags: [],
        variants: [],
      },
    )
    // Apartments show only the name of their landlord.
    if (current?.landlord.name === next?.landlord.name) return
    for (const apartmentId of apartmentIdsByLandlord.get(id) ?? []) {
      replaceApartment(apartmentId, entries.get(apartmentId)?.stored, changed)
    }
  }

  function replaceApartment(id: string, stored: StoredApartment | undefined, changed: Set<string>): void {
    const company = landlords.get(stored?.apartment.landlordId ?? '')?.landlord.name
    const next = stored && createEntry(stored, listingStatsOf(id) ?? NO_STATS, company)
    const current = entries.get(id)
    if (isDeepStrictEqual(current, next)) return
    changed.add(resourceOf('apartment', id))
    if (next) entries.set(id, next)
    else entries.delete(id)
    const [from, to] = [current, next].map((entry) => entry?.listing.buildingData.landlordId)
    for (const landlordId of [from, to]) if (landlordId) changed.add(resourceOf('landlord', landlordId))
    if (from) apartmentIdsByLandlord.get(from)?.delete(id)
    if (to) apartmentIdsByLandlord.set(to, (apartmentIdsByLandlord.get(to) ?? new Set()).add(id))
    prior.replace(current?.listing, next?.listing)
    areaReports.replace(current && reportsOf(current), next && reportsOf(next))
    listingIndex.set(id, next && documentOf(next))
  }

  /** @returns the resources that `change` adds */
  function change(apply: (changed: Set<string>) => void): string[] {
    const changed = new Set<string>()
    apply(changed)
    updateMeanRating()
    if (changed.size > 0) revision += 1
    return [...changed]
  }

  function documentOf(entry: Entry): SearchDocument<ListingField, ListingColumn, RoomColumn> {
    const { stored, listing, lastReviewedAt, uncriticised } = entry
    const { buildingData, numReviews, avgRating, company = '' } = listing
    return {
      texts: { name: buildingData.name, address: buildingData.address, company },
      category: buildingData.area,
      numbers: {
        ...roundMinutes(travelTimesOf(entry)),
        ...commutes.numbersFrom(coordinatesOf(entry)),
        numReviews,
        // Without reviews the rating is unknown, not 0.
        avgRating: numReviews > 0 ? avgRating : null,
        weightedRating: weightedRating(listing, meanRating),
        distanceToCampus: buildingData.distanceToCampus,
        latitude: buildingData.latitude,
        longitude: buildingData.longitude,
        price: sortableRent(listing, priceBracketStarts),
        originalOrder: stored.order,
        lastReviewedAt,
      },
      tags: [...(buildingData.amenities ?? []), ...uncriticised.map(uncriticisedTag)],
      variants: roomsOf(listing),
    }
  }

  /** Without room types, the older fields describe the only room type. */
  function roomsOf(listing: Listing): Record<RoomColumn, number | null>[] {
    const { roomTypes = [], numBeds, numBaths } = listing.buildingData
    if (roomTypes.length > 0)
      return roomTypes.map(({ beds, baths, rent, availableFrom }) => ({
        beds,
        baths,
        leastRent: rent,
        mostRent: rent,
        availableFrom: availableFrom === undefined ? null : Date.parse(availableFrom),
      }))
    const rent = rentRangeOf(listing, priceBracketStarts)
    return [
      {
        beds: numBeds,
        baths: numBaths,
        leastRent: rent?.least ?? null,
        mostRent: rent?.most ?? null,
        availableFrom: null,
      },
    ]
  }

  /** Every weighted rating depends on the mean of all reviews. */
  function updateMeanRating(): void {
    if (meanRating === prior.mean()) return
    meanRating = prior.mean()
    listingIndex.setColumn('weightedRating', (id) => {
      const entry = entries.get(id)
      return entry ? weightedRating(entry.listing, meanRating) : null
    })
  }

  function presentListing(id: string): Listing | undefined {
    const listing = entries.get(id)?.listing
    const weighted = listing ? weightedRating(listing, meanRating) : null
    return listing && weighted !== null ? { ...listing, weightedRating: weighted } : listing
  }

  function columnOf(commute: CommuteSelection): ListingColumn | undefined {
    return travelLegOf(commute) ?? commutes.columnTo(commute)
  }

  function commuteOf(entry: Entry | undefined, commute: CommuteSelection): ListingCommute | undefined {
    const from = coordinatesOf(entry)
    const leg = travelLegOf(commute)
    const minutes = leg && entry ? storedMinutes(entry, leg) : from && commutes.minutesTo(commute)?.(from)
    return minutes && { placeId: commute.placeId, mode: commute.mode, ...minutes }
  }

  function presentWithCommute(id: string, commute: CommuteSelection | undefined): Listing | undefined {
    const listing = presentListing(id)
    const trip = commute && commuteOf(entries.get(id), commute)
    return listing && trip ? { ...listing, commute: trip } : listing
  }

  /** The filter with the commute's limit as a range; without a column for the commute, nothing matches. */
  function filterOf({ filter, commute }: Pick<ListingSelection, 'filter' | 'commute'>) {
    if (commute?.most === undefined) return filter
    const of = columnOf(commute)
    const range = of ? { of, least: 0, most: commute.most } : { of: 'price' as const, least: 1, most: 0 }
    return { ...filter, ranges: [...(filter?.ranges ?? []), range] }
  }

  function orderOf(order: ListingOrder | undefined, commute: CommuteSelection | undefined) {
    if (!order) return undefined
    const by = order.by === 'commute' ? ((commute && columnOf(commute)) ?? 'originalOrder') : order.by
    return { ...order, by }
  }

  function select({ order, commute, filter, ...selection }: ListingSelection): string[] {
    const isUnordered = order === undefined && selection.text === undefined
    return listingIndex.select({
      ...selection,
      filter: filterOf({ filter, commute }),
      order: orderOf(isUnordered ? MOST_REVIEWED : order, commute),
    })
  }

  function apartmentsOf(landlordId: string): string[] {
    return [...(apartmentIdsByLandlord.get(landlordId) ?? [])].sort(
      (a, b) => (entries.get(a)?.stored.order ?? 0) - (entries.get(b)?.stored.order ?? 0),
    )
  }

  function presentLandlord(id: string): Landlord | undefined {
    const entry = landlords.get(id)
    if (!entry) return undefined
    const { profilePhoto, ...content } = entry.landlord
    return {
      ...content,
      ...(profilePhoto !== null && { profilePhoto }),
      avgRating: entry.stats?.avgRating ?? 0,
      numReviews: entry.stats?.numReviews ?? 0,
      properties: apartmentsOf(id),
      reviews: entry.stats?.reviewIds ?? [],
      ...topicsOf(entry.stats),
    }
  }

  function landlordIdsByName(): string[] {
    return [...landlords.values()]
      .map(({ landlord }) => landlord)
      .sort((a, b) => a.name.localeCompare(b.name) || compareIds(a.id, b.id))
      .map(({ id }) => id)
  }

  function textsOf(label: SearchResult['label'], id: string): { name: string; address: string } {
    const texts = label === 'APARTMENT' ? entries.get(id)?.listing.buildingData : landlords.get(id)?.landlord
    return { name: texts?.name ?? '', address: texts?.address ?? '' }
  }

  return {
    replace: (ids, rows) =>
      change((changed) => {
        const landlordsById = new Map(rows.landlords.map((landlord) => [landlord.id, landlord]))
        const apartmentsById = new Map(rows.apartments.map((stored) => [stored.apartment.id, stored]))
        for (const id of ids.landlordIds) replaceLandlord(id, landlordsById.get(id), changed)
        for (const id of ids.apartmentIds) replaceApartment(id, apartmentsById.get(id), changed)
      }),

    applyStats: (received) =>
      change((changed) => {
        for (const update of received) {
          const { resource, version, stats } = update
          if (version <= (reviewStats.get(resource)?.version ?? 0)) continue
          reviewStats.set(resource, update)
          if ('aptId' in stats) replaceApartment(stats.aptId, entries.get(stats.aptId)?.stored, changed)
          else replaceLandlord(stats.landlordId, landlords.get(stats.landlordId)?.landlord, changed)
        }
      }),

    statsVersion: (resource) => reviewStats.get(resource)?.version ?? 0,

    revision: () => revision,
    ids: () => ({ apartmentIds: [...entries.keys()], landlordIds: [...landlords.keys()] }),
    apartment: (id) => entries.get(id)?.listing.buildingData,
    listing: presentListing,
    apartmentCount: () => entries.size,
    travelTimes(id) {
      const entry = entries.get(id)
      return entry && travelTimesOf(entry)
    },
    rentsOf: (id) => paidRents(entries.get(id)?.rents ?? []),
    rentsIn: (area) => paidRents(areaReports.rentsIn(area)),
    seasonIn: (area) => leaseSeasonOf(areaReports.signedMonthsIn(area)),
    landlord: presentLandlord,
    reviewedLandlordIds: (size) =>
      [...landlords]
        .map(([id, { stats }]) => ({ id, numReviews: stats?.numReviews ?? 0 }))
        .filter(({ numReviews }) => numReviews > 0)
        .sort((a, b) => b.numReviews - a.numReviews || compareIds(a.id, b.id))
        .slice(0, size)
        .map(({ id }) => id),
    listingsOfLandlord: (landlordId) => apartmentsOf(landlordId).flatMap((id) => presentListing(id) ?? []),

    select,
    listings: (selection) =>
      select(selection).flatMap((id) => presentWithCommute(id, selection.commute) ?? []),

    countListings: ({ text, filter, commute }) =>
      listingIndex.count({ text, filter: filterOf({ filter, commute }) }),
    commute: (id, selection) => commuteOf(entries.get(id), selection),
    routedCommutes(ways) {
      const origins = [...entries.values()].flatMap((entry) => coordinatesOf(entry) ?? [])
      return { routed: origins.filter(commuteTimes.isReturned(ways)).length, total: origins.length }
    },
    releaseCommute(ways) {
      revision += 1
      commutes.release(ways)
    },

    suggest(text, size) {
      const results = [
        { label: 'APARTMENT' as const, ...listingIndex.match(text, ['name', 'address'], size) },
        { label: 'LANDLORD' as const, ...landlordIndex.match(text, ['name', 'address'], size) },
      ]
      // Exact matches exclude fuzzy ones.
      const looseness = Math.min(...results.map((result) => result.looseness))
      return results
        .filter((result) => result.looseness === looseness)
        .flatMap(({ label, matches }) => matches.map((match) => ({ ...match, label })))
        .sort((a, b) => b.score - a.score || compareIds(a.id, b.id))
        .slice(0, size)
        .map(({ id, label }) => ({ id, label, ...textsOf(label, id) }))
    },

    landlords(text, size) {
      const ids = text ? landlordIndex.select({ text, size: landlords.size }) : landlordIdsByName()
      return {
        landlords: ids.slice(0, size).flatMap((id) => presentLandlord(id) ?? []),
        total: ids.length,
      }
    },

    similarPlaces({ label, name = '', address = '', except }, size) {
      const index = label === 'APARTMENT' ? listingIndex : landlordIndex
      const ids = [
        ...index
          .select({ text: name, fields: ['name'], size: Infinity })
          .filter((id) => isSameName(name, textsOf(label, id).name)),
        ...index
          .select({ text: address, fields: ['address'], size: Infinity })
          .filter((id) => isSameAddress(address, textsOf(label, id).address)),
      ]
      return [...new Set(ids)]
        .filter((id) => id !== except)
        .slice(0, size)
        .map((id) => ({ id, label, ...textsOf(label, id) }))
    },
  }
}

function createEntry(
  stored: StoredApartment,
  {
    numReviews,
    avgRating,
    avgPrice,
    lastReviewedAt,
    reportedRent,
    topics,
    rents,
    signedMonths,
  }: Omit<ListingStats, 'aptId'>,
  company: string | undefined,
): Entry {
  const criticised = new Set(topics.filter((topic) => topic.criticised > 0).map(({ topic }) => topic))
  return {
    stored,
    listing: {
      buildingData: stored.apartment,
      numReviews,
      avgRating,
      avgPrice,
      ...(reportedRent && { reportedRent }),
      ...topicsOf({ topics }),
      ...(company !== undefined && { company }),
    },
    lastReviewedAt: lastReviewedAt === null ? null : Date.parse(lastReviewedAt),
    uncriticised: numReviews === 0 ? [] : REVIEW_TOPICS.filter((topic) => !criticised.has(topic)),
    rents,
    signedMonths,
  }
}

const travelTimesOf = ({ stored }: Entry): TravelTimes => stored.travelTimes ?? UNKNOWN_TRAVEL_TIMES

const reportsOf = ({ listing, rents, signedMonths }: Entry) => ({
  area: listing.buildingData.area,
  rents,
  signedMonths,
})

/** Rounded as on the pages, so that filters agree with the displayed times. */
const roundMinutes = (travelTimes: TravelTimes) =>
  byTravelLeg((leg) => {
    const minutes = travelTimes[leg]
    return minutes === null ? null : Math.round(minutes)
  })

function storedMinutes(entry: Entry, leg: TravelLeg): CommuteMinutes | undefined {
  const travelTimes = travelTimesOf(entry)
  const minutes = travelTimes[leg]
  if (minutes === null) return undefined
  return { minutes: Math.round(minutes), isEstimate: travelTimes.isEstimate === true }
}

const coordinatesOf = (entry: Entry | undefined): Coordinates | undefined =>
  entry && coordinatesIn(entry.stored.apartment)

/** Omits the field if reviews mention no topic. */
const topicsOf = ({ topics }: Pick<Listing, 'topics'> = {}): Pick<Listing, 'topics'> =>
  topics && topics.length > 0 ? { topics } : {}

const canonicalWords = (text: string): string[] => wordsOf(text).map(indexedForm)

function isSameName(first: string, second: string): boolean {
  return canonicalWords(first).join(' ') === canonicalWords(second).join(' ')
}

/** Ignores a missing town: "113 College Ave" equals "113 College Avenue, Ithaca, NY". */
function isSameAddress(first: string, second: string): boolean {
  const [short, long] = [canonicalWords(first), canonicalWords(second)].sort((a, b) => a.length - b.length)
  return short !== undefined && short.length > 1 && short.every((word, index) => word === long?.[index])
}
