import { NotFoundPage, pageData } from '@offquad/web-kit'
import { type RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { RemotePage } from './remote-page'
import { RouteFailure } from './route-failure'

/** What the frame knows of a page before its remote is here. */
export interface PageHandle {
  remote: string | undefined
  /** Coming back by any way leads to where it was left. */
  keepsScroll: boolean
}

/** Every page of every remote in the registry, inside the shell's frame. */
export function pageRoutes(): RouteObject[] {
  const pages = pageData().registry.apps.flatMap(({ remote }) =>
    (remote?.routes ?? []).map(({ path, title, keepsScroll = false }) => ({
      path,
      handle: { remote: remote?.name, keepsScroll } satisfies PageHandle,
      element: <RemotePage key={remote?.name} remote={remote?.name ?? ''} path={path} title={title} />,
    })),
  )
  return [
    {
      element: <Layout />,
      errorElement: <RouteFailure />,
      children: [...pages, { path: '*', element: <NotFoundPage /> }],
    },
  ]
}
