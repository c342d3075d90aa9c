import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { type ApartmentRow } from './listings'
import { type Random } from './random'
import { type Ratings } from './review-phrases'
import { createReviewWriter, type ReviewWriter } from './review-text'

const DAY_MS = 24 * 60 * 60 * 1000
const YEARS = 6
const LANDLORD_REVIEW_SHARE = 0.05
const PHOTO_SHARE = 0.22
const AUTHORS = 170
const BRACKET_ENDS = [800, 1000, 1200, 1400, 1600]

/** How many apartments have how many reviews; all others have none, as on a site that is still young. */
const REVIEWS_PER_APARTMENT: { apartments: number; least: number; most: number }[] = [
  { apartments: 1, least: 19, most: 19 },
  { apartments: 2, least: 12, most: 15 },
  { apartments: 8, least: 6, most: 9 },
  { apartments: 22, least: 3, most: 5 },
  { apartments: 42, least: 1, most: 2 },
]

const BUSIEST = 3

export interface ReviewRow {
  id: string
  aptId: string | null
  landlordId: string
  userId: string | null
  date: string
  status: ReviewStatus
  decline?: Decline
  overallRating: number
  detailedRatings: Ratings
  bedrooms: number
  price: number
  photos: string[]
  likes: number
  reviewText: string
}

/** The public reviews: a few apartments have many, most have none; a good place has mostly good ones. */
export function reviewRows(
  apartments: ApartmentRow[],
  { today, photos }: { today: Date; photos: string[] },
  random: Random,
): ReviewRow[] {
  const writer = createReviewWriter(random)
  const [first, ...others] = apartments.filter(({ landlordId }) => landlordId !== '')
  const reviewable = shuffled(others, random)
  // What is looked at first has something to show.
  if (first) reviewable.splice(BUSIEST, 0, first)
  return REVIEWS_PER_APARTMENT.flatMap(({ apartments: count, least, most }) =>
    reviewable.splice(0, count).flatMap((apartment) => {
      const quality = 3.6 + random.bell() * 1.2
      return Array.from({ length: random.between(least, most) }, (_, index) =>
        reviewRow({ apartment, quality, index, today, photos, writer }, random),
      )
    }),
  )
}

interface ReviewSource {
  apartment: ApartmentRow
  quality: number
  index: number
  today: Date
  photos: string[]
  writer: ReviewWriter
}

function reviewRow(
  { apartment, quality, index, today, photos, writer }: ReviewSource,
  random: Random,
): ReviewRow {
  const rate = () => Math.min(5, Math.max(1, Math.round(quality + random.bell() * 1.3)))
  const ratings: Ratings = { location: rate(), maintenance: rate(), safety: rate(), conditions: rate() }
  const mean = (ratings.location + ratings.maintenance + ratings.safety + ratings.conditions) / 4
  const overall = Math.min(5, Math.max(1, Math.round(mean + random.bell() * 0.4)))
  const bedrooms = random.chance(0.1) ? 0 : Math.min(6, Math.max(1, apartment.numBeds || 1))
  const age = random.next() ** 1.5 * YEARS * 365 + 1
  return {
    id: `${apartment.id}-review-${index + 1}`,
    aptId: random.chance(LANDLORD_REVIEW_SHARE) ? null : apartment.id,
    landlordId: apartment.landlordId,
    userId: random.chance(0.2) ? null : `demo-student-${random.between(1, AUTHORS)}`,
    date: new Date(today.getTime() - age * DAY_MS).toISOString(),
    status: 'APPROVED',
    overallRating: overall,
    detailedRatings: ratings,
    bedrooms,
    price: bracketOf(apartment, { years: age / 365, index }, random),
    photos: random.chance(PHOTO_SHARE) ? shuffled(photos, random).slice(0, random.between(1, 3)) : [],
    likes: Math.floor(random.next() ** 4 * 24),
    reviewText: writer.write({ ratings, overall, bedrooms }),
  }
}

/** Rents rise by a twentieth a year; students report one even where none is listed. */
function bracketOf(
  { id, price }: ApartmentRow,
  { years, index }: { years: number; index: number },
  random: Random,
): number {
  if (price === '' ? index % 7 === 6 : random.chance(0.15)) return 0
  const rent = (price === '' ? unlistedRent(id) : price) / 1.05 ** years
  return BRACKET_ENDS.filter((end) => rent >= end).length + 1
}

const unlistedRent = (id: string): number => 850 + ((Number(id.replace(/\D/g, '')) * 7) % 13) * 50

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, position: random.next() }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ item }) => item)
}
