import { print } from '../report'
import { type Variant } from './page-variants'
import { type Visit } from './visit'

/** The visits to one page, delivered in one way to one profile. */
export interface Result {
  profile: string
  page: string
  variant: Variant
  visits: Visit[]
}

type Measure = Exclude<keyof Visit, 'lcpOf' | 'taps'>

const COLUMNS: { title: string; measure: Measure; digits: number }[] = [
  { title: 'FCP ms', measure: 'fcpMs', digits: 0 },
  { title: 'LCP ms', measure: 'lcpMs', digits: 0 },
  { title: 'CLS', measure: 'cls', digits: 3 },
  { title: 'TBT ms', measure: 'tbtMs', digits: 0 },
  { title: 'KB', measure: 'kilobytes', digits: 0 },
  { title: 'JS KB', measure: 'scriptKilobytes', digits: 0 },
  { title: 'img KB', measure: 'pictureKilobytes', digits: 0 },
  { title: 'requests', measure: 'requests', digits: 0 },
  { title: 'waves', measure: 'waves', digits: 0 },
]

/** On a phone, of pages that the server renders. */
const BARS = { fcpMs: 1_200, lcpMs: 1_800, cls: 0.01, tbtMs: 250, tapMs: 100, toStatic: 1.3 }
const SCRIPTS_BAR_KB: Record<string, number> = { home: 200, faq: 150 }

/** Prints a line for each variant of a page, and below it what it was in an earlier run. */
export function reportPage(results: Result[], before: Result[]): void {
  print(`${''.padEnd(20)}${COLUMNS.map(({ title }) => title.padStart(9)).join('')}  largest paint; taps`)
  for (const result of results) {
    print(describe(result.variant, result.visits))
    const earlier = before.find(({ variant }) => variant === result.variant)
    if (earlier) print(describe('  before', earlier.visits))
  }
}

/** Prints how much longer the rendered page takes than the static one. */
export function reportRatios(results: Result[]): void {
  const server = visitsOf(results, 'server')
  const limit = visitsOf(results, 'static')
  if (!server || !limit) return
  const [fcp, lcp] = (['fcpMs', 'lcpMs'] as const).map((measure) => ratio(server, limit, measure).toFixed(2))
  print(`    server / static  FCP ${fcp}  LCP ${lcp}`)
}

/** The bars that rendered pages miss on the phone, as sentences. */
export function missedBars(results: Result[]): string[] {
  const onPhone = results.filter(({ profile }) => profile === 'phone')
  return onPhone
    .filter(({ variant }) => variant === 'server')
    .flatMap(({ page, visits }) => {
      const limits: [string, number, number][] = [
        ['FCP (ms)', median(visits, 'fcpMs'), BARS.fcpMs],
        ['LCP (ms)', median(visits, 'lcpMs'), BARS.lcpMs],
        ['CLS', median(visits, 'cls'), BARS.cls],
        ['TBT (ms)', median(visits, 'tbtMs'), BARS.tbtMs],
        ['JS (KB)', median(visits, 'scriptKilobytes'), SCRIPTS_BAR_KB[page] ?? Infinity],
        ...tapsOf(visits).map(([name, took]): [string, number, number] => [`${name} (ms)`, took, BARS.tapMs]),
      ]
      const limit = onPhone.find((result) => result.page === page && result.variant === 'static')?.visits
      if (limit)
        limits.push(
          ['FCP / static', ratio(visits, limit, 'fcpMs'), BARS.toStatic],
          ['LCP / static', ratio(visits, limit, 'lcpMs'), BARS.toStatic],
        )
      return limits
        .filter(([, value, bar]) => value > bar)
        .map(([what, value, bar]) => `  ${page}: ${what} ${value.toFixed(2)}, bar ${bar}`)
    })
}

const visitsOf = (results: Result[], variant: string) =>
  results.find((result) => result.variant === variant)?.visits

const ratio = (visits: Visit[], baseline: Visit[], measure: Measure) =>
  median(visits, measure) / median(baseline, measure)

function describe(name: string, visits: Visit[]): string {
  const numbers = COLUMNS.map(({ measure, digits }) => median(visits, measure).toFixed(digits).padStart(9))
  const taps = tapsOf(visits)
    .filter(([, took]) => took < Infinity)
    .map(([tap, took]) => `${tap} ${took.toFixed(0)} ms`)
  return `    ${name.padEnd(16)}${numbers.join('')}  ${[visits.at(-1)?.lcpOf ?? '', ...taps].join('; ')}`
}

/** The worst reaction of all visits to each tap; infinite when there was nothing to tap. */
function tapsOf(visits: Visit[]): [string, number][] {
  const names = new Set(visits.flatMap(({ taps }) => Object.keys(taps)))
  return [...names].map((name) => [name, Math.max(...visits.map(({ taps }) => taps[name] ?? Infinity))])
}

function median(visits: Visit[], measure: Measure): number {
  const sorted = visits.map((visit) => visit[measure]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
