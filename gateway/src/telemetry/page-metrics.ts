import { type PageReport } from '@offquad/contracts'
import { Counter } from 'prom-client'

const counter = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
  new Counter({ name, help, labelNames: ['remote', 'version', ...labels] })

const views = counter('page_views_total', 'Pages opened with a version of an app')
const failures = counter('page_failures_total', 'Errors and failed loads of a version of an app')
const vitals = counter('page_web_vitals_total', 'Pages by the rating of a web vital', 'vital', 'rating')

/** Counts what pages say of the versions they use, for this gateway alone. */
export function observePages(reports: readonly PageReport[]): void {
  for (const report of reports) {
    const labels = { remote: report.app, version: report.version }
    if (report.kind === 'view') views.inc(labels)
    else if (report.kind === 'vital') vitals.inc({ ...labels, vital: report.name, rating: report.rating })
    else failures.inc(labels)
  }
}
