import { type Listing } from '@offquad/contracts'
import { CardGrid, ListingCardSkeleton } from '@offquad/ui'
import { ListingLink } from '@offquad/web-kit'

/** The listing that is hovered or focused, in a list or on the map beside it. */
export interface Highlight {
  id: string | undefined
  onChange: (id: string | undefined) => void
}

interface ListingGridProps {
  /** undefined while they load */
  listings: Listing[] | undefined
  expected?: number
  /** A sentence for the card of a listing. */
  noteOf?: (listing: Listing) => string | undefined
  highlight?: Highlight
}

/** A grid of listing cards. */
export function ListingGrid({ listings, expected = 4, noteOf, highlight }: ListingGridProps) {
  if (!listings)
    return (
      <CardGrid
        items={Array.from({ length: expected }, (_, index) => ({
          key: String(index),
          content: <ListingCardSkeleton />,
        }))}
      />
    )
  return (
    <CardGrid
      items={listings.map((listing, index) => ({
        key: listing.buildingData.id,
        content: (
          <div
            className={listing.buildingData.id === highlight?.id ? 'browse-active' : undefined}
            onPointerEnter={() => highlight?.onChange(listing.buildingData.id)}
            onPointerLeave={() => highlight?.onChange(undefined)}
            onFocus={() => highlight?.onChange(listing.buildingData.id)}
            onBlur={() => highlight?.onChange(undefined)}
          >
            <ListingLink listing={listing} note={noteOf?.(listing)} isEager={index < EAGER_COUNT} />
          </div>
        ),
      }))}
    />
  )
}

// As many as a phone shows at once; on wide screens the others follow at once.
const EAGER_COUNT = 2
