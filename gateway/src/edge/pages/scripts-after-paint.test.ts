import { runInNewContext } from 'node:vm'
import { withScriptsAfterPaint } from './scripts-after-paint'

const HTML =
  '<head><script fetchpriority="low" defer src="/mf/shell/1/main.js"></script></head><script>inline()</script>'

/** Runs the script on a page. @returns functions for what happens next, and the scripts that were added */
function openPage(visibilityState = 'visible') {
  const added: unknown[] = []
  const begin: (() => void)[] = []
  const frames: (() => void)[] = []
  const timers: { callback: () => void; ms: number }[] = []
  runInNewContext(withScriptsAfterPaint(HTML).script, {
    document: {
      visibilityState,
      head: { append: ({ src }: { src: string }) => void added.push(src) },
      createElement: () => ({}),
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
    runTimers,
    parse: () => begin.forEach((listener) => listener()),
    paint() {
      for (const frame of frames.splice(0)) frame()
      runTimers(0)
    },
  }
}

describe('the scripts of a rendered page', () => {
  it('are preloaded with low priority, and inline scripts are kept', () => {
    expect(withScriptsAfterPaint(HTML).html).toBe(
      '<head><link fetchpriority="low" rel="preload" as="script" href="/mf/shell/1/main.js"></head><script>inline()</script>',
    )
  })

  it('run once, after the first paint', () => {
    const page = openPage()
    page.parse()
    expect(page.added).toEqual([])

    page.paint()
    page.runTimers(10_000)

    expect(page.added).toEqual(['/mf/shell/1/main.js'])
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
