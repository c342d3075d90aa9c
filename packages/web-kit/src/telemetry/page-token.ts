/** The entry of the Server-Timing header of a page that holds its token. */
const ENTRY = 'page'

/**
 * The token a gateway served this page with; undefined where it did not, or where the browser does not show it: outside of
 * HTTPS and localhost.
 */
export function pageToken(): string | undefined {
  if (!('getEntriesByType' in performance)) return undefined
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.serverTiming?.find(({ name }) => name === ENTRY)?.description
}
