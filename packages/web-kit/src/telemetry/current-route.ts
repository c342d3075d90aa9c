import { type PublishedApp } from '@offquad/contracts'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { pageData } from '../page-data'

/** What the address leads to: the template of its path, and the app whose page it is. */
export interface CurrentRoute {
  template: string
  app: PublishedApp
}

interface RouteOfApp extends CurrentRoute {
  route: RouteObject
}

let known: { registry: object; routes: RouteOfApp[] } | undefined

/** The route of the registry the address matches, as the shell's router matches it; undefined where there is none. */
export function currentRoute(): CurrentRoute | undefined {
  const { registry } = pageData()
  if (known?.registry !== registry) known = { registry, routes: registry.apps.flatMap(routesOf) }
  const { routes } = known
  const match = matchRoutes(
    routes.map(({ route }) => route),
    location,
  )?.at(-1)
  return routes.find(({ route }) => route === match?.route)
}

const routesOf = (app: PublishedApp): RouteOfApp[] =>
  (app.remote?.routes ?? []).map(({ path }) => ({ template: path, app, route: { path } }))
