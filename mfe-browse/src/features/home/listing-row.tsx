import './home.css'
import { getSortedHomePage, type ParamsOf } from '@offquad/contracts'
import { CardRow, ListingCardSkeleton, StateMessage } from '@offquad/ui'
import { ListingLink, LoadFailure, paths, RATING_ORDER_HINT, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

const SIZE = 8
// Wide screens show four at once; these pictures are asked for with the page.
const VISIBLE = 4

interface ListingRowProps {
  title: string
  sortBy: ParamsOf<typeof getSortedHomePage>['sortBy']
  size?: 'small' | 'large'
  /** The first row on the page. */
  isFirst?: boolean
}

/** One row of the home page; it loads, fails and recovers by itself. */
export function ListingRow({ title, sortBy, size = 'small', isFirst = false }: ListingRowProps) {
  const { data, error, refetch } = useApi(getSortedHomePage, { params: { size: SIZE, sortBy } })
  const action = <ViewMore title={title} sortBy={sortBy} />
  const hint = sortBy === 'weightedRating' ? RATING_ORDER_HINT : undefined
  if (error && !data)
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        <LoadFailure title="These listings cannot be loaded right now." error={error} onRetry={refetch} />
      </section>
    )
  if (!data) return <CardRow title={title} hint={hint} action={action} items={skeletons(size)} />
  if (data.buildingData.length === 0)
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        <StateMessage title="No apartments have been added yet." />
      </section>
    )
  return (
    <CardRow
      title={title}
      hint={hint}
      action={action}
      items={data.buildingData.map((listing, index) => ({
        key: listing.buildingData.id,
        content: <ListingLink listing={listing} size={size} isEager={isFirst && index < VISIBLE} />,
      }))}
    />
  )
}

/** The whole list in the row's order, as a search. */
function ViewMore({ title, sortBy }: Pick<ListingRowProps, 'title' | 'sortBy'>) {
  // As URLs of searches have always named the order by rating.
  const initialSortBy = sortBy === 'weightedRating' ? 'avgRating' : sortBy
  const filters = { initialSortBy, initialSortLowToHigh: sortBy === 'distanceToCampus' }
  return (
    <Link className="browse-view-more" to={paths.search({ filters })} aria-label={`View More: ${title}`}>
      View More
    </Link>
  )
}

const skeletons = (size: 'small' | 'large') =>
  Array.from({ length: SIZE }, (_, index) => ({
    key: String(index),
    content: <ListingCardSkeleton size={size} />,
  }))
