import {
  AMENITY_IDS,
  amenityName,
  amountText,
  ASPECT_LABELS,
  type ComparedRatings,
  listedRentText,
  type Listing,
  type ListingCommute,
  oftenSaid,
  type Opinion,
  rentRangeOf,
  type RoomType,
  roomRangesOf,
  SHOWN_ASPECTS,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import {
  areaName,
  commuteTimeText,
  countText,
  describeListing,
  paths,
  priceText,
  university,
} from '@offquad/web-kit'
import { countOr, firstFreeDay, paidText, rangeText } from '../../components/facts'

/** The data of a compared place. */
export interface ComparedPlace {
  listing: Listing
  /** undefined without reviews, and while they load. */
  ratings: ComparedRatings | undefined
  /** Commutes to the reader's places, as far as known; undefined while they load. */
  commutes: readonly ListingCommute[] | undefined
}

export interface CompareCell {
  /** undefined if unknown. */
  text: string | undefined
  /** In place of the text: its parts, one below the other. */
  lines?: string[]
  /** In place of the text: opinions that reviews often express. */
  tags?: { text: string; opinion: Opinion }[]
  /** Before the text, as stars. */
  rating?: number | undefined
  /** The URL to which the text links. */
  href?: string | undefined
  /** Better than those of other places: the lowest rent, the best rating, the shortest way. */
  isBest: boolean
}

export interface CompareRow {
  label: string
  cells: CompareCell[]
  /** Whether the places differ. */
  isDifferent: boolean
  /** Text in place of unknown values. */
  unknown: string
}

export interface CompareGroup {
  title: string
  rows: CompareRow[]
}

/** Text for a feature that a place is known to lack. */
export const NONE = 'None'

/** One of the reader's places. */
type Destination = Pick<ListingCommute, 'placeId' | 'mode'> & { name: string }

/** All rows of the comparison, by subject; a row has a cell for each place, in their order. */
export function compareRows(
  places: readonly ComparedPlace[],
  destinations: readonly Destination[],
): CompareGroup[] {
  const row = createRows(places)
  return [
    { title: 'Rent a month', rows: rentRows(places, row) },
    { title: 'Reviews', rows: reviewRows(row) },
    { title: 'Minutes', rows: wayRows(places, destinations, row) },
    { title: 'Rooms and lease', rows: roomRows(row) },
    { title: 'Amenities', rows: amenityRows(places, row) },
    { title: 'Area and landlord', rows: placeRows(row) },
  ].filter(({ rows }) => rows.length > 0)
}

interface RowOptions {
  /** For rows in which some value is better: the number to compare, and whether the least or the most is best. */
  rank?: (place: ComparedPlace) => number | undefined
  best?: 'least' | 'most'
  unknown?: string
  /** Further content of a cell. */
  more?: (place: ComparedPlace) => Pick<CompareCell, 'lines' | 'tags' | 'rating' | 'href'>
}

type MakeRow = (
  label: string,
  textOf: (place: ComparedPlace) => string | undefined,
  options?: RowOptions,
) => CompareRow

const createRows =
  (places: readonly ComparedPlace[]): MakeRow =>
  (label, textOf, { rank, best = 'least', unknown = 'Not listed', more } = {}) => {
    const texts = places.map((place) => textOf(place))
    const isDifferent = new Set(texts).size > 1
    const ranks = places.map((place) => rank?.(place))
    const numbers = ranks.filter((value) => value !== undefined)
    const top = best === 'least' ? Math.min(...numbers) : Math.max(...numbers)
    // A single value, or equal values, have no best.
    const hasBest = isDifferent && new Set(numbers).size > 1
    return {
      label,
      unknown,
      isDifferent,
      cells: places.map((place, index) => ({
        text: texts[index],
        isBest: hasBest && ranks[index] === top,
        ...more?.(place),
      })),
    }
  }

/** A place's room types; for an apartment without any, its older fields. */
function roomsOf({ listing: { buildingData } }: ComparedPlace): Pick<RoomType, 'beds' | 'rent'>[] {
  const { roomTypes = [], numBeds, price } = buildingData
  if (roomTypes.length > 0) return roomTypes
  return numBeds === null || price === null ? [] : [{ beds: numBeds, rent: price }]
}

function rentRows(places: readonly ComparedPlace[], row: MakeRow): CompareRow[] {
  const offered = places.map((place) => [...new Set(roomsOf(place).map(({ beds }) => beds))])
  const sizes = [...new Set(offered.flat())].toSorted((a, b) => a - b)
  const isShared = (size: number) => offered.filter((some) => some.includes(size)).length > 1
  const rentsOf = (place: ComparedPlace, size: number) =>
    roomsOf(place).flatMap(({ beds, rent }) => (beds === size ? [rent] : []))
  const textOf = (place: ComparedPlace, size: number) =>
    spanText(rentsOf(place, size), (rent) => priceText(rent) ?? '')
  const noneOf = (place: ComparedPlace) => (roomsOf(place).length > 0 ? NONE : undefined)
  const unshared = sizes.filter((size) => !isShared(size))
  const linesOf = (place: ComparedPlace) =>
    unshared.flatMap((size) => {
      const text = textOf(place, size)
      return text === undefined ? [] : `${sizeText(size)} ${text}`
    })
  return [
    row('Per person', ({ listing }) => listedRentText(listing.buildingData), {
      rank: ({ listing }) => rentRangeOf(listing, undefined)?.least,
    }),
    ...sizes.filter(isShared).map((size) =>
      row(sizeText(size), (place) => textOf(place, size) ?? noneOf(place), {
        rank: (place) => rentsOf(place, size).toSorted((a, b) => a - b)[0],
      }),
    ),
    // Sizes that only one place has cannot be compared.
    ...(unshared.length > 0
      ? [
          row(
            sizes.length > unshared.length ? 'Other sizes' : 'By size',
            (place) => linesOf(place).join(', ') || noneOf(place),
            { more: (place) => ({ lines: linesOf(place) }) },
          ),
        ]
      : []),
    row('Students paid', ({ listing }) => paidText(listing), {
      rank: ({ listing }) => listing.reportedRent?.bracket,
      unknown: 'Not known',
    }),
  ]
}

const sizeText = (beds: number): string => (beds === 0 ? 'Studio' : (countText(beds, 'bed') ?? ''))

const NO_REVIEWS = 'No reviews yet'
/** Fewer say too little to call their rating the best. */
const LEAST_REVIEWS = 3

function reviewRows(row: MakeRow): CompareRow[] {
  const rated = (
    label: string,
    ratingOf: (place: ComparedPlace) => number | undefined,
    noteOf: (place: ComparedPlace) => string = () => '',
  ) => {
    // Compares ratings as shown, so that equal texts count as equal.
    const shownOf = (place: ComparedPlace) => ratingOf(place)?.toFixed(1)
    return row(
      label,
      (place) => {
        const shown = shownOf(place)
        return shown && shown + noteOf(place)
      },
      {
        rank: (place) =>
          place.listing.numReviews < LEAST_REVIEWS || shownOf(place) === undefined
            ? undefined
            : Number(shownOf(place)),
        best: 'most',
        unknown: NO_REVIEWS,
        more: (place) => ({ rating: ratingOf(place) }),
      },
    )
  }
  const opinionRow = (label: string, opinion: Opinion) => {
    const tagsOf = ({ listing }: ComparedPlace) =>
      oftenSaid(listing.topics ?? [], opinion).map((counts) => ({
        text: `${TOPIC_TEXTS[counts.topic][opinion]}\u00a0${counts[opinion]}`,
        opinion,
      }))
    const textOf = (place: ComparedPlace) =>
      tagsOf(place)
        .map(({ text }) => text)
        .join(', ') || (place.listing.numReviews > 0 ? NONE : undefined)
    return row(label, textOf, { more: (place) => ({ tags: tagsOf(place) }), unknown: NO_REVIEWS })
  }
  return [
    rated(
      'Overall',
      ({ listing }) => (listing.numReviews > 0 ? listing.avgRating : undefined),
      ({ listing }) => ` (${listing.numReviews})`,
    ),
    ...SHOWN_ASPECTS.map((aspect) =>
      rated(ASPECT_LABELS[aspect], ({ ratings }) => ratings?.detailedRatings[aspect]),
    ),
    opinionRow('Often praised', 'praised'),
    opinionRow('Often criticized', 'criticised'),
  ]
}

function wayRows(
  places: readonly ComparedPlace[],
  destinations: readonly Destination[],
  row: MakeRow,
): CompareRow[] {
  const minutesToCampus = ({ listing: { buildingData } }: ComparedPlace) =>
    buildingData.distanceToCampus === null ? undefined : Math.round(buildingData.distanceToCampus)
  const unknown = 'Not known'
  const isLoading = places.some(({ commutes }) => commutes === undefined)
  return [
    row(`To ${university().landmarks.hoPlaza.name}`, ({ listing }) => describeListing(listing).walk?.time, {
      rank: minutesToCampus,
      unknown,
    }),
    ...destinations.map(({ name, placeId, mode }) => {
      const commuteOf = ({ commutes }: ComparedPlace) =>
        commutes?.find((commute) => commute.placeId === placeId && commute.mode === mode)
      return row(
        `To ${name}`,
        (place) => {
          const commute = commuteOf(place)
          return commute && commuteTimeText(commute)
        },
        { rank: (place) => commuteOf(place)?.minutes, unknown: isLoading ? '…' : unknown },
      )
    }),
  ]
}

function roomRows(row: MakeRow): CompareRow[] {
  const typesOf = ({ listing }: ComparedPlace) => listing.buildingData.roomTypes ?? []
  return [
    row('Bedrooms', ({ listing }) => {
      const { beds } = roomRangesOf(listing.buildingData)
      return beds && rangeText(beds, countOr('Studio'))
    }),
    row('Bathrooms', ({ listing }) => {
      const { baths } = roomRangesOf(listing.buildingData)
      return baths && rangeText(baths)
    }),
    row('Size', (place) =>
      spanText(
        typesOf(place).flatMap(({ squareFeet }) => squareFeet ?? []),
        amountText,
        ' sq ft',
      ),
    ),
    row('Available from', ({ listing }) => firstFreeDay(listing.buildingData)),
    row('Lease', (place) =>
      spanText(
        typesOf(place).flatMap(({ leaseMonths }) => leaseMonths ?? []),
        String,
        ' months',
      ),
    ),
  ]
}

function amenityRows(places: readonly ComparedPlace[], row: MakeRow): CompareRow[] {
  const offered = new Set(places.flatMap(({ listing }) => listing.buildingData.amenities ?? []))
  return [...AMENITY_IDS, ...offered]
    .filter((id, index, all) => offered.has(id) && all.indexOf(id) === index)
    .map((id) =>
      row(amenityName(id), ({ listing }) =>
        listing.buildingData.amenities?.includes(id) ? '✓ Yes' : undefined,
      ),
    )
}

const placeRows = (row: MakeRow): CompareRow[] => [
  row('Area', ({ listing }) => areaName(listing.buildingData.area)),
  row('Address', ({ listing }) => listing.buildingData.address || undefined),
  row('Landlord', ({ listing }) => listing.company, {
    more: ({ listing: { buildingData } }) => ({
      href: buildingData.landlordId === null ? undefined : paths.landlord(buildingData.landlordId),
    }),
  }),
]

/** '$950', '750 to 900 sq ft'; undefined without any. */
function spanText(
  values: readonly number[],
  textOf: (value: number) => string,
  unit = '',
): string | undefined {
  if (values.length === 0) return undefined
  return rangeText({ least: Math.min(...values), most: Math.max(...values) }, textOf) + unit
}
