import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createRandom } from '@offquad/service-kit/testing/random'
import { chromium, type Page } from 'playwright-core'
import { inventCatalog } from '../catalog/invented-catalog'
import { waitUntilIdle } from '../idle'
import { run, startPlatform } from '../processes'
import { print } from '../report'

const PLACES = 2_000
const SLOWDOWN = 4
const SECONDS = 10
const BARS = { taskMs: 100, inpMs: 200 }
/** Longer tasks are printed: they are worth working on. */
const AIM_MS = 50

/** Long tasks and interactions of a page, as its browser reports them. */
interface Observed {
  tasks: number[]
  interactions: number[]
}

declare global {
  interface Window {
    observed: Observed
  }
}

/** Places within some two kilometers of campus, most of them near it. */
function rows() {
  const random = createRandom(PLACES)
  const near = (center: number, degrees: number) =>
    center + (degrees * (random.below(1000) + random.below(1000) - 1000)) / 1000
  return inventCatalog(PLACES).apartments.map((row) => ({
    ...row,
    landlordId: '',
    photos: [],
    latitude: near(42.447, 0.018),
    longitude: near(-76.485, 0.024),
  }))
}

async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const observed: Observed = { tasks: [], interactions: [] }
    window.observed = observed
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) observed.tasks.push(duration)
    }).observe({ type: 'longtask' })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId)
          observed.interactions.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Drags the map back and forth, with a pause after each drag in which it fetches places and searches there. */
async function drag(page: Page): Promise<number> {
  const box = await page.locator('.offquad-map-surface').boundingBox()
  if (!box) throw new Error('the map is not shown')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const until = performance.now() + SECONDS * 1000
  let drags = 0
  for (; performance.now() < until; drags += 1) {
    const angle = (drags * 2 * Math.PI) / 5
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    for (let step = 1; step <= 20; step += 1) {
      const distance = (box.width * 0.4 * step) / 20
      await page.mouse.move(middle.x + Math.cos(angle) * distance, middle.y + Math.sin(angle) * distance)
    }
    await page.mouse.up()
    await page.waitForTimeout(400)
  }
  return drags
}

const platform = await startPlatform({ DEMO_DATA: 'none' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
let isWithinBars = true
try {
  const file = path.join(platform.dataDir, 'places.json')
  await writeFile(file, JSON.stringify(rows()))
  await run(['import', '--apartments', file], { DATA_DIR: platform.dataDir })
  await waitUntilIdle()
  for (const [name, width, height] of [
    ['desktop', 1280, 860],
    ['phone', 390, 844],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(`${platform.url}/search?filters=${encodeURIComponent('{"minPrice":"1"}')}`)
    if (name === 'phone') await page.getByRole('button', { name: 'Show map' }).click()
    await page.locator('.offquad-map-cluster').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    for (const zoom of ['as it opens', 'zoomed out']) {
      const zoomOut = page.getByRole('button', { name: 'Zoom out' })
      // A phone begins one step from the farthest.
      for (let step = 0; zoom === 'zoomed out' && step < 2 && (await zoomOut.isEnabled()); step += 1)
        await zoomOut.click()
      await page.waitForTimeout(1000)
      await observe(page)
      const drags = await drag(page)
      isWithinBars =
        report(`${name}, ${zoom}`, drags, await page.evaluate(() => window.observed)) && isWithinBars
    }
    await page.close()
  }
} finally {
  await browser.close()
  await platform.stop()
}
process.exitCode = isWithinBars ? 0 : 1

function report(title: string, drags: number, { tasks, interactions }: Observed): boolean {
  const longest = Math.max(0, ...tasks)
  // With fewer than 50 interactions, INP is the slowest (web.dev/articles/inp).
  const inp = Math.max(0, ...interactions)
  print(
    `\nMap of ${PLACES} places on a processor ${SLOWDOWN} times slower, ${title}: ${drags} drags in ${SECONDS} s`,
  )
  print(`  longest task ${longest.toFixed(0)} ms (bar: ${BARS.taskMs}); over ${AIM_MS} ms: ${tasks.length}`)
  print(`  INP ${inp.toFixed(0)} ms (bar: ${BARS.inpMs})`)
  return longest <= BARS.taskMs && inp < BARS.inpMs
}
