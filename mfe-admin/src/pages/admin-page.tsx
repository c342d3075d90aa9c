import { PageContainer, StateMessage } from '@offquad/ui'
import { paths, university, usePageTitle } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

export function AdminPage() {
  usePageTitle('Admin')
  return (
    <PageContainer>
      <StateMessage
        heading="h1"
        title="Please sign in as an administrator."
        detail={`This page is where the team of ${university().productName} moderates reviews. Your account does not show that you are part of it.`}
        action={<Link to={paths.home()}>Go to the home page</Link>}
      />
    </PageContainer>
  )
}
