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

/** The registry's route that matches the current URL, as the shell's router does; undefined: none. */
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
