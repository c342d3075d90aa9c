import {
  type Apartment,
  type CommuteMode,
  FIRST_REVIEWS,
  getApartments,
  getListings,
  getReviews,
  getReviewSummary,
  LEAST_RENT_REPORTS,
  listedRentText,
  type Listing,
  type ListingCommute,
  lookUp,
  oftenSaid,
  OPINIONS,
  photoSrcSet,
  photoUrl,
  roomRangesOf,
  TOPIC_TEXTS,
  type TopicCounts,
} from '@offquad/contracts'
import { ListingCard, type ListingCardProps } from '@offquad/ui'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { apiQuery } from '../api/api-query'
import { countText } from '../format'
import { university } from '../page-data'
import { paths } from '../paths'
import { useOwnCommute } from '../places/commutes'
import { searchablePlaces } from '../places/my-places'

/** The name of an area, 'Collegetown' for COLLEGETOWN; for an area without a page its capitalized id. */
export function areaName(area: string): string {
  const match = university().areas.find(({ id }) => id === area)
  return match?.name ?? area.charAt(0) + area.slice(1).toLowerCase()
}

/** The rent in words: the landlord's price, the bracket that students report, or a note that neither is known. */
export interface Rent {
  text: string
  source: 'listed' | 'reported' | 'unknown'
  /** The bracket of a reported rent. */
  paid?: string
}

export function describeRent({
  buildingData,
  reportedRent,
}: Pick<Listing, 'buildingData' | 'reportedRent'>): Rent {
  const listed = listedRentText(buildingData)
  if (listed) return { text: listed, source: 'listed' }
  const bracket = reportedRent && university().priceBrackets[reportedRent.bracket - 1]
  if (bracket && reportedRent.reports >= LEAST_RENT_REPORTS)
    return { text: `${bracket} paid by students`, source: 'reported', paid: bracket }
  return { text: 'Rent not listed', source: 'unknown' }
}

/** 'Studio', '2 beds', '1-3 beds'; undefined when unknown. */
function bedsText(apartment: Apartment): string | undefined {
  const { beds } = roomRangesOf(apartment)
  if (!beds) return undefined
  const { least, most } = beds
  if (least < most) return `${least === 0 ? 'Studio' : least}-${countText(most, 'bed')}`
  return most === 0 ? 'Studio' : countText(most, 'bed')
}

/** Card props of a listing; unknown facts are omitted. */
export function describeListing(listing: Listing): ListingCardProps {
  const { buildingData, numReviews, avgRating, company, topics } = listing
  const { id, name, photos } = buildingData
  const rent = describeRent(listing)
  return {
    id,
    name,
    walk: commuteOf(listing) ?? walkOf(buildingData),
    // 'Other' is none of the university's areas.
    area: university().areas.find(({ id }) => id === buildingData.area)?.name,
    rent: rent.source === 'listed' ? rent.text : undefined,
    paid: rent.paid,
    facts: [rent.source === 'unknown' ? rent.text : undefined, bedsText(buildingData)].filter(
      (fact) => fact !== undefined,
    ),
    landlord: company,
    photo: photos[0] && photoUrl(photos[0], 'card'),
    photoSrcSet: photos[0] && photoSrcSet(photos[0], ['card', 'page']),
    rating: avgRating,
    numReviews,
    tags: describeTopics(topics),
  }
}

/** Opinions that reviews often express, in words, praise first. */
export const describeTopics = (topics: readonly TopicCounts[] = []): NonNullable<ListingCardProps['tags']> =>
  OPINIONS.flatMap((opinion) =>
    oftenSaid(topics, opinion).map(({ topic }) => ({ text: TOPIC_TEXTS[topic][opinion], opinion })),
  )

const COMMUTE_WAYS: Record<CommuteMode, string> = {
  walk: 'walk',
  bike: 'by bike',
  drive: 'drive',
  bus: 'by bus',
}

const minutesText = (minutes: number): string => `${Math.max(1, minutes)} min`

/** 'about 12 min walk': marks estimates, and calls a bus commute a walk if walking is faster than any bus. */
export function commuteTimeText({
  mode,
  minutes,
  isEstimate,
  isOnFoot,
}: Omit<ListingCommute, 'placeId'>): string {
  const way = lookUp(COMMUTE_WAYS, isOnFoot ? 'walk' : mode) ?? `by ${mode}`
  return `${isEstimate ? 'about ' : ''}${minutesText(minutes)} ${way}`
}

const timesOf = (commute: Omit<ListingCommute, 'placeId'>) => ({
  time: commuteTimeText(commute),
  briefTime: commuteTimeText({ ...commute, isEstimate: false }),
})

function commuteOf({ commute }: Listing): ListingCardProps['walk'] {
  const place = commute && searchablePlaces().find(({ id }) => id === commute.placeId)
  if (!place) return undefined
  const { time, briefTime } = timesOf(commute)
  // '22 min to Mann Library' implies a walk.
  const isWalk = commute.mode === 'walk'
  return { time, briefTime: isWalk ? minutesText(commute.minutes) : briefTime, to: place.name, isNamed: true }
}

function walkOf({ distanceToCampus, isDistanceEstimate = false }: Apartment): ListingCardProps['walk'] {
  if (distanceToCampus === null) return undefined
  const minutes = Math.round(distanceToCampus)
  return {
    ...timesOf({ mode: 'walk', minutes, isEstimate: isDistanceEstimate }),
    to: university().landmarks.hoPlaza.name,
  }
}

/** The note above a list of cards, if any of their times is an estimate. */
export const estimateNote = (listings: readonly Listing[] = []): string | undefined =>
  listings.some(({ buildingData, commute }) => commute?.isEstimate ?? buildingData.isDistanceEstimate)
    ? 'Minutes are estimates'
    : undefined

interface ListingLinkProps extends Pick<ListingCardProps, 'note' | 'size' | 'isEager'> {
  listing: Listing
  /** Omits the area, if all listings of a list are in the same one. */
  isInKnownArea?: boolean
}

/** The card of a listing as a link to the apartment's page, with the commute to the first of the reader's places. */
export function ListingLink({ listing, isInKnownArea = false, ...props }: ListingLinkProps) {
  const card = describeListing(useOwnCommute(listing))
  const client = useQueryClient()
  return (
    <Link
      to={paths.apartment(listing.buildingData.id)}
      className="offquad-card-link"
      data-photos={listing.buildingData.photos.length}
      onPointerDown={(press) => opensHere(press) && prepare(client, listing)}
      // Of a key, or of a screen reader.
      onClick={(click) => click.detail === 0 && opensHere(click) && prepare(client, listing)}
    >
      <ListingCard {...card} area={isInKnownArea ? undefined : card.area} {...props} />
    </Link>
  )
}

// Another tab loads its page itself.
const opensHere = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  !(button || altKey || ctrlKey || metaKey || shiftKey)

/** Load time of data that a card passes to its apartment's page: so long ago that the page loads the data again. */
export const FROM_CARD = 1

/**
 * Makes the apartment's page start with the card's data, and requests its reviews. A finger or mouse button goes down about
 * 80 ms before the click, so that these are often there when the page is rendered.
 */
function prepare(client: QueryClient, listing: Listing): void {
  const aptId = listing.buildingData.id
  const call = { params: { ids: aptId } }
  const stale = { updatedAt: FROM_CARD }
  client.setQueryData(apiQuery(getListings, call).queryKey, (cached) => cached ?? [listing], stale)
  client.setQueryData(
    apiQuery(getApartments, call).queryKey,
    (cached) => cached ?? [listing.buildingData],
    stale,
  )
  const reviews = apiQuery(getReviews, { query: { aptId, size: FIRST_REVIEWS.apartment } })
  // The list of reviews retries.
  void client.prefetchQuery({ ...reviews, retry: false })
  void client.prefetchQuery(apiQuery(getReviewSummary, { query: { aptId } }))
}
