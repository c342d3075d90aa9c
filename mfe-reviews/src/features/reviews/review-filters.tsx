import './reviews.css'
import { type ReviewSort, type ReviewSummary } from '@offquad/contracts'
import { Checkbox, Choice, ChoiceRow, Disclosure } from '@offquad/ui'
import { countText } from '@offquad/web-kit'
import { isFiltered, NO_FILTER, type ReviewFilter, toggleStars } from './review-filter'
import { ReviewSearch } from './review-search'
import { type ReviewFilterState } from './use-review-filter'

const ORDERS: { value: ReviewSort; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
  { value: 'highest', label: 'Highest rating' },
  { value: 'lowest', label: 'Lowest rating' },
]

interface ReviewFiltersProps extends ReviewFilterState {
  summary: ReviewSummary
}

/** Order, search and filters of a list of reviews. A filter that would leave none out is not offered. */
export function ReviewFilters({ summary, filter, change }: ReviewFiltersProps) {
  const { stars, years, bedrooms, withPhotos, total } = summary
  const rated = stars.filter(({ count }) => count > 0)
  const isSearched = filter.q !== ''
  return (
    <div className="reviews-tools">
      <div className="reviews-tools-head">
        <ReviewSearch
          value={filter.q}
          // One entry of the history for a search, however often typing pauses.
          onChange={(q) => change({ q }, { replace: isSearched && q !== '' })}
        />
        <Choice label="Sort by" value={filter.sort} options={ORDERS} onChange={(sort) => change({ sort })} />
      </div>
      <div className="reviews-filters" role="group" aria-label="Filter reviews">
        {(rated.length > 1 || filter.stars.length > 0) && (
          <Disclosure label="Stars" isSet={filter.stars.length > 0}>
            <p className="reviews-panel-title">Stars</p>
            {stars.map(({ stars: count, count: found }) => (
              <p key={count} className="reviews-check">
                <Checkbox
                  checked={filter.stars.includes(count)}
                  onChange={() => change({ stars: toggleStars(filter.stars, count) })}
                >
                  {countText(count, 'star')} <small>({found})</small>
                </Checkbox>
              </p>
            ))}
          </Disclosure>
        )}
        {(years.length > 1 || filter.year !== undefined) && (
          <Disclosure label="Year" isSet={filter.year !== undefined}>
            <ChoiceRow
              label="Year"
              value={filter.year ?? 0}
              options={[
                { value: 0, label: 'Any' },
                ...years.map(({ year }) => ({ value: year, label: String(year) })),
              ]}
              onChange={(year) => change({ year: year || undefined })}
            />
          </Disclosure>
        )}
        {(bedrooms.length > 1 || filter.bedrooms !== undefined) && (
          <Disclosure label="Bedrooms" isSet={filter.bedrooms !== undefined}>
            <ChoiceRow
              label="Bedrooms"
              value={filter.bedrooms ?? 0}
              options={[
                { value: 0, label: 'Any' },
                ...bedrooms.map(({ bedrooms: count }) => ({ value: count, label: String(count) })),
              ]}
              onChange={(count) => change({ bedrooms: count || undefined })}
            />
          </Disclosure>
        )}
        {((withPhotos > 0 && withPhotos < total) || filter.withPhotos) && (
          <button
            type="button"
            className="reviews-toggle"
            aria-pressed={filter.withPhotos}
            onClick={() => change({ withPhotos: !filter.withPhotos })}
          >
            With pictures
          </button>
        )}
      </div>
    </div>
  )
}

interface ActiveFiltersProps extends ReviewFilterState {
  /** How many reviews match; undefined while they load. */
  matching: number | undefined
  total: number
  /** A chip was removed, and the focus with it. */
  onRemoved: () => void
}

/** The filters in use, each of which can be removed; nothing without any. */
export function ActiveFilters({ filter, change, matching, total, onRemoved }: ActiveFiltersProps) {
  if (!isFiltered(filter)) return null
  const remove = (part: Partial<ReviewFilter>) => {
    change(part)
    onRemoved()
  }
  return (
    <div className="reviews-active">
      <p>{matching === undefined ? 'Searching …' : `${matching} of ${countText(total, 'review')}`}</p>
      <ul aria-label="Filters in use">
        {chipsOf(filter).map(({ text, without }) => (
          <li key={text}>
            <button
              type="button"
              className="reviews-chip"
              aria-label={`Remove filter: ${text}`}
              onClick={() => remove(without)}
            >
              <span title={text}>{text}</span>
              <svg viewBox="0 0 12 12" aria-hidden="true">
                <path d="m2 2 8 8m0-8-8 8" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {/* Where nothing matches, the message about that has the button. */}
      {matching !== 0 && (
        <button
          type="button"
          className="reviews-clear"
          onClick={() => remove({ ...NO_FILTER, sort: filter.sort })}
        >
          Clear filters
        </button>
      )}
    </div>
  )
}

function chipsOf({
  stars,
  year,
  withPhotos,
  bedrooms,
  q,
}: ReviewFilter): { text: string; without: Partial<ReviewFilter> }[] {
  return [
    ...stars.map((count) => ({
      text: countText(count, 'star') ?? '',
      without: { stars: stars.filter((other) => other !== count) },
    })),
    year === undefined ? [] : { text: String(year), without: { year: undefined } },
    bedrooms === undefined
      ? []
      : { text: countText(bedrooms, 'bedroom') ?? '', without: { bedrooms: undefined } },
    withPhotos ? { text: 'With pictures', without: { withPhotos: false } } : [],
    q === '' ? [] : { text: `“${q}”`, without: { q: '' } },
  ].flat()
}
