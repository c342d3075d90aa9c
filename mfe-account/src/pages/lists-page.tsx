import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { MyLists } from '../features/lists/my-lists'

export function ListsPage() {
  usePageTitle('Lists')
  return (
    <SignedInPage title="Lists" invitation="Keep lists of places, and decide with your roommates.">
      {() => <MyLists />}
    </SignedInPage>
  )
}
