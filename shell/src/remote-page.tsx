import { PageSkeleton } from '@offquad/ui'
import { fullTitle, RemoteContent, reportShell } from '@offquad/web-kit'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'

interface RemotePageProps {
  remote: string
  path: string
  title: string
  /** Shape of the placeholder while it loads. */
  skeleton: string | undefined
}

/** A page of a remote; it is mounted again when the path changes. */
export function RemotePage({ remote, path, title, skeleton }: RemotePageProps) {
  const { pathname } = useLocation()
  // The title until the remote has loaded, or if it fails; its pages set theirs in an effect, which runs later.
  useLayoutEffect(() => {
    document.title = fullTitle(title)
  }, [title, pathname])
  useEffect(() => reportShell('view'), [pathname])
  const fallback = <PageSkeleton shape={skeleton} isPage />
  return (
    <RemoteContent
      key={pathname}
      remote={remote}
      page={path}
      label={title || 'This page'}
      fallback={fallback}
      isPage
    >
      {({ routes }) => {
        const page = routes.find((route) => route.path === path)
        if (!page) throw new Error(`${remote} has no page for ${path}`)
        return page.element
      }}
    </RemoteContent>
  )
}
