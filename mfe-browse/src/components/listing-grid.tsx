import { type Listing } from '@offquad/contracts'
import { CardGrid, cardSkeletons } from '@offquad/ui'
import { memo, useDeferredValue } from 'react'
import { BookmarkedCard } from './bookmarked-card'
import { CompareToggle } from './compare-toggle'

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
  /** All are in the same area, which the page names. */
  isOneArea?: boolean
  highlight?: Highlight
}

/** A grid of listing cards. */
export function ListingGrid({
  listings,
  expected = 4,
  noteOf,
  isOneArea = false,
  highlight,
}: ListingGridProps) {
  // After the first cards, the others are rendered in steps, so that the page responds in between, for example to a map's move.
  const shown = useDeferredValue(listings) ?? listings
  if (!shown) return <CardGrid items={cardSkeletons(expected)} />
  return (
    <CardGrid
      items={shown.map((listing, index) => ({
        key: listing.buildingData.id,
        content: (
          <GridCard
            listing={listing}
            note={noteOf?.(listing)}
            isInKnownArea={isOneArea}
            isEager={index < EAGER_COUNT}
            isActive={listing.buildingData.id === highlight?.id}
            onHighlight={highlight?.onChange}
          />
        ),
      }))}
    />
  )
}

// As many cards as a phone shows at once; on wide screens the others follow immediately.
const EAGER_COUNT = 4

interface GridCardProps {
  listing: Listing
  note: string | undefined
  isInKnownArea: boolean
  isEager: boolean
  isActive: boolean
  onHighlight: Highlight['onChange'] | undefined
}

const GridCard = memo(function GridCard({ isActive, onHighlight, ...card }: GridCardProps) {
  const { id, name } = card.listing.buildingData
  return (
    <div
      className={isActive ? 'browse-active' : undefined}
      onPointerEnter={() => onHighlight?.(id)}
      onPointerLeave={() => onHighlight?.(undefined)}
      // Not after a tap.
      onFocus={({ target }) => target.matches(':focus-visible') && onHighlight?.(id)}
      onBlur={() => onHighlight?.(undefined)}
    >
      <BookmarkedCard {...card} />
      <CompareToggle id={id} name={name} />
    </div>
  )
})
