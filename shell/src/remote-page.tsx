import { PageContainer, PageSkeleton } from '@offquad/ui'
import { RemoteContent } from '@offquad/web-kit'
import { Fragment } from 'react'
import { useLocation } from 'react-router-dom'

interface RemotePageProps {
  remote: string
  path: string
  title: string
}

/** One page of a remote; a page of another address starts anew, as if it had been opened. */
export function RemotePage({ remote, path, title }: RemotePageProps) {
  const { pathname } = useLocation()
  const fallback = (
    <PageContainer>
      <PageSkeleton />
    </PageContainer>
  )
  return (
    <RemoteContent remote={remote} label={title || 'This page'} fallback={fallback}>
      {({ routes }) => {
        const page = routes.find((route) => route.path === path)
        if (!page) throw new Error(`${remote} has no page for ${path}`)
        return <Fragment key={pathname}>{page.element}</Fragment>
      }}
    </RemoteContent>
  )
}
