import './home.css'
import { getSortedHomePage, type ParamsOf } from '@offquad/contracts'
import { CardRow, cardSkeletons, StateMessage } from '@offquad/ui'
import { estimateNote, LoadFailure, paths, queryFailure, RATING_ORDER_HINT, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { BookmarkedCard } from '../../components/bookmarked-card'

const SIZE = 8
/** As many cards as a phone shows at once; their pictures load first. On wide screens the others follow immediately. */
const VISIBLE = 2

export const readOfRow = (sortBy: ListingRowProps['sortBy']) => ({ params: { size: SIZE, sortBy } })

interface ListingRowProps {
  title: string
  sortBy: ParamsOf<typeof getSortedHomePage>['sortBy']
  size?: 'small' | 'large'
  /** Whether it is the first row of the page. */
  isFirst?: boolean
}

/** A row of the home page, with its own query: rows load, fail and retry independently. */
export function ListingRow({ title, sortBy, size = 'small', isFirst = false }: ListingRowProps) {
  const query = useApi(getSortedHomePage, readOfRow(sortBy))
  const failure = queryFailure(query)
  const listings = query.data?.buildingData
  if (failure || listings?.length === 0)
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        {failure ? (
          <LoadFailure title="These listings cannot be loaded right now." {...failure} />
        ) : (
          <StateMessage title="No apartments have been added yet." />
        )}
      </section>
    )
  return (
    <CardRow
      title={title}
      hint={[sortBy === 'weightedRating' && RATING_ORDER_HINT, estimateNote(listings)]
        .filter(Boolean)
        .join(' · ')}
      action={<ViewMore title={title} sortBy={sortBy} />}
      items={
        listings?.map((listing, index) => ({
          key: listing.buildingData.id,
          content: <BookmarkedCard listing={listing} size={size} isEager={isFirst && index < VISIBLE} />,
        })) ?? cardSkeletons(SIZE, size)
      }
    />
  )
}

/** Links to a search that lists everything in the row's order. */
function ViewMore({ title, sortBy }: Pick<ListingRowProps, 'title' | 'sortBy'>) {
  // The name of the rating order in search URLs, which are bookmarked.
  const initialSortBy = sortBy === 'weightedRating' ? 'avgRating' : sortBy
  const filters = { initialSortBy, initialSortLowToHigh: sortBy === 'distanceToCampus' }
  return (
    <Link className="offquad-text-button" to={paths.search({ filters })} aria-label={`View More: ${title}`}>
      View More →
    </Link>
  )
}
