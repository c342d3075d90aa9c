import { type Page } from 'playwright-core'
import { type Watched } from './watch-page'

/** A browser's resources for a page, after a garbage collection. */
export interface Counts {
  memory: number
  elements: number
  /** The number of all listeners. */
  listeners: number
  /** Listeners of the window and the document, by type and the place of their function. */
  outerListeners: Record<string, number>
  timers: Record<string, number>
}

export interface Counters {
  count(): Promise<Counts>
}

/** Counts with the developer tools of the browser, which see what scripts cannot. */
export async function openCounters(page: Page): Promise<Counters> {
  const tools = await page.context().newCDPSession(page)
  const scripts = new Map<string, string>()
  tools.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url))
  await tools.send('Debugger.enable')
  await tools.send('Performance.enable')
  await tools.send('HeapProfiler.enable')

  async function listenersOf(expression: string): Promise<string[]> {
    const { result } = await tools.send('Runtime.evaluate', { expression, objectGroup: 'counters' })
    const { listeners } = await tools.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    })
    return listeners.map(({ type, scriptId, lineNumber, columnNumber }) => {
      const file = /\/mf\/(mfe-[^/]+)\/[^/]+\/(.*)/.exec(scripts.get(scriptId) ?? '')
      const place = file && ` in ${file[1]}/${file[2]}:${lineNumber + 1}:${columnNumber + 1}`
      return `"${type}" on ${expression}${place ?? ''}`
    })
  }

  return {
    async count() {
      // The second collection frees the objects that finalizers of the first one released.
      await tools.send('HeapProfiler.collectGarbage')
      await tools.send('HeapProfiler.collectGarbage')
      const { metrics } = await tools.send('Performance.getMetrics')
      const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? 0
      const outer: string[] = []
      for (const target of ['window', 'document', 'document.documentElement', 'document.body'])
        outer.push(...(await listenersOf(target)))
      await tools.send('Runtime.releaseObjectGroup', { objectGroup: 'counters' })
      return {
        memory: metric('JSHeapUsedSize'),
        elements: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        outerListeners: tally(outer),
        timers: await page.evaluate(() => (globalThis as Watched).pageWatch.timers()),
      }
    },
  }
}

function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
