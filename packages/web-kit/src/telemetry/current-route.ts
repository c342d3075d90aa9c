import { type PublishedApp } from '@offquad/contracts'
import { matchRoutes } from 'react-router-dom'
import { pageData } from '../page-data'

/** The route of the current URL: its path pattern, and the app that it belongs to. */
export interface CurrentRoute {
  template: string
  app: PublishedApp
}

let cached: { registry: object; pathname: string; route: CurrentRoute | undefined } | undefined

/** The registry's route that matches a URL, by default the current one, as the shell's router does; undefined if none does. */
export function currentRoute({ pathname }: { pathname: string } = location): CurrentRoute | undefined {
  const { registry } = pageData()
  // Cached, because every touch calls this, and matching takes milliseconds on a phone.
  if (cached?.registry !== registry || cached.pathname !== pathname)
    cached = { registry, pathname, route: routeAt(pathname, registry.apps) }
  return cached.route
}

function routeAt(pathname: string, apps: PublishedApp[]): CurrentRoute | undefined {
  const routes = apps.flatMap((app) => (app.remote?.routes ?? []).map(({ path }) => ({ path, app })))
  const route = matchRoutes(routes, { pathname })?.at(-1)?.route
  return route && { template: route.path, app: route.app }
}
