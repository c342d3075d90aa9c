import { type Listing } from '@offquad/contracts'
import { ListingCard } from '@offquad/ui'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { describeListing } from './describe-listing'

interface ListingLinkProps {
  listing: Listing
  size?: 'small' | 'large'
  /** Above the fold: its picture is loaded at once. */
  isEager?: boolean
}

/** A listing's card, the whole of it one link to the apartment's page. */
export function ListingLink({ listing, size, isEager }: ListingLinkProps) {
  return (
    <Link to={paths.apartment(listing.buildingData.id)} className="offquad-card-link">
      <ListingCard {...describeListing(listing)} size={size} isEager={isEager} />
    </Link>
  )
}
