import { lookUp } from '@offquad/contracts'
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

type Measure = Exclude<keyof Visit, 'lcpOf' | 'taps' | 'card'>

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
const BARS = {
  fcpMs: 1_200,
  lcpMs: 1_800,
  cls: 0.01,
  tbtMs: 250,
  tapMs: 100,
  fcpToStatic: 1.3,
  lcpToStatic: 1.1,
}
const CARD_BARS = { 'card known': 100, 'card reviews': 400 }
/** That of the FAQ is the budget of `e2e/specs/server-rendering.test.ts`. */
const SCRIPTS_BAR_KB: Record<string, number> = { home: 200, faq: 157 }

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
        ...tapsOf(visits).map(([name, took]): [string, number, number] => [
          `${name} (ms)`,
          took,
          lookUp(CARD_BARS, name) ?? BARS.tapMs,
        ]),
      ]
      const limit = onPhone.find((result) => result.page === page && result.variant === 'static')?.visits
      if (limit)
        limits.push(
          ['FCP / static', ratio(visits, limit, 'fcpMs'), BARS.fcpToStatic],
          ['LCP / static', ratio(visits, limit, 'lcpMs'), BARS.lcpToStatic],
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

/**
 * The reaction to each tap in three of four visits, by which a page's INP is judged (web.dev/articles/inp), and how long a card
 * took to its page; infinite when there was nothing to tap.
 */
function tapsOf(visits: Visit[]): [string, number][] {
  const reactions = visits.map(({ taps, card }) => ({
    ...taps,
    ...(card && { 'card known': card.knownMs, 'card reviews': card.reviewsMs }),
  }))
  const names = new Set(reactions.flatMap((taken) => Object.keys(taken)))
  return [...names].map((name) => {
    const sorted = reactions.map((taken) => lookUp(taken, name) ?? Infinity).toSorted((a, b) => a - b)
    return [name, sorted[Math.ceil(sorted.length * 0.75) - 1] ?? Infinity]
  })
}

function median(visits: Visit[], measure: Measure): number {
  const sorted = visits.map((visit) => visit[measure]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
