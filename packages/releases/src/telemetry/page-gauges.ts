import { Counter, Gauge } from 'prom-client'
import { type CountedReport } from './counted-report'
import { ratingOf } from './vitals'

const counter = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
  new Counter({ name, help, labelNames: ['remote', 'version', ...labels] })

const views = counter('page_views_total', 'Routes opened with a version of an app')
const failures = counter('page_failures_total', 'Routes on which a version of an app failed')
const vitals = counter(
  'page_web_vitals_total',
  'Routes of pages by the rating of the first value of a web vital',
  'vital',
  'rating',
)
const failing = new Gauge({
  name: 'app_version_failing',
  help: '1 while the live version fails more often than its predecessor did and was not rolled back',
  labelNames: ['remote', 'version'],
})

/** Counts what a page reports about a version it uses, in the metrics of this gateway. */
export function observePage(report: CountedReport): void {
  const labels = { remote: report.app, version: report.version }
  if (report.kind === 'view') views.inc(labels)
  else if (report.kind === 'vital')
    vitals.inc({ ...labels, vital: report.name, rating: ratingOf(report.name, report.value) })
  else if (report.kind === 'failure') failures.inc(labels)
}

/** Replaces the metric of failing live versions. */
export function observeFailingVersions(
  versions: readonly { app: string; version: string; isFailing: boolean }[],
): void {
  failing.reset()
  for (const { app, version, isFailing } of versions) failing.set({ remote: app, version }, isFailing ? 1 : 0)
}
