import './saved.css'
import {
  compareToggleSlot,
  getSavedApartments,
  getSavedLandlords,
  type Landlord,
  type Listing,
} from '@offquad/contracts'
import { CardGrid, cardSkeletons, ListingCard, StateMessage } from '@offquad/ui'
import { apiQuery, countText, ListingLink, paths, queryFailure, Slot } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AddToList } from './add-to-list'
import { SaveToggle } from './save-toggle'
import { SortedSection } from './sorted-section'

interface SavedListing {
  key: string
  numReviews: number
  rating: number
  content: ReactNode
}

const ORDERS = {
  'Review Count': (a: SavedListing, b: SavedListing) => b.numReviews - a.numReviews,
  Rating: (a: SavedListing, b: SavedListing) => b.rating - a.rating,
}

/** The apartments and landlords that the user saved, in one list. */
export function SavedListings() {
  // Another tab may have removed some.
  const refetchOnWindowFocus = 'always'
  const apartments = useQuery({ ...apiQuery(getSavedApartments), refetchOnWindowFocus })
  const landlords = useQuery({ ...apiQuery(getSavedLandlords), refetchOnWindowFocus })
  const listings =
    apartments.data && landlords.data
      ? [...apartments.data.map(fromApartment), ...landlords.data.map(fromLandlord)]
      : undefined
  return (
    <SortedSection
      id="saved"
      title="Saved Properties and Landlords"
      items={listings}
      failure={queryFailure(apartments, landlords)}
      failureTitle="Your bookmarks cannot be loaded right now."
      skeleton={<CardGrid items={cardSkeletons(3)} />}
      empty={
        <StateMessage
          title="You have not saved any apartments."
          action={<Link to={paths.search({})}>Find places</Link>}
        />
      }
      orders={ORDERS}
      collapsedSize={8}
      labels={{ expand: 'View All', collapse: 'Collapse' }}
    >
      {(shown) => <CardGrid items={shown} />}
    </SortedSection>
  )
}

function fromApartment(listing: Listing): SavedListing {
  const { id, name } = listing.buildingData
  return {
    key: `apartment ${id}`,
    numReviews: listing.numReviews,
    rating: listing.avgRating,
    content: (
      <>
        <ListingLink listing={listing} />
        <Slot contract={compareToggleSlot} label="Comparing" props={{ id, name }} isExtra />
        <SaveToggle kind="apartment" id={id} name={name} isKnownSaved isOnPicture />
        <AddToList id={id} name={name} />
      </>
    ),
  }
}

function fromLandlord({ id, name, avgRating, numReviews, properties }: Landlord): SavedListing {
  return {
    key: `landlord ${id}`,
    numReviews,
    rating: avgRating,
    content: (
      <>
        <Link to={paths.landlord(id)} className="offquad-card-link">
          <ListingCard
            id={id}
            name={name}
            area="Landlord"
            facts={[countText(properties.length || null, 'building') ?? 'No buildings']}
            rating={avgRating}
            numReviews={numReviews}
            picture={<Initial name={name} />}
          />
        </Link>
        <SaveToggle kind="landlord" id={id} name={name} isKnownSaved isOnPicture />
      </>
    ),
  }
}

const Initial = ({ name }: { name: string }) => (
  <span className="account-initial" aria-hidden="true">
    {[...name.trim()][0]?.toUpperCase()}
  </span>
)
