import {
  MAX_BEDROOMS,
  MAX_REVIEW_QUERY,
  type Opinion,
  OPINIONS,
  REVIEW_SORTS,
  REVIEW_TOPICS,
  type ReviewSort,
  type ReviewTopic,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { countText } from '@offquad/web-kit'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ReviewQuery } from '../../queries/review-queries'

/** Selects and sorts the listed reviews. */
export interface ReviewFilter {
  sort: ReviewSort
  /** Star ratings that the overall rating rounds to, highest first; empty: any. */
  stars: number[]
  year: number | undefined
  withPhotos: boolean
  bedrooms: number | undefined
  /** Words that must all occur in the text; '': any text. */
  q: string
  /** Only reviews with this opinion. */
  topicFilter: TopicOpinion | undefined
}

export interface TopicOpinion {
  topic: ReviewTopic
  opinion: Opinion
}

export const NO_FILTER: ReviewFilter = {
  sort: 'recent',
  stars: [],
  year: undefined,
  withPhotos: false,
  bedrooms: undefined,
  q: '',
  topicFilter: undefined,
}

/** The parts of a filter that exclude reviews, in words, each with the change that removes it. */
export function filterChips({
  stars,
  year,
  withPhotos,
  bedrooms,
  q,
  topicFilter,
}: ReviewFilter): { text: string; without: Partial<ReviewFilter> }[] {
  return [
    ...stars.map((count) => ({
      text: countText(count, 'star') ?? '',
      without: { stars: stars.filter((star) => star !== count) },
    })),
    year === undefined ? [] : { text: String(year), without: { year: undefined } },
    bedrooms === undefined
      ? []
      : { text: countText(bedrooms, 'bedroom') ?? '', without: { bedrooms: undefined } },
    withPhotos ? { text: 'With pictures', without: { withPhotos: false } } : [],
    q === '' ? [] : { text: `“${q}”`, without: { q: '' } },
    topicFilter === undefined
      ? []
      : {
          text: `${topicFilter.opinion === 'praised' ? 'Praised' : 'Criticized'}: ${TOPIC_TEXTS[topicFilter.topic][topicFilter.opinion]}`,
          without: { topicFilter: undefined },
        },
  ].flat()
}

/** Whether it excludes any reviews; sorting does not. */
export const isFiltered = (filter: ReviewFilter): boolean => filterChips(filter).length > 0

const PARAMETERS = ['sort', 'stars', 'year', 'photos', 'bedrooms', 'q', ...OPINIONS] as const

/** Reads the filter from the page's URL; invalid values are ignored. */
export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const sort = REVIEW_SORTS.find((value) => value === params.get('sort')) ?? 'recent'
  const stars = (params.get('stars') ?? '').split(',').map(Number)
  return {
    sort,
    stars: [5, 4, 3, 2, 1].filter((count) => stars.includes(count)),
    year: integerIn(params.get('year'), 1970, 2999),
    withPhotos: params.get('photos') === 'yes',
    bedrooms: integerIn(params.get('bedrooms'), 1, MAX_BEDROOMS),
    q: (params.get('q') ?? '').trim().slice(0, MAX_REVIEW_QUERY),
    topicFilter: OPINIONS.flatMap((opinion) => {
      const topic = REVIEW_TOPICS.find((value) => value === params.get(opinion))
      return topic ? [{ topic, opinion }] : []
    })[0],
  }
}

/** Returns the URL parameters with this filter; parameters that it does not own are unchanged. */
export function writeReviewFilter(params: URLSearchParams, filter: ReviewFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of PARAMETERS) next.delete(name)
  if (filter.sort !== 'recent') next.set('sort', filter.sort)
  if (filter.stars.length > 0) next.set('stars', filter.stars.toSorted((a, b) => b - a).join(','))
  if (filter.year !== undefined) next.set('year', String(filter.year))
  if (filter.withPhotos) next.set('photos', 'yes')
  if (filter.bedrooms !== undefined) next.set('bedrooms', String(filter.bedrooms))
  if (filter.q !== '') next.set('q', filter.q)
  if (filter.topicFilter) next.set(filter.topicFilter.opinion, filter.topicFilter.topic)
  return next
}

/** Adds a star rating to those selected, or removes it. */
export const toggleStars = (selected: number[], stars: number): number[] =>
  selected.includes(stars) ? selected.filter((rating) => rating !== stars) : [...selected, stars]

function integerIn(text: string | null, min: number, max: number): number | undefined {
  if (!text || !/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

export interface ReviewFilterState {
  filter: ReviewFilter
  /** `replace` changes the current history entry instead of adding one. */
  change: (part: Partial<ReviewFilter>, options?: { replace?: boolean }) => void
}

/** The filter of the reviews on this page, kept in the URL: links share it, and Back undoes a change. */
export function useReviewFilter(): ReviewFilterState {
  const [params, setParams] = useSearchParams()
  return {
    filter: useMemo(() => readReviewFilter(params), [params]),
    change(part, { replace = false } = {}) {
      setParams((current) => writeReviewFilter(current, { ...readReviewFilter(current), ...part }), {
        replace,
        preventScrollReset: true,
      })
    },
  }
}

/** The filter's part of a review list's query. */
export function queryOf({
  sort,
  stars,
  year,
  withPhotos,
  bedrooms,
  q,
  topicFilter,
}: ReviewFilter): Omit<ReviewQuery, 'aptId' | 'landlordId'> {
  // Defaults are omitted: the unfiltered list must have the URL that the gateway inlines and caches.
  return {
    sort: sort === 'recent' ? undefined : sort,
    stars: stars.length === 0 ? undefined : stars.join(','),
    year,
    withPhotos: withPhotos || undefined,
    bedrooms,
    q: q || undefined,
    topic: topicFilter?.topic,
    opinion: topicFilter?.opinion,
  }
}
