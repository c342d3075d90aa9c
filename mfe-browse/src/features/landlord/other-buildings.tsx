import { type Listing } from '@offquad/contracts'
import { CardRow } from '@offquad/ui'
import { ListingLink } from '@offquad/web-kit'

/** A landlord's buildings but the one being looked at; nothing when there are no others. */
export function OtherBuildings({ listings, excludedId }: { listings: Listing[]; excludedId: string }) {
  const others = listings.filter(({ buildingData }) => buildingData.id !== excludedId)
  if (others.length === 0) return null
  return (
    <CardRow
      title="Other buildings of this landlord"
      items={others.map((listing) => ({
        key: listing.buildingData.id,
        content: <ListingLink listing={listing} />,
      }))}
    />
  )
}
