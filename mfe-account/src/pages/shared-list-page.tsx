import { PageContainer } from '@offquad/ui'
import { useParams } from 'react-router-dom'
import { SharedListView } from '../features/lists/shared-list'

export function SharedListPage() {
  const { token = '' } = useParams()
  return (
    <PageContainer>
      <SharedListView key={token} token={token} />
    </PageContainer>
  )
}
