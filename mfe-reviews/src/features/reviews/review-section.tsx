import './reviews.css'
import { getReviewSummary, getUserReviews, type PlacedReview, type Review } from '@offquad/contracts'
import { Button, StateMessage, TextButton } from '@offquad/ui'
import {
  apiQuery,
  countText,
  LoadFailure,
  queryFailure,
  useApi,
  useFocusSuccessor,
  useUser,
} from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AnonymousNote } from '../../components/anonymous-note'
import { loadedReviews, useReviewPages } from '../../queries/review-queries'
import { ActiveFilters, FilterControls } from './filter-controls'
import { RatingHistory } from './rating-history'
import { RatingSummary } from './rating-summary'
import {
  isFiltered,
  NO_FILTER,
  queryOf,
  type ReviewFilter,
  type ReviewFilterState,
  toggleStars,
  useReviewFilter,
} from './review-filter'
import { ReviewList, type ShownSubjects } from './review-list'
import { TopicSummary } from './topic-summary'

interface ReviewSectionProps {
  subject: { aptId: string } | { landlordId: string }
  /** The number of reviews on the first page. */
  firstSize: number
  subjects?: ShownSubjects
  /** The button to leave the first review; afterwards the page's header has it. */
  action: ReactNode
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** The reviews of an apartment or a landlord: summary, filters, and a list that grows page by page. */
export function ReviewSection({ subject, firstSize, subjects, action, renderEditor }: ReviewSectionProps) {
  const { successor: heading, onFocus } = useFocusSuccessor<HTMLHeadingElement>()
  const { filter, change: changeFilter } = useReviewFilter()
  const tools = useRef<HTMLDivElement>(null)
  const change: ReviewFilterState['change'] = (part, options) => {
    changeFilter(part, options)
    // A choice may change reviews below the window. While typing, the reader sees the field.
    if (options?.replace) return
    if (tools.current && tools.current.getBoundingClientRect().top > innerHeight / 2)
      tools.current.scrollIntoView()
  }
  const summary = useApi(getReviewSummary, { query: subject })
  const pages = useReviewPages({ ...subject, ...queryOf(filter) }, firstSize)
  const total = summary.data?.total
  const waiting = useWaitingReviews(subject)
  const content = () => {
    const failure = queryFailure(summary)
    if (failure)
      return (
        <LoadFailure
          title="Reviews cannot be loaded right now."
          error={failure.error}
          onRetry={() => Promise.all([summary.refetch(), pages.refetch()])}
        />
      )
    if (!summary.data || (!pages.data && !pages.error)) return <ReviewSectionSkeleton count={firstSize} />
    if (summary.data.total === 0)
      return waiting.length > 0 ? null : (
        <div style={{ marginTop: 12 }}>
          <StateMessage title="No reviews available. Be the first to leave one!" action={action} />
        </div>
      )
    return (
      <>
        <div ref={tools} className="reviews-head" id="reviews-tools">
          <TopicSummary
            topics={summary.data.topics ?? []}
            total={summary.data.total}
            filter={filter}
            change={change}
          />
          <FilterControls summary={summary.data} filter={filter} change={change} />
        </div>
        <ReviewResults
          pages={pages}
          total={summary.data.total}
          filter={filter}
          change={change}
          subjects={subjects}
          renderEditor={renderEditor}
          onFilterRemoved={() => heading.current?.focus({ preventScroll: true })}
        />
        <RatingHistory years={summary.data.years} />
      </>
    )
  }
  return (
    <section className="reviews-section offquad-section" aria-labelledby="reviews" onFocus={onFocus}>
      <div className={total ? 'reviews-summary offquad-notice' : undefined}>
        <h2 id="reviews" ref={heading} tabIndex={-1}>
          Reviews{total === undefined ? '' : ` (${total})`}
        </h2>
        {summary.data && total !== 0 && (
          <RatingSummary
            summary={summary.data}
            selectedStars={filter.stars}
            onToggleStars={(stars) => change({ stars: toggleStars(filter.stars, stars) })}
          />
        )}
        {Boolean(total) && <AnonymousNote />}
      </div>
      {waiting.length > 0 && (
        <section className="offquad-section" style={{ marginTop: 12 }} aria-labelledby="waiting-reviews">
          <h3 id="waiting-reviews">Awaiting approval</h3>
          <p className="offquad-note">Only you see this until an administrator has approved it.</p>
          <ReviewList reviews={waiting} subjects={subjects} renderEditor={renderEditor} />
        </section>
      )}
      {content()}
    </section>
  )
}

/** The reader's own reviews of the subject that await approval. */
function useWaitingReviews(subject: ReviewSectionProps['subject']): Review[] {
  const uid = useUser()?.uid
  const params = { uid: uid ?? '-', status: 'PENDING' as const }
  const { data = [] } = useQuery({ ...apiQuery(getUserReviews, { params }), enabled: uid !== undefined })
  return data.filter(({ aptId, landlordId }) =>
    'aptId' in subject ? aptId === subject.aptId : landlordId === subject.landlordId,
  )
}

function ReviewSectionSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Reviews are loading" aria-busy="true">
      <div className="offquad-bone" style={{ height: 140, marginBottom: 16 }} />
      <div className="offquad-bone" style={{ width: '70%', height: 40 }} />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="reviews-card">
          <div className="offquad-bone" style={{ width: '40%', height: 20, marginBottom: 12 }} />
          <div className="offquad-bone" style={{ height: 72 }} />
        </div>
      ))}
    </div>
  )
}

interface ReviewResultsProps
  extends ReviewFilterState, Pick<ReviewSectionProps, 'subjects' | 'renderEditor'> {
  pages: ReturnType<typeof useReviewPages>
  total: number
  onFilterRemoved: () => void
}

function ReviewResults({
  pages,
  total,
  filter,
  change,
  subjects,
  renderEditor,
  onFilterRemoved,
}: ReviewResultsProps) {
  const { data, error, isPlaceholderData, isFetchNextPageError, isFetchingNextPage, hasNextPage } = pages
  const failure = queryFailure(pages)
  const reviews = data ? loadedReviews(data) : []
  const matching = data?.pages.at(-1)?.total ?? 0
  const printAll = usePrintAll(pages)
  const { list, focusFirstNew } = useFocusOnFirstNew(reviews, filter)
  // A wide window loads its second page automatically; no one waits for that.
  const [hasAsked, setHasAsked] = useState(false)
  const isRefused = hasAsked && isFetchNextPageError && !isFetchingNextPage
  const clear = () => {
    change({ ...NO_FILTER, sort: filter.sort })
    onFilterRemoved()
  }
  const showMore = () => {
    setHasAsked(true)
    focusFirstNew()
    void pages.fetchNextPage()
  }
  return (
    <>
      <ActiveFilters
        filter={filter}
        change={change}
        matching={data && !isPlaceholderData ? matching : undefined}
        total={total}
        onRemoved={onFilterRemoved}
      />
      {failure && <LoadFailure title="Reviews cannot be loaded right now." {...failure} />}
      {data && reviews.length === 0 && !isPlaceholderData && (
        <StateMessage
          title="No reviews match these filters."
          detail={`There are ${countText(total, 'review')} in all.`}
          action={<Button onClick={clear}>Clear filters</Button>}
        />
      )}
      <div
        ref={list}
        className={isPlaceholderData ? 'offquad-stale' : undefined}
        aria-busy={isPlaceholderData}
      >
        {reviews.length > 0 && (
          <ReviewList reviews={reviews} subjects={subjects} renderEditor={renderEditor} />
        )}
      </div>
      <div className="offquad-cluster">
        <p role="status" className="offquad-note">
          {data && !isPlaceholderData ? shownText(reviews, matching, isFiltered(filter)) : ''}
        </p>
        {isRefused && (
          <p role="alert" className="offquad-field-error">
            More reviews cannot be loaded right now. {error?.message}
          </p>
        )}
        {hasNextPage && !isPlaceholderData && (
          <>
            <Button loading={isFetchingNextPage} onClick={showMore}>
              {isRefused ? 'Try again' : 'Show More'}
            </Button>
            <TextButton
              onClick={() => {
                setHasAsked(true)
                void printAll()
              }}
            >
              Print all {matching}
            </TextButton>
          </>
        )}
      </div>
    </>
  )
}

/** Loads the remaining reviews, then prints: a browser that is printing does not wait for them. */
function usePrintAll({ hasNextPage, fetchNextPage }: ReviewResultsProps['pages']) {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || hasNextPage) return
    isWanted.current = false
    window.print()
  }, [hasNextPage])
  return async () => {
    isWanted.current = true
    for (;;) {
      const page = await fetchNextPage()
      if (page.isError) isWanted.current = false
      if (page.isError || !page.hasNextPage) return
    }
  }
}

function shownText({ length: shown }: PlacedReview[], matching: number, isNarrowed: boolean): string {
  if (shown === 0) return ''
  const all = countText(matching, isNarrowed ? 'matching review' : 'review')
  if (shown < matching) return `Showing ${shown} of ${all}`
  return matching === 1 ? `Showing ${all}` : `Showing all ${all}`
}

/** Moves keyboard focus to the first review of the next page once it is loaded. */
function useFocusOnFirstNew(reviews: PlacedReview[], filter: ReviewFilter) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef<{ ids: Set<string>; filter: ReviewFilter }>(undefined)
  useEffect(() => {
    if (!before.current) return
    const { ids, filter: filterBefore } = before.current
    const firstNew = reviews.findIndex(({ id }) => !ids.has(id))
    if (filter === filterBefore && firstNew < 0) return
    before.current = undefined
    if (filter === filterBefore)
      list.current?.querySelectorAll<HTMLElement>('.reviews-card')[firstNew]?.focus()
  }, [reviews, filter])
  return {
    list,
    focusFirstNew() {
      before.current = { ids: new Set(reviews.map(({ id }) => id)), filter }
    },
  }
}
