import { type PublishedApp } from '@offquad/contracts'
import { matchRoutes } from 'react-router-dom'
import { pageData } from '../page-data'

/** The route of the current URL: its path pattern, and the app that it belongs to. */
export interface CurrentRoute {
  template: string
  app: PublishedApp
}

let known: { registry: object; pathname: string; route: CurrentRoute | undefined } | undefined

/** The registry's route that matches a URL, as the shell's router does: the current one by default; undefined: none. */
export function currentRoute({ pathname }: { pathname: string } = location): CurrentRoute | undefined {
  const { registry } = pageData()
  // Asked at every touch, and matching takes milliseconds on a phone.
  if (known?.registry !== registry || known.pathname !== pathname)
    known = { registry, pathname, route: routeAt(pathname, registry.apps) }
  return known.route
}

function routeAt(pathname: string, apps: PublishedApp[]): CurrentRoute | undefined {
  const routes = apps.flatMap((app) => (app.remote?.routes ?? []).map(({ path }) => ({ path, app })))
  const route = matchRoutes(routes, { pathname })?.at(-1)?.route
  return route && { template: route.path, app: route.app }
}
