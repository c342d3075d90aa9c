import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { closeBrowser, DESKTOP, PHONE } from '../browser'
import { REPOSITORY } from '../platform'
import {
  DEMO,
  hasRealListings,
  HOSTILE,
  openDemoPlatform,
  openHostilePlatform,
  openRealPlatform,
  REAL,
} from './data-sets'
import { layoutFaultsOn } from './layout-faults'
import { createVisits, type Visits } from './open-screen'
import { policyViolationsOn } from './policy-violations'
import { allScreens, listsOfReviews, pages, type Screen, screensWith } from './screens'

const FOLDER = path.join(REPOSITORY, 'screens')
/** The screenshots of the last release, for comparison. */
const BEFORE = path.join(FOLDER, 'before')
/** `--release`: the pictures so far are the last release's. Other words choose the screens whose names contain one of them. */
const [isRelease, words] = [
  process.argv.includes('--release'),
  process.argv.slice(2).filter((word) => !word.startsWith('-')),
]
/** Greatest height in pixels; a landlord's page can be long. */
const MAX_HEIGHT = 4000

const SETS = [
  { name: 'demo', screens: allScreens(DEMO), open: openDemoPlatform },
  ...(hasRealListings ? [{ name: 'real', screens: pages(REAL), open: openRealPlatform }] : []),
  {
    name: 'hostile',
    screens: [...screensWith(HOSTILE), ...listsOfReviews(HOSTILE)],
    open: openHostilePlatform,
  },
]

const LOOKS = [
  { size: 'desktop', viewport: DESKTOP, colorScheme: 'light' },
  { size: 'phone', viewport: PHONE, colorScheme: 'light' },
  { size: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
] as const

interface Picture {
  file: string
  set: string
  screen: string
  size: string
  faults: string[]
  /** Share of pixels that differ from the last release; undefined if the release had none. */
  change?: number
}

/** Writes screenshots of every screen with each data set to screens/, with an index page that lists changed ones first. */
async function takeScreens(): Promise<void> {
  await keepEarlierPictures()
  const pictures: Picture[] = []
  for (const { name, screens: all, open } of SETS) {
    const screens = all.filter(
      (screen) => words.length === 0 || words.some((word) => screen.name.includes(word)),
    )
    if (screens.length === 0) continue
    const platform = await open()
    try {
      const visits = LOOKS.map(({ viewport }) => createVisits(platform, viewport))
      for (const screen of screens) pictures.push(...(await picturesOf(visits, screen, name)))
      await Promise.all(visits.map((visit) => visit.close()))
    } finally {
      await platform.close()
    }
  }
  await closeBrowser()
  await writeFile(path.join(FOLDER, 'index.html'), indexPage(pictures))
  const changed = pictures.filter(({ change }) => change !== undefined && change > 0).length
  process.stdout.write(
    `${pictures.length} pictures, ${changed} differ from the last release: ${path.join(FOLDER, 'index.html')}\n`,
  )
}

/** Only when told: a second look at the same change still shows all of it. */
async function keepEarlierPictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const earlier = (await readdir(FOLDER)).filter((file) => file.endsWith('.png'))
  if (earlier.length === 0 || (existsSync(BEFORE) && !isRelease)) return
  await rm(BEFORE, { recursive: true, force: true })
  await mkdir(BEFORE)
  await Promise.all(earlier.map((file) => rename(path.join(FOLDER, file), path.join(BEFORE, file))))
}

/** @param visits one for each viewport and color scheme */
async function picturesOf(visits: Visits[], screen: Screen, set: string): Promise<Picture[]> {
  process.stdout.write(`${set}: ${screen.name}\n`)
  return Promise.all(
    visits.map(async (visit, index) => {
      const { size, viewport, colorScheme } = LOOKS[index] ?? LOOKS[0]
      const page = await visit.open(screen)
      await page.emulateMedia({ colorScheme })
      const file = `${set}-${screen.name.replaceAll(/\W+/g, '-')}-${size}.png`
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: path.join(FOLDER, file),
        fullPage: true,
        clip: {
          x: 0,
          y: 0,
          width: viewport.width,
          height: Math.min(Math.max(height, viewport.height), MAX_HEIGHT),
        },
      })
      // It scrolls, rows of cards as well.
      const faults = [...(await policyViolationsOn(page)), ...(await layoutFaultsOn(page))]
      return { file, set, screen: screen.name, size, faults, change: await changeOf(file) }
    }),
  )
}

/** @returns the share of pixels that differ, 0 to 1; undefined if there is nothing to compare with */
async function changeOf(file: string): Promise<number | undefined> {
  const before = await readFile(path.join(BEFORE, file)).catch(() => undefined)
  if (!before) return undefined
  const [earlier, current] = await Promise.all([
    sharp(before).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    sharp(path.join(FOLDER, file)).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
  ])
  if (earlier.info.width !== current.info.width || earlier.info.height !== current.info.height) return 1
  let numChanged = 0
  for (let at = 0; at < earlier.data.length; at += 3)
    if ([0, 1, 2].some((channel) => earlier.data[at + channel] !== current.data[at + channel]))
      numChanged += 1
  return numChanged / (earlier.data.length / 3)
}

function indexPage(pictures: Picture[]): string {
  const sorted = pictures.toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 24px }
  main { display: flex; flex-wrap: wrap; gap: 24px; align-items: start }
  figure { margin: 0; max-width: 640px }
  img { max-height: 480px; max-width: 310px; border: 1px solid #999; vertical-align: top }
  .fault { color: #b3261e }
</style>
<h1>${pictures.length} screens</h1>
<p>Those that changed most since the last release come first, with how they were on their left.</p>
<main>
${sorted.map(figureOf).join('\n')}
</main>
</html>
`
}

function figureOf({ file, set, screen, size, faults, change }: Picture): string {
  const hasChanged = change !== undefined && change > 0
  const before = hasChanged
    ? `<a href="before/${file}"><img loading="lazy" src="before/${file}" alt="before"></a>`
    : ''
  const share = hasChanged ? ` (${(change * 100).toFixed(2)} % differs)` : ''
  return `<figure>
<figcaption>${escapeHtml(`${screen}, ${set} data, ${size}${share}`)}</figcaption>
${before}<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>
${faults.map((fault) => `<p class="fault">${escapeHtml(fault)}</p>`).join('')}
</figure>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

await takeScreens()
