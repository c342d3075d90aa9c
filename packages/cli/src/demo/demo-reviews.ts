import { type ApartmentRow } from './demo-places'
import { type Random } from './random'
import { type Ratings, writeReviewText } from './review-text'

const DAY_MS = 24 * 60 * 60 * 1000
const YEARS = 6
const LANDLORD_REVIEW_SHARE = 0.04
const BRACKET_ENDS = [800, 1000, 1200, 1400, 1600]

/** Reviews of the apartments: a few have dozens, some none; a good place has mostly good ones. `today` bounds the dates. */
export function reviewRows(apartments: ApartmentRow[], today: Date, random: Random): ReviewRow[] {
  return apartments.flatMap((apartment) => {
    if (!apartment.landlordId || random.chance(0.12)) return []
    const quality = 3.5 + random.bell() * 1.1
    const count = 1 + Math.floor(random.next() ** 3 * 46)
    return Array.from({ length: count }, (_, index) =>
      reviewRow({ apartment, quality, index, today }, random),
    )
  })
}

export interface ReviewRow {
  id: string
  aptId: string | null
  landlordId: string
  date: string
  overallRating: number
  detailedRatings: Ratings
  bedrooms: number
  price: number
  likes: number
  reviewText: string
}

interface ReviewSource {
  apartment: ApartmentRow
  quality: number
  index: number
  today: Date
}

function reviewRow({ apartment, quality, index, today }: ReviewSource, random: Random): ReviewRow {
  const rate = () => Math.min(5, Math.max(1, Math.round(quality + random.bell() * 1.3)))
  const ratings: Ratings = { location: rate(), maintenance: rate(), safety: rate(), conditions: rate() }
  const mean = (ratings.location + ratings.maintenance + ratings.safety + ratings.conditions) / 4
  const overall = Math.min(5, Math.max(1, Math.round(mean + random.bell() * 0.4)))
  const age = Math.floor(random.next() ** 1.5 * YEARS * 365) + 1
  return {
    id: `${apartment.id}-review-${index + 1}`,
    aptId: random.chance(LANDLORD_REVIEW_SHARE) ? null : apartment.id,
    landlordId: apartment.landlordId,
    date: new Date(today.getTime() - age * DAY_MS).toISOString(),
    overallRating: overall,
    detailedRatings: ratings,
    bedrooms: random.chance(0.15) ? 0 : Math.min(6, Math.max(1, apartment.numBeds || 1)),
    price: bracketOf(apartment.price, random),
    likes: Math.floor(random.next() ** 4 * 24),
    reviewText: writeReviewText(ratings, overall, random),
  }
}

function bracketOf(price: number | '', random: Random): number {
  if (price === '' || random.chance(0.15)) return 0
  return BRACKET_ENDS.filter((end) => price >= end).length + 1
}
