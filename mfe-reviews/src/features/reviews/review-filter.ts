import { MAX_BEDROOMS, MAX_REVIEW_QUERY, REVIEW_SORTS, type ReviewSort } from '@offquad/contracts'

/** Which reviews of a place are listed, and in which order. */
export interface ReviewFilter {
  sort: ReviewSort
  /** Whole stars that ratings round to, most first; empty: any rating. */
  stars: number[]
  year: number | undefined
  withPhotos: boolean
  bedrooms: number | undefined
  /** Words that all occur in the text; '': any text. */
  q: string
}

export const NO_FILTER: ReviewFilter = {
  sort: 'recent',
  stars: [],
  year: undefined,
  withPhotos: false,
  bedrooms: undefined,
  q: '',
}

/** Whether reviews are left out; the order leaves none out. */
export const isFiltered = ({ stars, year, withPhotos, bedrooms, q }: ReviewFilter): boolean =>
  stars.length > 0 || year !== undefined || withPhotos || bedrooms !== undefined || q !== ''

const PARAMETERS = ['sort', 'stars', 'year', 'photos', 'bedrooms', 'q'] as const

/** The filter in a page's URL. A value that is not valid is ignored. */
export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const sort = REVIEW_SORTS.find((known) => known === params.get('sort')) ?? 'recent'
  const stars = (params.get('stars') ?? '').split(',').map(Number)
  return {
    sort,
    stars: [5, 4, 3, 2, 1].filter((count) => stars.includes(count)),
    year: integerIn(params.get('year'), 1970, 2999),
    withPhotos: params.get('photos') === 'yes',
    bedrooms: integerIn(params.get('bedrooms'), 1, MAX_BEDROOMS),
    q: (params.get('q') ?? '').trim().slice(0, MAX_REVIEW_QUERY),
  }
}

/** The URL parameters with this filter in them; those of others stay as they are. */
export function writeReviewFilter(params: URLSearchParams, filter: ReviewFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of PARAMETERS) next.delete(name)
  if (filter.sort !== 'recent') next.set('sort', filter.sort)
  if (filter.stars.length > 0) next.set('stars', filter.stars.toSorted((a, b) => b - a).join(','))
  if (filter.year !== undefined) next.set('year', String(filter.year))
  if (filter.withPhotos) next.set('photos', 'yes')
  if (filter.bedrooms !== undefined) next.set('bedrooms', String(filter.bedrooms))
  if (filter.q !== '') next.set('q', filter.q)
  return next
}

/** With these stars as well, or without them if they were chosen. */
export const toggleStars = (chosen: number[], stars: number): number[] =>
  chosen.includes(stars) ? chosen.filter((other) => other !== stars) : [...chosen, stars]

function integerIn(text: string | null, least: number, most: number): number | undefined {
  if (!text || !/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}
