import { PageContainer, StateMessage } from '@offquad/ui'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { usePageTitle } from '../use-page-title'

/** The page of an address nothing is at, or of something that does not exist any more. */
export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <PageContainer>
      <StateMessage
        heading="h1"
        title="It seems as though the page you are looking for cannot be found!"
        detail="The address may be mistyped, or the page may have moved."
        action={<Link to={paths.home()}>Go to the home page</Link>}
      />
    </PageContainer>
  )
}
