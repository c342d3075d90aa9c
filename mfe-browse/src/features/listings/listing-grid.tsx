import { type Listing } from '@offquad/contracts'
import { CardGrid, ListingCardSkeleton } from '@offquad/ui'
import { ListingLink } from '@offquad/web-kit'

/** Listings in columns; undefined while they load. */
export function ListingGrid({
  listings,
  expected = 4,
}: {
  listings: Listing[] | undefined
  expected?: number
}) {
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
      items={listings.map((listing) => ({
        key: listing.buildingData.id,
        content: <ListingLink listing={listing} />,
      }))}
    />
  )
}
