import { isolated, type Listing, saveToggleSlot } from '@offquad/contracts'
import { IconButton } from '@offquad/ui'
import { ListingLink, Slot } from '@offquad/web-kit'
import { type ComponentProps } from 'react'
import { LateSlot } from './late-slot'

/** The card of a listing with a bookmark on its picture. Its parent is positioned. */
export function BookmarkedCard(props: ComponentProps<typeof ListingLink>) {
  const { id, name } = props.listing.buildingData
  return (
    <>
      <ListingLink {...props} />
      <Bookmark id={id} name={name} />
    </>
  )
}

/** The cards of a row or grid. */
export const bookmarkedCards = (
  listings: readonly Listing[],
  props?: Omit<ComponentProps<typeof ListingLink>, 'listing'>,
) =>
  listings.map((listing) => ({
    key: listing.buildingData.id,
    content: <BookmarkedCard listing={listing} {...props} />,
  }))

interface BookmarkProps {
  id: string
  name: string
}

export const Bookmark = ({ id, name }: BookmarkProps) => (
  <LateSlot
    failure="Error with saving apartment"
    draw={(events) => (
      <IconButton
        className="offquad-round-button offquad-on-picture"
        title="Save"
        label={`Save: ${isolated(name)}`}
        icon="M6 3h12v18l-6-5-6 5z"
        {...events}
      />
    )}
  >
    <Slot
      contract={saveToggleSlot}
      label="Saving"
      props={{ kind: 'apartment', id, name, isOnPicture: true }}
      isExtra
    />
  </LateSlot>
)
