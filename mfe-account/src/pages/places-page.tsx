import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { MyPlacesEditor } from '../features/places/my-places-editor'

/** The places of a student, or of a visitor in this browser. */
export function PlacesPage() {
  usePageTitle('My Places')
  return (
    <PageContainer>
      <h1>My Places</h1>
      <MyPlacesEditor heading="h2" />
    </PageContainer>
  )
}
