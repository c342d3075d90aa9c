import { PageSkeleton } from '@offquad/ui'
import { fullTitle, RemoteContent, reportShell } from '@offquad/web-kit'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'

interface RemotePageProps {
  remote: string
  path: string
  title: string
  /** Its shape until it is here. */
  skeleton: string | undefined
}

/** One page of a remote; a page of another address starts anew, as if it had been opened. */
export function RemotePage({ remote, path, title, skeleton }: RemotePageProps) {
  const { pathname } = useLocation()
  // Until the remote is here, or if it never comes; its pages title themselves in an effect, which is later.
  useLayoutEffect(() => {
    document.title = fullTitle(title)
  }, [title, pathname])
  useEffect(() => reportShell('view'), [pathname])
  const fallback = <PageSkeleton shape={skeleton} isPage />
  return (
    <RemoteContent key={pathname} remote={remote} label={title || 'This page'} fallback={fallback} isPage>
      {({ routes }) => {
        const page = routes.find((route) => route.path === path)
        if (!page) throw new Error(`${remote} has no page for ${path}`)
        return page.element
      }}
    </RemoteContent>
  )
}
