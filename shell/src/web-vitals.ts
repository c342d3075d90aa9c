import { type PublishedApp } from '@offquad/contracts'
import { reportVital } from '@offquad/web-kit'
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Reports how fast and steady the page that was opened is, as a matter of the app that shows it. */
export function reportWebVitals(app: PublishedApp): void {
  const tell = ({ name, rating }: MetricType) => reportVital(app, name, rating)
  onCLS(tell)
  onFCP(tell)
  onINP(tell)
  onLCP(tell)
  onTTFB(tell)
}
