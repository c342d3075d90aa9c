import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { usePageTitle } from '../use-page-title'

interface NotFoundPageProps {
  /** The reason why the page could not be loaded, if it may exist. */
  detail?: string
  onRetry?: () => unknown
}

/** The page for an unknown URL, a deleted resource, or a resource that cannot be loaded. */
export function NotFoundPage({ detail, onRetry }: NotFoundPageProps) {
  usePageTitle('Page not found')
  return (
    <PageContainer>
      <StateMessage
        heading="h1"
        title="It seems as though the page you are looking for cannot be found!"
        detail={detail ?? 'The address may be mistyped, or the page may have moved.'}
        action={
          onRetry ? (
            <Button onClick={() => void onRetry()}>Try again</Button>
          ) : (
            <div className="offquad-cluster">
              <Link to={paths.search({})} className="offquad-outline-button">
                Search apartments
              </Link>
              <Link to={paths.reviews()} className="offquad-outline-button">
                Read reviews
              </Link>
              <Link to={paths.home()}>Go to the home page</Link>
            </div>
          )
        }
      />
    </PageContainer>
  )
}
