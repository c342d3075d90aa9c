import { type PublishedApp } from '@offquad/contracts'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { pageData } from '../page-data'

/** The route of the current URL: its path pattern, and the app that it belongs to. */
export interface CurrentRoute {
  template: string
  app: PublishedApp
}

interface RouteOfApp extends CurrentRoute {
  route: RouteObject
}

let known: { registry: object; routes: RouteOfApp[] } | undefined

/** The registry's route that matches a URL, as the shell's router does: the current one by default; undefined: none. */
export function currentRoute(at: { pathname: string } = location): CurrentRoute | undefined {
  const { registry } = pageData()
  if (known?.registry !== registry) known = { registry, routes: registry.apps.flatMap(routesOf) }
  const { routes } = known
  const match = matchRoutes(
    routes.map(({ route }) => route),
    at,
  )?.at(-1)
  return routes.find(({ route }) => route === match?.route)
}

const routesOf = (app: PublishedApp): RouteOfApp[] =>
  (app.remote?.routes ?? []).map(({ path }) => ({ template: path, app, route: { path } }))
