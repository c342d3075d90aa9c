import { type Browser, chromium } from 'playwright-core'
import { type Platform, startPlatform } from '../processes'
import { print } from '../report'
import { buildOneBundle, serveOneBundle } from './one-bundle'
import { type Visit, visit } from './open-page'

const VISITS = 9
const RATIO_BAR = 1.15
const WAVES_BAR = 2
const SCRIPTS_BAR_KB = 400

/** Pages, their remote, and a selector for its content. */
const PAGES = [
  { target: '/', remote: 'browse', selector: 'main article' },
  { target: '/faq', remote: 'account', selector: 'main h1' },
]
type PageUnderTest = (typeof PAGES)[number]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
const platform = await startPlatform()
const withinBars: boolean[] = []
try {
  for (const page of PAGES) withinBars.push(await benchPage(browser, platform, page))
} finally {
  await platform.stop()
  await browser.close()
}
print(withinBars.includes(false) ? '\nBelow a bar.' : '\nWithin every bar.')
process.exitCode = withinBars.includes(false) ? 1 : 0

/** Compares a federated page with the same page as a single bundle, in alternating visits. */
async function benchPage(chrome: Browser, { url }: Platform, page: PageUnderTest): Promise<boolean> {
  const { target, remote, selector } = page
  await buildOneBundle(remote)
  const bundle = await serveOneBundle(url, target)
  const federated: Visit[] = []
  const bundled: Visit[] = []
  for (let count = 0; count < VISITS; count += 1) {
    federated.push(await visit(chrome, url + target, selector))
    bundled.push(await visit(chrome, bundle.url + target, selector))
  }
  await bundle.stop()
  print(`\n${target}, 100 ms, 10 Mbit/s, cold cache, median of ${VISITS}`)
  print(describe('federated', federated))
  print(describe('one bundle', bundled))
  const ratio = medianOf(federated, 'shownAfterMs') / medianOf(bundled, 'shownAfterMs')
  print(`  ratio ${ratio.toFixed(2)} (bar: ${RATIO_BAR}; waves: ${WAVES_BAR}; scripts: ${SCRIPTS_BAR_KB} KB)`)
  return (
    ratio <= RATIO_BAR &&
    medianOf(federated, 'waves') <= WAVES_BAR &&
    medianOf(federated, 'scriptKilobytes') < SCRIPTS_BAR_KB
  )
}

function describe(name: string, visits: Visit[]): string {
  const times = visits.map(({ shownAfterMs }) => Math.round(shownAfterMs))
  return [
    `  ${name.padEnd(12)}${medianOf(visits, 'shownAfterMs').toFixed(0).padStart(6)} ms`,
    `(${Math.min(...times)} to ${Math.max(...times)})`,
    ` ${medianOf(visits, 'waves')} waves  ${medianOf(visits, 'scriptKilobytes').toFixed(0)} KB of scripts`,
  ].join(' ')
}

function medianOf(visits: Visit[], what: keyof Visit): number {
  const sorted = visits.map((one) => one[what]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
