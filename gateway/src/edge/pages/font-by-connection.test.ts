import { runInNewContext } from 'node:vm'
import { FONT_LATER, LOADED_FONT_KEY } from '@offquad/contracts'
import { preloadFontByConnection, withoutFontPreload } from './font-by-connection'

const FONT = '/mf/shell/1/inter.woff2'
const HTML = `<head><link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${FONT}">\n<link rel="icon" href="/icon.svg"></head>`

const QUICK = { saveData: false, effectiveType: '4g', rtt: 50 }

/** Runs the script on a page. @returns what it preloads, and the font that it leaves to the next page */
function openPage(connection: object | undefined, storage: Record<string, string> | undefined = {}) {
  const dataset: Record<string, string> = {}
  const preloaded: unknown[] = []
  runInNewContext(preloadFontByConnection(HTML) ?? '', {
    navigator: { connection },
    localStorage: {
      getItem(key: string) {
        if (!storage) throw new Error('storage is blocked')
        return storage[key] ?? null
      },
    },
    document: {
      documentElement: { dataset },
      head: { append: ({ rel, href }: { rel: string; href: string }) => void preloaded.push([rel, href]) },
      createElement: () => ({}),
    },
  })
  return { preloaded, later: dataset[FONT_LATER] }
}

const NOW = { preloaded: [['preload', FONT]], later: undefined }
const LATER = { preloaded: [], later: FONT }

describe('the font of a page', () => {
  it.each([
    ['on a quick connection', QUICK],
    ['on a connection that the browser has not measured yet', { ...QUICK, rtt: 100 }],
    ['in a browser that does not tell about the connection', undefined],
  ])('is preloaded %s', (_where, connection) => {
    expect(openPage(connection)).toEqual(NOW)
    expect(openPage(connection, { [LOADED_FONT_KEY]: FONT })).toEqual(NOW)
  })

  it.each([
    ['is far away', { ...QUICK, rtt: 150 }],
    ['is slow', { ...QUICK, effectiveType: '3g' }],
    ['saves data', { ...QUICK, saveData: true }],
  ])('is left to the next page for a visitor who %s, until it has been loaded', (_who, connection) => {
    expect(openPage(connection)).toEqual(LATER)
    expect(openPage(connection, { [LOADED_FONT_KEY]: '/mf/shell/0/inter.woff2' })).toEqual(LATER)
    expect(openPage(connection, { [LOADED_FONT_KEY]: FONT })).toEqual(NOW)
  })

  it('is left to the next page where storage is blocked', () => {
    expect(openPage({ ...QUICK, rtt: 150 }, undefined)).toEqual(LATER)
  })

  it('is not preloaded by a tag, which browsers follow before any script', () => {
    expect(withoutFontPreload(HTML)).toBe('<head><link rel="icon" href="/icon.svg"></head>')
  })

  it('is none on a page that preloads none', () => {
    expect(preloadFontByConnection('<head></head>')).toBeUndefined()
  })
})
