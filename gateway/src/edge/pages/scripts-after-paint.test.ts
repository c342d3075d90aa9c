import { runInNewContext } from 'node:vm'
import { preloadedAfterPaint, withScriptsAfterPaint } from './scripts-after-paint'

const SCRIPT = '<script fetchpriority="low" defer src="/mf/shell/1/main.js"></script>'
const PRELOAD = '<link fetchpriority="low" rel="preload" as="script" href="/mf/shell/1/platform.js">'
const PICTURE = '<link rel="preload" as="image" href="/media/1.svg">'
const HTML = `<head>${SCRIPT}${PRELOAD}${PICTURE}</head><script>inline()</script>`

const MARKED_PRELOAD = PRELOAD.replace('"preload"', '"preload-after-paint"')

/** Runs the script on a page. @returns functions for what happens next, and what was loaded */
function openPage(visibilityState = 'visible') {
  const added: unknown[] = []
  const links = [{ rel: 'preload-after-paint' }, { rel: 'preload-after-paint' }]
  const begin: (() => void)[] = []
  const frames: (() => void)[] = []
  const timers: { callback: () => void; ms: number }[] = []
  runInNewContext(withScriptsAfterPaint(HTML).script, {
    document: {
      visibilityState,
      head: { append: ({ src }: { src: string }) => void added.push(src) },
      createElement: () => ({}),
      querySelector: () => links.find(({ rel }) => rel === 'preload-after-paint') ?? null,
    },
    addEventListener: (_name: string, listener: () => void) => void begin.push(listener),
    requestAnimationFrame: (callback: () => void) => void frames.push(callback),
    setTimeout: (callback: () => void, ms = 0) => void timers.push({ callback, ms }),
  })
  const runTimers = (most: number) => {
    for (const { callback } of timers.splice(0).filter(({ ms }) => ms <= most)) callback()
  }
  return {
    added,
    numPreloaded: () => links.filter(({ rel }) => rel === 'preload').length,
    runTimers,
    parse: () => begin.forEach((listener) => listener()),
    paint() {
      for (const frame of frames.splice(0)) frame()
      runTimers(0)
    },
  }
}

describe('the scripts of a rendered page', () => {
  it('are not in the HTML, where only preloads that wait are left; pictures and inline scripts are kept', () => {
    expect(withScriptsAfterPaint(HTML).html).toBe(
      `<head>${MARKED_PRELOAD}${PICTURE}</head><script>inline()</script>`,
    )
    expect(preloadedAfterPaint(PRELOAD + PICTURE)).toBe(MARKED_PRELOAD + PICTURE)
  })

  it('run once, after the first paint', () => {
    const page = openPage()
    page.parse()
    expect(page.added).toEqual([])

    page.paint()
    page.runTimers(10_000)

    expect(page.added).toEqual(['/mf/shell/1/main.js'])
  })

  it('are preloaded after the first paint, one in a task', () => {
    const page = openPage()
    page.parse()
    expect(page.numPreloaded()).toBe(0)

    page.paint()
    expect(page.numPreloaded()).toBe(1)

    page.runTimers(0)
    expect(page.numPreloaded()).toBe(2)
  })

  it.each([
    ['in a hidden tab', 'hidden', 0],
    ['in a window without frames', 'visible', 10_000],
  ])('run %s as well', (_where, visibility, ms) => {
    const page = openPage(visibility)

    page.parse()
    page.runTimers(ms)

    expect(page.added).toEqual(['/mf/shell/1/main.js'])
  })
})
