import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { waitUntilIdle } from '../idle'
import { type Platform, REPOSITORY, startPlatform } from '../processes'
import { print } from '../report'
import { renderedPageOf, serveVariant, staticPageOf, type Variant, VARIANTS } from './page-variants'
import { missedBars, reportPage, reportRatios, type Result } from './report-pages'
import { PROFILES, type Tap, visit } from './visit'

const MENU: Tap = { name: 'menu', selector: 'button[aria-label="Menu"], button[aria-label^="Account of"]' }
const REVIEW_FILTER: Tap = { name: 'filter', selector: 'main button:has(:text-is("Filter"))' }
const FILTER: Tap = { name: 'filter', selector: 'main [role=group][aria-label^="Filter"] button' }
const LIKE: Tap = { name: 'like', selector: 'main button.reviews-helpful, main button.account-save' }

interface PageUnderTest {
  name: string
  target: string
  taps: Tap[]
  followsCard?: boolean
}

/** Pages, and what is tapped on them. */
const PAGES: PageUnderTest[] = [
  { name: 'home', target: '/', taps: [FILTER, MENU] },
  { name: 'search', target: '/search?q=street', taps: [FILTER, MENU], followsCard: true },
  { name: 'apartment', target: '/apartment/demo-1', taps: [LIKE, REVIEW_FILTER, MENU] },
  { name: 'landlord', target: '/landlord/demo-landlord-1', taps: [LIKE, REVIEW_FILTER, MENU] },
  { name: 'faq', target: '/faq', taps: [MENU] },
  { name: 'guides', target: '/guides', taps: [MENU] },
  { name: 'guide', target: '/guides/reading-a-lease', taps: [MENU] },
]

const { values: options } = parseArgs({
  options: {
    page: { type: 'string' },
    variant: { type: 'string' },
    profile: { type: 'string' },
    visits: { type: 'string', default: '3' },
    out: { type: 'string' },
    compare: { type: 'string' },
  },
})
const chosen = <T extends string>(all: readonly T[], names: string | undefined): T[] => {
  const wanted = names?.split(',') ?? all
  const unknown = wanted.filter((name) => !all.some((item) => item === name))
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; there are ${all.join(', ')}`)
  return all.filter((item) => wanted.includes(item))
}
const pageNames = chosen(
  PAGES.map(({ name }) => name),
  options.page,
)
const pages = PAGES.filter(({ name }) => pageNames.includes(name))
const variants = chosen(VARIANTS, options.variant)
const profiles = chosen(Object.keys(PROFILES), options.profile)
const before = options.compare ? (JSON.parse(await readFile(options.compare, 'utf8')) as Result[]) : []

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
const results: Result[] = []
try {
  const platform = await startPlatform({ SERVER_RENDERING: 'on' })
  await waitUntilIdle()
  try {
    for (const page of pages) {
      const ofPage = await benchPage(browser, platform, page)
      results.push(...ofPage)
      report(page.name, ofPage)
    }
  } finally {
    await platform.stop()
  }
} finally {
  await browser.close()
}

const out = options.out ?? path.join(REPOSITORY, `bench/results/web-${new Date().toISOString()}.json`)
await mkdir(path.dirname(out), { recursive: true })
await writeFile(out, JSON.stringify(results, undefined, 1))
print(`\nSaved in ${out}. --compare with this file shows the difference to a later run.`)
const missed = missedBars(results)
print(missed.length > 0 ? `Below a bar:\n${missed.join('\n')}` : 'Within every bar.')
process.exitCode = missed.length > 0 ? 1 : 0

function report(page: string, ofPage: Result[]): void {
  for (const profile of profiles) {
    const inProfile = ofPage.filter((result) => result.profile === profile)
    const earlier = before.filter((result) => result.profile === profile && result.page === page)
    print(`\n${page} on ${PROFILES[profile]?.title ?? ''}, empty cache, median of ${options.visits}`)
    reportPage(inProfile, earlier)
    reportRatios(inProfile)
  }
}

/** Measures a page in all variants; they take turns, so that what slows the machine down slows all of them down. */
async function benchPage(
  chrome: Browser,
  { url: gateway }: Platform,
  { name, target, taps, followsCard = false }: PageUnderTest,
): Promise<Result[]> {
  const rendered = await renderedPageOf(gateway, target)
  const htmlOf: Record<Variant, () => string | Promise<string>> = {
    server: () => rendered,
    static: () => staticPageOf(gateway, rendered),
  }
  const heading = await headingOf(chrome, rendered)
  const measured: Result[] = []
  const servers: Awaited<ReturnType<typeof serveVariant>>[] = []
  const urls = new Map<Variant, string>()
  for (const variant of variants) {
    const server = await serveVariant(gateway, target, await htmlOf[variant]())
    servers.push(server)
    urls.set(variant, server.url)
    for (const profile of profiles) measured.push({ profile, page: name, variant, visits: [] })
  }
  // The first page that a browser opens takes longer.
  const [url = ''] = urls.values()
  const [profile] = Object.values(PROFILES)
  if (results.length === 0 && profile) await visit(chrome, { url, heading, profile, taps: [] })
  for (let count = 0; count < Number(options.visits); count += 1)
    for (const { profile: profileName, variant, visits } of measured) {
      const profile = PROFILES[profileName]
      if (!profile) continue
      visits.push(
        await visit(chrome, {
          url: urls.get(variant) ?? '',
          heading,
          profile,
          ...(variant === 'static' ? { taps: [] } : { taps, followsCard }),
        }),
      )
    }
  for (const server of servers) await server.stop()
  return measured
}

async function headingOf(chrome: Browser, html: string): Promise<string> {
  const page = await chrome.newPage()
  const heading = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'text/html').querySelector('h1')?.textContent,
    html,
  )
  await page.close()
  return heading ?? ''
}
