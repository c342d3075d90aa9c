import { PageContainer, StateMessage } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <PageContainer>
      <StateMessage
        heading="h1"
        title="It seems as though the page you are looking for cannot be found!"
        detail="The address may be mistyped, or the page may have moved."
        action={<Link to="/">Go to the home page</Link>}
      />
    </PageContainer>
  )
}
