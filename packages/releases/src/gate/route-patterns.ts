import createRouter from 'find-my-way'
import { type PublishedApp, type RemoteDescriptor } from '@offquad/contracts'
import { firstSegmentOf, isReserved } from './reserved-paths'

/** A route as a remote declares it. */
export type RemoteRoute = RemoteDescriptor['routes'][number]

const STATIC_SEGMENT = /^[A-Za-z0-9._~-]+$/
const PARAMETER = /^:[A-Za-z_]\w*$/
const MAX_PATTERN_LENGTH = 200

/** The segments of a pattern; a trailing slash is ignored, as when pages are matched. */
const segmentsOf = (pattern: string): string[] => pattern.split('/').filter(Boolean)

const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Why gateway and browser would not match a route's path in the same way; undefined when they would. */
export function problemWithPattern(pattern: string): string | undefined {
  const segments = segmentsOf(pattern)
  const expected = 'a path is / or like /name/:parameter, of letters, digits and . _ ~ -'
  if (pattern.length > MAX_PATTERN_LENGTH) return `its route ${pattern.slice(0, 40)}... is too long`
  if (`/${segments.join('/')}` !== pattern.replace(/(?!^)\/$/, ''))
    return `its route ${pattern} is not a path: ${expected}`
  const wrong = segments.find(
    (segment) => !PARAMETER.test(segment) && (!STATIC_SEGMENT.test(segment) || /^\.+$/.test(segment)),
  )
  if (wrong !== undefined) return `its route ${pattern} is not a path (${wrong}): ${expected}`
  const names = segments.filter(isParameter)
  if (new Set(names).size < names.length) return `its route ${pattern} names a parameter twice`
  const [first] = segments
  if (first !== undefined && isParameter(first))
    return `its route ${pattern} begins with a parameter and would match the paths of other apps`
  if (isReserved(pattern))
    return `its route ${pattern} is reserved for the platform (/${firstSegmentOf(pattern)})`
  return undefined
}

type Relation = 'disjoint' | 'same' | 'more specific' | 'less specific' | 'ambiguous'

/** How the paths that two patterns match relate; case is ignored, as when pages are matched. */
export function relationOf(pattern: string, reference: string): Relation {
  const [segments, others] = [segmentsOf(pattern), segmentsOf(reference)]
  if (segments.length !== others.length) return 'disjoint'
  let isMoreSpecific = false
  let isLessSpecific = false
  for (const [index, segment] of segments.entries()) {
    const opposite = others[index] ?? ''
    if (isParameter(segment) && isParameter(opposite)) continue
    if (isParameter(segment)) isLessSpecific = true
    else if (isParameter(opposite)) isMoreSpecific = true
    else if (segment.toLowerCase() !== opposite.toLowerCase()) return 'disjoint'
  }
  if (isMoreSpecific && isLessSpecific) return 'ambiguous'
  if (isMoreSpecific) return 'more specific'
  return isLessSpecific ? 'less specific' : 'same'
}

const routesOf = ({ remote }: PublishedApp): string[] => (remote?.routes ?? []).map(({ path }) => path)

/** Reasons within a version why its routes cannot be served. */
export function findRouteProblems(app: PublishedApp): string[] {
  const paths = routesOf(app)
  return paths.flatMap((path, index) => {
    const problem = problemWithPattern(path)
    if (problem) return [problem]
    return paths.slice(0, index).flatMap((earlier) => {
      const relation = relationOf(path, earlier)
      if (relation === 'same') return [`its routes ${earlier} and ${path} are the same`]
      return relation === 'ambiguous'
        ? [`its routes ${earlier} and ${path} overlap, and neither is more specific`]
        : []
    })
  })
}

/** Routes of two apps that match the same paths. */
export function findRouteCollisions(app: PublishedApp, existing: PublishedApp): string[] {
  const owner = `${existing.app} ${existing.version}`
  return routesOf(app).flatMap((path) =>
    routesOf(existing).flatMap((taken) => {
      const relation = relationOf(path, taken)
      if (relation === 'disjoint') return []
      return relation === 'same'
        ? [`its route ${path} is a page of ${owner} already`]
        : [`its route ${path} overlaps with ${taken}, a page of ${owner}`]
    }),
  )
}

/**
 * A router for the routes of all apps, as react-router matches them in the browser.
 * @param storeOf returns the value that the router finds for a route
 * @throws Error when two apps have the same route or one of them is not a pattern
 */
export function createRouteTable<T>(
  apps: readonly PublishedApp[],
  storeOf: (app: PublishedApp, route: RemoteRoute) => T,
) {
  const router = createRouter({ ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 1000 })
  for (const app of apps)
    for (const route of app.remote?.routes ?? [])
      router.on('GET', route.path, () => undefined, storeOf(app, route))
  return router
}
