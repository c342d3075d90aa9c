import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { HelpfulReviews } from '../features/saved/helpful-reviews'
import { SavedPlaces } from '../features/saved/saved-places'

export function BookmarksPage() {
  usePageTitle('Bookmarks')
  return (
    <SignedInPage
      title="Bookmarks"
      invitation="The apartments and landlords you save, and the reviews you find helpful, are kept here for you."
    >
      {(user) => (
        <PageContainer>
          <h1>Bookmarks</h1>
          <SavedPlaces />
          <HelpfulReviews user={user} />
        </PageContainer>
      )}
    </SignedInPage>
  )
}
