import { OffquadTheme } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouteObject } from 'react-router-dom'
import { FrameBoundary } from './route-failure'
import { type PageHistory, PageRouter } from './routing/page-router'

interface PageProps {
  history: PageHistory
  routes: RouteObject[]
  client: QueryClient
}

/** The whole page. The server and the browser render the same elements, or the browser could not take over. */
export function Page({ history, routes, client }: PageProps) {
  return (
    <OffquadTheme brandColor={university().brandColor}>
      <QueryClientProvider client={client}>
        <FrameBoundary>
          <PageRouter history={history} routes={routes} />
        </FrameBoundary>
      </QueryClientProvider>
    </OffquadTheme>
  )
}
