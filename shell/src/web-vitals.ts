import { type PublishedApp } from '@offquad/contracts'
import { reportVital } from '@offquad/web-kit'
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Reports the web vitals of the loaded page for the app that it belongs to. */
export function reportWebVitals(app: PublishedApp): void {
  const report = ({ name, rating }: MetricType) => reportVital(app, name, rating)
  onCLS(report)
  onFCP(report)
  onINP(report)
  onLCP(report)
  onTTFB(report)
}
