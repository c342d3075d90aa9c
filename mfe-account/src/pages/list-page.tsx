import { PageContainer } from '@offquad/ui'
import { useParams } from 'react-router-dom'
import { SignedInPage } from '../components/signed-in-page'
import { ListView } from '../features/lists/list-view'

export function ListPage() {
  const { id = '' } = useParams()
  return (
    <SignedInPage title="List" invitation="Lists are for their members.">
      {() => (
        <PageContainer>
          <ListView key={id} id={id} />
        </PageContainer>
      )}
    </SignedInPage>
  )
}
