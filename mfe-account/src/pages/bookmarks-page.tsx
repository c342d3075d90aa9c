import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { HelpfulReviews } from '../features/saved/helpful-reviews'
import { SavedListings } from '../features/saved/saved-listings'

export function BookmarksPage() {
  usePageTitle('Bookmarks')
  return (
    <SignedInPage
      title="Bookmarks"
      invitation="Find the apartments and landlords you saved and the reviews you marked helpful."
    >
      {(user) => (
        <>
          <h1>Bookmarks</h1>
          <SavedListings />
          <HelpfulReviews user={user} />
        </>
      )}
    </SignedInPage>
  )
}
