import { opensAdministration } from '@offquad/contracts'
import { NotFoundPage, remoteApps, useUser } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { type RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { RemotePage } from './remote-page'

/** The manifest's data of a page, available before its remote has loaded. */
export interface PageHandle {
  remote: string | undefined
  path: string
  /** Restores the scroll position on every visit, not only on Back. */
  keepsScroll: boolean
  /** Other users see the not-found page. */
  isForAdmins: boolean
}

/** Users other than administrators and engineers see the not-found page, and the remote is not loaded. */
const ForAdmins = ({ children }: { children: ReactNode }) =>
  opensAdministration(useUser()) ? children : <NotFoundPage />

/** The routes of all remotes, inside the shell's layout. */
export function pageRoutes(): RouteObject[] {
  const pages = remoteApps().flatMap(({ remote }) =>
    (remote?.routes ?? []).map(({ path, title, skeleton, keepsScroll = false, isForAdmins = false }) => {
      const page = (
        <RemotePage
          key={remote?.name}
          remote={remote?.name ?? ''}
          path={path}
          title={title}
          skeleton={skeleton}
        />
      )
      return {
        path,
        handle: { remote: remote?.name, path, keepsScroll, isForAdmins } satisfies PageHandle,
        element: isForAdmins ? <ForAdmins>{page}</ForAdmins> : page,
      }
    }),
  )
  return [
    {
      element: <Layout />,
      children: [...pages, { path: '*', element: <NotFoundPage /> }],
    },
  ]
}
