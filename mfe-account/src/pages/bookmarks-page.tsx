import { HeadingRow } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { listsPath } from '../components/list-paths'
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
          <HeadingRow>
            <h1>Bookmarks</h1>
            <Link className="offquad-button offquad-plain-link" to={listsPath}>
              Lists
            </Link>
          </HeadingRow>
          <SavedListings />
          <HelpfulReviews user={user} />
        </>
      )}
    </SignedInPage>
  )
}
