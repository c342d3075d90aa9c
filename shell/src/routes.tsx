import { NotFoundPage, pageData } from '@offquad/web-kit'
import { type RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { RemotePage } from './remote-page'
import { RouteFailure } from './route-failure'

/** Every page of every remote in the registry, inside the shell's frame; `handle.remote` names who renders it. */
export function pageRoutes(): RouteObject[] {
  const pages = pageData().registry.apps.flatMap(({ remote }) =>
    (remote?.routes ?? []).map(({ path, title }) => ({
      path,
      handle: { remote: remote?.name },
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
