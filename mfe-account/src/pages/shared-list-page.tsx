import { PageContainer } from '@offquad/ui'
import { useParams } from 'react-router-dom'
import { BelowFold } from '../components/below-fold'
import { SharedListView } from '../features/lists/shared-list'

export function SharedListPage() {
  const { token = '' } = useParams()
  return (
    <PageContainer>
      <BelowFold>
        <SharedListView key={token} token={token} />
      </BelowFold>
    </PageContainer>
  )
}
