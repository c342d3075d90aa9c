import { OffquadTheme } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps } from 'react'
import { RouterProvider } from 'react-router-dom'

interface PageProps {
  router: ComponentProps<typeof RouterProvider>['router']
  client: QueryClient
}

/** The whole page. The server and the browser render the same elements, or the browser could not take over. */
export function Page({ router, client }: PageProps) {
  return (
    <OffquadTheme brandColor={university().brandColor}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </OffquadTheme>
  )
}
