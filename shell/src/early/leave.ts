import { PAGE_TOKEN_METRIC, TELEMETRY_PATH } from '@offquad/contracts'
import { IS_SHOWN } from './marks'

/** Reports a page that is left before the shell has taken over; without the report it would count as a blank page. */
export function reportLeaving(): void {
  const leave = () => {
    if (IS_SHOWN in document.documentElement.dataset) return
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const page = navigation?.serverTiming?.find(({ name }) => name === PAGE_TOKEN_METRIC)?.description
    const body = JSON.stringify({ page, reports: [] })
    if (page) navigator.sendBeacon(TELEMETRY_PATH, new Blob([body], { type: 'application/json' }))
  }
  addEventListener('pagehide', leave)
  // A phone may end a hidden page without any further event.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
}
