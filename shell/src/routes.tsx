import { NotFoundPage, remoteApps, useUser } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { type RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { RemotePage } from './remote-page'
import { RouteFailure } from './route-failure'

/** What the frame knows of a page before its remote is here. */
export interface PageHandle {
  remote: string | undefined
  /** Coming back by any way leads to where it was left. */
  keepsScroll: boolean
  /** For others it does not exist. */
  isForAdmins: boolean
}

/** For whoever is not an administrator there is no such page; nothing of it is loaded. */
const ForAdmins = ({ children }: { children: ReactNode }) =>
  useUser()?.role === 'admin' ? children : <NotFoundPage />

/** Every page of every remote, inside the shell's frame. */
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
        handle: { remote: remote?.name, keepsScroll, isForAdmins } satisfies PageHandle,
        element: isForAdmins ? <ForAdmins>{page}</ForAdmins> : page,
      }
    }),
  )
  return [
    {
      element: <Layout />,
      errorElement: <RouteFailure />,
      children: [...pages, { path: '*', element: <NotFoundPage /> }],
    },
  ]
}
