import { type PublishedApp } from '@offquad/contracts'

/**
 * The calls of a version that no service serves.
 * @param served those of the gateway included, as in GET /api/apts/:ids; undefined: not known, so nothing is missing
 */
export function findUnservedCalls(
  { calls = [], remote }: PublishedApp,
  served: ReadonlySet<string> | undefined,
): string[] {
  if (!served) return []
  const data = (remote?.routes ?? []).flatMap((route) => (route.data ?? []).map((path) => `GET ${path}`))
  const known = [...served]
  return [...new Set([...calls, ...data])]
    .filter((call) => !known.some((one) => covers(one, call)))
    .map((call) => `it calls ${call}, which no service serves yet: deploy the service first`)
}

/** Whether every address of a call is one of another: /api/apts/:aptId and /api/apts/a1 are of /api/apts/:ids. */
function covers(served: string, call: string): boolean {
  const [segments, others] = [segmentsOf(served), segmentsOf(call)]
  return (
    segments.length === others.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === others[index])
  )
}

const segmentsOf = (call: string): string[] => (call.split('?')[0] ?? '').replace(/\/$/, '').split('/')
