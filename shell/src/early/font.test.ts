import { preloadFont } from './font'
import { FONT_LATER, LOADED_FONT_KEY } from './marks'

const FONT = '/mf/shell/1/inter.woff2'
const QUICK = { saveData: false, effectiveType: '4g', rtt: 50 }
const { dataset } = document.documentElement

afterEach(() => jest.restoreAllMocks())

/** Opens a page. @returns the URLs that it preloads, and the font that it leaves to the next page */
function openPage(connection: object | undefined, loaded?: string) {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  localStorage.clear()
  if (loaded) localStorage.setItem(LOADED_FONT_KEY, loaded)
  delete dataset[FONT_LATER]
  document.head.replaceChildren()
  preloadFont(FONT)
  const links = [...document.head.querySelectorAll('link')]
  return {
    preloaded: links.map((link) => [link.rel, link.getAttribute('href'), link.crossOrigin]),
    later: dataset[FONT_LATER],
  }
}

const NOW = { preloaded: [['preload', FONT, 'anonymous']], later: undefined }
const LATER = { preloaded: [], later: FONT }

describe('the font of a page', () => {
  it.each([
    ['on a quick connection', QUICK],
    ['on a connection that the browser has not measured yet', { ...QUICK, rtt: 100 }],
    ['in a browser that does not tell about the connection', undefined],
  ])('is preloaded %s', (_where, connection) => {
    expect(openPage(connection)).toEqual(NOW)
    expect(openPage(connection, FONT)).toEqual(NOW)
  })

  it.each([
    ['is far away', { ...QUICK, rtt: 150 }],
    ['is slow', { ...QUICK, effectiveType: '3g' }],
    ['saves data', { ...QUICK, saveData: true }],
  ])('is left to the next page for a visitor who %s, until it has been loaded', (_who, connection) => {
    expect(openPage(connection)).toEqual(LATER)
    expect(openPage(connection, '/mf/shell/0/inter.woff2')).toEqual(LATER)
    expect(openPage(connection, FONT)).toEqual(NOW)
  })

  it('is left to the next page where storage is blocked', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('storage is blocked')
    })

    expect(openPage({ ...QUICK, rtt: 150 })).toEqual(LATER)
  })
})
