import { type Listing } from '@offquad/contracts'
import { CardGrid, ListingCardSkeleton } from '@offquad/ui'
import { ListingLink } from '@offquad/web-kit'

interface ListingGridProps {
  /** undefined while they load */
  listings: Listing[] | undefined
  expected?: number
  /** A sentence for the card of a listing. */
  noteOf?: (listing: Listing) => string | undefined
  /** The listing to mark. */
  activeId?: string
  /** Called with the hovered or focused listing, and with undefined when there is none any more. */
  onHover?: (id: string | undefined) => void
}

/** A grid of listing cards. */
export function ListingGrid({ listings, expected = 4, noteOf, activeId, onHover }: ListingGridProps) {
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
            className={listing.buildingData.id === activeId ? 'browse-active' : undefined}
            onPointerEnter={() => onHover?.(listing.buildingData.id)}
            onPointerLeave={() => onHover?.(undefined)}
            onFocus={() => onHover?.(listing.buildingData.id)}
            onBlur={() => onHover?.(undefined)}
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
