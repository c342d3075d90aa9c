import {
  type GuideSummary,
  type Landlord,
  LEAST_RENT_REPORTS,
  listedRentText,
  type Listing,
  type University,
} from '@offquad/contracts'

/** The texts of a link preview of an apartment, a landlord, an area or a guide; unknown facts are omitted. */
export interface PreviewTexts {
  title: string
  rating?: { value: string; reviews: string }
  /** Rent and walking time, or the number of apartments. */
  facts: string[]
  /** The address, or the description of an area; not on the picture. */
  detail?: string
  /** A path of this site, or a URL of another site. */
  photo?: string
}

export function describeApartment(listing: Listing, university: University): PreviewTexts {
  const { buildingData, numReviews, avgRating } = listing
  const facts = [rentOf(listing, university), walkOf(listing, university)]
  return {
    title: buildingData.name,
    ...ratingOf(avgRating, numReviews),
    facts: facts.filter((fact) => fact !== undefined),
    ...(buildingData.address && { detail: buildingData.address }),
    ...photoIn(buildingData.photos),
  }
}

/** @param listings the landlord's apartments, for their number and for a picture if the landlord has none */
export function describeLandlord(landlord: Landlord, listings: readonly Listing[]): PreviewTexts {
  const { name, avgRating, numReviews, address, photos } = landlord
  return {
    title: name,
    ...ratingOf(avgRating, numReviews),
    facts: listings.length > 0 ? [countOf(listings.length, 'apartment')] : [],
    ...(address && { detail: address }),
    ...photoIn([...photos, ...listings.flatMap(({ buildingData }) => buildingData.photos)]),
  }
}

/** @param numApartments number of apartments in the area */
export function describeArea(area: University['areas'][number], numApartments: number): PreviewTexts {
  return {
    title: area.name,
    facts: numApartments > 0 ? [countOf(numApartments, 'apartment')] : [],
    detail: area.shortDescription,
    // Drawn scenes are named and have no URL.
    ...photoIn(area.cover.startsWith('/') ? [area.cover] : []),
  }
}

export type GuideFacts = Pick<GuideSummary, 'title' | 'summary' | 'minutes'>

export const describeGuide = ({ title, summary, minutes }: GuideFacts): PreviewTexts => ({
  title,
  facts: [`${countOf(minutes, 'minute')} to read`],
  detail: summary,
})

/** One line: '4.6 from 12 reviews · $950 per month · about 8 minutes on foot to Ho Plaza'; undefined if nothing is known. */
export function describeInOneLine({ title, rating, facts, detail }: PreviewTexts): string | undefined {
  const parts = [
    ...(rating ? [`${rating.value} from ${rating.reviews}`] : []),
    ...facts,
    ...(detail && detail !== title ? [detail] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : undefined
}

const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function ratingOf(avgRating: number, numReviews: number): Pick<PreviewTexts, 'rating'> {
  if (numReviews === 0) return {}
  return { rating: { value: avgRating.toFixed(1), reviews: countOf(numReviews, 'review') } }
}

function rentOf({ buildingData, reportedRent }: Listing, { priceBrackets }: University): string | undefined {
  const listed = listedRentText(buildingData)
  if (listed) return `${listed} per month`
  if (!reportedRent || reportedRent.reports < LEAST_RENT_REPORTS) return undefined
  const bracket = priceBrackets[reportedRent.bracket - 1]
  return bracket && `students paid ${bracket} per month`
}

function walkOf({ buildingData }: Listing, { landmarks }: University): string | undefined {
  const { distanceToCampus, isDistanceEstimate } = buildingData
  if (distanceToCampus === null) return undefined
  const minutes = countOf(Math.max(1, Math.round(distanceToCampus)), 'minute')
  return `${isDistanceEstimate ? 'about ' : ''}${minutes} on foot to ${landmarks.hoPlaza.name}`
}

const photoIn = ([photo]: string[]): Pick<PreviewTexts, 'photo'> => (photo ? { photo } : {})
