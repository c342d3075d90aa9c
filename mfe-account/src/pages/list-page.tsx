import { useParams } from 'react-router-dom'
import { BelowFold } from '../components/below-fold'
import { SignedInPage } from '../components/signed-in-page'
import { ListView } from '../features/lists/list-view'

export function ListPage() {
  const { id = '' } = useParams()
  return (
    <SignedInPage title="List" invitation="Lists are for their members.">
      {() => (
        <BelowFold>
          <ListView key={id} id={id} />
        </BelowFold>
      )}
    </SignedInPage>
  )
}
